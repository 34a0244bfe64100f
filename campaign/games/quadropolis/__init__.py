"""Quadropolis: screen, words, picture, page, phone, statistics, scores of drawn cities."""

from campaign.games.kit import GameKit

KIT = GameKit(
    "quadropolis",
    "Quadropolis",
    rules="engine.quadropolis",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    page=f"{__name__}.page",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
    totals=f"{__name__}.totals",
    commands={"quadropolis": f"{__name__}.commands:app"},
    bgg=176396,
    year=2016,
    variants={mode: {"mode": mode} for mode in ("classic", "expert")},
    place=4,
    titles=("方格都市",),
)
