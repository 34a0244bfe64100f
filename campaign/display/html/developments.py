"""Parts of a session's page that show how the session developed; games make their own parts.

    page of a kit ── developments(outside, speaker, used) ──> parts, in the order of the page

For a game without the part `page` in its kit, the page shows the table at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from campaign.display.html import replays
from campaign.display.html.boards import HIDDEN
from campaign.display.html.page import picture_markup
from campaign.display.svg.picture import Picture, shift
from campaign.display.svg.renderers import painter_of
from campaign.display.text.translation import Speaker
from campaign.games.kit import kit_of
from campaign.services import games
from campaign.services.values import SessionHistory
from engine.kernel.phrases import Wording, phrase
from engine.kernel.replay import ReplayStep, replay_steps


class Development(NamedTuple):
    """A part of a session's page: a heading, and a replay, a picture or a table below it."""

    heading: Wording
    replay: Mapping[str, Any] | None = None
    picture: str = ""
    table: Mapping[str, Any] | None = None


class GamePage(Protocol):
    """The part `page` of a game's kit."""

    def developments(
        self, outside: SessionHistory, speaker: Speaker, used: list[Picture]
    ) -> Iterable[Development]:
        """The parts of the page of a session with legal moves; adds their pictures to `used`."""


def developments_of(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the parts of a session's page that its game makes."""
    page: GamePage | None = kit_of(outside.record.game).part("page")
    if page:
        yield from page.developments(outside, speaker, used)
    else:
        yield from end_developments(outside, speaker, used)


def end_developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the table at the end of a session; nothing for a game without a picture."""
    if painter := painter_of(outside.record.game):
        table = painter.table(outside.verdict.state, outside.names, speaker)
        yield picture_development(table.title, table, used)


def picture_development(heading: Wording, picture: Picture, used: list[Picture]) -> Development:
    """A part with a picture under a heading; the picture is added to `used`."""
    used.append(picture)
    return Development(heading, picture=picture_markup(picture))


def round_developments(
    outside: SessionHistory,
    speaker: Speaker,
    used: list[Picture],
    round_of: Callable[[Any], int],
    pictures_of: Callable[[Any, int], Sequence[Picture]],
) -> Iterator[Development]:
    """Yield one part with the boards at the ends of all rounds, those of the last one at first.

    `pictures_of` a state and the number of its round are as many boards, side by side, in each
    round; on paper the replay shows the end.
    """
    ends: dict[int, Any] = {}
    for step in steps_of(outside):
        ends[round_of(step.before)] = step.after  # the last move begins the next round
    ends[round_of(outside.verdict.state)] = outside.verdict.state
    numbers = [number for number in sorted(ends) if number]
    boards = list(zip(*(pictures_of(ends[number], number) for number in numbers), strict=True))
    for board in boards:
        used += board
    heading = phrase("Round by round")
    words = [phrase("At the end of round {round}.", round=number) for number in numbers]
    layers = [("", _layers(speaker.say(heading), board)) for board in boards]
    yield Development(heading, replays.moments(layers, words, heading, speaker))


def _layers(title: str, tables: Sequence[Picture]) -> Picture:
    """Pictures in one place; one of them is shown at a time."""
    last = len(tables) - 1
    layers = []
    for i, table in enumerate(tables):
        layer = shift(0, 0, table.elements)
        layer.attrib |= {"data-since": str(i), "data-until": str(i)}
        if i < last:
            layer.set("class", HIDDEN)
        layers.append(layer)
    width, height = (max(sizes) for sizes in zip(*(t[:2] for t in tables), strict=True))
    return Picture(width, height, title, tables[-1].description, tuple(layers))


def steps_of(outside: SessionHistory) -> Iterable[ReplayStep]:
    """The moves of a session, each with the state before and after it."""
    return replay_steps(games.game_of_record(outside.record), outside.record, outside.setup)
