"""A pack: the data of a campaign, read from text; and the rules that hold in one episode.

    box.toml         board, pieces, contents, the rules of every episode
    envelope_N.toml  the episodes of a chapter: rules added, changed (same name) or ended

Rules are inherited: what an episode sets holds until a later one changes it. Every table
and row says where its values come from; `Rules.placeholders` names those made up.
No episode number stands in any Python file: `rules_of` folds the rows up to the episode.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import tomli

from engine.kernel.errors import PackError, SetupError
from engine.kernel.grid import Grid, draw_shape
from engine.kernel.memo import same
from engine.my_city.components import Content, Land, Piece, Placements, Rules
from engine.my_city.compose import Draft, compose

SOURCES = ("rulebook", "public", "inferred", "placeholder", "owner")


@dataclass(frozen=True, slots=True)
class Row:
    """One rule row: its name, where it comes from, and the values of its component."""

    where: str
    values: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name under which a later row replaces or ends this one."""
        return str(self["name"])

    def __getitem__(self, key: str) -> Any:
        if key not in self.values:
            raise PackError(f"{self.where}: {key} is missing")
        return self.values[key]

    @property
    def words(self) -> str:
        """The row in words: its own (`words`), else its name and what it does."""
        if self.get("words"):
            return str(self["words"])
        return f"{self.name}: no longer" if self.get("end") else f"{self.name}: {self['does']}"

    def get(self, key: str, default: Any = None) -> Any:
        """A value that may be left out."""
        return self.values.get(key, default)


class Envelope(NamedTuple):
    """A chapter: its number and title, its episodes, and the digest of its whole content."""

    number: int
    title: str
    episodes: tuple[int, ...]
    digest: str


@dataclass(frozen=True, eq=False)
class Pack:
    """The data of a campaign; `seals` are digests of its parts, "box" and "1", "2" ... ."""

    name: str
    title: str
    seals: Mapping[str, str]
    grid: Grid
    banks: tuple[int, int]
    land: Land
    contents: tuple[Content, ...]
    pieces: Mapping[str, Piece]
    colours: Mapping[str, str]
    placements: Placements
    """Shared by all episodes: it is large, and replays are faster the less of it there is."""
    rules: tuple[Row, ...]
    episodes: Mapping[int, tuple[Row, ...]]
    envelopes: tuple[Envelope, ...]
    placeholders: tuple[str, ...]

    @property
    def river(self) -> int:
        """The cells beside the river: those with a neighbour on the other bank."""
        west, east = self.banks
        return west & self.grid.beside(east) | east & self.grid.beside(west)

    def digest_of(self, episode: int) -> str:
        """The digest of all that an episode is played under: the box and the envelopes so far."""
        parts = [self.seals["box"]]
        parts += [e.digest for e in self.envelopes if min(e.episodes) <= episode]
        return digest(parts)

    def envelope_of(self, episode: int) -> Envelope | None:
        """The envelope that brings an episode."""
        return next((e for e in self.envelopes if episode in e.episodes), None)


@lru_cache(maxsize=256)
def rules_of(pack: Pack, episode: int) -> Rules:
    """The rules in force in an episode; raises `SetupError` when the pack has no such episode."""
    if episode not in pack.episodes:
        first, last = min(pack.episodes), max(pack.episodes)
        raise SetupError(f"episode {episode} is not in the pack {pack.name}: {first} to {last}")
    rows: dict[str, Row] = {}
    come = [rules for number, rules in sorted(pack.episodes.items()) if number <= episode]
    for row in chain(pack.rules, *come):
        rows.pop(row.name, None)
        if not row.get("end"):
            rows[row.name] = row
    draft = Draft(
        title=f"{pack.title}, episode {episode}" if len(pack.episodes) > 1 else pack.title,
        grid=pack.grid,
        contents=pack.contents,
        pieces=pack.pieces,
        colours=pack.colours,
        placements=pack.placements,
        banks=pack.banks,
        land=pack.land,
        anchors={"river": pack.river},
        deck=[piece.id for piece in pack.pieces.values() if piece.kind == "building"],
        placeholders=list(pack.placeholders),
    )
    return compose(draft, rows.values())


def read_pack(files: Mapping[str, str], base: Callable[[str], Pack] | None = None) -> Pack:
    """A pack from its files by name; raises `PackError` that names file and row.

    `base` finds the pack whose box this one stands on, when it names one.
    """
    try:
        return _read_pack({name: _toml(name, text) for name, text in files.items()}, base)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise PackError(f"the pack does not hold together: {what}") from error


def _read_pack(parsed: dict[str, dict[str, Any]], base: Callable[[str], Pack] | None) -> Pack:
    box = parsed.pop("box.toml", None)
    if box is None:
        raise PackError("a pack has a box.toml")
    below = None
    if "base" in box:
        if base is None:
            raise PackError(f"box.toml: base {box['base']} cannot be looked up here")
        below = base(box["base"])
    board = _Board(box, below)
    episodes: dict[int, tuple[Row, ...]] = {}
    envelopes = []
    for name, data in sorted(parsed.items()):
        found = _episodes(name, data)
        episodes.update(found)
        envelopes.append(
            Envelope(data["envelope"], data["title"], tuple(sorted(found)), digest(data))
        )
    episodes.update(_episodes("box.toml", box))
    return Pack(
        name=box["pack"],
        title=box["title"],
        seals={
            "box": digest([below.seals["box"] if below else "", box]),
            **{str(envelope.number): envelope.digest for envelope in envelopes},
        },
        grid=board.grid,
        banks=board.banks,
        land=board.land,
        contents=board.contents,
        pieces=board.pieces,
        colours=board.colours,
        placements=Placements(board.grid, board.pieces, board.banks),
        rules=(*(below.rules if below else ()), *_rows("box.toml", box.get("rule", []))),
        episodes=episodes,
        envelopes=tuple(sorted(envelopes)),
        placeholders=board.placeholders,
    )


def digest(data: Any) -> str:
    """SHA-256 over the canonical JSON of parsed data: spelling and remarks do not count."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class _Board:
    """Board, contents and pieces of a box, on top of those of the box below."""

    def __init__(self, box: Mapping[str, Any], below: Pack | None) -> None:
        made_up = [
            f"{name}: {box[name].get('note', 'the whole table')}"
            for name in ("board", "terrain", "banks", "squares")
            if name in box and _source(f"box.toml, [{name}]", box[name]) == "placeholder"
        ]
        contents = [Content(c["id"], c["kind"], c["amount"]) for c in _table(box, "content")]
        self.contents = (*(below.contents if below else ()), *contents)
        self.colours = {c["id"]: c["name"] for c in _table(box, "colour")}
        self.pieces = {p.id: p for p in _pieces(box, self.colours)}
        for kind in ("outline", "piece"):
            shapes = [s["id"] for s in _table(box, kind) if s["source"] == "placeholder"]
            if shapes:
                made_up.append(f"{kind} {' '.join(shapes)}: its shape")
        if below:
            self.grid, self.banks = below.grid, below.banks
            self.colours = {**below.colours, **self.colours}
            self.pieces = {**below.pieces, **self.pieces}
            new = (0,) * len(contents)
            self.land = below.land._replace(layers=below.land.layers + new)
            self.placeholders = (*below.placeholders, *made_up)
            return
        self.grid = Grid(box["board"]["columns"], box["board"]["rows"])
        ground = _read_map(self.grid, "terrain", box["terrain"]["map"])
        marks = {c["mark"]: i for i, c in enumerate(_table(box, "content")) if c.get("mark")}
        if strange := set(ground) - {".", "M", "F", *marks}:
            raise PackError(f"box.toml, [terrain]: {' '.join(sorted(strange))} is no terrain")
        mountain, forest = ground.get("M", 0), ground.get("F", 0)
        layers = [0] * len(contents)
        for mark, layer in marks.items():
            layers[layer] = ground.get(mark, 0)
        squares = read_cells(self.grid, "box.toml, [squares]", box["squares"]["cells"])
        self.land = Land(
            self.grid.all & ~mountain & ~forest, forest, mountain, squares, tuple(layers)
        )
        banks = _read_map(self.grid, "banks", box["banks"]["map"])
        if set(banks) != {"W", "E"}:
            raise PackError("box.toml, [banks]: the banks are W and E")
        self.banks = (banks["W"], banks["E"])
        self.placeholders = tuple(made_up)


def read_cells(grid: Grid, where: str, names: str) -> int:
    """The mask of cells named in a text."""
    mask = 0
    for name in names.split():
        if not (bit := grid.bit(name)):
            raise PackError(f"{where}: {name} is not a cell of the board")
        mask |= bit
    return mask


def _read_map(grid: Grid, table: str, text: str) -> dict[str, int]:
    """The mask of each letter of a drawn map."""
    lines = [line.split() for line in text.split("\n") if line.strip()]
    if len(lines) != grid.rows or any(len(line) != grid.columns for line in lines):
        raise PackError(f"box.toml, [{table}]: the map needs {grid.rows} lines of {grid.columns}")
    masks: dict[str, int] = {}
    for i, mark in enumerate(mark for line in lines for mark in line):
        masks[mark] = masks.get(mark, 0) | 1 << i
    return masks


def _pieces(box: Mapping[str, Any], colours: Mapping[str, str]) -> Iterator[Piece]:
    """One building of each outline in each colour, then the pieces of their own."""
    for colour in colours:
        for outline in _table(box, "outline"):
            shape = draw_shape(outline["shape"])
            yield Piece(same(f"{colour}{outline['id']}"), "building", colour, shape)
    for row in _table(box, "piece"):
        shape = draw_shape(row["shape"])
        yield Piece(
            row["id"], row["kind"], row.get("colour", ""), shape, row.get("must_build", False)
        )


def _episodes(name: str, data: Mapping[str, Any]) -> dict[int, tuple[Row, ...]]:
    return {
        episode["number"]: _rows(f"{name}, episode {episode['number']}", episode.get("rule", []))
        for episode in data.get("episode", [])
    }


def _rows(where: str, rules: Iterable[Mapping[str, Any]]) -> tuple[Row, ...]:
    rows = []
    for rule in rules:
        row = Row(f'{where}, rule "{rule.get("name", "?")}"', rule)
        _source(row.where, rule)
        rows.append(row)
    return tuple(rows)


def _table(box: Mapping[str, Any], name: str) -> list[Row]:
    rows = [Row(f"box.toml, [[{name}]] {row.get('id', '?')}", row) for row in box.get(name, [])]
    for row in rows:
        _source(row.where, row.values)
    return rows


def _source(where: str, values: Mapping[str, Any]) -> str:
    source = values.get("source")
    if source not in SOURCES:
        raise PackError(f"{where}: source is one of {', '.join(SOURCES)}, not {source!r}")
    return str(source)


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise PackError(f"{name}: {error}") from None
