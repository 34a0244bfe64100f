"""What a city is called, in a few words."""

from __future__ import annotations

from engine.my_city.campaign.model import City, Played


def title_of(city: City, played: Played | None) -> str:
    """Its name, seat and player, and after which episode it is shown."""
    if city.name:
        title = f"{city.name} ({', '.join(filter(None, (city.seat, city.player)))})"
    else:
        title = f"The city of {city.seat}" + (f" ({city.player})" if city.player else "")
    return f"{title} after episode {played.number}" if played else title
