"""The views of devices: values for JSON, made from the state of the game by pure functions.

    view_of(entering, seat)     the common part, and in `play` the part of the game
    preview_of(taken, before, seat)   what an answer would do

A seat of None stands for the table and for devices that watch. Sentences are phrases, which the
sender of a view puts into a language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from campaign.display.html.steps import player_name
from campaign.display.text.translation import Speaker
from campaign.extras.phones.views import choices, moves
from campaign.extras.phones.views.words import sheets_table
from campaign.games.kit import kit_of
from campaign.services.entering import game, mending, seats
from campaign.services.entering.game import Entering, TakenLine
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import OptionalPhrase, Phrase, Wording, phrase

LAST = 24
"""The most moves that are listed."""


@runtime_checkable
class GameView(Protocol):
    """A part `phone` of a kit that makes the whole view; `static/phone.js` of the game draws it."""

    def play(self, entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
        """The game's own part of a view."""

    def preview(self, taken: TakenLine, before: Entering, seat: Seat) -> dict[str, Any]:
        """What an answer would do: at least `words`."""


@runtime_checkable
class BriefTexts(Protocol):
    """A part `phone` of a kit that says in few words what the other seats did."""

    def recent_events(
        self, entering: Entering, seat: Seat | None, speaker: Speaker
    ) -> Sequence[Wording]:
        """What the others did last, and what it brought the seat."""


def view_of(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
    """The view of a game, without the devices that are there."""
    head, awaited = entering.head, entering.awaited
    over = not awaited
    answered = _answered(entering)
    asked = None if over else game.awaited_now(entering)
    sheets = entering.game.score(entering.state)
    points = {sheet.seat: sheet.total for sheet in sheets}
    own = _own_view(entering)
    return {
        "game": entering.game.NAME,
        "own": own is not None,
        "title": title(entering),
        "awaited": asked and asked._asdict(),
        "mine": bool(seats.answerable_for(entering, seat)),
        "seats": [
            {
                "seat": place,
                "name": player_name(head, place),
                "answered": False if place in awaited else (True if place in answered else None),
                "points": points.get(place),
            }
            for place in head.seats
        ],
        "back": _back(entering, seat, speaker),
        "last": [
            moves.in_words(head, step, speaker.language) for step in game.last_steps(entering, LAST)
        ],
        "did": _did(entering, seat, speaker),
        "misfit": mending.misfit(entering),
        "over": over,
        "sheets": sheets_table(sheets, head.names) if over else None,
        "play": (own or choices).play(entering, seat, speaker),
    }


def _answered(entering: Entering) -> frozenset[Seat]:
    """The seats that have answered while others are still asked; none if only one seat is asked."""
    answered = set[Seat]()
    if entering.awaited and entering.awaited != (CHANCE,):
        for step in reversed(entering.steps):
            if step.move.seat == CHANCE or len(entering.game.awaiting(step.before)) < 2:
                break
            answered.add(step.move.seat)
    return frozenset(answered)


def empty_view(names: Mapping[Seat, str]) -> dict[str, Any]:
    """The view while no game is entered."""
    return {
        "game": "",
        "own": False,
        "title": "",
        "awaited": None,
        "mine": False,
        "seats": [
            {"seat": seat, "name": name or seat, "answered": None, "points": None}
            for seat, name in names.items()
        ],
        "back": "",
        "last": [],
        "did": [],
        "misfit": "",
        "over": False,
        "sheets": None,
        "play": {},
    }


def preview_of(taken: TakenLine, before: Entering, seat: Seat) -> dict[str, Any]:
    """What an answer would do."""
    return (_own_view(before) or choices).preview(taken, before, seat)


def _did(entering: Entering, seat: Seat | None, speaker: Speaker) -> Sequence[Wording]:
    """What happened last, in the few words of the game; without them, the last move."""
    part = kit_of(entering.game.NAME).part("phone")
    if isinstance(part, BriefTexts):
        return part.recent_events(entering, seat, speaker)
    head = entering.head
    return [moves.in_words(head, step, speaker.language) for step in game.last_steps(entering, 1)]


def _own_view(entering: Entering) -> GameView | None:
    """The game's own view; None for a game that is shown with choices."""
    view = kit_of(entering.game.NAME).part("phone")
    return view if isinstance(view, GameView) else None


def title(entering: Entering) -> Phrase:
    """The game, and which episode of a campaign it is."""
    head, name = entering.head, phrase(entering.game.TITLE)
    if "episode" not in head.header:
        return name
    return phrase("{game}, episode {number}", game=name, number=head.header["episode"])


def _back(entering: Entering, seat: Seat | None, speaker: Speaker) -> OptionalPhrase:
    """What a seat would take back, in words; "" if it cannot take anything back."""
    taken_back = seats.withdrawable(entering, seat) if seat else ()
    return moves.without_names(entering, taken_back, speaker.language) if taken_back else ""
