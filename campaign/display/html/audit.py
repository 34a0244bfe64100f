"""The report of an audit as a page: one file to print, or to read on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from markupsafe import Markup

from campaign.display.html import checking
from campaign.display.html.page import page
from campaign.display.text.blocks import Block, Heading, Items, Paragraph, RowBlock
from campaign.display.text.translation import Speaker
from campaign.services.values import History

CARDS = 4
"""The number of equal cards on a page: one for the box, the others for people."""

_CARD = re.compile(r'<section class="card">\s*<h2>([^<]*)</h2>\s*<pre>([^<]*)</pre>')


def card(title: str, lines: Iterable[str], speaker: Speaker) -> str:
    """A page of cards of the size A7, to print and to cut out."""
    return page("card.html", title, speaker, (), cards=[tuple(lines)] * CARDS)


def lines_of_cards(page_of_cards: str) -> str:
    """The titles and lines of the cards on a page, equal cards once. Twin of `card`."""
    return "\n".join(chain.from_iterable(dict.fromkeys(_CARD.findall(page_of_cards))))


def report(
    title: str, blocks: Iterable[Block], speaker: Speaker, history: History, proof: str
) -> str:
    """The page of a report; `proof` is the markup of the signed history in it, or ""."""
    kinds = {Heading: "heading", Paragraph: "paragraph", Items: "items", RowBlock: "rows"}
    sections: list[list[tuple[str, Block]]] = [[]]
    for block in blocks:
        if isinstance(block, Heading) and block.level > 1:
            sections.append([])
        sections[-1].append((kinds[type(block)], block))
    return page(
        "report.html",
        title,
        speaker,
        (),
        scripts=checking.SCRIPTS if proof else (),
        sections=sections,
        proof=Markup(proof),
        own_check=checking.own_check(history, speaker) if proof else None,
    )
