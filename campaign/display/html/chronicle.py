"""The chronicle of a campaign: first screen, episodes with their replays, the life of each city.

    History ── the values made here ── templates/chronicle.html ──> one file

The same history and the same choices give the same page, byte for byte; `proof` relies on this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from campaign.display.html import checking
from campaign.display.html.chronicle_cities import city_name, city_values
from campaign.display.html.chronicle_episodes import episode_values
from campaign.display.html.page import emblem as page_emblem
from campaign.display.html.page import page, picture_markup
from campaign.display.svg import standings as charts
from campaign.display.svg.board import legend
from campaign.display.svg.picture import Picture
from campaign.display.text import story as tales
from campaign.display.text.history import entry_in_words
from campaign.display.text.translation import speaker_of
from campaign.services import chronicle, stickers, story
from campaign.services.values import AuditCheck, History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    EpisodeAmended,
    HistoryCarriedOver,
    PackApplied,
    PackUpdated,
    entry_of,
)
from engine.my_city.campaign.model import Campaign
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
        episode_values(history, played, last_episodes, used, speaker, anonymous=choices.anonymous)
        | {
            "missed": [
                words for extra in beside if (words := extra.missed_answer(history, played.number))
            ]
        }
        for played in campaign.played
    ]
    lives = [city_values(history, city, used, speaker) for city in campaign.cities]
    corrections = [] if choices.anonymous else list(_corrections(history))
    extra_sections = (extra.section(campaign, proof=bool(proof)) for extra in beside)
    sections = [section for section in extra_sections if section]
    campaign_story = story.story(history)
    title = campaign.name or phrase("A campaign of My City")
    if campaign.simulated:
        title = phrase("{campaign} (simulated)", campaign=title)
    links = [
        *(_link(f"episode-{e['number']}", e["short"]) for e in episodes),
        *(_link(f"city-{city['seat']}", city["life"]) for city in lives),
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
        cities=lives,
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
    names = listed(map(city_name, campaign.winners))
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
        names=listed(map(city_name, leaders)),
    )
    return joined(" ", (following, leads))


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
