"""The letter to a new player: the story of a city, what it owes, and what is next.

The letter says nothing about the content of a sealed envelope.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from campaign.display.text.history import entry_in_words
from campaign.services.checked_boards import changed_since_check
from campaign.services.status import proof_sentence
from campaign.services.tenures import city_tenures
from campaign.services.values import History
from campaign.services.words import article, day, many
from engine.kernel.phrases import listed
from engine.my_city.campaign.model import DECLARED, Campaign, City
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.stickers import placed_stickers

WIDTH = 76
"""The most columns of a line."""


def letter(history: History, seats: Sequence[str]) -> str:
    """The letter about some cities of a campaign, for the players who take them over."""
    paragraphs = [*_beginning(history)]
    for seat in seats:
        paragraphs += [*_city(history, seat), ""]
    paragraphs += [*_next(history), "", *_how(history, seats)]
    return "".join(f"{line}\n" for text in paragraphs for line in wrap(text, WIDTH) or [""])


def _beginning(history: History) -> Iterator[str]:
    campaign = history.campaign
    begun = day(min(tenure.first_day for tenure in city_tenures(history)))
    players = [f"{city.player} ({city.seat})" for city in campaign.cities if city.player]
    waiting = [city.seat for city in campaign.cities if not city.player]
    yield campaign.name
    yield ""
    proof = proof_sentence(campaign)
    their = "Its players are" if len(players) > 1 else "Its player is"
    held = f" {their} {listed(players)!s}." if players else ""
    kept = ""
    if campaign.simulated:
        held, kept = "", " and kept as simple players had played it"
    nobody = f" Nobody holds {listed(waiting)!s}." if waiting else ""
    here = f" here with episode {campaign.begins}" if campaign.declared else ""
    yield f"A campaign of My City, begun {begun!s}{here}{kept}.{held}{nobody} {proof!s}"
    yield ""


def _city(history: History, seat: str) -> Iterator[str]:
    campaign = history.campaign
    rank, city = next(row for row in campaign.standings if row[1].seat == seat)
    name = f"{city.name}, the city of {seat}," if city.name else f"The city of {seat}"
    marks = many(city.progress, "progress mark")
    yield f"{name} has {marks!s}: rank {rank} of {len(campaign.cities)}."
    for tenure in city_tenures(history):
        if tenure.seat == seat:
            earned = many(tenure.marks, "mark")
            if tenure.substitute:
                number = tenure.episodes[0]
                yield f"{tenure.player} played it in episode {number} as a substitute: {earned!s}."
                continue
            since = f"has held it since {day(tenure.first_day)!s}"
            if tenure.until:
                since = f"held it from {day(tenure.first_day)!s} to {day(tenure.last_day)!s}"
            yield f"{tenure.player} {since}: {earned!s}."
    yield ""
    yield "How it came about:"
    yield from _past(campaign, city)
    yield ""
    owed = [article(right.kind) for right in campaign.owed if right.seat == seat]
    yield f"It owes its board {listed(owed or ('nothing',))!s}."
    if (checked := campaign.checked.get(seat)) and checked.differs:
        changed = seat in changed_since_check(history)
        differs = "differed before the record changed" if changed else "differs"
        yield f"On the real board something {differs}: {checked.differs}."


def _past(campaign: Campaign, city: City) -> Iterator[str]:
    """Yield what was declared, what each episode brought, and the stickers that players placed."""
    if campaign.declared:
        state = campaign.declared["cities"][city.seat]
        declared = ", ".join([str(many(state.get("marks", 0), "mark")), *state.get("board", ())])
        yield f"  Declared before episode {campaign.begins}: {declared}"
    for played in campaign.played:
        sheet = played.sheet(city.seat)
        marks = [mark.amount for mark in city.marks if mark.episode == played.number]
        earned = f", +{many(sum(marks), 'mark')!s}" if marks else ""
        result = f"{many(sheet.total, 'point')!s}, rank {sheet.rank}" if sheet else "absent"
        yield f"  Episode {played.number}: {result}{earned}"
    for sticker in placed_stickers(campaign, city):
        if sticker.entry > DECLARED:
            kind = str(article(sticker.kind)).capitalize()
            yield f"  {kind} on {sticker.square}: {reason_in_words(sticker.reason)!s}"


def _next(history: History) -> Iterator[str]:
    campaign = history.campaign
    number = campaign.next_episode
    if number is None:
        yield "Every episode has been played."
    elif sealed := campaign.sealed_next:
        yield f"Next is episode {number}. Envelope {sealed} is opened before it."
    else:
        yield f"Next is episode {number}."
    last = history.entries[-1]
    yield f"The last entry: {entry_in_words(history, last.seq)!s}."


def _how(history: History, seats: Sequence[str]) -> Iterator[str]:
    yield f"The head of this history is {history.head}. Compare it with the note in the box."
    yield "To look through all of it, and to go on:"
    yield "  campaign audit --file FILE"
    yield "  campaign handover take FILE"
    yield f"  {acceptance(seats)}"


def acceptance(seats: Sequence[str]) -> str:
    """The command that takes over a city; if there are several, the reader fills in the seat."""
    seat = seats[0] if len(seats) == 1 else "SEAT"
    return f"campaign handover accept {seat} --as NAME -o receipt.json"
