"""A pack, the data of a campaign, and the rules that it gives an episode.

    box.toml         board, pieces, contents, the rules of every episode
    envelope_N.toml  the episodes of a chapter: rules added, changed (same name) or ended

Rules are inherited: what an episode sets holds until a later one changes it. A row marked
`only` holds in its own episode alone. `rules_of` folds the rows up to an episode, so no Python file
names an episode.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from engine.kernel.errors import PackError, SetupError
from engine.kernel.fast.memo import Memo
from engine.kernel.grid import Grid
from engine.my_city.pack.compose import RuleInForce, compose
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.lines import Path
from engine.my_city.pack.schema import OWNER, PackRow
from engine.my_city.pack.tables import BOX
from engine.my_city.play.land import CellContent, Land
from engine.my_city.play.placements import Piece, Placements
from engine.my_city.play.ruleset import EpisodeRules

Place = tuple[str, Path]
"""Where a row stands: its file, and its path there."""
Made = Mapping[int, tuple[EpisodeRules, tuple[RuleInForce, ...]]]
"""The rules of each episode, and the rows that make them."""
Lands = Mapping[str, Land]
"""The printed board by seat; "" is that of every seat without one of its own."""


class PackEnvelope(NamedTuple):
    """A chapter: its number and title, its episodes, and its content, canonical and digested."""

    number: int
    title: str
    episodes: tuple[int, ...]
    content: str
    digest: str

    def seal(self, salt: str) -> str:
        """The commitment to the content: the SHA-256 of a salt and the content."""
        return hashlib.sha256((salt + self.content).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Pack:
    """The data of a campaign; `seals` are digests of its parts, "box" and "1", "2" ... ."""

    name: str
    title: str
    files: Mapping[str, Mapping[str, Any]]
    """The parsed files of the pack, by name."""
    seals: Mapping[str, str]
    grid: Grid
    banks: tuple[int, int]
    printed: Lands
    contents: tuple[CellContent, ...]
    pieces: Mapping[str, Piece]
    variants: Mapping[str, Mapping[str, Piece]]
    """For each card the pieces that cities may have for it."""
    colours: Mapping[str, str]
    placements: Placements
    """One table for all episodes: it is large, and replays are faster if they read less memory."""
    rules: tuple[PackRow, ...]
    episodes: Mapping[int, tuple[PackRow, ...]]
    envelopes: tuple[PackEnvelope, ...]
    placeholders: Mapping[str, tuple[str, ...]]
    """What of the board and the pieces was made up, in words, by file."""
    arrivals: Mapping[str, int]
    """By id of a content or piece of an envelope, the first episode of this envelope."""
    own_words: Mapping[str, str] = field(default_factory=dict)
    """By word of the owner, the new word of envelopes whose thing had this name; "" for none."""

    @property
    def land(self) -> Land:
        """The board as it is printed, for seats without one of their own."""
        return self.printed[""]

    @property
    def whole_files(self) -> dict[str, Mapping[str, Any]]:
        """The files, with a box that names no base: it has the tables of its base already."""
        box = {key: value for key, value in self.files[BOX].items() if key != "base"}
        return {**self.files, BOX: box}

    @property
    def closed(self) -> dict[int, tuple[int, ...]]:
        """The envelopes whose content is not known, by number with their episodes."""
        return {e.number: e.episodes for e in self.envelopes if not e.content}

    @property
    def first(self) -> int:
        """The episode that a campaign begins with."""
        return min(self.episodes)

    @property
    def last(self) -> int:
        """The episode that a campaign ends with."""
        return max(self.episodes)

    def knows(self, name: str, episode: int) -> bool:
        """Whether a content or piece has come by an episode."""
        return self.arrivals.get(name, episode) <= episode

    def gives_nuggets_before(self, episode: int) -> bool:
        """Whether a city can have nuggets before an episode, by a rule of an earlier episode."""
        rows = (row for number, rows in self.episodes.items() if number < episode for row in rows)
        return any(row.get("nuggets") for row in rows)

    def digest_of(self, episode: int) -> str:
        """The digest of the box and the envelopes under which an episode is played."""
        parts = [self.seals["box"]]
        parts += [e.digest for e in self.envelopes if min(e.episodes) <= episode]
        return digest(parts)

    def envelope_of(self, episode: int) -> PackEnvelope | None:
        """The envelope that brings an episode."""
        return next((e for e in self.envelopes if episode in e.episodes), None)

    def made_up(self, episode: int) -> tuple[str, ...]:
        """The placeholders of board and pieces that an episode relies on."""
        known = [f"envelope_{e.number}.toml" for e in self.envelopes if min(e.episodes) <= episode]
        return tuple(text for f in ("box.toml", *known) for text in self.placeholders.get(f, ()))


def rows_in_force(pack: Pack, episode: int) -> tuple[RuleInForce, ...]:
    """The rule rows that hold in an episode, each with the episode that brought it.

    A row of the owner may end a missing rule, because the owner may have removed the rule, too. A
    row with both `end` and `only` leaves the earlier rule in force. Raises `SetupError` if the pack
    has no such episode, and `PackError` for a row that ends or replaces what it cannot.
    """
    if episode not in pack.episodes:
        raise SetupError(
            f"episode {episode} is not in the pack {pack.name}: {pack.first} to {pack.last}"
        )
    arrived = [(pack.first, row) for row in pack.rules]
    for number in sorted(pack.episodes):
        if number <= episode:
            arrived += [(number, row) for row in pack.episodes[number]]
    rows: dict[str, RuleInForce] = {}
    known: set[str] = set()
    for since, row in arrived:
        was_known = row.name in known
        known.add(row.name)
        if row.get("only") and (row.get("end") or since < episode):
            continue
        replaced = rows.pop(row.name, None)
        if replaced and KINDS[replaced.row["does"]].once:
            raise row.error(f"{row.name} lies on the boards for good: a row of another name is due")
        if row.get("end"):
            if not was_known and row["source"] != OWNER:
                raise row.error(f"no rule {row.name} is in force that could end")
        else:
            rows[row.name] = RuleInForce(row, since)
    return tuple(rows.values())


@lru_cache(maxsize=256)
def rules_of(pack: Pack, episode: int) -> EpisodeRules:
    """The rules in force in an episode; raises `SetupError` when the pack has no such episode."""
    return compose_rules(pack, episode)


def compose_rules(pack: Pack, episode: int) -> EpisodeRules:
    """The rules in force in an episode, without a cache: for rules that may never be played."""
    rows = rows_in_force(pack, episode)
    contents = tuple(c for c in pack.contents if pack.knows(c.id, episode))
    pieces = {id: piece for id, piece in pack.pieces.items() if pack.knows(id, episode)}
    printed = EpisodeRules(
        title=f"{pack.title}, episode {episode}" if len(pack.episodes) > 1 else pack.title,
        grid=pack.grid,
        contents=contents,
        pieces=pieces,
        variants=pack.variants,
        colours=pack.colours,
        placements=pack.placements,
        banks=pack.banks,
        printed=pack.printed,
        land=pack.printed,
        deck=tuple(piece.id for piece in pieces.values() if piece.kind == "building"),
        placeholders=pack.made_up(episode),
        standing=tuple(i for i, content in enumerate(contents) if content.colour),
        beside=Memo(pack.grid.edge_neighbours),
    )
    return compose(printed, rows, episode)


def made_of(pack: Pack, episodes: Iterable[int]) -> Made:
    """The rules of some episodes with the rows that make them."""
    return {n: (compose_rules(pack, n), rows_in_force(pack, n)) for n in episodes}


def canonical(data: Any) -> str:
    """Parsed data as one text, without the spelling, order and remarks of the file.

    Raises `PackError` for a day or a time: a pack has no such values.
    """
    try:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except TypeError:
        raise PackError("a day or a time is no value of a pack") from None


def digest(data: Any) -> str:
    """SHA-256 over the canonical text of parsed data."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()
