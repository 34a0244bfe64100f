"""The cards of an episode, as a JSON document."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Document, Items, Part
from campaign.services import cards as service


class CardPart(Part):
    """A card of the deck."""

    card: str
    colour: str | None
    cells: Items[Items[int]] = Field(
        description="column and row, from 0; empty if the building is not the same for all cities"
    )
    out: bool = Field(description="whether it has been revealed in the draft; false without one")


class CardsDocument(Document, kind="cards"):
    """The cards of the next episode."""

    episode: int = Field(
        description="the next one; the last one played while the next one is sealed, and at the "
        "end; else the first"
    )
    draft: int | None = Field(description="the draft that knows which cards are out")
    cards: Items[CardPart]


def cards(cards: service.EpisodeCards) -> CardsDocument:
    """The document of all cards of a deck, with their buildings and whether they are out."""
    return CardsDocument.from_value(cards, cards=[_card(cards, card) for card in cards.rules.deck])


def _card(cards: service.EpisodeCards, card: str) -> CardPart:
    rules, piece = cards.rules, cards.rules.pieces.get(card)
    return CardPart(
        card=card,
        colour=rules.colours.get(piece.colour) if piece else None,
        cells=piece.cells if piece and card not in rules.varied else (),
        out=card in cards.out,
    )
