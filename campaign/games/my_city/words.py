"""The moves of My City in words, for screens and pages."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.text.sentences import with_name
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import OptionalPhrase, Phrase, joined, listed, phrase, plural
from engine.kernel.replay import ReplayStep
from engine.my_city.play.notation import AllowedBuild, BuildMove, CardPass, Reveal, TableReward
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town


def sentence(step: ReplayStep, names: Mapping[Seat, str], language: str) -> OptionalPhrase:
    """The move as a sentence: the player, the words of the record, and the effect."""
    words = step_in_words(step)
    if isinstance(step.action, Reveal):
        return words
    return joined(": ", filter(None, (with_name(step.move.seat, names, step.move.text), words)))


def step_in_words(step: ReplayStep) -> OptionalPhrase:
    """The effect of one move: the card that came, or what was covered, touched and earned."""
    after: MyCityState = step.after
    action = step.action
    if isinstance(action, Reveal):
        return card_in_words(after, action.card)
    i = after.seats.index(step.move.seat)
    before, town = step.before.towns[i], after.towns[i]
    match action:
        case BuildMove() | AllowedBuild():
            return building_in_words(after.rules, before, town)
        case CardPass():
            return phrase("token {before} -> {token}", before=before.token, token=town.token)
        case TableReward():
            return ""
        case _:
            built = many(len(town.built), "building")
            return phrase("token stays at {token}, {buildings}", token=town.token, buildings=built)


def card_in_words(state: MyCityState, card: str) -> Phrase:
    """A card that came, in words; also whether it bars the next card or nobody can use it."""
    came = phrase(
        "Card {number} of {deck}: {card}", number=state.out, deck=state.rules.dealt, card=card
    )
    if state.waiting:
        return came
    return joined(", ", (came, phrase("bars the next" if state.barred else "for nobody")))


def building_in_words(rules: EpisodeRules, before: Town, after: Town) -> Phrase:
    """The effect of the last building: what it covers, what it touches, what it earned at once."""
    placement = after.built[-1]
    covered = []
    for content, layer in rules.contents_on(before.land):
        if count := (placement.mask & layer).bit_count() * content.amount:
            covered.append(many(count, content.kind))
    cells = " ".join(rules.grid.names(placement.mask))
    covers = phrase("covers {cells}", cells=cells)
    if covered:
        contents = joined(", ", covered)
        covers = phrase("covers {cells} ({what})", cells=cells, what=contents)
    pieces = [old.piece for old in before.built if old.mask & placement.beside]
    touches = (
        phrase("touches {buildings}", buildings=" ".join(pieces))
        if pieces
        else phrase("beside the {anchor}", anchor=phrase(rules.anchor.name))
    )
    return joined("; ", (joined(", ", (covers, touches)), *earned(before, after)))


def earned(before: Town, after: Town) -> list[Phrase]:
    """The points and stickers that the last building of a town earned at once, in words."""
    lines = [
        phrase(
            "{label} {points:+}, token {token}",
            label=phrase(label),
            points=points,
            token=after.token,
        )
        for label, points in after.rewards[len(before.rewards) :]
    ]
    if stickers_gained := after.gained[len(before.gained) :]:
        stickers = listed(map(sticker_in_words, stickers_gained))
        lines.append(
            plural("{stickers} comes", "{stickers} come", len(stickers_gained), stickers=stickers)
        )
    return lines


def sticker_in_words(sticker: str) -> Phrase:
    """A sticker in words: its kind and its place, such as `tree D5`."""
    kind, place = sticker.split()
    return joined(" ", (phrase(kind), place))
