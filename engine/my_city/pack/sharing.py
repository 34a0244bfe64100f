"""Corrections in one file for another owner of the box, to whom they reveal no closed envelope.

    [terrain] ...              what corrects the box: anybody can read it
    [[sealed]]                 what corrects an envelope: nobody reads its `content` by accident,
    number = 2                 and the program reads it if the envelope is open
    content = "eNp1j..."

Corrections that were made one after the other become one overlay.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import PackError
from engine.my_city.pack.model import Pack
from engine.my_city.pack.overlay import NAME
from engine.my_city.pack.read import parse
from engine.my_city.pack.tables import BOX, LISTS, TABLES
from engine.my_city.pack.writing import overlay_text

SEALED = "sealed"
LARGEST = 1_000_000
"""The highest number of bytes of the content of a sealed part."""

Parsed = Mapping[str, Any]


class SharedOverlay(NamedTuple):
    """The part of a file of corrections that an owner may read.

    `waiting` are the closed envelopes that the file also corrects.
    """

    text: str
    waiting: tuple[int, ...]


class OverlayInForce(NamedTuple):
    """A correction that counts: its overlay, and the envelopes that were open by then."""

    overlay: str
    opened: tuple[int, ...]


def merge_corrections(base: Pack, applied: Iterable[OverlayInForce]) -> dict[int, dict[str, Any]]:
    """The corrections as one overlay for each envelope, 0 for the box.

    A row that the pack does not have belongs to the last envelope that was open at its correction.
    """
    chapters: dict[int, dict[str, Any]] = {}
    for correction in applied:
        newest = max(correction.opened, default=0)
        for key, value in parse(NAME, correction.overlay).items():
            if key in TABLES:
                box = chapters.setdefault(0, {})
                box[key] = {**box.get(key, {}), **value}
            elif key == "episode":
                for episode in value:
                    rows = _rules(chapters, base, episode["number"])
                    for row in episode.get("rule", ()):
                        _put(rows, row, ("name",))
            else:
                names = ("name",) if key == "rule" else ("id", "variant")
                for row in value:
                    chapter = chapters.setdefault(_home(base, key, names, row, newest), {})
                    _put(chapter.setdefault(key, []), row, names)
    return chapters


def shared_text(chapters: Mapping[int, Parsed]) -> str:
    """The text of a file with the corrections of the box as they are, those of envelopes sealed."""
    sealed = [
        {"number": number, "content": _seal(overlay_text(chapters[number]))}
        for number in sorted(chapters)
        if number
    ]
    return overlay_text({**chapters.get(0, {}), **({SEALED: sealed} if sealed else {})})


def readable(text: str, opened: Container[int]) -> SharedOverlay:
    """The part of a file that an owner with these envelopes open may read.

    A file without sealed parts is returned as it is. Raises `PackError` for an invalid sealed part.
    """
    if SEALED not in text:
        return SharedOverlay(text, ())
    parsed = parse(NAME, text)
    if not (parts := parsed.pop(SEALED, None)):
        return SharedOverlay(text, ())
    overlay, waiting = dict(parsed), list[int]()
    for i, (number, content) in enumerate(_parts(parts)):
        if number not in opened:
            waiting.append(number)
            continue
        for key, value in parse(NAME, _open(content, i)).items():
            overlay[key] = [*overlay.get(key, []), *value] if isinstance(value, list) else value
    return SharedOverlay(overlay_text(overlay), tuple(sorted(waiting)))


def _parts(parts: Any) -> Iterator[tuple[int, str]]:
    if not isinstance(parts, list):
        raise PackError(f"{NAME}: {SEALED} is a list of tables, [[{SEALED}]]", NAME, (SEALED,))
    for i, part in enumerate(parts):
        number, content = (
            (part.get("number"), part.get("content")) if isinstance(part, Mapping) else (0, 0)
        )
        if type(number) is not int or type(content) is not str:
            raise PackError(f"{NAME}: {SEALED}: a number and a content", NAME, (SEALED, i))
        yield number, content


def _seal(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _open(content: str, i: int) -> str:
    opener = zlib.decompressobj()
    try:
        data = opener.decompress(base64.b64decode(content, validate=True), LARGEST)
        if opener.unconsumed_tail or not opener.eof:
            raise ValueError("cut or too long")
        return data.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise PackError(
            f"{NAME}: {SEALED}: the content is not as it was written", NAME, (SEALED, i)
        ) from None


def _home(base: Pack, key: str, names: Sequence[str], row: Parsed, newest: int) -> int:
    """The envelope that a row corrects; 0 for the box."""
    if any(_same(row, known, names) for known in base.files[BOX].get(key, ())):
        return 0
    for envelope in base.envelopes:
        rows = base.files[f"envelope_{envelope.number}.toml"].get(key, ())
        if key in LISTS and any(_same(row, known, names) for known in rows):
            return envelope.number
    return 0 if key == "own" else newest


def _rules(chapters: dict[int, dict[str, Any]], base: Pack, episode: int) -> list[Any]:
    """The list of the corrected rules of an episode, to which the caller adds."""
    envelope = base.envelope_of(episode)
    chapter = chapters.setdefault(envelope.number if envelope else 0, {})
    episodes: list[Any] = chapter.setdefault("episode", [])
    if all(known["number"] != episode for known in episodes):
        episodes.append({"number": episode, "rule": []})
    rows: list[Any] = next(known["rule"] for known in episodes if known["number"] == episode)
    return rows


def _put(rows: list[Any], row: Parsed, names: Sequence[str]) -> None:
    """Put a row over an earlier correction of the same row, key by key, or append it."""
    for i, known in enumerate(rows):
        if _same(row, known, names):
            replaces = row.get("end") or known.get("end")
            rows[i] = dict(row) if replaces else {**known, **row}
            return
    rows.append(dict(row))


def _same(row: Parsed, known: Parsed, names: Sequence[str]) -> bool:
    return all(row.get(name) == known.get(name) for name in names)
