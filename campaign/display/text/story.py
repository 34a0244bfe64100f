"""The story of a campaign in sentences: its course, and its turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from campaign.display.text.stickers import mark_in_words
from campaign.services.story import CloseFinish, DecidingCard, LeadChange, Story, name_then
from campaign.services.values import History
from campaign.services.words import many, spans
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.my_city.campaign.model import Campaign, Mark

TURNS = 3
"""The most turning points that a story has."""


class TurningPoint(NamedTuple):
    """An episode at which a campaign turned, and how."""

    episode: int
    words: Phrase


def opening(history: History, story: Story) -> Iterator[Phrase]:
    """Yield a few sentences on the course of the campaign; nothing before the first episode."""
    campaign = history.campaign
    if not campaign.played:
        return
    last = story.leads[-1] if story.leads else None
    if last and story.leader == last.leader and last.episode >= campaign.begins:
        yield _decided(campaign, last)
    # Who leads twice in a row in this list was passed in between, by several together.
    changes = sum(1 + (one.leader == other.leader) for one, other in pairwise(story.leads))
    if changes:
        yield plural(
            "The lead changed hands once.", "The lead changed hands {count} times.", changes
        )
    if story.close:
        yield _closest(campaign, story)
    if len(campaign.played) > 2 and story.waits:
        yield _waited(story)


def turning_points(history: History, story: Story) -> list[TurningPoint]:
    """At most `TURNS` turning points, in the order of their episodes."""
    sentences: dict[int, Phrase] = {}
    for number, words in _candidates(history.campaign, story):
        if len(sentences) < TURNS:
            sentences.setdefault(number, words)
    return [TurningPoint(number, sentences[number]) for number in sorted(sentences)]


def ahead_in_words(ahead: DecidingCard, names: dict[Seat, str]) -> Phrase:
    """A sentence on the card from which the winner of an episode stayed ahead."""
    return phrase(
        "{name} was ahead for good from card {number} ({card}) on: {points} to {others} of "
        "{other}.",
        name=names[ahead.seat],
        number=ahead.card,
        card=ahead.name,
        points=ahead.points,
        others=ahead.seconds,
        other=names[ahead.second],
    )


def _decided(campaign: Campaign, change: LeadChange) -> Phrase:
    """A sentence on the episode in which the present leader took the lead.

    If another player holds the city today, the city is named and not its player of then.
    """
    number = change.episode
    name = name_then(campaign, change.leader, number)
    if name != campaign.city(change.leader).player:
        name = change.leader
    is_over = campaign.next_episode is None
    if change.passed:
        others = _names(campaign, change.passed, number)
        if is_over:
            return phrase(
                "{name} passed {others} in episode {number} and was ahead alone at the end.",
                name=name, others=others, number=number,
            )  # fmt: skip
        return phrase(
            "{name} passed {others} in episode {number} and is ahead.",
            name=name, others=others, number=number,
        )  # fmt: skip
    if is_over:
        return phrase(
            "{name} took the lead in episode {number} and was ahead alone at the end.",
            name=name, number=number,
        )  # fmt: skip
    return phrase(
        "{name} took the lead in episode {number} and is ahead.", name=name, number=number
    )


def _closest(campaign: Campaign, story: Story) -> Phrase:
    if len(story.close) > 1:
        return _equally_close(story.close)
    ((number, winners, second, points),) = story.close
    names = _names(campaign, winners, number)
    if not second:
        return phrase(
            "The closest finish was episode {number}: {names} won together.",
            number=number, names=names,
        )  # fmt: skip
    other = name_then(campaign, second, number)
    if not points:
        return phrase(
            "The closest finish was episode {number}: {first} and {second} had the same points, "
            "a tie-break decided.",
            number=number, first=names, second=other,
        )  # fmt: skip
    return phrase(
        "The closest finish was episode {number}: {first} before {second} by {points}.",
        number=number,
        first=names,
        second=other,
        points=many(points, "point"),
    )


def _equally_close(finishes: Sequence[CloseFinish]) -> Phrase:
    """A sentence on several finishes, of which none was closer than the others."""
    episodes = spans(finish.episode for finish in finishes)
    if not finishes[0].second:
        return phrase(
            "The closest finishes were those of episodes {episodes}: several won together.",
            episodes=episodes,
        )
    if not finishes[0].points:
        return phrase(
            "The closest finishes were those of episodes {episodes}: the first two had the same "
            "points, a tie-break decided.",
            episodes=episodes,
        )
    return phrase(
        "The closest finishes were those of episodes {episodes}: {points} between the first two.",
        episodes=episodes,
        points=many(finishes[0].points, "point"),
    )


def _waited(story: Story) -> Phrase:
    number = story.waits[0].episode
    names = listed([wait.name for wait in story.waits])
    if number:
        return phrase(
            "{names} waited longest for a first win: until episode {number}.",
            names=names,
            number=number,
        )
    return plural(
        "{names} has not won an evening.",
        "{names} have not won an evening.",
        len(story.waits),
        names=names,
    )


def _candidates(campaign: Campaign, story: Story) -> Iterator[tuple[int, Phrase]]:
    """Yield episodes that may be turning points, each with a sentence, the most important first."""
    for change in reversed(story.leads[1:]):
        yield change.episode, _passes(campaign, change)
    if streak := story.streak:
        yield (
            streak.first,
            phrase(
                "Episodes {first} to {last}: {name} wins {count} evenings in a row.",
                first=streak.first,
                last=streak.last,
                name=name_then(campaign, streak.seat, streak.last),
                count=streak.episodes,
            ),
        )
    for change in story.leads[:1]:
        if change.episode >= campaign.begins:
            yield change.episode, _first_lead(campaign, change)
    if best := story.best:
        yield (
            best.episode,
            phrase(
                "Episode {number}: {name} gets {marks} at once, more than anybody else: {reasons}.",
                number=best.episode,
                name=name_then(campaign, best.seat, best.episode),
                marks=many(best.amount, "progress mark"),
                reasons=_reasons(best.marks),
            )
            if _is_alone(campaign, best.amount)
            else phrase(
                "Episode {number}: {name} gets {marks} at once: {reasons}.",
                number=best.episode,
                name=name_then(campaign, best.seat, best.episode),
                marks=many(best.amount, "progress mark"),
                reasons=_reasons(best.marks),
            ),
        )


def _first_lead(campaign: Campaign, change: LeadChange) -> Phrase:
    """A sentence on the first lead; who shared it in a declared state may have led before."""
    if change.passed and not campaign.is_whole:
        return _passes(campaign, change)
    return phrase(
        "Episode {number}: {name} is the first to lead alone: {reasons}.",
        number=change.episode,
        name=name_then(campaign, change.leader, change.episode),
        reasons=_reasons(change.marks),
    )


def _is_alone(campaign: Campaign, amount: int) -> bool:
    """Whether only one city, in only one episode, got this number of marks, and all are known."""
    gains = [
        sum(mark.amount for mark in city.marks if mark.episode == played.number)
        for played in campaign.played
        for city in campaign.cities
    ]
    return campaign.is_whole and gains.count(amount) == 1


def _passes(campaign: Campaign, change: LeadChange) -> Phrase:
    name = name_then(campaign, change.leader, change.episode)
    reasons = _reasons(change.marks)
    others = _names(campaign, change.passed, change.episode)
    if not change.passed:
        return phrase(
            "Episode {number}: {name} leads alone again: {reasons}.",
            number=change.episode, name=name, reasons=reasons,
        )  # fmt: skip
    return phrase(
        "Episode {number}: {name} passes {others}: {reasons}.",
        number=change.episode, name=name, others=others, reasons=reasons,
    )  # fmt: skip


def _reasons(marks: Sequence[Mark]) -> Wording:
    """The reasons for marks, such as `+2 first in episode 3`.

    Without marks, other words: the city leads because others fell back.
    """
    if not marks:
        return phrase("no mark of its own")
    return joined(
        ", ",
        [mark_in_words(mark) for mark in marks],
    )


def _names(campaign: Campaign, seats: Sequence[Seat], number: int) -> Wording:
    return listed([name_then(campaign, seat, number) for seat in seats])
