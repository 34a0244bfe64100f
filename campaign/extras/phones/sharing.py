"""The picture of a game that is over: the winner, the points of all, the boards at the end."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.html.steps import player_name
from campaign.display.svg import cards, sharing
from campaign.display.svg.picture import document
from campaign.display.svg.renderers import painter_of
from campaign.display.text.episodes import with_lines_by_hand
from campaign.display.text.translation import Speaker
from campaign.extras.phones.views import title
from campaign.services.entering.game import Entering
from engine.kernel.phrases import Wording, phrase
from engine.kernel.replay import VerdictKind, lines_by_hand
from engine.kernel.score import SeatScore


def picture(entering: Entering, kept: Sequence[SeatScore], proof: Wording, speaker: Speaker) -> str:
    """The picture as text of an SVG file.

    `kept` are the sheets of a game that is kept, and `proof` is the verdict on it.
    """
    head, sheets = entering.head, kept or entering.game.score(entering.state)
    painter = painter_of(entering.game.NAME)
    boards = painter.table(entering.state, head.names, speaker) if painter else None
    names = {seat: player_name(head, seat) for seat in head.seats}
    verified = phrase(VerdictKind.VERIFIED)
    proof = proof or with_lines_by_hand(verified, lines_by_hand(entering.state))
    foot = sharing.REPLAYED if proof == verified else proof
    words = title(entering), head.played.isoformat() if head.played else "", foot
    return document(sharing.game_card(words, sheets, names, boards, speaker, cards.WIDE))
