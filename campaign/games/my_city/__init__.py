"""My City at the table: screen, words, picture, page, phone, prompt, statistics."""

from pathlib import Path

from campaign.games.kit import GameKit

KIT = GameKit(
    "my-city",
    "My City",
    rules="engine.my_city",
    screen=f"{__name__}.screen",
    words=f"{__name__}.words",
    picture=f"{__name__}.picture",
    page=f"{__name__}.page",
    phone=f"{__name__}.phone",
    statistics=f"{__name__}.statistics",
    static=str(Path(__file__).parent / "static"),
    prompt=f"{__name__}.prompt",
    bgg=295486,
    year=2020,
    variants={"eternal": {"mode": "eternal"}},
    roles=True,
    place=1,
    titles=("傳城事記",),
)
