"""My City on the screen: a city, the end of a session, a step of its replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.my_city_board import SMALL, Size, board
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.replay import Step
from engine.my_city.campaign.model import City, Played
from engine.my_city.play.notation import Build, Pass, Reveal, parse
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Rules
from engine.my_city.play.state import State, Town

WIDE = 116
"""Columns from which two boards stand side by side."""


def city(
    city: City, rules: Rules, played: Played | None, *, bare: bool, size: Size = SMALL
) -> RenderableType:
    """A city with the buildings of the episode last played there, stickers since then on top."""
    title = f"{city.name or 'The city of'} ({city.seat}{', ' + city.player if city.player else ''})"
    if not city.name:
        title = f"The city of {city.seat}{' (' + city.player + ')' if city.player else ''}"
    built: Sequence[Placement] = ()
    if played:
        title += f" after episode {played.number}"
        town = _town_of(played, city.seat)
        before = played.lands[city.seat]
        fresh = sum(mask & ~old for mask, old in zip(city.land.layers, before.layers, strict=False))
        if town and not bare:
            built = [_less(placement, fresh) for placement in town.built]
    return parts.lines(
        Text(title, style="bold"),
        Text(""),
        board(rules, city.land, built, size=size),
        *_lasting(city, rules),
    )


def _lasting(city: City, rules: Rules) -> list[RenderableType]:
    """What is for good besides the ground: stickers, nuggets, shafts, what was lost."""
    stickers = ", ".join(f"{s.kind} {s.square}" for s in city.stickers)
    rows = [f"Stickers: {stickers}." if stickers else "No stickers yet."]
    if city.shafts:
        boxes = {shaft.colour: shaft.boxes for shaft in rules.shafts}
        depths = [
            f"{rules.colours[colour]} {depth}{f' of {boxes[colour]}' if colour in boxes else ''}"
            for colour, depth in city.shafts.items()
        ]
        rows.append(f"Shafts: {', '.join(depths)}.")
    if city.nuggets:
        rows.append(f"Nuggets: {city.nuggets}.")
    if city.lost:
        lost = ", ".join(f"{r.kind} ({r.reason})" for r in city.lost)
        rows.append(f"Lost, for want of a place: {lost}.")
    return [parts.line(row) for row in rows]


def final(state: State, names: Mapping[Seat, str], language: str) -> RenderableType:
    """The towns of all seats as they ended, side by side where there is room."""
    towns = zip(state.seats, state.towns, strict=True)
    return _SideBySide([_town(state.rules, seat, town) for seat, town in towns])


def step(step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
    """One move: its words, what it did, and the board of whoever moved."""
    after, read = step.after, parse(step.move.text)
    if isinstance(read, Reveal):
        left = after.deck.bit_count()
        card = f"Card {len(after.rules.deck) - left} of {len(after.rules.deck)}: {read.card}"
        note = "" if after.waiting else ", for nobody" if not after.barred else ", bars the next"
        outline = shape(after.rules, read.card)
        said = Text(f"{step.number:>4}  {card}{note}", style="bold")
        return parts.lines(Text(""), said, outline)
    i = after.seats.index(step.move.seat)
    town, before = after.towns[i], step.before.towns[i]
    said = Text(f"{step.number:>4}  ")
    said.append(str(step.move), style=parts.SEAT_STYLE.get(step.move.seat, ""))
    if isinstance(read, Build):
        said.append(f"   {did(after.rules, before, town)}")
        return parts.lines(
            said, board(after.rules, town.land, town.built, newest=town.built[-1], legend=False)
        )
    if isinstance(read, Pass):
        said.append(f"   token {before.token} -> {town.token}")
    else:
        said.append(f"   token stays at {town.token}, {many(len(town.built), 'building')}")
    return said


class _SideBySide:
    """Boards in two columns on a wide console, in one on others."""

    def __init__(self, boards: Sequence[RenderableType]) -> None:
        self._boards = boards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDE:
            for i in range(0, len(self._boards), 2):
                yield Columns(self._boards[i : i + 2], padding=(0, 6))
                yield Text("")
        else:
            for each in self._boards:
                yield each
                yield Text("")


def did(rules: Rules, before: Town, after: Town) -> str:
    """What a building covered and touched, and what it earned at once."""
    placement = after.built[-1]
    covered = []
    for content, layer in zip(rules.contents, before.land.layers, strict=False):
        if count := (placement.mask & layer).bit_count() * content.amount:
            covered.append(many(count, content.kind))
    touched = [p.piece for p in before.built if p.mask & placement.beside]
    said = f"covers {' '.join(rules.grid.names(placement.mask))}"
    if covered:
        said += f" ({', '.join(covered)})"
    said += f", touches {' '.join(touched)}" if touched else f", beside the {rules.anchor.name}"
    for label, points in after.rewards[len(before.rewards) :]:
        said += f"; {label} {points:+d}, token {after.token}"
    return said


def shape(rules: Rules, card: str) -> Text | None:
    """The outline of a piece, as it is drawn unturned."""
    piece = rules.pieces.get(card)
    if piece is None:
        return None
    rows = max(r for _, r in piece.cells) + 1
    columns = max(c for c, _ in piece.cells) + 1
    drawn = "\n".join(
        "      " + "".join("##" if (c, r) in piece.cells else "  " for c in range(columns)).rstrip()
        for r in range(rows)
    )
    return Text(drawn)


def _town(rules: Rules, seat: str, town: Town) -> RenderableType:
    """What a seat has built, under its name."""
    title = Text(seat, style=f"bold {parts.SEAT_STYLE.get(seat, '')}".strip())
    title.append(f"  {many(len(town.built), 'building')}, token {town.token}")
    return parts.lines(title, board(rules, town.land, town.built, legend=False))


def _town_of(played: Played, seat: str) -> Town | None:
    """What a seat built in an episode; None when only its result is known."""
    if not played.verdict.sheets:
        return None
    state: State = played.verdict.state
    return state.towns[state.seats.index(seat)]


def _less(placement: Placement, cells: int) -> Placement:
    """A placement without some cells, for drawing a sticker that was put there later."""
    if not placement.mask & cells:
        return placement
    return Placement(
        placement.piece,
        placement.colour,
        placement.square,
        placement.turns,
        placement.mask & ~cells,
        placement.beside,
    )
