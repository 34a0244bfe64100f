"""Decide what becomes of the evenings after a correction: by options, or by questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from campaign.cli import questions
from campaign.cli.arguments import LaterChoice
from campaign.cli.entering import editing, prompt
from campaign.cli.environment import Environment
from campaign.display.terminal import corrections as screens
from campaign.services import names, stickers
from campaign.services.corrections.decisions import (
    AS_PLAYED,
    DRAFT,
    KEEP,
    EveningForm,
    FixedDecisions,
)
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Wording, joined, phrase
from engine.kernel.record import format_record
from engine.my_city.campaign.episodes import setup_of

if TYPE_CHECKING:
    from campaign.services.corrections.decisions import LaterEvening, LaterSticker, Named
    from campaign.services.values import History

EDIT = "edit"


def decider(
    env: Environment,
    later: LaterChoice | None,
    squares: list[str] | None,
    *,
    dry_run: bool,
    history: History | None = None,
) -> FixedDecisions:
    """Return decisions about later evenings: from options, or from questions at a terminal.

    `history` is the history of the campaign in use, if it is read already. Raises `BadParameter`
    for a malformed sticker.
    """
    named: list[Named] = []
    campaign = (history or env.history()).campaign if squares else None
    for words in squares or ():
        match words.split():
            case [seat, kind, square] if campaign:
                named.append((names.seat_of(campaign, seat), kind.lower(), square.upper()))
            case _:
                raise typer.BadParameter(f'{words}: write seat, kind and square: "deer tree G1"')
    if later is None and env.can_ask and not dry_run:
        return AskedDecisions(env, named)
    return FixedDecisions(later or KEEP, named, agreed=dry_run or later is not None)


def missing_square(decide: FixedDecisions) -> tuple[Wording, ...]:
    """What to type so that an evening before which a sticker is owed need not become a draft."""
    if not (owed := decide.missing):
        return ()
    words = phrase(
        "To keep episode {number}, add --sticker '{seat} {kind} SQUARE' to --later, for one of: "
        "{places}",
        number=owed.number,
        seat=owed.right.seat,
        kind=owed.right.kinds[0],  # is typed, and therefore the same in every language
        places=" ".join(owed.squares),
    )
    return words, ""


class AskedDecisions(FixedDecisions):
    """Decisions that ask the user what becomes of each later evening, until they are settled.

    What is not answered by then becomes a draft: a question would keep the database locked.
    """

    def __init__(self, env: Environment, named: Sequence[Named]) -> None:
        super().__init__(KEEP, named, agreed=True)
        self.env, self.ask = (
            env,
            prompt.editor(phrase("--later says what becomes of later evenings"), env.speaker),
        )
        self.answers: dict[tuple[int, Wording], EveningForm | None] = {}
        self.squares: dict[tuple[object, ...], tuple[str, str] | None] = {}
        self.is_settled = False

    def settle(self) -> None:
        """Ask nothing more."""
        self.is_settled = True

    def evening(self, evening: LaterEvening) -> EveningForm | None:
        """Ask what becomes of an evening, once for each reason why it does not hold."""
        key = evening.number, evening.words
        if key not in self.answers and self.is_settled:
            self.answers[key] = self.decide(evening, DRAFT)
        elif key not in self.answers:
            self.env.say("", screens.evening(evening))
            word = self._answer(evening)
            if word == EDIT:
                self.answers[key] = self._edited(evening)
            else:
                self.answers[key] = self.decide(evening, word)
        return self.answers[key]

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """Ask for the square of a sticker; Enter alone takes the evening back."""
        if named := self.named(owed):
            return self.place(owed, named)
        key = owed.number, owed.right, owed.decided
        if key not in self.squares:
            self.squares[key] = None if self.is_settled else self._square(owed)
        return self.place(owed, self.squares[key])

    def _square(self, owed: LaterSticker) -> tuple[str, str] | None:
        """Ask for the kind and square of a sticker; None for Enter alone."""
        right = owed.right
        self.env.say("", screens.owed(owed))
        while True:
            question = phrase(
                "{seat}, {sticker} on> ", seat=right.seat, sticker=right.kinds_in_words
            )
            answer = prompt.half_width(self.ask(question, prompt.offer_words(owed.squares)))
            match answer.strip().lower():
                case "":
                    return None
                case "board":
                    self.env.say("", screens.owed(owed))
                    continue
                case "?":
                    self.env.say(screens.squares(owed))
                    continue
            try:
                kind, square = stickers.kind_and_square(right, answer)
            except NotAllowed as error:
                self.env.say(joined("", ("  ", wording_of(error))))
                continue
            if square in owed.squares:
                return kind, square
            self.env.say(
                phrase("  '{typed}' is none of the squares. ? lists them.", typed=answer.strip())
            )

    def _answer(self, evening: LaterEvening) -> str:
        """Ask what becomes of an evening; return KEEP, AS_PLAYED, EDIT or DRAFT."""
        words = {"k": KEEP, "p": AS_PLAYED, "e": EDIT, "d": DRAFT}
        letters, hint = (
            "Kped",
            phrase(
                "Enter keeps it with these scores; p keeps it as played, marked; e: edit it; d: "
                "make it a draft"
            ),
        )
        if not evening.moves_hold:
            words = {"d": DRAFT, "e": EDIT}
            letters, hint = (
                "De",
                phrase("Enter takes it and all after it back, to mend later; e: edit it"),
            )
        self.env.say(hint)
        question = phrase("Episode {number}?", number=evening.number)
        return words[questions.ask_letter(self.ask, self.env.say, question, letters)]

    def _edited(self, evening: LaterEvening) -> EveningForm | None:
        """Let the user edit the evening; without a change it becomes a draft."""
        setup = setup_of(evening.before, evening.record)
        edited = editing.edit_at_prompts(self.env, self.ask, evening.record, setup)
        if edited is None:
            return self.decide(evening, DRAFT)
        self.env.remember_edit(format_record(edited[0]))
        self.decided[evening.number] = phrase("its record is edited"), "kept"
        return EveningForm(*edited)
