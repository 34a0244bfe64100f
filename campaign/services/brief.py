"""What players want to know before an evening: rules, what changed, what each board offers.

    History ── brief ──> EpisodeBrief ─┬─ rules     rules in force; the new ones are marked
                                       ├─ ended     rules of the last episode that no longer hold
                                       └─ boards    by seat: last points, what lies on the board

While an envelope must be opened first, a brief has no rules: they could reveal its content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from campaign.services.values import History
from engine.kernel.grid import Grid
from engine.kernel.phrases import Wording
from engine.my_city.campaign.episodes import pack_of
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode, StickerRight
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Pack, rows_in_force, rules_of
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.words import ended_in_words, words_of
from engine.my_city.play.boxes import Reach, reach_between
from engine.my_city.play.land import SITE
from engine.my_city.play.ruleset import EpisodeRules, Feat, ShaftRule, Strip
from engine.my_city.play.state import Town, town_of
from engine.my_city.play.terms import TownTerms

PLACEHOLDER = "placeholder"
"""The `source` of a rule that was made up."""


class EpisodeRule(NamedTuple):
    """A rule in few words; `part` is one of `kinds.PARTS`, `labels` its lines on the sheet."""

    name: str
    words: Wording
    part: str
    new: bool
    made_up: bool
    labels: tuple[Wording, ...] = ()


class LastResult(NamedTuple):
    """The result of a seat in the last episode; `points` has sheet figures by rule."""

    points: Mapping[str, tuple[int, ...]]
    total: int
    rank: int
    most_lost: str
    """The rule that cost the most points, "" if none cost any, or if it has ended."""


class CellGroup(NamedTuple):
    """The amount of a kind that lies open on a board, and its cells."""

    kind: str
    amount: int
    cells: tuple[str, ...]


class Goal(NamedTuple):
    """What the first player to cover these cells gets."""

    label: str
    cells: tuple[str, ...]
    points: int
    nuggets: int
    marks: int
    stickers: tuple[str, ...]


class SeatBrief(NamedTuple):
    """What one seat has to know; `lying` and later fields are empty while an envelope is due."""

    city: City
    last: LastResult | None
    behind: int
    ahead: tuple[str, ...]
    """The seats with the most marks, if another seat is ahead."""
    owed: tuple[StickerRight, ...]
    lying: tuple[CellGroup, ...] = ()
    bare: int = 0
    goals: tuple[Goal, ...] = ()
    missing: tuple[str, ...] = ()
    """Cards for which the seat has no building."""
    strips: tuple[Strip, ...] = ()
    shafts: tuple[ShaftRule, ...] = ()
    reach: Reach = MappingProxyType({})


class EpisodeBrief(NamedTuple):
    """What players have to know before an evening; `episode` is None after the last one."""

    campaign: Campaign
    episode: int | None
    sealed: int | None
    """The envelope that has to be opened first."""
    last: PlayedEpisode | None
    cards: int
    rules: tuple[EpisodeRule, ...]
    ended: tuple[EpisodeRule, ...]
    boards: tuple[SeatBrief, ...]

    @property
    def command(self) -> str:
        """The one command that is most likely next."""
        if self.sealed:
            return f"campaign envelope open {self.sealed}"
        if self.campaign.owed and not self.campaign.without_rules:
            return "campaign sticker place"
        return "campaign episode enter" if self.episode else "campaign standings"


def brief(
    history: History, seat: str | None = None, towns: Mapping[str, Town] = MappingProxyType({})
) -> EpisodeBrief:
    """The brief of the next episode, for one seat or all; raises `NotAllowed`.

    While the episode is played, `towns` are the present boards by seat.
    """
    campaign = history.campaign
    number, sealed = campaign.next_episode, campaign.sealed_next
    last = campaign.played[-1] if campaign.played else None
    seats = (campaign.city(seat),) if seat else campaign.cities
    if number is None or sealed:
        boards = tuple(_board(campaign, city, last, ()) for city in seats)
        return EpisodeBrief(campaign, number, sealed, last, 0, (), (), boards)
    pack = pack_of(campaign, number)
    in_force = rules_of(pack, number)
    towns = {
        city.seat: towns.get(city.seat) or town_of(in_force, city.brought(in_force), city.seat)
        for city in seats
    }
    before = _rows_before(campaign, last)
    rules = tuple(_rules(pack, number, before, in_force, towns[seats[0].seat]))
    boards = tuple(
        _offering(campaign, in_force, _board(campaign, city, last, rules), towns[city.seat])
        for city in seats
    )
    ended = tuple(_ended(pack, number, before))
    return EpisodeBrief(campaign, number, None, last, in_force.dealt, rules, ended, boards)


def _rows_before(campaign: Campaign, last: PlayedEpisode | None) -> Mapping[str, PackRow]:
    """The rule rows of the last episode, by name; none before the first."""
    if last is None:
        return {}
    pack: Pack = last.setup.header.get("pack", campaign.pack)
    return {row.name: row for row, _ in rows_in_force(pack, last.number)}


def _rules(
    pack: Pack, number: int, before: Mapping[str, PackRow], in_force: EpisodeRules, town: Town
) -> Iterator[EpisodeRule]:
    """The rules of an episode; rules with lines on the sheet come last, in sheet order."""
    labels = _labels(in_force, town)
    rules = []
    for row, since in rows_in_force(pack, number):
        kind = KINDS[row["does"]]
        if (kind.once or kind.set_up) and since != number:
            continue
        old = before.get(row.name)
        new = bool(before) and (old is None or old.values != row.values)
        if words := words_of(pack, row, brief=True):
            made_up = row["source"] == PLACEHOLDER
            rule_labels = labels.get(row.name, ())
            rules.append(EpisodeRule(row.name, words, kind.part, new, made_up, rule_labels))
    order = list(labels)
    yield from sorted(rules, key=lambda rule: order.index(rule.name) if rule.labels else -1)


def _labels(rules: EpisodeRules, town: Town) -> dict[str, tuple[Wording, ...]]:
    """The lines of each rule on the score sheet, by name of the rule, in the order of the sheet."""
    board = TownTerms(rules, town)
    labels = {
        term.label: tuple(line.label for line in term.count(term, board)) for term in rules.terms
    }
    return labels | {shaft.label: (shaft.label,) for shaft in rules.shafts}


def _ended(pack: Pack, number: int, before: Mapping[str, PackRow]) -> Iterator[EpisodeRule]:
    """The rules of the last episode that no longer hold, in the words of what ends them."""
    current = {row.name for row, _ in rows_in_force(pack, number)}
    endings = {row.name: row for row in pack.episodes[number] if row.get("end")}
    for name, row in before.items():
        if name not in current and not (kind := KINDS[row["does"]]).once:
            ending = endings.get(name)
            words = words_of(pack, ending) if ending else ended_in_words(row)
            made_up = ending is not None and ending["source"] == PLACEHOLDER
            yield EpisodeRule(name, words, kind.part, new=True, made_up=made_up)


def _board(
    campaign: Campaign, city: City, last: PlayedEpisode | None, rules: Sequence[EpisodeRule]
) -> SeatBrief:
    """The part of a seat's brief that needs no rules of the next episode."""
    most = max(any_city.progress for any_city in campaign.cities)
    ahead = [any_city for any_city in campaign.cities if any_city.progress == most > city.progress]
    return SeatBrief(
        city,
        _last_time(city.seat, last, rules) if last else None,
        most - city.progress,
        tuple(any_city.seat for any_city in ahead),
        tuple(right for right in campaign.owed if right.seat == city.seat),
    )


def _last_time(seat: str, last: PlayedEpisode, rules: Sequence[EpisodeRule]) -> LastResult | None:
    """The points of a seat in the last episode, as far as its sheet has lines."""
    sheet = next((sheet for sheet in last.sheets if sheet.seat == seat), None)
    if sheet is None:
        return None
    lines = {line.label: line.points for line in sheet.lines}
    points = {
        rule.name: tuple(lines[label] for label in rule.labels)
        for rule in rules
        if rule.labels and all(label in lines for label in rule.labels)
    }
    shown = {label for rule in rules for label in rule.labels}
    ended = min([0, *(cost for label, cost in lines.items() if label not in shown)])
    totals = {name: sum(figures) for name, figures in points.items()}
    lost = {name: total for name, total in totals.items() if total < 0 and total <= ended}
    most_lost = min(lost, key=lost.__getitem__, default="")
    return LastResult(points, sheet.total, sheet.rank, most_lost)


def _offering(campaign: Campaign, rules: EpisodeRules, board: SeatBrief, town: Town) -> SeatBrief:
    """The brief of a seat, with what its board offers in the next episode."""
    return board._replace(
        lying=tuple(_lying(rules, town)),
        bare=(town.land.bare & town.free).bit_count(),
        goals=tuple(_goal(rules.grid, feat, town) for feat in rules.feats),
        missing=tuple(card for card in rules.deck if card in town.home.missing),
        strips=rules.strips,
        shafts=rules.shafts,
        reach=reach_between(rules, town.home, campaign.claimed),
    )


def _lying(rules: EpisodeRules, town: Town) -> Iterator[CellGroup]:
    """The kinds that are counted and lie open on a board, in the order of the sheet."""
    for kind in dict.fromkeys(term.kind for term in rules.terms if term.layers):
        cells = count = 0
        for i, content in enumerate(rules.contents):
            if content.kind == kind:
                open_cells = ~rules.closed if content.ground == SITE else town.free
                lying_cells = town.land.layers[i] & open_cells
                cells |= lying_cells
                count += lying_cells.bit_count() * content.amount
        marked = town.home.marked.get(kind, frozenset())
        names = (*rules.grid.names(cells), *sorted(marked))
        yield CellGroup(kind, count + len(marked), names)


def _goal(grid: Grid, feat: Feat, town: Town) -> Goal:
    cells = grid.names(feat.cells(town.land))
    return Goal(feat.label, cells, feat.points, feat.nuggets, feat.marks, feat.stickers)
