"""The story of a campaign as values: leaders, closest finishes, longest wait, streak, best evening.

Everything is computed from the marks and sheets that count. Of a campaign that began without this
program the closest finishes and the waits are unknown. The story of an evening is the card from
which on its winner stayed ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from campaign.services.values import History
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import ReplayStep
from engine.kernel.score import SeatScore
from engine.my_city.campaign.model import Campaign, Mark, PlayedEpisode


class LeadChange(NamedTuple):
    """A city that leads alone after an episode; `passed` are the cities that led before.

    The episode of a lead by declared marks is the one before the first that is recorded here.
    """

    episode: int
    leader: Seat
    passed: tuple[Seat, ...]
    marks: tuple[Mark, ...]
    """The marks of the leader from the episode."""


class CloseFinish(NamedTuple):
    """Who won an episode, the seat behind, and the points between them, 0 for a broken tie.

    Where several won together, `second` is "".
    """

    episode: int
    winners: tuple[Seat, ...]
    second: Seat
    points: int


class FirstWin(NamedTuple):
    """The first episode that a player has won with any city, 0 for who has won none.

    `evenings` is the number of evenings that this player has played up to then, or until now.
    """

    name: str
    episode: int
    evenings: int


class Streak(NamedTuple):
    """A player who won all episodes from `first` to `last`, the last one with this seat."""

    seat: Seat
    first: int
    last: int
    episodes: int


class BestEvening(NamedTuple):
    """The most marks that one episode brought one city."""

    episode: int
    seat: Seat
    marks: tuple[Mark, ...]

    @property
    def amount(self) -> int:
        """The number of the marks."""
        return sum(mark.amount for mark in self.marks)


class Story(NamedTuple):
    """The story of a campaign so far; None for a part without an example."""

    leads: tuple[LeadChange, ...]
    """The changes of the lead, beginning with the first leader."""
    leader: Seat
    """The seat that leads alone now; "" if none does."""
    close: tuple[CloseFinish, ...]
    """The closest finishes, which are equally close."""
    waits: tuple[FirstWin, ...]
    """The players who hold cities and have not won; else who waited longest for a first win."""
    streak: Streak | None
    best: BestEvening | None


class DecidingCard(NamedTuple):
    """The card from which on the winner of an episode stayed ahead, with the points at its end."""

    seat: Seat
    card: int
    name: str
    points: int
    second: Seat
    seconds: int


def story(history: History) -> Story:
    """The story of a campaign so far."""
    campaign = history.campaign
    leads = tuple(_leads(campaign))
    after = _marks(campaign, campaign.played[-1].number) if campaign.played else {}
    ahead = _ahead(after)
    return Story(
        leads,
        ahead[0] if len(ahead) == 1 else "",
        _closest(campaign) if campaign.is_whole else (),
        _waits(campaign) if campaign.is_whole else (),
        _streak(campaign),
        _best(campaign),
    )


def _marks(campaign: Campaign, number: int) -> dict[Seat, int]:
    """The marks of each city after an episode."""
    return {
        city.seat: sum(mark.amount for mark in city.marks if mark.episode <= number)
        for city in campaign.cities
    }


def _ahead(marks: dict[Seat, int]) -> tuple[Seat, ...]:
    """The cities with the most marks; none while nobody has a mark."""
    most = max(marks.values(), default=0)
    return tuple(seat for seat, count in marks.items() if count == most > 0)


def _earned(campaign: Campaign, seat: Seat, number: int) -> tuple[Mark, ...]:
    return tuple(mark for mark in campaign.city(seat).marks if mark.episode == number)


def _leads(campaign: Campaign) -> list[LeadChange]:
    """The changes of the lead; first the lead by marks that were declared, if there is one.

    A city that others passed together changes the lead again when it is back in front alone.
    """
    changes: list[LeadChange] = []
    before: tuple[Seat, ...] = ()
    alone = ""
    for number in (campaign.begins - 1, *(played.number for played in campaign.played)):
        ahead = _ahead(_marks(campaign, number))
        alone = alone if alone in ahead else ""
        if len(ahead) == 1 and not alone:
            (alone,) = ahead
            passed = tuple(seat for seat in before if seat != alone)
            changes.append(LeadChange(number, alone, passed, _earned(campaign, alone, number)))
        before = ahead
    return changes


def _closest(campaign: Campaign) -> tuple[CloseFinish, ...]:
    finishes = [finish for played in campaign.played if (finish := _finish(played))]
    closest = min(map(_distance, finishes), default=None)
    return tuple(finish for finish in finishes if _distance(finish) == closest)


def _distance(finish: CloseFinish) -> tuple[bool, int]:
    """How far the first is ahead: a shared victory is closer than a tie that was broken."""
    return finish.second != "", finish.points


def _finish(played: PlayedEpisode) -> CloseFinish | None:
    """The finish of an episode; None for an inked rank or fewer than two seats."""
    if any(deviation.kind == "rank" for deviation in played.deviations):
        return None
    ranked = sorted(played.sheets, key=lambda sheet: sheet.rank)
    if len(ranked) < 2:
        return None
    first, second = ranked[:2]
    behind = second.seat if second.rank > 1 else ""
    return CloseFinish(played.number, _winners(played), behind, first.total - second.total)


def _winners(played: PlayedEpisode) -> tuple[Seat, ...]:
    return tuple(sheet.seat for sheet in played.first)


def name_then(campaign: Campaign, seat: Seat, number: int) -> str:
    """The name in a story for a city in a recorded episode."""
    return name_in(campaign.episode(number), seat)


def name_in(played: PlayedEpisode, seat: Seat) -> str:
    """The player of a city in an episode; the seat if none is known, or one had several cities."""
    player, names = played.participant(seat).player, [one.player for one in played.participants]
    return player if player and names.count(player) == 1 else seat


def _waits(campaign: Campaign) -> tuple[FirstWin, ...]:
    """Who has won nothing so far; if nobody, who waited longest, and of these who won last.

    Who has left may have waited longest for a win, but waits no more.
    """
    names = dict.fromkeys(city.player or city.seat for city in campaign.cities)
    wins = [win for name in names if (win := _first_win(campaign, name)).evenings]
    if never := tuple(win for win in wins if not win.episode):
        return never
    former = dict.fromkeys(t.player for t in campaign.tenures if t.player not in names)
    wins += [win for name in former if (win := _first_win(campaign, name)).episode]
    longest = max(((win.evenings, win.episode) for win in wins), default=(0, 0))
    return tuple(win for win in wins if (win.evenings, win.episode) == longest)


def _first_win(campaign: Campaign, name: str) -> FirstWin:
    """The first win of a player; of a city that nobody holds, if the name is its seat."""
    evenings = 0
    for played in campaign.played:
        seats = {
            sheet.seat
            for sheet in played.sheets
            if name in (sheet.seat, played.participant(sheet.seat).player)
        }
        evenings += bool(seats)
        if seats.intersection(_winners(played)):
            return FirstWin(name, played.number, evenings)
    return FirstWin(name, 0, evenings)


def _streak(campaign: Campaign) -> Streak | None:
    """The longest series of wins, the first of equal ones; None if nobody won twice in a row."""
    best: Streak | None = None
    runs: dict[str, Streak] = {}
    for played in campaign.played:
        number = played.number
        runs = {
            name: Streak(seat, runs[name].first, number, runs[name].episodes + 1)
            if name in runs
            else Streak(seat, number, number, 1)
            for seat in _winners(played)
            for name in [name_then(campaign, seat, number)]
        }
        for run in runs.values():
            if run.episodes > (best.episodes if best else 1):
                best = run
    return best


def _best(campaign: Campaign) -> BestEvening | None:
    evenings = (
        BestEvening(played.number, city.seat, earned)
        for played in campaign.played
        for city in campaign.cities
        if (earned := _earned(campaign, city.seat, played.number))
    )
    return max(evenings, key=lambda evening: evening.amount, default=None)


def deciding_card(
    steps: Sequence[ReplayStep], score: Callable[[Any], Sequence[SeatScore]]
) -> DecidingCard | None:
    """The card from which on the winner stayed ahead; None without a sole winner or cards."""
    ended = [step for step, after in pairwise(steps) if _is_card(after)]
    if not steps or not ended:
        return None
    last = _first_two(score(steps[-1].after))
    if last is None:
        return None
    for number in range(len(ended), 0, -1):
        before = _first_two(score(ended[number - 1].after))
        if before is None or before[0].seat != last[0].seat:
            return _after(steps, ended, number, score)
    return None


def _is_card(step: ReplayStep) -> bool:
    return step.move.seat == CHANCE


def _first_two(sheets: Sequence[SeatScore]) -> tuple[SeatScore, SeatScore] | None:
    """The best two sheets; None if they have the same points, or there are fewer than two."""
    ranked = sorted(sheets, key=lambda sheet: (-sheet.total, sheet.rank))
    if len(ranked) < 2 or ranked[0].total == ranked[1].total:
        return None
    return ranked[0], ranked[1]


def _after(
    steps: Sequence[ReplayStep],
    ended: Sequence[ReplayStep],
    number: int,
    score: Callable[[Any], Sequence[SeatScore]],
) -> DecidingCard | None:
    """The deciding card, which follows the first `number` cards; None if there is none."""
    cards = [step for step in steps if _is_card(step)]
    state = ended[number].after if number < len(ended) else steps[-1].after
    leaders = _first_two(score(state))
    if leaders is None or number >= len(cards):
        return None
    first, second = leaders
    card = cards[number].move.text.split()[-1]
    return DecidingCard(first.seat, number + 1, card, first.total, second.seat, second.total)
