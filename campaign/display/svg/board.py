"""The board of My City as a picture: ground, river, contents of cells, buildings, and a legend.

ground       light green, forest, mountain, small squares; closed cells are hatched
river        along the edges between the banks
contents     trees, rocks, wells and other things, as many as lie there (`signs`)
buildings    in their colour and its pattern, outlined, with their name
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from campaign.display.svg import shafts
from campaign.display.svg.hatches import STROKES
from campaign.display.svg.outlines import CELL, border, outline
from campaign.display.svg.picture import Element, Picture, element, shift, text, use
from campaign.display.svg.signs import SITES, sign
from campaign.display.svg.strips import inside_reached, size_of, strip_row
from campaign.display.svg.style import paint_of
from campaign.display.text.strips import rows_in_words
from campaign.display.text.translation import Speaker
from campaign.services.words import many
from engine.kernel.grid import Grid, bits
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.my_city.play.boxes import Reach
from engine.my_city.play.land import SITE, Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules

LEFT, TOP = 30, 26
"""The room for the numbers of the rows at the left, and for the letters at the top."""
TITLE = 30
LEGEND = 30
"""The height of a line of the legend."""
ENTRY = 168
"""The width of an entry of the legend."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board(
    title: str,
    description: str,
    rules: EpisodeRules,
    land: Land,
    built: Sequence[Placement],
    reach: Reach,
    *,
    on_top: int = 0,
    marked: int = 0,
    heading: bool = True,
) -> Picture:
    """A board; with `heading`, its title stands above it.

    `reach` has the reached boxes of its rows. `on_top` are cells whose stickers lie over buildings,
    `marked` are cells with a ring.
    """
    grid = rules.grid
    shapes = {frame_name(grid): frame(grid)}
    for placement in built:
        shapes.setdefault(shape_name(placement), building(rules, placement))
    on_cells = (
        use(frame_name(grid), 0, 0),
        *ground(rules, land),
        *_contents(rules, land, grid.all & ~on_top),
        *(lay(grid, placement) for placement in built),
        *river(rules),
        *_contents(rules, land, on_top),
        *((_path("new", outline(grid, marked)),) if marked else ()),
    )
    rows = [
        strip_row(rules, strip, inside_reached(rules, strip, reach[strip.label].boxes))
        for strip in rules.strips
    ]
    for shaft in rules.shafts:
        rows.append(shafts.shaft_row(rules, shaft, reach[shaft.label]))
        shapes |= shafts.shapes(rules, shaft, [reach[shaft.label].boxes])
    elements = (*labels(grid), shift(LEFT, TOP, on_cells), *rows_below(rules, rows))
    width, height = size(rules)
    if heading:
        elements = (text(title, 0, 18, "strong", size=18), shift(0, TITLE, elements))
        height += TITLE
    return Picture(width, height, title, description, elements, shapes)


def size(rules: EpisodeRules) -> tuple[float, float]:
    """Width and height of a board without a heading, with its rows of boxes below it."""
    grid, (across, down) = rules.grid, size_of(rules)
    width = max(LEFT + grid.columns * CELL, LEFT + across)
    return width + 2, TOP + grid.rows * CELL + 2 + down


def rows_below(rules: EpisodeRules, rows: Sequence[Element]) -> tuple[Element, ...]:
    """The rows of boxes of a board below its cells."""
    return (shift(LEFT, TOP + rules.grid.rows * CELL + 2, rows),) if rows else ()


def legend(rules: EpisodeRules, lands: Sequence[Land], width: float, speaker: Speaker) -> Picture:
    """The legend of the signs on boards, in as many columns as fit."""
    entries = list(_entries(rules, lands))
    columns = max(1, int(width // ENTRY))
    elements = []
    for i, (sign_elements, words) in enumerate(entries):
        x, y = i % columns * ENTRY, i // columns * LEGEND
        elements.append(shift(x, y, (*sign_elements, text(speaker.say(words), 28, 16, size=13))))
    height = -(-len(entries) // columns) * LEGEND
    return Picture(width, height, speaker.say(phrase("Legend")), "", tuple(elements))


def board_in_words(
    rules: EpisodeRules,
    land: Land,
    built: Sequence[Placement],
    reach: Reach,
) -> Phrase:
    """The description of a board for readers who do not see it."""
    counts = Counter[str]()
    for content, layer in rules.contents_on(land):
        counts[content.kind] += layer.bit_count() * content.amount
    contents_in_words = [many(count, kind) for kind, count in counts.items() if count]
    buildings_in_words = [
        f"{placement.piece} {' '.join(rules.grid.names(placement.mask))}" for placement in built
    ]
    boxes = [*rows_in_words(rules, reach)]
    return joined(
        "; ",
        (joined(", ", part) for part in (contents_in_words, buildings_in_words, boxes) if part),
    )


def ground(rules: EpisodeRules, land: Land) -> Iterator[Element]:
    """Yield the terrain of the cells, the small squares, and the closed cells."""
    yield from terrain(rules, land)
    yield from covered(rules, land)


def terrain(rules: EpisodeRules, land: Land) -> Iterator[Element]:
    """Yield forest and mountain with the lines over them."""
    grid = rules.grid
    if land.forest:
        yield _path("forest", outline(grid, land.forest))
        yield from hatched(grid, land.forest, "trees")
    if land.mountain:
        yield _path("mountain", outline(grid, land.mountain))
        yield from hatched(grid, land.mountain, "peaks")
    yield use(f"{frame_name(grid)}-lines", 0, 0)


def covered(rules: EpisodeRules, land: Land) -> Iterator[Element]:
    """Yield the small squares and the closed cells, which lie over the terrain."""
    grid = rules.grid
    if land.squares:
        corners = (corner(grid, bit) for bit in bits(land.squares))
        yield _path("square", "".join(f"M{x + 12} {y + 12}h16v16h-16z" for x, y in corners))
    if closed := _closed(rules, land):
        yield _path("closed", outline(grid, closed))


def _closed(rules: EpisodeRules, land: Land) -> int:
    """The cells on which nothing may be built, always or because of their contents."""
    closed = rules.closed
    for layer in rules.spared:
        closed |= land.layers[layer]
    return closed


def river(rules: EpisodeRules) -> Iterator[Element]:
    """Yield the river between its banks, over the edges of buildings beside it."""
    if river := border(rules.grid, *rules.banks):
        yield _path("river", river)


def lay(grid: Grid, placement: Placement) -> Element:
    """A building at its place on the board."""
    left, top = _origin(grid, placement.mask)
    return use(shape_name(placement), left * CELL, top * CELL)


def shape_name(placement: Placement) -> str:
    """The name of the shape of a building as it is turned; variants of a card differ in it."""
    low = placement.mask >> (placement.mask & -placement.mask).bit_length() - 1
    return f"{placement.piece}{placement.turns}{short(low)}"


def short(figure: int) -> str:
    """A number in as few letters as possible, for the name of a shape."""
    letters = ""
    while figure:
        figure, digit = divmod(figure, len(_LETTERS))
        letters += _LETTERS[digit]
    return letters


def building(rules: EpisodeRules, placement: Placement) -> Element:
    """The shape of a building with its name; its origin is the top left corner of its cells."""
    grid = rules.grid
    left, top = _origin(grid, placement.mask)
    moved = placement.mask >> top * grid.columns + left
    path = outline(grid, moved)
    paint = paint_of(placement.colour, tuple(rules.colours))
    x, y = _label(grid, moved)
    return element(
        "g",
        {"id": shape_name(placement)},
        (
            element("path", {"class": f"building {paint}", "d": path}),
            *hatched(grid, moved, paint),
            _named(placement.piece, paint, x, y),
        ),
    )


def _named(piece: str, paint: str, x: float, y: float) -> Element:
    """The drawing of a building if it has one, else its name, never cut."""
    if piece in SITES:
        place = f"translate({x} {y}) scale(.8)"
        return element(
            "path", {"class": f"shape on-{paint}", "transform": place, "d": SITES[piece]}
        )
    size = min(15, round((CELL - 4) / (0.66 * len(piece)), 1))
    words = {"class": f"on-{paint} strong", "x": x, "y": y + 5, "font-size": size}
    return element("text", words | {"text-anchor": "middle"}, text=piece)


def _label(grid: Grid, mask: int) -> tuple[int, int]:
    """The middle of the cell that is nearest to the middle of a building."""
    corners = [corner(grid, bit) for bit in bits(mask)]
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    nearest = min(corners, key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)
    return nearest[0] + CELL // 2, nearest[1] + CELL // 2


def _contents(rules: EpisodeRules, land: Land, cells: int) -> Iterator[Element]:
    """Yield the signs of the contents of cells."""
    for content, layer in rules.contents_on(land):
        for bit in bits(layer & cells):
            yield shift(*corner(rules.grid, bit), sign(content))


def _entries(
    rules: EpisodeRules, lands: Sequence[Land]
) -> Iterator[tuple[Sequence[Element], Wording]]:
    """Yield the signs of the legend, each with its words."""
    for colour, name in (*rules.colours.items(), ("", "")):
        kinds = [p for p in rules.pieces.values() if p.colour == colour]
        if not kinds or (colour == "" and not any(p.kind == "church" for p in kinds)):
            continue
        paint = paint_of(colour, tuple(rules.colours))
        box = {"x": 0, "y": 2, "width": 20, "height": 18}
        yield (
            (
                element("rect", {"class": f"building {paint}", **box}),
                element("rect", {"fill": f"url(#on-{paint})", **box}),
            ),
            phrase("{colour} buildings", colour=phrase(name)) if colour else phrase("churches"),
        )
    for i, content in enumerate(rules.contents):
        if any(strip.kind == content.kind for strip in rules.strips):
            yield _small(sign(content)), phrase("{kind}, off the board", kind=phrase(content.kind))
        elif content.amount and any(i < len(land.layers) and land.layers[i] for land in lands):
            site = content.ground == SITE
            words = phrase(content.kind) if site else many(content.amount, content.kind)
            yield (_small(sign(content)), words)
    for marks in sorted({shaft.marks for shaft in rules.shafts} - {0}):
        sign_of_it = element(
            "path", {"class": "gold", "transform": "translate(10 16)", "d": shafts.TRIANGLE}
        )
        yield (sign_of_it,), phrase("first there: {marks}", marks=many(marks, "mark"))
    for kind, pattern, cells in (("forest", "trees", 0), ("mountain", "peaks", 1)):
        if any((land.forest, land.mountain)[cells] for land in lands):
            box = {"x": 0, "y": 2, "width": 20, "height": 18}
            yield (
                (
                    element("rect", {"class": kind, **box}),
                    element("rect", {"fill": f"url(#{pattern})", **box}),
                ),
                phrase(kind),
            )
    if any(land.squares for land in lands):
        body = {"class": "square", "x": 2, "y": 3, "width": 16, "height": 16}
        yield (element("rect", body),), phrase("place for a sticker")
    if border(rules.grid, *rules.banks):
        yield (_path("river", "M3 11h14"),), phrase("river")
    if any(_closed(rules, land) for land in lands):
        yield (_path("closed", "M0 2h20v18H0z"),), phrase("closed")


def _small(elements: Sequence[Element]) -> Sequence[Element]:
    """Elements of a cell at half their size."""
    return (element("g", {"transform": "translate(-1 0) scale(.55)"}, elements),)


def frame_name(grid: Grid) -> str:
    """The name of the shape of an empty board."""
    return f"frame-{grid.columns}x{grid.rows}"


def frame(grid: Grid) -> Element:
    """The light-green board with its lines; the lines have a name and can be used alone, too."""
    width, height = grid.columns * CELL, grid.rows * CELL
    across = "".join(f"M0 {row * CELL}h{width}" for row in range(1, grid.rows))
    down = "".join(f"M{column * CELL} 0v{height}" for column in range(1, grid.columns))
    name = frame_name(grid)
    return element(
        "g",
        {"id": name},
        (
            element("rect", {"class": "light", "width": width, "height": height}),
            element(
                "g",
                {"id": f"{name}-lines"},
                (
                    _path("grid", across + down),
                    element("rect", {"class": "frame", "width": width, "height": height}),
                ),
            ),
        ),
    )


def labels(grid: Grid) -> Iterator[Element]:
    """Yield the letters of the columns and the numbers of the rows."""
    for column in range(grid.columns):
        x = LEFT + column * CELL + CELL // 2
        yield text(chr(65 + column), x, TOP - 8, "dim", anchor="middle")
    for row in range(grid.rows):
        yield text(str(row + 1), LEFT - 8, TOP + row * CELL + 25, "dim", anchor="end")


def hatched(grid: Grid, mask: int, name: str) -> Iterator[Element]:
    """Yield the strokes of a paint or ground on the cells of a mask; yellow has none."""
    if name in STROKES:
        for bit in bits(mask):
            yield use(f"hatch-{name}", *corner(grid, bit))


def _path(kind: str, path: str) -> Element:
    return element("path", {"class": kind, "d": path})


def corner(grid: Grid, bit: int) -> tuple[int, int]:
    """The top left corner of a cell in pixels."""
    row, column = divmod(bit.bit_length() - 1, grid.columns)
    return column * CELL, row * CELL


def _origin(grid: Grid, mask: int) -> tuple[int, int]:
    """The first column and the first row of the cells of a mask."""
    cells = [divmod(bit.bit_length() - 1, grid.columns) for bit in bits(mask)]
    return min(column for _, column in cells), min(row for row, _ in cells)
