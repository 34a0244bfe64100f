"""A newer edition of the pack: closed envelopes come from it, open ones stay as they were.

campaign ── with_newer_edition ──> campaign    its closed envelopes replaced and sealed anew
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.my_city.campaign import stickers
from engine.my_city.campaign.entries import PackUpdated
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack.apart import file_of, names_for, renamed
from engine.my_city.pack.load import NEWER, load
from engine.my_city.pack.model import Pack
from engine.my_city.pack.overlay import closed_in
from engine.my_city.pack.read import assemble, check_pack
from engine.my_city.pack.tables import BOX

OF_ITS_OWN = ("pack", "title", "base")
"""Keys of a box that tell an edition from the others."""


def newer_edition(campaign: Campaign) -> Pack:
    """The edition that a campaign can go on with; raises `NotAllowed` if there is none."""
    name = NEWER.get(campaign.pack.name, "")
    if campaign.hidden is not None or not name:
        raise NotAllowed(
            phrase("there is no newer edition of the pack {pack}", pack=campaign.pack.name)
        )
    newer = load(name)
    digests = {envelope.number: envelope.digest for envelope in campaign.pack.envelopes}
    closed = closed_in(campaign.pack, campaign.opened)
    if all(e.digest == digests[e.number] for e in newer.envelopes if e.number in closed):
        raise NotAllowed(phrase("all closed envelopes are of the newest edition already"))
    return newer


def with_newer_edition(campaign: Campaign, entry: PackUpdated) -> Campaign:
    """The campaign that goes on with a newer edition; raises `NotAllowed`, `PackError`."""
    newer = newer_edition(campaign)
    numbers = closed_in(campaign.pack, campaign.opened)
    if newer.name != entry.pack or {*map(str, numbers)} != {*entry.seals}:
        raise NotAllowed(phrase("the closed envelopes are not those that the entry names"))
    pack = with_edition(campaign.pack, newer, numbers)
    seals = {**campaign.seals, **entry.seals}
    updates = (*campaign.updates, entry)
    return stickers.with_new_preparation(campaign._replace(pack=pack, seals=seals, updates=updates))


def with_edition(pack: Pack, newer: Pack, numbers: Iterable[int]) -> Pack:
    """The pack with the closed envelopes of a newer edition, by `numbers`; raises `PackError`.

    Values of the box that nobody has corrected are those of the newer edition. Some contents and
    pieces may be missing in the pack because the newer edition has them in an envelope that is open
    here. These come with the first closed envelope; they lie on no board.
    """
    closed = sorted(numbers)
    old, box = load(pack.name).files[BOX], dict(pack.whole_files[BOX])
    for key, value in newer.files[BOX].items():
        if key not in OF_ITS_OWN and box.get(key) == old.get(key):
            box[key] = value
    files: dict[str, Mapping[str, Any]] = {file_of(n): newer.files[file_of(n)] for n in closed}
    names = {word: name for word, name in pack.own_words.items() if name}
    names |= names_for(pack.own_words, files, (*pack.files.values(), *newer.files.values()))
    files = {name: renamed(data, names) for name, data in files.items()}
    if closed:
        first = file_of(closed[0])
        files[first] = {**files[first], **_missing(pack, newer, closed)}
    envelopes = [e for e in newer.envelopes if e.number in closed]
    envelopes += [e for e in pack.envelopes if e.number not in closed]
    whole = assemble({**pack.files, BOX: box, **files}, kept=envelopes)
    check_pack(whole)
    return replace(whole, own_words={**pack.own_words, **names})


def _missing(pack: Pack, newer: Pack, closed: Iterable[int]) -> Mapping[str, Any]:
    """The lists of contents and pieces of the first closed envelope, with those that are missing.

    A row is missing if the newer edition has it before this envelope and the pack does not.
    """
    first, *_ = closed
    rows: dict[str, list[Any]] = {}
    for key in ("content", "piece"):
        earlier_files = [name for name in newer.files if name not in map(file_of, closed)]
        known_ids = {
            row["id"] for name in earlier_files for row in pack.files.get(name, {}).get(key, ())
        }
        missing = [
            row
            for name in earlier_files
            for row in newer.files[name].get(key, ())
            if row["id"] not in known_ids
        ]
        if missing:
            rows[key] = [*newer.files[file_of(first)].get(key, ()), *missing]
    return rows
