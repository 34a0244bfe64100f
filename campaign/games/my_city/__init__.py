"""My City at the table: screen, words, picture, phone, statistics."""

from campaign.games.kit import GameKit

KIT = GameKit(
    "my-city",
    "My City",
    rules="engine.my_city",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
    prompt=f"{__name__}.prompt",
)
