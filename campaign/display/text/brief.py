"""The next episode in words: its title, its rules, and what a board offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.display.text.strips import shaft_in_words, strip_in_words
from campaign.services.brief import CellGroup, EpisodeBrief, EpisodeRule, Goal, SeatBrief
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.my_city.pack.kinds import COUNTS

MANY_CELLS = 4
"""The most cells that are named one by one; if there are more, only their number is given."""


def title_in_words(brief: EpisodeBrief) -> Phrase:
    """The title of the next episode with its chapter, or why there is none."""
    pack = brief.campaign.pack
    if brief.episode is None:
        words = phrase("Every episode of this pack has been played")
    elif brief.sealed:
        words = phrase(
            "Episode {number} of {last}: envelope {envelope} is still sealed",
            number=brief.episode,
            last=pack.last,
            envelope=brief.sealed,
        )
    elif envelope := pack.envelope_of(brief.episode):
        words = phrase(
            "Episode {number} of {last}, chapter {chapter}: {title}",
            number=brief.episode,
            last=pack.last,
            chapter=envelope.number,
            title=phrase(envelope.title),
        )
    else:
        words = phrase("Episode {number} of {last}", number=brief.episode, last=pack.last)
    return words


def rule_in_words(rule: EpisodeRule) -> Wording:
    """A rule in few words, with a star if it is made up."""
    return joined("", (rule.words, " *")) if rule.made_up else rule.words


def new_rules(brief: EpisodeBrief) -> Iterator[Wording]:
    """Yield the new rules, except terms of the score sheet, and the rules that have ended."""
    yield from (rule_in_words(rule) for rule in brief.rules if rule.new and rule.part != COUNTS)
    yield from map(rule_in_words, brief.ended)


def known_rules(brief: EpisodeBrief, some: Sequence[str]) -> Iterator[Wording]:
    """Yield the rules of some parts of the evening that also held in the last episode."""
    for part in some:
        yield from (
            rule_in_words(rule) for rule in brief.rules if rule.part == part and not rule.new
        )


def offers(board: SeatBrief) -> Iterator[Wording]:
    """Yield what lies on a board, what else it can earn, and which buildings it lacks."""
    if board.lying:
        kinds = [_lying(lying) for lying in board.lying if lying.amount]
        yield joined(", ", [*kinds, many(board.bare, "empty cell")])
    yield from (_goal(goal) for goal in board.goals)
    boxes = [shaft_in_words(shaft, board.reach[shaft.label]) for shaft in board.shafts]
    boxes += [strip_in_words(strip, board.reach[strip.label]) for strip in board.strips]
    if boxes:
        yield joined("; ", boxes)
    if board.missing:
        yield phrase(
            "no building for {cards}: skipping costs nothing", cards=" ".join(board.missing)
        )


def short_offers(board: SeatBrief) -> Iterator[Wording]:
    """Yield in few words what lies on a board, or the depths of its shafts, and what it lacks."""
    if board.lying and not board.shafts:
        yield joined(
            ", ", [many(group.amount, group.kind) for group in board.lying if group.amount]
        )
    if board.shafts:
        depths = " ".join(str(board.reach[shaft.label].boxes) for shaft in board.shafts)
        yield phrase("shafts {depths}", depths=depths)
    if board.missing:
        yield phrase("no {cards}", cards=" ".join(board.missing))


def _lying(lying: CellGroup) -> Phrase:
    """`2 rocks (G8 D11)`; without the cells if there are many."""
    words = many(lying.amount, lying.kind)
    if len(lying.cells) > MANY_CELLS:
        return words
    return phrase("{what} ({cells})", what=words, cells=" ".join(lying.cells))


def _goal(goal: Goal) -> Phrase:
    gains: list[Wording] = [f"{goal.points:+}"] if goal.points else []
    gains += [many(goal.nuggets, "nugget")] if goal.nuggets else []
    gains += [many(goal.marks, "progress mark")] if goal.marks else []
    gains += map(phrase, goal.stickers)
    return phrase(
        "first to cover {cells} ({goal}): {gain}",
        cells=" ".join(goal.cells),
        goal=phrase(goal.label),
        gain=joined(", ", gains),
    )
