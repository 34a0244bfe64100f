"""The cards of an episode, as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.services.cards import Cards


def cards(cards: Cards) -> Document:
    """Every card of the deck with the cells of its building, and whether it is out."""
    rules = cards.rules
    return document(
        "cards",
        episode=cards.episode,
        draft=cards.draft,
        cards=[
            {
                "card": card,
                "colour": rules.colours.get(rules.pieces[card].colour)
                if card in rules.pieces
                else None,
                "cells": [list(cell) for cell in rules.pieces[card].cells]
                if card in rules.pieces and card not in rules.varied
                else [],
                "out": card in cards.out,
            }
            for card in rules.deck
        ],
    )
