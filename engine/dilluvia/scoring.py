"""The score sheets: population by origin, ranks and the tie-break (rules 55 and 56)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dilluvia.final import FinalScoring, final_scorings
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.kernel.phrases import Refusal, phrase
from engine.kernel.score import SeatScore, SheetEntry, ranks


def score(state: DilluviaState) -> tuple[SeatScore, ...]:
    """The sheets, in seat order; before the end, as if the game ended now."""
    ended = final_scorings(state)
    lines = [(*_played(p), *end.lines) for p, end in zip(state.players, ended, strict=True)]
    totals = [sum(line.points for line in sheet_lines) for sheet_lines in lines]
    places = ranks([_key(n, end) for n, end in zip(totals, ended, strict=True)])
    return tuple(
        SeatScore(seat, lines[i], totals[i], places[i], _tie(state.seats, totals, ended, i))
        for i, seat in enumerate(state.seats)
    )


def _played(player: DilluviaPlayer) -> tuple[SheetEntry, ...]:
    """The lines for the population of the rounds."""
    population = player.population
    tens = " ".join(map(str, population.tens))
    return (
        SheetEntry(
            "tens of prestige",
            sum(population.tens),
            phrase("prestige {count}, tens at {values}", count=player.prestige, values=tens)
            if tens
            else "",
        ),
        SheetEntry("buildings of the round", population.current),
        SheetEntry("first in the gardens", population.gardens),
        SheetEntry("market", population.tiles),
    )


def _key(total: int, end: FinalScoring) -> tuple[int, int]:
    """The sort key: more population, then closer to the next ten of prestige.

    A player exactly on a ten is farthest from the next (ruling 27).
    """
    return -total, -(end.player.prestige % 10)


def _tie(
    seats: Sequence[str], totals: Sequence[int], ended: Sequence[FinalScoring], i: int
) -> Refusal:
    """Why a seat ranks before or equal to another seat with its total; "" if there is none."""
    last_digits = [end.player.prestige % 10 for end in ended]
    for j, seat in enumerate(seats):
        if j == i or totals[j] != totals[i] or last_digits[j] > last_digits[i]:
            continue
        own_prestige, prestige = ended[i].player.prestige, ended[j].player.prestige
        if last_digits[j] == last_digits[i]:
            return phrase(
                "shared with {seat}: prestige {prestige} and {other}",
                seat=seat,
                prestige=own_prestige,
                other=prestige,
            )
        return phrase(
            "before {seat}: prestige {prestige} is closer to the next ten than {other}",
            seat=seat,
            prestige=own_prestige,
            other=prestige,
        )
    return ""
