"""What a city is called, in a few words."""

from __future__ import annotations

from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import City, Played


def title_of(city: City, played: Played | None) -> str:
    """Its name, seat and player, and after which episode it is shown."""
    if city.name:
        title = f"{city.name} ({', '.join(filter(None, (city.seat, city.player)))})"
    else:
        seat = f"{city.seat} ({city.player})" if city.player else city.seat
        title = phrase("The city of {seat}", seat=seat)
    if played is None:
        return title
    return phrase("{city} after episode {number}", city=title, number=played.number)
