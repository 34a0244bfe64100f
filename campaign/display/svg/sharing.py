"""Cards to share: a campaign, an evening or a session on one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.display.svg import cards, cities
from campaign.display.svg.cards import CardRow, CardWords, Format
from campaign.display.svg.episodes import boards_of
from campaign.display.svg.picture import Picture, arrange
from campaign.display.svg.sessions import table_of
from campaign.display.text.episodes import day_of, proof_in_words
from campaign.display.text.records import winners_in_words
from campaign.display.text.sessions import standing_in_words
from campaign.display.text.standings import leaders_in_words, leaders_of
from campaign.display.text.translation import Speaker
from campaign.services import cities as cities_at
from campaign.services import games, status
from campaign.services.projections.sessions import counting_sheets
from campaign.services.values import History, SessionHistory
from campaign.services.words import day, many
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, listed, phrase
from engine.kernel.replay import VerdictKind
from engine.kernel.score import SeatScore

REPLAYED = phrase("Every move was replayed by the rules.")


def campaign_card(history: History, speaker: Speaker, size: Format) -> Picture:
    """The card of a campaign: the leaders or winners, the marks of all, and their boards now."""
    campaign = history.campaign
    rows = [
        CardRow(city.seat, city.player or city.seat, str(city.progress))
        for _, city in campaign.standings
    ]
    leaders = leaders_of(campaign)
    pictures = [
        cities.board_of_city(cities_at.city_view(history, city.seat), speaker, heading=True)
        for city in campaign.cities
    ]
    title = phrase("{campaign} (simulated)", campaign=campaign.name)
    words = CardWords(
        speaker.say(title) if campaign.simulated else campaign.name,
        speaker.say(_played(history)),
        speaker.say(
            leaders_in_words(campaign, listed([leader.player or leader.seat for leader in leaders]))
        ),
        speaker.say(many(leaders[0].progress, "progress mark")),
        speaker.say(status.proof_sentence(campaign)),
    )
    boards = arrange("", "", pictures, columns=2)
    winners = [city.seat for city in leaders] if campaign.played else []
    return cards.card(words, winners, rows, boards, size)


def _played(history: History) -> Wording:
    """The number of episodes, and the days of the first and the last one."""
    played = history.campaign.played
    count = many(len(played), "episode")
    if not played:
        return count
    first, last = (day_of(history, episode) for episode in (played[0], played[-1]))
    if first == last:
        return phrase("{episodes}, {day}", episodes=count, day=first)
    return phrase("{episodes}, {first} to {last}", episodes=count, first=first, last=last)


def episode_card(history: History, number: int, speaker: Speaker, size: Format) -> Picture:
    """The card of an episode of a campaign; raises `UnknownName` if its boards are not known."""
    boards = boards_of(history, number, speaker)
    campaign, played = history.campaign, history.campaign.episode(number)
    title = phrase("{campaign}, episode {number}", campaign=campaign.name, number=number)
    names = {
        participant.seat: participant.player or participant.seat
        for participant in played.participants
    }
    replayed = played.verified and not played.verdict.by_hand
    foot = REPLAYED if replayed else proof_in_words(played)
    below = day_of(history, played)
    return game_card((title, below, foot), played.sheets, names, boards, speaker, size)


def session_card(outside: SessionHistory, speaker: Speaker, size: Format) -> Picture:
    """The card of a session outside a campaign; raises `UnknownName` if nothing can be drawn."""
    boards = table_of(outside, speaker)
    record = outside.record
    below = day(record.played.isoformat() if record.played else outside.recorded_at)
    stands = standing_in_words(outside)
    foot = REPLAYED if stands == phrase(VerdictKind.VERIFIED) else stands
    words = phrase(games.title(record.game)), below, foot
    return game_card(words, counting_sheets(outside), outside.names, boards, speaker, size)


def game_card(
    words: tuple[Wording, Wording, Wording],
    sheets: Sequence[SeatScore],
    names: Mapping[Seat, str],
    boards: Picture | None,
    speaker: Speaker,
    size: Format,
) -> Picture:
    """The card of a finished game; `words` are the title, the line below it, and the foot."""
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    rows = [
        CardRow(sheet.seat, names.get(sheet.seat) or sheet.seat, str(sheet.total))
        for sheet in ordered
    ]
    title, below, foot = map(speaker.say, words)
    won, points = map(speaker.say, winners_in_words(ordered, names))
    winners = [sheet.seat for sheet in ordered if sheet.rank == 1]
    blank = Picture(1, 1, "", "", ())
    card_words = CardWords(title, below, won, points, foot)
    return cards.card(card_words, winners, rows, boards or blank, size)
