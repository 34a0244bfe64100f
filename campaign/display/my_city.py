r"""The board of My City as text, and what is made of it: a city, the end of a session, a step.

A   B   C          every cell three signs wide; between cells the river:
1   /\  .   Y2 ║ .     ║ an edge to the right, ═══ an edge below
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from campaign.display import parts
from engine.kernel.game import Seat
from engine.kernel.replay import Step
from engine.my_city.components import Rules
from engine.my_city.land import SITE, Content, Land
from engine.my_city.lasting import City, Played
from engine.my_city.notation import Build, Pass, Reveal, parse
from engine.my_city.placements import Placement
from engine.my_city.state import State, Town

COLOURS = {"Y": "black on yellow", "R": "white on red", "B": "white on blue"}
CHURCH = "white on magenta"
GLYPHS = {"tree": ("t", "green"), "rock": ("o", "bright_black"), "well": ("w", "cyan")}
SQUARE = "□"
WIDE = 116
"""Columns from which two boards stand side by side."""


def board(
    rules: Rules,
    land: Land,
    built: Sequence[Placement] = (),
    *,
    newest: Placement | None = None,
    legend: bool = True,
    marks: Mapping[str, str] = MappingProxyType({}),
) -> RenderableType:
    """The board with buildings on it; the newest has a star; `marks` are 1 or 3 signs a cell."""
    covered = {}
    for placement in built:
        for name in rules.grid.names(placement.mask):
            covered[name] = placement
    grid = rules.grid
    letters = [chr(65 + column) for column in range(grid.columns)]
    rows: list[Text] = [Text("     " + "".join(f"{letter:<4}" for letter in letters).rstrip())]
    used: set[str] = set()
    for row in range(1, grid.rows + 1):
        drawn, below = Text(f"{row:>3}  "), "     "
        for column, letter in enumerate(letters):
            name = f"{letter}{row}"
            bit = grid.bit(name)
            text, style, key = _cell(rules, land, bit, covered.get(name), newest)
            if name in marks:
                text, style = f"{text[:2]}{marks[name]}"[-3:], "bold reverse"
            used.add(key)
            drawn.append(text, style)
            right = grid.bit(f"{letters[column + 1]}{row}") if column + 1 < len(letters) else 0
            stroke = "║" if _river(rules, bit, right) else " "
            used.add(stroke)
            beside = covered.get(rules.grid.name(right)) if right else None
            joined = beside is not None and beside is covered.get(name)
            drawn.append(" " * (3 - len(text)), style if joined else "")
            drawn.append(stroke, style if joined else "cyan")
            under = grid.bit(f"{letter}{row + 1}")
            below += "═══ " if _river(rules, bit, under) else "    "
        drawn.rstrip()
        rows.append(drawn)
        if below.strip():
            rows.append(Text(below.rstrip(), "cyan"))
            used.add("═")
    if legend:
        rows += [Text(""), *_legend(rules, used)]
    for each in rows:
        each.no_wrap, each.overflow = True, "ignore"
    return Group(*rows)


def cell_at(rules: Rules, x: int, y: int) -> tuple[int, int] | None:
    """Column and row of the cell that is drawn there; None beside the cells."""
    if x < 5 or (x - 5) // 4 >= rules.grid.columns:
        return None
    line = 1
    for row in range(rules.grid.rows):
        if y == line:
            return (x - 5) // 4, row
        names = (f"{chr(65 + column)}" for column in range(rules.grid.columns))
        bits = ((rules.grid.bit(f"{n}{row + 1}"), rules.grid.bit(f"{n}{row + 2}")) for n in names)
        line += 1 + any(_river(rules, bit, under) for bit, under in bits)
    return None


def city(city: City, rules: Rules, played: Played | None, *, bare: bool) -> RenderableType:
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
        board(rules, city.land, built),
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
        said.append(f"   token stays at {town.token}, {parts.many(len(town.built), 'building')}")
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


def _cell(
    rules: Rules, land: Land, bit: int, placement: Placement | None, newest: Placement | None
) -> tuple[str, str, str]:
    """The signs of a cell, their style, and the key of their legend."""
    if placement:
        mark = "*" if placement is newest else ""
        return placement.piece + mark, COLOURS.get(placement.colour, CHURCH), "building"
    for content, layer in zip(rules.contents, land.layers, strict=False):
        if bit & layer:
            sign, style = _sign(content)
            return sign, style, content.id
    if bit & land.mountain:
        return "/\\", "bright_black", "mountain"
    if bit & land.forest:
        return "&&", "green", "forest"
    if bit & land.squares:
        return SQUARE, "", "square"
    return ".", "dim", "plain"


def _sign(content: Content) -> tuple[str, str]:
    """The signs of a content and their style: two letters for a site, else one for each of it."""
    if content.ground == SITE:
        return content.id[:2], "bold magenta"
    sign, style = GLYPHS.get(content.kind, (content.kind[0], "yellow"))
    return sign * content.amount, style


def _legend(rules: Rules, used: set[str]) -> list[Text]:
    """What the signs on this board mean, two or three to a line."""
    entries = []
    if "building" in used:
        colours = " ".join(rules.colours)
        church = " C" if any(p.kind == "church" for p in rules.pieces.values()) else ""
        entries.append(f"{colours}{church}  buildings, by number")
    for content in rules.contents:
        if content.amount and content.id in used:
            words = content.kind if content.ground == SITE else ""
            words = words or parts.many(content.amount, content.kind)
            entries.append(f"{_sign(content)[0]}  {words}")
    if "square" in used:
        entries.append(f"{SQUARE}  place for a sticker")
    if "mountain" in used or "forest" in used:
        entries.append("/\\ &&  mountain, forest")
    if "║" in used or "═" in used:
        entries.append("║ ═  river")
    width = max(map(len, entries)) + 3
    per_line = max(1, 76 // width)
    return [
        Text("     " + "".join(f"{entry:<{width}}" for entry in entries[i : i + per_line]).rstrip())
        for i in range(0, len(entries), per_line)
    ]


def _river(rules: Rules, one: int, other: int) -> bool:
    west, east = rules.banks
    return bool((one & west and other & east) or (one & east and other & west))


def did(rules: Rules, before: Town, after: Town) -> str:
    """What a building covered and touched, and what it earned at once."""
    placement = after.built[-1]
    covered = []
    for content, layer in zip(rules.contents, before.land.layers, strict=False):
        if count := (placement.mask & layer).bit_count() * content.amount:
            covered.append(parts.many(count, content.kind))
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
    title.append(f"  {parts.many(len(town.built), 'building')}, token {town.token}")
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
