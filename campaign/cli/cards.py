"""campaign cards: all buildings on one screen."""

from __future__ import annotations

from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import cards as documents
from campaign.display.terminal import cards as screens
from campaign.services import cards as service

app = group()


@command(
    app,
    "cards",
    example="campaign cards",
    menu=("Boards", 1, "the buildings drawn"),
    also="buildings pieces shapes deck",
    reads=True,
)
def cards(env: Environment) -> Reply[documents.CardsDocument]:
    """All buildings with their names, and which cards have come in the open draft."""
    with env.reading() as session:
        drawn_cards = service.cards(session, env.campaign_history(session))
    return Reply(lambda: documents.cards(drawn_cards), lambda: screens.cards(drawn_cards))
