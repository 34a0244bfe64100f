"""The chronicle of a campaign: first screen, episodes with their replays, the life of each city.

    History ── the values made here ── templates/chronicle.html ──> one file

The same history and the same choices give the same page, byte for byte; `proof` relies on this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from campaign.display.html import boards, checking, replays, sheets
from campaign.display.html.page import emblem as page_emblem
from campaign.display.html.page import page, picture_markup
from campaign.display.svg import standings as charts
from campaign.display.svg.board import legend
from campaign.display.svg.cities import board_of_city
from campaign.display.svg.picture import Picture
from campaign.display.text import story as tales
from campaign.display.text.episodes import (
    attendance_in_words,
    day_of,
    deviations_in_words,
    participant_in_words,
    place_and_length,
    proof_in_words,
    verdict_in_words,
)
from campaign.display.text.history import entry_in_words
from campaign.display.text.translation import Speaker, speaker_of
from campaign.services import chronicle, cities, games, stickers, story
from campaign.services.chronicle import SessionTimeline
from campaign.services.corrections import amending
from campaign.services.tenures import city_tenures
from campaign.services.values import AuditCheck, History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    EpisodeAmended,
    HistoryCarriedOver,
    PackApplied,
    PackUpdated,
    entry_of,
)
from engine.my_city.campaign.model import Campaign, City, Participant, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.pack.languages import own_words

LEGEND = 760
"""The width of the legend."""


class ChronicleChoices(NamedTuple):
    """The choices for a page; `since` is the first episode that an opened page does not hide."""

    language: str = "en"
    since: int = 0
    anonymous: bool = False
    proof: bool = True


class Section(NamedTuple):
    """A section that an extra adds: its name, a note, a table, and texts that can be opened.

    `rows` is JSON with the data of the section, from which it can be made again. `pictures` are
    pairs of words and an address.
    """

    name: str
    anchor: str
    note: Wording
    table: Mapping[str, Any]
    lines: Sequence[tuple[Wording, str]]
    rows: str
    pictures: Sequence[tuple[Wording, str]] = ()


class ExtraKnowledge(Protocol):
    """The knowledge of an extra about a campaign that is not in its history, for a page."""

    def section(self, campaign: Campaign, *, proof: bool) -> Section | None:
        """The section of the extra on the page, or None; with `proof` it has its `rows`."""

    def missed_answer(self, history: History, number: int) -> Wording:
        """A sentence on the best move of an episode that nobody made; "" if there is none."""

    def check(self, history: History) -> AuditCheck | None:
        """The check of knowledge that was read from a page; None if there is nothing to check."""


def chronicle_of(
    history: History,
    choices: ChronicleChoices,
    proof: str = "",
    beside: Sequence[ExtraKnowledge] = (),
) -> str:
    """The chronicle of a campaign as a page.

    `proof` is the markup of the bundle in the page, `beside` the knowledge of extras.
    """
    if choices.anonymous:
        history = chronicle.anonymous(history)
    campaign = history.campaign
    own = own_words(campaign.pack, campaign.opened)
    speaker = speaker_of(choices.language).with_own(own)
    used: list[Picture] = []
    last_episodes = stickers.last_episodes(history)
    episodes = [
        _episode(history, played, choices, used, speaker)
        | {
            "earned": list(_earned(campaign, played.number, last_episodes)),
            "missed": [
                words for extra in beside if (words := extra.missed_answer(history, played.number))
            ],
        }
        for played in campaign.played
    ]
    city_values = [_city(history, city, used, speaker) for city in campaign.cities]
    corrections = [] if choices.anonymous else list(_corrections(history))
    extra_sections = (extra.section(campaign, proof=bool(proof)) for extra in beside)
    sections = [section for section in extra_sections if section]
    campaign_story = story.story(history)
    title = campaign.name or phrase("A campaign of My City")
    if campaign.simulated:
        title = phrase("{campaign} (simulated)", campaign=title)
    links = [
        *(_link(f"episode-{e['number']}", e["short"]) for e in episodes),
        *(_link(f"city-{city['seat']}", city["life"]) for city in city_values),
        *([_link("corrections", phrase("Corrections"))] if corrections else []),
        *(_link(section.anchor, section.table["label"]) for section in sections),
        *([] if choices.anonymous else [_link("statement", checking.TITLE)]),
        _link("check", phrase("How to check this page yourself")),
    ]
    return page(
        "chronicle.html",
        title,
        speaker,
        used,
        scripts=checking.SCRIPTS if proof else checking.SCRIPTS[:1],
        first={
            "standing": standing(campaign),
            "winners": [page_emblem(city.seat) for city in campaign.winners],
            "story": list(tales.opening(history, campaign_story)),
            "turns": tales.turning_points(history, campaign_story),
        },
        links=links,
        since=choices.since,
        episodes=episodes,
        cities=city_values,
        chart=picture_markup(charts.standings(history, speaker, anchor="#episode-"))
        if campaign.played
        else "",
        marks=_marks(campaign),
        legend=picture_markup(
            legend(campaign.rules, [city.land for city in campaign.cities], LEGEND, speaker)
        ),
        corrections=corrections,
        sections=sections,
        check=_check(choices),
        proof=Markup(proof),
        statement=None if choices.anonymous else checking.statement_sections(history),
        own_check=checking.own_check(history, speaker) if proof else None,
    )


def _link(anchor: str, words: Wording) -> Mapping[str, Wording]:
    return {"anchor": anchor, "words": words}


def standing(campaign: Campaign) -> Phrase:
    """A sentence on the next episode and the leaders, or on the winners."""
    number = campaign.next_episode
    names = joined(" and ", map(_named, campaign.winners))
    if number is None and campaign.winners:
        return plural(
            "{names} wins the campaign with {marks}.",
            "{names} share the victory with {marks}.",
            len(campaign.winners),
            names=names,
            marks=many(campaign.winners[0].progress, "progress mark"),
        )
    leaders = [city for rank, city in campaign.standings if rank == 1]
    following = phrase("Episode {number} is next.", number=number)
    if not campaign.played:
        return following
    leads = plural(
        "{names} leads.",
        "{names} share the lead.",
        len(leaders),
        names=joined(" and ", map(_named, leaders)),
    )
    return joined(" ", (following, leads))


def _named(city: City) -> str:
    """The name of a city, or its seat, with its player."""
    name = city.name or city.seat
    return f"{name} ({city.player})" if city.player else name


def _named_then(participant: Participant) -> str:
    """The name of a city in an episode, or its seat, with its player then."""
    name = participant.city or participant.seat
    return f"{name} ({participant.player})" if participant.player else name


def _episode(
    history: History,
    played: PlayedEpisode,
    choices: ChronicleChoices,
    used: list[Picture],
    speaker: Speaker,
) -> dict[str, Any]:
    """The values of an episode: its replay, sheets, effects, and every version of its record."""
    campaign, number = history.campaign, played.number
    envelope = campaign.pack.envelope_of(number)
    head = phrase("Episode {number}, {day}", number=number, day=day_of(history, played))
    if envelope and envelope.title:
        head = joined(" ", (head, phrase("({chapter})", chapter=envelope.title)))
    evening = chronicle.evening(played.record, played.setup, played.verdict)
    remarks = [*attendance_in_words(played), *deviations_in_words(played)]
    if played.verdict.without_rules:
        remarks.append(proof_in_words(played))
    return {
        "number": number,
        "head": head,
        "short": phrase("Episode {number}", number=number),
        "from_here": phrase(
            "from episode {number} on, {day}", number=number, day=day_of(history, played)
        ),
        "verdict": verdict_in_words(played),
        "proved": played.verdict.kind is VerdictKind.VERIFIED and not played.as_played,
        "remarks": remarks if not choices.anonymous else [],
        "evening": place_and_length(played.details),
        "note": played.details.note,
        "turned": _turned(played, evening),
        "replay": _evening(evening, played, used, speaker),
        "sheet": sheets.table(head, played.sheets, played.verdict, _heads(played)),
        "notes": [*sheets.notes(played.sheets), *sheets.made_up_remarks(played.verdict)],
        "changed": list(_changed(history, played)),
        "versions": [] if choices.anonymous else list(_versions(history, number)),
    }


def _turned(played: PlayedEpisode, evening: SessionTimeline) -> Wording:
    """A sentence on the card from which the winner stayed ahead; "" without a verified replay."""
    if played.as_played or played.verdict.kind is not VerdictKind.VERIFIED:
        return ""
    ahead = story.deciding_card(evening.steps, games.game_of_record(played.record).score)
    names = {one.seat: story.name_in(played, one.seat) for one in played.participants}
    return tales.ahead_in_words(ahead, names) if ahead else ""


def _evening(
    evening: SessionTimeline, played: PlayedEpisode, used: list[Picture], speaker: Speaker
) -> dict[str, Any] | None:
    """The replay of an episode; None if its moves are not known."""
    labels = {
        participant.seat: ", ".join(
            filter(None, (participant.city, participant.seat, participant.player))
        )
        for participant in played.participants
    }
    label = phrase("Replay of episode {number}", number=played.number)
    return replays.evening(evening, labels, label, used, speaker)


def _heads(played: PlayedEpisode) -> Mapping[str, str]:
    """The heads of a score sheet's columns, by seat: the seat and its player."""
    return {
        participant.seat: participant_in_words(participant) for participant in played.participants
    }


def _full(city: City) -> str:
    """The name, seat and player of a city."""
    return ", ".join(filter(None, (city.name, city.seat, city.player)))


def _earned(campaign: Campaign, number: int, last_episodes: Mapping[int, int]) -> Iterator[Wording]:
    """Yield for each city the marks and stickers that an episode brought, with their reasons."""
    for city in campaign.cities:
        gains = [
            phrase("{marks:+} {reason}", marks=mark.amount, reason=reason_in_words(mark.reason))
            for mark in city.marks
            if mark.episode == number
        ]
        gains += [
            phrase(
                "{kind} {square} ({reason})",
                kind=phrase(s.kind),
                square=s.square,
                reason=reason_in_words(s.reason),
            )
            for s in city.stickers
            if last_episodes.get(s.entry) == number
        ]
        if gains:
            city_name = _named_then(campaign.episode(number).participant(city.seat))
            yield phrase("{city}: {gains}", city=city_name, gains=joined(", ", gains))


def _changed(history: History, played: PlayedEpisode) -> Iterator[Wording]:
    """Yield for each board the cells that an episode changed, before and after."""
    campaign = history.campaign
    later = next((p for p in campaign.played if p.number > played.number), None)
    rules = played.rules
    rules_after = later.rules if later else campaign.rules
    for city in campaign.cities:
        old = city._replace(land=played.lands[city.seat])
        new = city._replace(land=later.lands[city.seat]) if later else city
        changes = [
            joined(" ", (name, before, "→", now))
            for name in rules.grid.names(rules.grid.all)
            for before, now in [
                (cities.cell_content(rules, old, name), cities.cell_content(rules_after, new, name))
            ]
            if before != now
        ]
        if changes:
            city_name = _named_then(played.participant(city.seat))
            yield phrase("{city}: {gains}", city=city_name, gains=joined(", ", changes))


def _versions(history: History, number: int) -> Iterator[Mapping[str, Wording]]:
    """Yield the versions of an episode's record, each with a sentence on it."""
    versions = amending.versions(history, number)
    for i, version in enumerate(versions, 1):
        words = phrase("The record")
        if not version.counts:
            words = phrase("Version {number}, which no longer counts", number=i)
            if version.reason:
                words = phrase("{version} ({reason})", version=words, reason=version.reason)
        yield {"words": words, "record": version.record}


def _city(history: History, city: City, used: list[Picture], speaker: Speaker) -> dict[str, Any]:
    """The values of a city: its board today, and its life."""
    life = chronicle.life(history, city.seat)
    last = len(life.episodes)
    today = board_of_city(cities.city_view(history, city.seat), speaker)
    title = phrase("{city} over the episodes", city=_named(city))
    growing = boards.board(title, life.board, last, speaker)
    used += [today, growing]
    moments = [phrase("At the beginning.")]
    moments += _moments(history.campaign, city.seat)
    label = phrase("{city} by episode", city=_named(city))
    replay = replays.moments([(_full(city), growing)], moments, label, speaker)
    return {
        "seat": city.seat,
        "name": _full(city),
        "emblem": page_emblem(city.seat),
        "marks": many(city.progress, "progress mark"),
        "today": picture_markup(today),
        "life": phrase("The life of {city}", city=_named(city)),
        "replay": replay if last else None,
        "parts": [part for part in _parts(history, city) if part["list"]],
    }


def _moments(campaign: Campaign, seat: str) -> Iterator[Phrase]:
    """Yield a sentence for each episode: who played the city, and who holds it if that changed."""
    last_player = ""
    for played in campaign.played:
        participant = played.participant(seat)
        words = phrase("After episode {number}.", number=played.number)
        if participant.absent:
            words = phrase(
                "After episode {number}, in which nobody played it.", number=played.number
            )
        elif participant.player:
            words = phrase(
                "After episode {number}, played by {player}.",
                number=played.number,
                player=participant.player,
            )
        if participant.player and not participant.substitute:
            if last_player and participant.player != last_player:
                changed = phrase(
                    "{player} holds the city now, {before} no longer.",
                    player=participant.player,
                    before=last_player,
                )
                words = joined(" ", (changed, words))
            last_player = participant.player
        yield words


def _parts(history: History, city: City) -> Iterator[dict[str, Any]]:
    """Yield the lists of a city's stickers, of its players and of its progress marks."""
    yield {
        "words": phrase("Stickers"),
        "list": [
            phrase(
                "{kind} {square} ({reason})",
                kind=phrase(s.kind),
                square=s.square,
                reason=reason_in_words(s.reason),
            )
            for s in city.stickers
        ],
    }
    yield {
        "words": phrase("Players"),
        "list": [
            joined(
                ": ",
                (tenure.player or city.seat, _from_to(tenure.since, tenure.until)),
            )
            for tenure in city_tenures(history)
            if tenure.seat == city.seat and not tenure.substitute
        ],
    }
    yield {
        "words": phrase("Progress marks"),
        "list": [
            phrase("{marks:+} {reason}", marks=mark.amount, reason=reason_in_words(mark.reason))
            for mark in city.marks
        ],
    }


def _from_to(since: str, until: str) -> Phrase:
    """The days of a tenure with these stamps."""
    first = day(since)
    if not until:
        return phrase("since {day}", day=first)
    return phrase("{first} to {last}", first=first, last=day(until))


def _marks(campaign: Campaign) -> Mapping[str, Any]:
    """The table of progress marks, with a row for each episode."""
    numbers = [played.number for played in campaign.played]
    rows = [
        {
            "label": str(number),
            "cells": [
                sum(mark.amount for mark in city.marks if mark.episode <= number)
                for city in campaign.cities
            ],
            "total": number == numbers[-1],
        }
        for number in numbers
    ]
    heads = [phrase("Episode"), *(city.seat for city in campaign.cities)]
    return {"label": phrase("Progress marks"), "heads": heads, "rows": rows}


def _corrections(history: History) -> Iterator[Wording]:
    """Yield the entries that corrected something, each with its day and author."""
    for number, stored in enumerate(history.entries, 1):
        match entry_of(stored.kind, stored.payload):
            case (
                EntriesWithdrawn()
                | EntriesRestored()
                | EpisodeAmended()
                | HistoryCarriedOver()
                | PackApplied()
                | PackUpdated()
            ):
                what = entry_in_words(history, number)
                when = day(stored.recorded_at)
                yield phrase("{day}, {author}: {what}", day=when, author=stored.author, what=what)


def _check(choices: ChronicleChoices) -> Sequence[Wording]:
    """The paragraphs on how a reader can check the page."""
    if not choices.proof or choices.anonymous:
        return [phrase("This page was made without its proof: it holds only pictures and words.")]
    return [
        phrase(
            "This file holds the signed history of the campaign. The program checks the signature, "
            "the chain of entries, every move, and that the page shows what the history says:"
        ),
        "campaign audit --file FILE.html",
        phrase(
            "Compare the key that it prints with the sender of the file, by phone or in person."
        ),
    ]
