"""The tiles as data: read from the package, corrected by an owner's overlay, and checked.

An overlay has rows of the same form. A row with a known id changes the keys that it names, a row
with a new id is added, and `gone = true` removes a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from engine.kernel import toml
from engine.kernel.errors import PackError, shortened_text
from engine.kernel.overlays import with_row_number
from engine.quadropolis.components import FACES, KINDS, MODES, SITE

SOURCES = ("public", "inferred", "placeholder", "owner")
BOTH = "both"
SEATS = (2, 3, 4)


class TileCount(NamedTuple):
    """The number of tiles of one face in a round, used in games of `players` players or more."""

    id: str
    round: int
    mode: str
    face: str
    players: int
    count: int  # type: ignore[assignment]  # replaces `tuple.count`, which nothing calls here
    source: str


KEYS: Mapping[str, type] = {
    "round": int,
    "mode": str,
    "face": str,
    "players": int,
    "count": int,
    "source": str,
}


@lru_cache(maxsize=16)
def tiles(overlay: str = "") -> tuple[TileCount, ...]:
    """The tiles of the box, corrected by an owner's overlay; raises `PackError`."""
    text = (resources.files("engine.quadropolis") / "tiles.toml").read_text(encoding="utf-8")
    rows = {row["id"]: row for row in toml.loads(text)["tile"]}
    if overlay:
        rows = _overlaid(rows, overlay)
    tile_counts = tuple(_tile(id, row) for id, row in rows.items())
    _check(tile_counts)
    return tile_counts


def supply(overlay: str, mode: str, round: int, players: int) -> dict[str, int]:
    """The number of open tiles of a round, by face."""
    counts: dict[str, int] = {}
    for tile in _tiles_of_round(tiles(overlay), mode, round):
        if tile.players <= players:
            counts[tile.face] = counts.get(tile.face, 0) + tile.count
    return counts


def box_counts(mode: str) -> dict[str, Counter[int]]:
    """The number of tiles of a mode for four players, by kind, then by printed points."""
    box = {kind: Counter[int]() for kind in KINDS}
    for tile in tiles():
        if tile.mode in (BOTH, mode) and tile.round <= MODES[mode].rounds:
            face = FACES[tile.face]
            box[face.kind][face.points] += tile.count
    return box


def made_up_ids(overlay: str, mode: str, round: int, players: int) -> tuple[str, ...]:
    """The ids of the tiles of a round whose mark for the number of players is made up.

    Four players use all tiles, so no mark matters and the result is empty.
    """
    if players == max(SEATS):
        return ()
    rows = _tiles_of_round(tiles(overlay), mode, round)
    return tuple(tile.id for tile in rows if tile.source == "placeholder")


def _tiles_of_round(rows: tuple[TileCount, ...], mode: str, round: int) -> tuple[TileCount, ...]:
    return tuple(tile for tile in rows if tile.round == round and tile.mode in (BOTH, mode))


def _overlaid(rows: Mapping[str, Mapping[str, Any]], text: str) -> dict[str, Mapping[str, Any]]:
    try:
        data = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise PackError(f"overlay: {error}") from None
    for key in data:
        if key != "tile":
            raise PackError(f"overlay: {shortened_text(key)} is no table: [[tile]]")
    overlay_rows = data.get("tile", [])
    if not isinstance(overlay_rows, list):
        raise PackError("overlay: tile is a list of rows, [[tile]]")
    merged, seen = dict(rows), set[str]()
    for number, row in enumerate(overlay_rows, 1):
        if not isinstance(row, dict) or type(row.get("id")) is not str:
            why = f'overlay: tile {number} has no id, such as "1.01"'
            raise PackError(why, path=("tile", number - 1))
        id = row["id"]
        if id in seen:
            raise PackError(
                f"overlay: tile {shortened_text(id)} is there twice", path=("tile", number - 1)
            )
        seen.add(id)
        if row.get("source") != "owner":
            why = f'overlay: tile {shortened_text(id)}: write source = "owner"'
            raise PackError(why, path=("tile", number - 1))
        if row.get("gone") is True and id in merged:
            del merged[id]
        else:
            merged[id] = {**merged.get(id, {}), **row}
    return merged


def _tile(id: str, row: Mapping[str, Any]) -> TileCount:
    """The tile of a row; raises `PackError`, which names the row and its key."""
    where, path = f"overlay: tile {shortened_text(id)}", ("tile", id)
    for key in row:
        if key not in KEYS and key != "id":
            why = f"{where}: {shortened_text(key)} is no key here: {', '.join(KEYS)}"
            raise PackError(why, path=(*path, key))
    for key, kind in KEYS.items():
        if key not in row:
            raise PackError(f"{where}: {key} is missing", path=path)
        if type(row[key]) is not kind:
            why = f"{where}: {key} is {'a number' if kind is int else 'a text'}"
            raise PackError(why, path=(*path, key))
    for key, allowed in (
        ("mode", (*MODES, BOTH)),
        ("face", tuple(FACES)),
        ("players", SEATS),
        ("source", SOURCES),
        ("round", tuple(range(1, max(mode.rounds for mode in MODES.values()) + 1))),
    ):
        if row[key] not in allowed:
            why = f"{where}: {key} is one of {', '.join(map(str, allowed))}"
            raise PackError(why, path=(*path, key))
    if row["count"] < 1:
        raise PackError(f"{where}: count is 1 or more", path=(*path, "count"))
    return TileCount(id, *(row[key] for key in KEYS))


def _check(rows: tuple[TileCount, ...]) -> None:
    """Raise `PackError` if a round of a mode does not have one tile for each square of the site."""
    for mode in MODES.values():
        for round in range(1, mode.rounds + 1):
            number = sum(tile.count for tile in _tiles_of_round(rows, mode.name, round))
            if number != SITE:
                raise PackError(
                    f"overlay: round {round} of {mode.name} has {number} tiles, not {SITE}"
                )


def check(text: str) -> None:
    """Check an overlay; raises `PackError` with the place of the error in the overlay."""
    try:
        tiles(text)
    except PackError as error:
        raise with_row_number(text, error) from None


CHECK = check
