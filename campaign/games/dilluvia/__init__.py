"""Dilluvia Project: screen, words, picture, page, phone, statistics."""

from campaign.games.kit import GameKit

KIT = GameKit(
    "dilluvia",
    "Dilluvia Project",
    rules="engine.dilluvia",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    page=f"{__name__}.page",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
    year=2015,
    place=3,
    titles=("天城計畫",),
)
