"""A move of Machi Koro in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.kernel.replay import ReplayStep
from engine.machi_koro.components import name
from engine.machi_koro.notation import (
    Action,
    BuildNothing,
    Deal,
    Dice,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Swap,
    Target,
)
from engine.machi_koro.state import OVER, MachiKoroCity, MachiKoroState

DICE_WORDS = {1: phrase("takes one die"), 2: phrase("takes two dice")}


def sentence(step: ReplayStep, names: Mapping[Seat, str], language: str) -> Phrase:
    """The move as a sentence; dice and dealt cards belong to the player whose turn it is."""
    before: MachiKoroState = step.before
    player = name_of(before.seats[before.turn], names)
    return joined(" ", (player, move_in_words(step, names, language)))


def move_in_words(step: ReplayStep, names: Mapping[Seat, str], language: str) -> Phrase:
    """The move in words, without the player."""
    before, after = step.before, step.after
    action: Action = step.action
    match action:
        case Dice(shown):
            total = f" = {sum(shown)}" if len(shown) > 1 else ""
            return phrase("rolls {dice}", dice=" + ".join(map(str, shown)) + total)
        case Roll(dice):
            return DICE_WORDS[dice]
        case KeepThrow():
            return phrase("keeps the {sum}", sum=sum(before.dice))
        case Reroll():
            return phrase("rolls the {sum} again", sum=sum(before.dice))
        case Target(seat):
            whom, station = name_of(seat, names), name("tv_station", language)
            return phrase("names {player} for the {card}", player=whom, card=station)
        case Swap("", "", ""):
            return phrase("swaps nothing")
        case Swap(gives, seat, takes):
            card_given, card_taken = name(gives, language), name(takes, language)
            return phrase(
                "gives {card} to {player} for {other}",
                card=card_given,
                player=name_of(seat, names),
                other=card_taken,
            )
        case MachiKoroBuild(card):
            old, new = before.cities[before.turn], after.cities[before.turn]
            cost = new.spent - old.spent
            built = phrase("builds {card} ({cost})", card=name(card, language), cost=cost)
            return joined(", ", (built, _left(new), *_then(before, after)))
        case BuildNothing():
            left = _left(after.cities[before.turn])
            return joined(", ", (phrase("builds nothing"), left, *_then(before, after)))
        case Deal(card):
            return phrase("sees {card} dealt", card=name(card, language))


def _then(before: MachiKoroState, after: MachiKoroState) -> Iterator[Wording]:
    """Yield the words for a win or for another turn; nothing if the next seat plays."""
    if after.phase == OVER:
        yield phrase("and wins")
    elif after.turn == before.turn:
        yield phrase("and has another turn")


def _left(city: MachiKoroCity) -> Phrase:
    return plural("{count} coin left", "{count} coins left", city.coins)


def name_of(seat: Seat, names: Mapping[Seat, str]) -> str:
    """The name of the player on a seat; the seat itself if it has no name."""
    return names.get(seat) or seat
