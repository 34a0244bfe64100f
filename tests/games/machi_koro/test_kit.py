"""The parts of the kit of Machi Koro, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.display.html.developments import Page
from campaign.display.svg.renderers import Painter
from campaign.display.terminal.renderers import Renderer
from campaign.display.text.sentences import Words
from campaign.extras.phones.views.choices import Choices
from campaign.extras.plays.tables import GameTables
from campaign.games.machi_koro import KIT, page, phone, picture, screen, statistics, tables, words
from campaign.services.statistics.games import Counting
from engine import machi_koro as rules
from engine.kernel.game import Game

RULES: Game = rules
SCREEN: Renderer = screen
WORDS: Words = words
PICTURE: Painter = picture
PAGE: Page = page
PHONE: Choices = phone
STATISTICS: Counting = statistics
TABLES: GameTables = tables


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
        "tables": TABLES,
    }
    assert {name: KIT.part(name) for name in parts} == parts
