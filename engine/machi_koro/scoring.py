"""The score sheets: only landmarks count; coins and cards are noted as figures."""

from __future__ import annotations

from engine.kernel.phrases import Wording, phrase
from engine.kernel.score import SeatScore, SheetEntry, ranks
from engine.machi_koro.components import ALL_LANDMARKS, LANDMARK
from engine.machi_koro.state import MachiKoroCity, MachiKoroState


def score(state: MachiKoroState) -> tuple[SeatScore, ...]:
    """The sheets, in seat order; seats are ranked by landmarks, and four landmarks win.

    Coins, coins spent and cards are noted and do not affect the rank (rule 11).
    """
    built = [city.landmarks.bit_count() for city in state.cities]
    places = ranks([-count for count in built])
    return tuple(
        SeatScore(
            seat,
            (SheetEntry("landmarks", count, _landmarks(city)),),
            count,
            place,
            figures=(("coins", city.coins), ("spent", city.spent), ("cards", sum(city.cards))),
        )
        for seat, city, count, place in zip(state.seats, state.cities, built, places, strict=True)
    )


def _landmarks(city: MachiKoroCity) -> Wording:
    """The landmarks that a city has, in words; with all four, also that the city has won."""
    names = ", ".join(id for id, bit in LANDMARK.items() if city.landmarks & bit)
    won = city.landmarks == ALL_LANDMARKS
    return phrase("{landmarks}: won", landmarks=names) if won else names
