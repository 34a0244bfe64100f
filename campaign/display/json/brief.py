"""What is to know before an evening, as a JSON document."""

from __future__ import annotations

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.display.text.brief import offers
from campaign.services.brief import BoardBrief, Brief


def brief(brief: Brief) -> Document:
    """The rules in force, what changed, and what each board offers."""
    return document(
        "brief",
        episode=brief.episode,
        envelope_to_open=brief.sealed,
        last_episode=brief.last.number if brief.last else None,
        cards=brief.cards,
        rules=[
            {
                "name": rule.name,
                "words": rule.words,
                "part": rule.part,
                "new": rule.new,
                "made_up": rule.made_up,
            }
            for rule in brief.rules
        ],
        ended=list(brief.ended),
        boards=[_board(brief, board) for board in brief.boards],
        next=brief.command,
    )


def _board(brief: Brief, board: BoardBrief) -> Document:
    return {
        "city": campaign_parts.city(board.city),
        "last": {
            "score": board.last.total,
            "rank": board.last.rank,
            "points": {name: list(figures) for name, figures in board.last.points.items()},
            "most_lost": board.last.most_lost or None,
        }
        if board.last
        else None,
        "behind": board.behind,
        "ahead": list(board.ahead),
        "owed": [campaign_parts.owed(brief.campaign, right) for right in board.owed],
        "offers": list(offers(board)),
    }
