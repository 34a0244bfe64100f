"""What users ask of the parts of a kit, held by strict typing."""

from __future__ import annotations

from typing import Any, NamedTuple

from campaign.display.html.developments import GamePage
from campaign.display.svg.renderers import GamePainter
from campaign.display.terminal.entering.dialog import GamePrompt
from campaign.display.terminal.renderers import Renderer
from campaign.display.text.sentences import MoveSentences
from campaign.extras.phones.views import GameView
from campaign.extras.phones.views.choices import PhoneChoices
from campaign.extras.plays.tables import GameTables
from campaign.games.kit import GameKit
from campaign.services.statistics.games import CampaignCounting, GameStatistics
from engine.kernel.game import Game


class Parts(NamedTuple):
    """The modules of a game, by the part that each is; None for a part that it has not."""

    rules: Game
    screen: Renderer
    words: MoveSentences
    picture: GamePainter
    phone: PhoneChoices | GameView
    statistics: GameStatistics | CampaignCounting
    page: GamePage | None = None
    prompt: GamePrompt | None = None
    tables: GameTables | None = None


def named(kit: GameKit) -> tuple[Any, ...]:
    """The parts that a kit names, in the order of `Parts`."""
    return tuple(map(kit.part, Parts._fields))
