"""The parts of the kit of My City, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.display.html.developments import Page
from campaign.display.svg.renderers import Painter
from campaign.display.terminal.entering.dialog import Table
from campaign.display.terminal.renderers import Following, Renderer
from campaign.display.text.sentences import Explaining, Words
from campaign.extras.phones.views import GameView
from campaign.games.my_city import KIT, page, phone, picture, prompt, screen, statistics, words
from campaign.services.statistics.games import CampaignCounting
from engine import my_city as rules
from engine.kernel.game import Game

RULES: Game = rules
SCREEN: Renderer = screen
WORDS: Words = words
PICTURE: Painter = picture
PAGE: Page = page
PHONE: GameView = phone
STATISTICS: CampaignCounting = statistics
PROMPT: Table = prompt
FOLLOWING: Following = screen
EXPLAINING: Explaining = words


def test_the_kit_names_the_parts() -> None:
    assert (KIT.name, KIT.title) == (rules.NAME, rules.TITLE)
    parts = {
        "rules": RULES,
        "screen": SCREEN,
        "words": WORDS,
        "picture": PICTURE,
        "page": PAGE,
        "phone": PHONE,
        "statistics": STATISTICS,
        "prompt": PROMPT,
    }
    assert {name: KIT.part(name) for name in parts} == parts
