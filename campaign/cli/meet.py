"""campaign meet: an evening from beginning to end, for a group that knows no other command.

    status ──> stickers owed? ──> envelope due? ──> how to record today ──> stickers ──> next time

Every step is an ordinary command, which is printed before it runs. The steps share nothing but the
campaign, so an evening can be left after any step and continued later.
"""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import typer

from campaign.cli import main, questions
from campaign.cli.entering import attendance, deciding, finish, prompt, table_beside
from campaign.cli.entering.start import OnPhones
from campaign.cli.environment import Environment
from campaign.cli.interrupts import INTERRUPTED
from campaign.cli.registration import command, group
from campaign.display.terminal import envelopes, parts
from campaign.services import attendance as service
from campaign.services import changes
from campaign.services.entering import drafts
from engine.kernel.phrases import joined, phrase

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.services.values import History

INSTEAD = phrase("campaign status tells what is next, each step with its command")
ENTER = "campaign episode enter"
WAYS = {
    phrase("1  answer by answer, now or while playing"): ENTER,
    phrase("2  with the boards on the screen"): "campaign episode enter --board",
    phrase("3  from a file: moves, or the boards"): "campaign episode record FILE",
    phrase("4  the scores alone, nothing proved"): "campaign episode result",
}
"""The ways to record an episode, each with its command."""

UNUSABLE = 5
"""The exit code of a command that cannot use the database."""

app = group()


class MeetingEvening:
    """An evening of a campaign, step by step; `run_steps` runs it."""

    def __init__(self, env: Environment, ask: Ask) -> None:
        self.env, self.ask = env, ask
        self.stickers_asked = False
        """Whether the user was asked for the places of the stickers that are owed now."""
        self.scores_open = False
        """Whether scores are being typed, which are in no draft."""

    def run_steps(self) -> None:
        """Do one step after the other until the evening is over or somebody stops.

        All steps mean the campaign of the first one, also if another one is in use meanwhile.
        Raises `NotAllowed` if it can only be read: its name alone means the history that goes on.
        """
        self.run("status")
        history = self.history()
        changes.check_open(history)
        campaign = history.campaign
        self.env.options = self.env.options._replace(campaign=campaign.name)
        played, first = len(campaign.played), True
        while self.step(played, first=first):
            first = False

    def step(self, played: int, *, first: bool) -> bool:
        """Do the next step; False if there is nothing more to do today.

        `played` is the number of episodes before this evening. The `first` step comes right after
        the status, which shows the draft of the next episode.
        """
        history = self.history()
        campaign = history.campaign
        if campaign.owed and not self.stickers_asked:
            return self.place_stickers(history) or len(campaign.played) > played
        if len(campaign.played) > played:
            self.show_farewell(history)
            return False
        if campaign.next_episode is None:
            self.run("standings")
            return False
        if number := campaign.sealed_next:
            self.env.say(envelopes.before_opening(history, number))
            question = phrase("Envelope {number} is due. Open it now, for good?", number=number)
            if questions.ask_letter(self.ask, self.env.say, question, "Yn") == "n":
                return False
            return self.run("envelope", "open", str(number), "--yes")
        return self.record(history, draft_shown=first)

    def place_stickers(self, history: History) -> bool:
        """Place the stickers that are owed; False if some are left for later."""
        self.stickers_asked = True
        self.env.say("", "$ campaign sticker place")
        beside = self.env.options.beside
        return not finish.place_stickers(self.env, self.ask, history, beside).campaign.owed

    def record(self, history: History, *, draft_shown: bool) -> bool:
        """Record the episode in the way that the group chooses; False if it stops for today."""
        self.stickers_asked = False
        with self.env.reading() as session:
            begun_drafts = drafts.of_next(drafts.every(session), history)
        if begun_drafts:
            return self.enter_episode(history, draft_shown=draft_shown)
        number = history.campaign.next_episode
        self.env.say("", phrase("How do you record episode {number}?", number=number))
        ways = {way: self.again(line) if line == ENTER else line for way, line in WAYS.items()}
        self.env.say(parts.commands(ways), phrase("  Enter alone: another time."))
        match prompt.half_width(self.ask(phrase("1 to 4> "))).strip():
            case "":
                return False
            case "1":
                return self.enter_episode(history)
            case "2":
                return self.enter_episode(history, "--board")
            case "3":
                self.env.say(
                    phrase(
                        "A file to fill in: {command}",
                        command="campaign episode template > evening.toml",
                    ),
                    phrase(
                        "or, for the boards: {command}",
                        command="campaign episode template --boards > evening.toml",
                    ),
                )
                name = self.ask(phrase("file> ")).strip()
                if name:
                    self.run("episode", "record", os.path.expanduser(name))
            case "4":
                self.scores_open = True
                self.run("episode", "result", *self.ask_results(history))
                self.scores_open = False
            case other:
                self.env.say(phrase("  '{typed}' is none of 1 to 4.", typed=other))
        return True

    def enter_episode(self, history: History, *words: str, draft_shown: bool = False) -> bool:
        """Enter the episode; False if the entry was left for another time."""
        self.run("episode", "enter", *words, draft_shown=draft_shown)
        if self.history().head != history.head:
            self.stickers_asked = True
            return True
        command = self.again("campaign meet")
        self.env.say(phrase("Another time: {command} goes on here.", command=command))
        return False

    def again(self, command: str) -> str:
        """Return a command as somebody types it to have the phones of this evening again."""
        return f"{command} --phones" if self.env.options.beside else command

    def ask_results(self, history: History) -> list[str]:
        """Ask who played and for the score of each seat; return the words for the command."""
        present = attendance.ask_attendance(
            self.env, self.ask, history.campaign, None, agreed=False
        )
        words = [word for seat in present.absent for word in ("--absent", seat)]
        for seat, name in present.substitutes.items():
            words += ["--substitute", f"{seat}={name}"]
        seats = service.players(history.campaign, present)
        noted = deciding.ask_scores(self.env, self.ask, seats)
        scores = [f"{seat}={score}" for seat, score in noted.items()]
        if places := deciding.ask_tie_order(self.env, self.ask, history.campaign, noted):
            words += ["--ranks", " ".join(map("=".join, places))]
        for things in deciding.ask_gains(self.env, self.ask, history.campaign, seats):
            words += ["--gained", things]
        return [*scores, *words, *(["--house-rule"] if present.absent else [])]

    def show_farewell(self, history: History) -> None:
        """Show the standings, the next episode if any, and the head for the note in the box."""
        self.run("standings")
        campaign = history.campaign
        number, sealed = campaign.next_episode, campaign.sealed_next
        next_time = phrase("Next time: episode {number}.", number=number)
        if sealed:
            next_time = phrase(
                "Next time: episode {number}, after envelope {envelope} is opened.",
                number=number,
                envelope=sealed,
            )
        if number:
            self.env.say("", joined(" ", (next_time, "campaign meet")))
        self.env.say("", phrase("Write on the note in the box: {head}", head=history.head))

    def run(self, *words: str, draft_shown: bool = False) -> bool:
        """Print an ordinary command and run it; False if its exit code is not 0.

        Raises `KeyboardInterrupt` after Ctrl-C, and `Exit` if the database cannot be used.
        """
        line = f"campaign {shlex.join(words)}"
        self.env.say("", f"$ {self.again(line) if line == ENTER else line}")
        try:
            main.run(list(words), self.env.options._replace(draft_shown=draft_shown))
        except SystemExit as end:
            if end.code == INTERRUPTED:
                raise KeyboardInterrupt from None
            if end.code == UNUSABLE:
                raise typer.Exit(UNUSABLE) from None
            return not end.code
        return True

    def history(self) -> History:
        """Return the history of the campaign as it is now."""
        return self.env.history()


@command(
    app,
    "meet",
    example="campaign meet",
    menu=("Evening", 1, "the evening in steps"),
    also="start evening tonight begin go",
)
def meet(env: Environment, phones: OnPhones = False) -> None:
    """An evening step by step: where you stopped, envelope, episode, stickers, next time."""
    ask = prompt.editor(INSTEAD, env.speaker)
    evening = MeetingEvening(env, ask)
    try:
        with table_beside.open_table(env, phones) as beside:
            if beside:
                beside.gather(env.history())
                beside.invite()
                env.options = env.options._replace(beside=beside)
            evening.run_steps()
    except (EOFError, KeyboardInterrupt) as left:
        again = evening.again("campaign meet")
        saved = phrase("Everything so far is saved. Go on with: {command}", command=again)
        if evening.scores_open:
            saved = phrase(
                "These scores are not kept; everything before them is saved. Go on with: {command}",
                command=again,
            )
        env.say("", saved)
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
