"""campaign meet: an evening from beginning to end, for a group that knows no other command.

    status ──> stickers owed? ──> envelope due? ──> how to record today ──> stickers ──> next time

Every step is an ordinary command, which is printed before it runs. Nothing is remembered between
the steps but the campaign itself, so an evening can be left anywhere and taken up again.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import typer

from campaign.cli import main, questions
from campaign.cli.entering import attendance, finish, prompt
from campaign.cli.environment import INTERRUPTED, Environment, command, group
from campaign.services import attendance as service
from campaign.services.entering import drafts

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.services.values import History

INSTEAD = "campaign status tells what is next, each step with its command"
WAYS = (
    "1  answer by answer, now or while playing     campaign episode enter",
    "2  with the boards on the screen              campaign episode enter --board",
    "3  from a file: moves, or the boards          campaign episode record FILE",
    "4  the scores alone, nothing proved           campaign episode result",
    "Enter alone: another time.",
)


app = group()


class Evening:
    """One evening of a campaign."""

    def __init__(self, env: Environment, ask: Ask) -> None:
        self.env, self.ask = env, ask

    def go(self) -> None:
        """Step by step until the evening is over, or somebody stops."""
        self.run("status")
        played = len(self.history().campaign.played)
        while self.step(played):
            pass

    def step(self, played: int) -> bool:
        """Do what is next; False when there is nothing more to do today."""
        history = self.history()
        campaign = history.campaign
        if campaign.owed:
            return self.stickers(history)
        if campaign.next_episode is None:
            self.run("standings")
            return False
        if len(campaign.played) > played:
            self.farewell(history)
            return False
        if number := campaign.sealed_next:
            question = f"Envelope {number} is due. Open it now, for good?"
            if questions.letter(self.ask, self.env.say, question, "Yn") == "n":
                return False
            return self.run("envelope", "open", str(number), "--yes")
        return self.record(history)

    def stickers(self, history: History) -> bool:
        """The stickers that are owed; False when some are left for later."""
        self.env.say("", "$ campaign sticker owed")
        return not finish.place_stickers(self.env, self.ask, history).campaign.owed

    def record(self, history: History) -> bool:
        """The episode, in the way that the group chooses; False for another time."""
        with self.env.reading() as session:
            begun = drafts.of_next(drafts.every(session), history)
        if begun:
            return self.enters(history)
        self.env.say("", f"How do you record episode {history.campaign.next_episode}?")
        self.env.say(*(f"  {way}" for way in WAYS))
        match self.ask("1 to 4> ").strip():
            case "":
                return False
            case "1":
                return self.enters(history)
            case "2":
                return self.enters(history, "--board")
            case "3":
                self.env.say(
                    "A file to fill in: campaign episode template > evening.toml",
                    "or, for the boards:  campaign episode template --boards > evening.toml",
                )
                name = self.ask("file> ").strip()
                if name:
                    self.run("episode", "record", name)
            case "4":
                self.run("episode", "result", *self.results(history))
            case other:
                self.env.say(f"  {other!r} is none of 1 to 4.")
        return True

    def enters(self, history: History, *words: str) -> bool:
        """The episode is entered; False where somebody has left it for another time."""
        self.run("episode", "enter", *words)
        if self.history().head != history.head:
            return True
        self.env.say("Another time: campaign meet goes on here.")
        return False

    def results(self, history: History) -> list[str]:
        """Who played, and the score of each seat as the table noted it, as words of a command."""
        present = attendance.tonight(self.env, self.ask, history.campaign, None, agreed=False)
        words = [word for seat in present.absent for word in ("--absent", seat)]
        for seat, name in present.substitutes.items():
            words += ["--substitute", f"{seat}={name}"]
        scores = []
        for seat in service.players(history.campaign, present):
            while True:
                answer = self.ask(f"score of {seat}> ").strip()
                if re.fullmatch(r"[+-]?\d{1,6}", answer, re.ASCII):
                    break
                self.env.say(f"  {answer!r} is no score of {seat}: a number such as 21.")
            scores.append(f"{seat}={int(answer)}")
        return [*scores, *words, *(["--house-rule"] if present.absent else [])]

    def farewell(self, history: History) -> None:
        """What an evening ends with: where everybody stands, the note, the next time."""
        self.run("standings")
        campaign = history.campaign
        self.env.say("", f"Write on the note in the box: {history.head}")
        self.env.say_head()
        sealed = (
            f", after envelope {campaign.sealed_next} is opened" if campaign.sealed_next else ""
        )
        self.env.say(f"Next time: episode {campaign.next_episode}{sealed}. campaign meet")

    def run(self, *words: str) -> bool:
        """Run an ordinary command and say which; False when it did not end well."""
        self.env.say("", f"$ campaign {shlex.join(words)}")
        try:
            main.run(list(words), self.env.options)
        except SystemExit as end:
            return not end.code
        return True

    def history(self) -> History:
        """The campaign as it stands."""
        return self.env.history()


@command(app, "meet", example="campaign meet")
def meet(env: Environment) -> None:
    """An evening step by step: where you stopped, envelope, episode, stickers, next time."""
    evening = Evening(env, prompt.editor(INSTEAD))
    try:
        evening.go()
    except (EOFError, KeyboardInterrupt) as left:
        env.say("", "Everything so far is saved. Go on with: campaign meet")
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
