"""Machi Koro: screen, words, picture, page, phone, statistics."""

from campaign.games.kit import GameKit

KIT = GameKit(
    "machi-koro",
    "Machi Koro",
    rules="engine.machi_koro",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    page=f"{__name__}.page",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
    totals=f"{__name__}.totals",
    tables=f"{__name__}.tables",
    bgg=143884,
    year=2012,
    place=2,
    titles=("骰子街",),
)
