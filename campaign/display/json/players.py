"""Players and their time at a city, and one player's page, as JSON documents."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.players import Held
from campaign.services.statistics.player import Page


def player_list(rows: Sequence[Held]) -> Document:
    """Players and their time at a city."""
    return document(
        "players", players=[{**row._asdict(), "until": row.until or None} for row in rows]
    )


def page(page: Page) -> Document:
    """Everything that one player has played, and the cities."""
    return document(
        "player",
        player=page.player,
        games=[
            {
                "game": one.game,
                "campaign": one.campaign or None,
                "played": one.played,
                "won": one.won,
                "mean": one.mean,
                "best": one.best,
                "last": one.last,
            }
            for one in page.standings
        ],
        cities=[
            {
                "campaign": city.campaign,
                "seat": city.seat,
                "name": city.city or None,
                "now": city.now,
                "marks": city.marks,
            }
            for city in page.cities
        ],
        latest=[
            {
                "day": game.day,
                "game": game.game,
                "campaign": game.campaign or None,
                "episode": game.episode or None,
                "score": game.score,
                "rank": game.rank,
                "seats": game.seats,
            }
            for game in page.latest
        ],
    )
