"""Pebbles on a phone: a button for each number of pebbles to take, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.display.html.steps import Document, choice, group, options, step
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.services.entering.game import Entering
from engine.kernel.game import Seat
from pebbles.picture import table
from pebbles.rules import PebblesState


def first_step(entering: Entering, seat: Seat, speaker: Speaker) -> Document:
    """The buttons for one, two or three pebbles."""
    figures = [choice(option.line, str(option.action)) for option in options(entering, seat)]
    return step(groups=[group("", figures, figures=True)])


def question(state: PebblesState) -> str:
    """The question above the buttons."""
    return "How many pebbles?"


def facts(state: PebblesState, seat: Seat) -> Sequence[str]:
    """Return nothing, because the picture shows everything."""
    return ()


def boards(entering: Entering, seat: Seat | None, speaker: Speaker) -> Mapping[str, Picture]:
    """The picture of the table, the same for all seats."""
    return {"table": table(entering.state, entering.head.names, speaker)}
