"""The kit of Pebbles: it names the modules of the rules and of what people see of the game."""

from campaign.games.kit import GameKit

KIT = GameKit(
    "pebbles",
    "Pebbles",
    rules=f"{__name__}.rules",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
)
