"""The picture of a game that is over: who won, the points of all, the boards as they ended."""

from __future__ import annotations

from campaign.display.html.steps import who
from campaign.display.svg import cards
from campaign.display.svg.picture import Picture, document
from campaign.display.svg.renderers import painter_of
from campaign.display.text.translation import Speaker
from campaign.extras.phones.views import title
from campaign.extras.phones.views.words import sheets_table, spoken
from campaign.services.entering.game import Entering
from engine.kernel.phrases import phrase


def picture(entering: Entering, speaker: Speaker) -> str:
    """The card as an SVG file."""
    head, sheets = entering.head, entering.game.score(entering.state)
    said = spoken(sheets_table(sheets, head.names), speaker)
    points = {sheet.seat: str(sheet.total) for sheet in sheets}
    rows = [cards.Row(seat, who(head, seat), points[seat]) for seat in said["seats"]]
    painter = painter_of(entering.game.NAME)
    boards = painter and painter.table(entering.state, head.names, speaker)
    played = head.played.isoformat() if head.played else ""
    foot = speaker.say(phrase("Every move was replayed by the rules."))
    words = cards.Words(speaker.say(title(entering)), played, said["won"], said["with"], foot)
    blank = Picture(1, 1, "", "", ())
    return document(cards.card(words, said["winners"], rows, boards or blank, cards.WIDE))
