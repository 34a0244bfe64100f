"""Ask what to keep after a game is entered: these scores, others, as inked, another day.

Besides the letters of the question the user can type what the dialog's prompts take, such as
`fix 5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from campaign.cli import questions
from campaign.cli.entering import prompt
from campaign.display.text import typed_days
from campaign.display.text.episodes import unsaid_in_words
from campaign.services import inscriptions
from campaign.services.entering import game
from campaign.services.entering.drafts import DraftChanged
from campaign.services.errors import ServiceError
from campaign.services.names import seat_of
from campaign.services.words import day
from campaign.store import clock
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.my_city.bounds.scores import gainable
from engine.my_city.campaign.outcome import check_gains
from engine.my_city.pack.build import NUGGET

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from campaign.cli.entering.dialog import Dialog
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import Campaign

HINT = phrase("Enter keeps it; n: other scores; u: last line back; f: fix a line; d: the day")
INKED = phrase("i: a board shows something else")
WHO = phrase("who: somebody else played")
NOTES = phrase("where, minutes, note: details of the evening, such as minutes 75")

SCORE = re.compile(r"[+-]?\d{1,6}", re.ASCII)
"""A score as it is typed."""

CHANGED = "changed"
AGAIN = ("u", "f", "d", CHANGED)
"""The answers after which the question is asked again."""
WORDS = {"fix": "f", "day": "d", "inked": "i", "undo": "u", "back": "u"}
"""Words for some of the letters."""

NOTED = "noted"
"""The note on an exception with which somebody leaves who has typed what no draft holds."""

Stating = Callable[["Record"], tuple["RenderableType", ...]]
"""Returns the screens of a record that states what the boards show; raises if it is refused."""


def ask_decision(dialog: Dialog, what: Wording, *, inked: bool = False) -> str:
    """Ask whether to keep the scores and the day; return the answer's letter, or `CHANGED`.

    Taking back a line, fixing a line and setting the day are done at once. `inked` offers to state
    what the boards show.
    """
    played = dialog.entering.head.played
    question = phrase("Keep {what} with these scores?", what=what)
    if played:
        question = phrase(
            "Keep {what} with these scores, played {day}?",
            what=what,
            day=day(played.isoformat()),
        )
    hints = (HINT, *[INKED] * inked, *[WHO] * dialog.knows_who, *[NOTES] * dialog.can_note)
    dialog.env.say(*hints)

    def other(typed: str) -> str | None:
        """Carry out a command of the dialog; return as `questions.ask_letter` wants it."""
        word = prompt.half_width(typed).lower()
        if word == "?":
            dialog.env.say(*hints)
            return ""
        if WORDS.get(word, "-") in letters:
            return WORDS[word]
        before = dialog.entering
        if not dialog.try_command(typed):
            return None
        return "" if dialog.entering is before else CHANGED

    letters = "Ynufdi" if inked else "Ynufd"
    try:
        answer = questions.ask_letter(dialog.ask, dialog.env.say, question, letters, other)
        if answer == "u":
            dialog.take_back()
        elif answer == "f":
            dialog.fix()
        elif answer == "d" and (played := _day(dialog)):
            dialog.set_day(played)
    except DraftChanged:
        dialog.catch_up()
        return CHANGED
    return answer


@contextmanager
def noting(answer: str) -> Iterator[None]:
    """A context for what follows an answer; leaving gets a note if no draft holds what is typed."""
    try:
        yield
    except (EOFError, KeyboardInterrupt) as left:
        if answer in ("i", "n"):
            left.add_note(NOTED)
        raise


def was_noting(left: BaseException) -> bool:
    """Whether somebody has left who has typed what no draft holds."""
    return NOTED in getattr(left, "__notes__", ())


def noted_is_lost(command: str) -> Phrase:
    """Return what to say then; `command` goes on with the draft."""
    return phrase(
        "What the table noted is not kept; everything before it is saved. Go on with: {command}",
        command=command,
    )


def ask_inked(dialog: Dialog, campaign: Campaign, stating: Stating) -> Record | None:
    """Ask what the boards show against the rules; return the record with it.

    Returns None if nothing is stated, or if the user does not keep it.
    """
    env, words = dialog.env, list[str]()
    hint = phrase(
        "The moves stay as they are. What does a board show instead? Such as {examples}. "
        "Enter alone ends it.",
        examples="eagle rank 2, eagle marks 3, eagle with tree G1, eagle without tree G1",
    )
    env.say(hint)
    record = None
    while line := _typed(dialog.ask(phrase("as inked> "))):
        if line == "?":
            env.say(hint)
            continue
        is_back = line.lower() in prompt.BACK
        if is_back:
            message = phrase("Taken back: {lines}", lines=", ".join(words[-1:]) or "-")
            env.say(joined("", ("  ", message)))
        new_words = words[:-1] if is_back else [*words, line]
        try:
            inked = inscriptions.with_ink(
                campaign, game.record_of(dialog.entering, dialog.scores()), new_words
            )
            env.say(*stating(inked) if new_words else ())
        except (EngineError, ServiceError) as error:
            env.say(phrase("  {error}. ? lists the answers.", error=wording_of(error)))
        else:
            words, record = new_words, inked
    if not words:
        return None
    agreed = dialog.letter(phrase("Keep it as inked?"), "Yn") == "y"
    return record if agreed else None


def _typed(line: str) -> str:
    """Return what was typed, in half width; raises `DraftLeft` for a word that leaves."""
    typed = prompt.half_width(line).strip()
    prompt.leave(typed)
    return typed


def _day(dialog: Dialog) -> date | None:
    """Ask for the day on which the game was played; None if it stays as it is."""
    while typed := _typed(dialog.ask(phrase("played on, such as 2026-11-12 or yesterday> "))):
        try:
            return typed_days.read_day(typed, clock.today())
        except ValueError:
            dialog.env.say(
                phrase(
                    "  '{typed}' is no day: write it such as 2026-11-12, yesterday or Tuesday.",
                    typed=typed,
                )
            )
    return None


def ask_scores(env: Environment, ask: Ask, players: Mapping[str, str]) -> dict[str, int]:
    """Ask for the score that the table noted of each seat, by its player; return them by seat."""
    scores: dict[str, int] = {}
    for seat in players:
        who = game.seat_with_player(players, seat)
        while seat not in scores:
            answer = _typed(ask(phrase("score of {seat}> ", seat=who)))
            if SCORE.fullmatch(answer):
                scores[seat] = int(answer)
            else:
                env.say(not_a_score_words(answer, seat, 21))
    return scores


def ask_tie_order(
    env: Environment, ask: Ask, campaign: Campaign, scores: Mapping[str, int]
) -> list[list[str]]:
    """Ask how the table broke ties; return the seats of each place, from first to last.

    Returns an empty list if no scores are equal or no tie was broken.
    """
    places: list[list[str]] = []
    for score in sorted(set(scores.values()), reverse=True):
        tied = [seat for seat in scores if scores[seat] == score]
        order = _order(env, ask, campaign, tied, score) if len(tied) > 1 else []
        places += [[seat] for seat in order] or [tied]
    return places if len(places) > len(set(scores.values())) else []


def ask_gains(
    env: Environment, ask: Ask, campaign: Campaign, players: Mapping[str, str]
) -> list[str]:
    """Ask what the next episode, of scores alone, brought to each board; return it for `--gained`.

    Asks nothing in an episode that brings nothing by itself.
    """
    things = gainable(campaign.rules, NUGGET)
    if not things:
        return []
    example = ", ".join([*things.values()][:2])
    how = phrase("Write them such as {example}; Enter alone is nothing.", example=example)
    hint = joined(" ", (unsaid_in_words(things), how))
    env.say(hint)
    gained: list[str] = []
    for seat in players:
        who = game.seat_with_player(players, seat)
        while True:
            typed = _typed(ask(phrase("{seat} got> ", seat=who)))
            gains = inscriptions.gains_of(typed)
            try:
                check_gains(campaign, seat, gains)
            except EngineError as error:
                env.say(joined("", ("  ", wording_of(error))), hint)
            else:
                gained.append(f"{seat} {', '.join(gains) or inscriptions.NOTHING}")
                break
    return gained


def _order(
    env: Environment, ask: Ask, campaign: Campaign, tied: list[str], score: int
) -> list[str]:
    """Ask in which order the tied seats came; return the order, empty if they share the place."""
    question = phrase(
        "{seats} have {score}. Who came first? [Enter: they share the place, or names in order]> ",
        seats=listed(tied),
        score=score,
    )
    while True:
        typed = _typed(ask(question, prompt.offer_words(tied))).split()
        try:
            order = [seat_of(campaign, word) for word in typed]
        except ServiceError as error:
            env.say(joined("", ("  ", wording_of(error))))
            continue
        unnamed_seats = [seat for seat in tied if seat not in order]
        if not order:
            return []
        if sorted([*order, *unnamed_seats]) == sorted(tied) and len(unnamed_seats) < 2:
            return [*order, *unnamed_seats]
        env.say(
            phrase("  Name each of them once, from first to last: {seats}", seats=" ".join(tied))
        )


def not_a_score_words(typed: str, seat: str, likely: int) -> Phrase:
    """Return the message for a typed text that is no score."""
    return phrase(
        "  '{typed}' is no score of {seat}: a number such as {number}.",
        typed=typed,
        seat=seat,
        number=likely,
    )


def noted_otherwise(dialog: Dialog, scores: Mapping[str, int]) -> dict[str, int]:
    """The scores by seat that the table noted of an evening that was taken back, if they differ."""
    noted = dialog.entering.head.result
    return {seat: noted[seat] for seat in scores if noted.get(seat, scores[seat]) != scores[seat]}


def ask_noted_scores(dialog: Dialog, scores: dict[str, int]) -> dict[str, int]:
    """Ask for the scores that the table noted; Enter alone means the one that stands there.

    That is the score by replay, or what was noted of an evening that was taken back.
    """
    noted: dict[str, int] = {}
    dialog.env.say(phrase("What did the table note? Enter alone for the score in brackets."))
    for seat, score in {**scores, **noted_otherwise(dialog, scores)}.items():
        while seat not in noted:
            answer = _typed(dialog.ask(f"{seat} [{score}]> "))
            if not answer:
                noted[seat] = score
            elif SCORE.fullmatch(answer):
                noted[seat] = int(answer)
            else:
                dialog.env.say(not_a_score_words(answer, seat, score))
    return noted
