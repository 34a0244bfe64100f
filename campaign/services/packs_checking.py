"""The values that an owner should compare with the box, and the parts that were not made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine.kernel.phrases import phrase
from engine.my_city.pack.model import Pack, rows_in_force, rules_of
from engine.my_city.pack.tables import BOX, TABLES
from engine.my_city.pack.words import words_of

MADE_UP = "placeholder"
"""The `source` of a made-up value."""
PAINT, FILL_IN = "campaign pack paint", "campaign pack template --chapter 0 > our-box.toml"
PAINTED = ("terrain", "banks", "squares")
"""Tables of the box that can be painted."""


class CheckGroup(NamedTuple):
    """The made-up values of one place, in words, and the command that corrects them."""

    where: str
    values: tuple[str, ...]
    command: str


class EpisodeChecks(NamedTuple):
    """The values to check before an episode, the smallest group first.

    `sealed` are the envelopes that are opened before the episode and still closed.
    """

    episode: int
    checks: tuple[CheckGroup, ...]
    sealed: tuple[int, ...]


class PublicParts(NamedTuple):
    """The parts of a pack that were not made up: the number of light-green cells, some outlines."""

    light: int | None
    outlines: tuple[str, ...]
    made_up: int
    """The number of made-up outlines."""


def checks_before(history: History, episode: int) -> EpisodeChecks:
    """The made-up values that matter in an episode, of the box and the open envelopes.

    Raises `UnknownName` for an episode that the pack lacks.
    """
    campaign = history.campaign
    pack = campaign.pack
    if episode not in pack.episodes:
        raise UnknownName(
            phrase(
                "there is no episode {episode}: the pack has {first} to {last}",
                episode=episode,
                first=pack.first,
                last=pack.last,
            )
        )
    needed = [envelope for envelope in pack.envelopes if min(envelope.episodes) <= episode]
    opened = (envelope for envelope in needed if envelope.number in campaign.opened)
    played = (number for envelope in opened for number in envelope.episodes if number <= episode)
    last_known = max(played, default=0)
    sealed = tuple(e.number for e in needed if e.number not in campaign.opened)
    checks = [
        *_of_the_board(pack),
        *_of_the_buildings(pack, last_known),
        *_of_the_rules(pack, last_known),
    ]
    return EpisodeChecks(
        episode, tuple(sorted(checks, key=lambda check: len(check.values))), sealed
    )


def public_parts(pack: Pack) -> PublicParts | None:
    """The public parts of a pack whose map was made up; None for another pack."""
    box = pack.files[BOX]
    if box["terrain"]["source"] != MADE_UP:
        return None
    rows: Sequence[Mapping[str, str]] = box.get("outline", ())
    count = Counter(row["source"] for row in rows)
    return PublicParts(
        box["board"].get("light_green"),
        tuple(row["id"] for row in rows if row["source"] != MADE_UP),
        count[MADE_UP],
    )


def _of_the_board(pack: Pack) -> Iterator[CheckGroup]:
    box = pack.files[BOX]
    for name in TABLES:
        if name in box and box[name]["source"] == MADE_UP:
            command = PAINT if name in PAINTED else FILL_IN
            yield CheckGroup(name, (box[name].get("note", "the whole table"),), command)


def _of_the_buildings(pack: Pack, episode: int) -> Iterator[CheckGroup]:
    """The made-up outlines, and the made-up pieces whose cards are in the deck."""
    rows = pack.files[BOX].get("outline", ())
    if ids := tuple(row["id"] for row in rows if row["source"] == MADE_UP):
        yield CheckGroup("outlines", ids, PAINT)
    if not episode:
        return
    deck = rules_of(pack, episode).deck
    pieces = tuple(
        "/".join(filter(None, (row["id"], row.get("variant"))))
        for data in pack.files.values()
        for row in data.get("piece", ())
        if row["id"] in deck and row["source"] == MADE_UP
    )
    if pieces:
        yield CheckGroup("buildings", pieces, PAINT)


def _of_the_rules(pack: Pack, episode: int) -> Iterator[CheckGroup]:
    """The made-up rules in force, by the episode that brought them."""
    rows = rows_in_force(pack, episode) if episode else ()
    for since in dict.fromkeys(since for _, since in rows):
        envelope = pack.envelope_of(since)
        texts = tuple(
            f"{row.name}: {words_of(pack, row)!s}"
            for row, brought in rows
            if brought == since and row["source"] == MADE_UP
        )
        if texts and envelope:
            command = f"campaign envelope correct {envelope.number}"
            yield CheckGroup(f"rules since episode {since}", texts, command)
