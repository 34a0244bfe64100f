"""A pack that the journal of a campaign carries: its box in plain words, its envelopes hidden.

    box.toml                ──> text                     in the first entry
    envelope_N.toml, salt_N ──> hidden text of envelope  in the first entry
    salt_N                                               in the entry that opens it

Nobody can read an envelope without its salt, and a copy of the journal needs no other files. A
hidden text is the XOR of the content and a stream of bytes that SHAKE-256 makes of the salt. Each
envelope has a salt of its own, which is used once.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.errors import PackError
from engine.my_city.pack.apart import names_for, renamed
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, PackEnvelope
from engine.my_city.pack.read import assemble, parse
from engine.my_city.pack.tables import BOX


class CarriedPack(NamedTuple):
    """A pack in the first entry of a campaign; `hidden` has the hidden envelopes by number."""

    box: str
    episodes: Mapping[str, tuple[int, ...]]
    hidden: Mapping[str, str]


def carried_pack(pack: Pack, box: str, salt_of: Callable[[int], str]) -> CarriedPack:
    """A whole pack in the form that a journal carries; `box` is the text of its box file."""
    return CarriedPack(
        box,
        {str(e.number): e.episodes for e in pack.envelopes},
        {str(e.number): _added(e.content, salt_of(e.number)) for e in pack.envelopes},
    )


def pack_of(box: str, episodes: Mapping[str, Sequence[int]]) -> Pack:
    """The pack with all its envelopes closed; raises `PackError` for a text that is no box."""
    closed = {int(n): tuple(numbers) for n, numbers in episodes.items() if n.isdecimal()}
    return _pack_of(box, tuple(sorted(closed.items())))


@lru_cache(maxsize=16)
def _pack_of(box: str, episodes: tuple[tuple[int, tuple[int, ...]], ...]) -> Pack:
    return assemble({BOX: parse(BOX, box)}, load, closed=dict(episodes))


def content_of(number: int, hidden: str, salt: str) -> str:
    """What an envelope holds; raises `PackError` for a wrong salt."""
    if not salt:
        raise PackError(
            f"envelope {number} is hidden: the secret that opens it is in the database in which "
            f"the campaign was begun, and in every bundle of the campaign"
        )
    try:
        content = _bytes(b64decode(hidden, validate=True), salt).decode()
        json.loads(content)
    except (NoBase64, ValueError, RecursionError):
        raise PackError(f"envelope {number} cannot be read with this salt") from None
    return content


@lru_cache(maxsize=64)
def with_envelope_content(pack: Pack, number: int, content: str) -> Pack:
    """The pack with a closed envelope open; raises `PackError` if the content does not fit."""
    name = f"envelope_{number}.toml"
    closed = {n: episodes for n, episodes in pack.closed.items() if n != number}
    data = json.loads(content)
    names = {word: name for word, name in pack.own_words.items() if name}
    names |= names_for(pack.own_words.keys() - names.keys(), {name: data}, pack.files.values())
    files = {**pack.whole_files, name: renamed(data, names)}
    open_envelopes = [envelope for envelope in pack.envelopes if envelope.content]
    whole = assemble({**files, name: data}, closed=closed, kept=open_envelopes)
    envelope = next((e for e in whole.envelopes if e.number == number), None)
    if envelope is None or envelope.episodes != pack.closed.get(number):
        raise PackError(f"envelope {number} holds other episodes than it was sealed with")
    if names:
        whole = assemble(files, closed=closed, kept=whole.envelopes)
    seals = {**whole.seals, "box": pack.seals["box"]}
    return replace(whole, seals=seals, own_words={**pack.own_words, **names})


def seal(content: str, salt: str) -> str:
    """The commitment to a content, as `PackEnvelope.seal` makes it."""
    return PackEnvelope(0, "", (), content, "").seal(salt)


def _added(content: str, salt: str) -> str:
    return b64encode(_bytes(content.encode(), salt)).decode()


def _bytes(data: bytes, salt: str) -> bytes:
    """The XOR of the bytes and the stream of a salt; applied twice, it gives the same bytes."""
    stream = hashlib.shake_256(f"envelope/{salt}".encode()).digest(len(data))
    return bytes(byte ^ key for byte, key in zip(data, stream, strict=True))
