"""Tables as text: a drawing -> a state, and a state -> the picture of it.

    p1: 3 coins, wheat_field, bakery x2, train_station
    p2: 0 coins, cafe

A drawing names what each city has; the market is as full as ever, and p1 is about to roll
unless it is told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from engine import machi_koro
from engine.kernel.game import CHANCE, Setup
from engine.machi_koro.components import CARD, CARDS, LANDMARK, LANDMARKS
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
from engine.machi_koro.state import MachiKoroCity, MachiKoroState


def table(drawing: str, turn: str = "p1", **options: int) -> MachiKoroState:
    """The beginning of a turn with these cities."""
    lines = [line.strip() for line in drawing.strip().splitlines()]
    cities = dict(_city(line) for line in lines)
    begun = machi_koro.start(Setup(tuple(cities), options))
    at = tuple(cities).index(turn)
    station = cities[turn].landmarks & LANDMARK["train_station"]
    return begun._replace(
        cities=tuple(cities.values()), turn=at, phase="roll" if station else "dice"
    )


def _city(line: str) -> tuple[str, MachiKoroCity]:
    seat, _, has = line.partition(": ")
    coins, *rows = has.split(", ")
    cards, landmarks = [0] * len(CARDS), 0
    for row in rows:
        id, _, count = row.partition(" x")
        if id in LANDMARK:
            landmarks |= LANDMARK[id]
        else:
            cards[CARD[id]] += int(count or 1)
    return seat, MachiKoroCity(int(coins.removesuffix(" coins")), tuple(cards), landmarks)


def does(state: MachiKoroState, *lines: str) -> MachiKoroState:
    """The state after moves in words, such as "p1: build cafe"."""
    for line in lines:
        seat, _, words = line.partition(": ")
        state = machi_koro.apply(state, seat, machi_koro.parse(words))
    return state


def rolled(state: MachiKoroState, *dice: int) -> MachiKoroState:
    """The state after the seat whose turn it is has rolled these dice and kept them."""
    seat = state.seats[state.turn]
    words = f"dice {' '.join(map(str, dice))}"
    if state.phase == "roll":
        state = does(state, f"{seat}: roll {len(dice)}")
    state = does(state, f"{CHANCE}: {words}")
    return does(state, f"{seat}: keep") if state.phase == "keep" else state


def coins(state: MachiKoroState) -> tuple[int, ...]:
    """What everybody has, in seat order."""
    return tuple(city.coins for city in state.cities)


def has(state: MachiKoroState, seat: str) -> Mapping[str, int]:
    """The cards of a city, those that it has."""
    cards = state.cities[state.seats.index(seat)].cards
    return {card.id: count for card, count in zip(CARDS, cards, strict=True) if count}


def pile(state: MachiKoroState, card: str) -> int:
    """How many cards of a kind lie in the market."""
    return state.market[CARD[card]]


def choices(state: MachiKoroState) -> list[str]:
    """What may be done now, in words."""
    return [
        machi_koro.format(action)
        for seat in machi_koro.awaiting(state)
        for action in machi_koro.legal(state, seat)
    ]


def vocabulary(state: MachiKoroState) -> Iterator[Action]:
    """Every action that can be said, legal or not."""
    ids = tuple(card.id for card in CARDS)
    yield from map(MachiKoroBuild, (*ids, *(landmark.id for landmark in LANDMARKS)))
    yield from map(Deal, ids)
    yield from map(Roll, (1, 2))
    yield from (Dice((one,)) for one in range(1, 7))
    yield from map(Dice, product(range(1, 7), repeat=2))
    yield from (KeepThrow(), Reroll(), BuildNothing(), Swap())
    seats = (*machi_koro.SEATS, "nobody")
    yield from map(Target, seats)
    yield from (Swap(*swap) for swap in product(ids, seats, ids))


def picture(state: MachiKoroState) -> str:
    """The table, a line a city and three for what lies between them."""
    market = zip(CARDS, state.market, state.deck, strict=True)
    piles = [f"{card.id} {open}" for card, open, deck in market if open + deck < card.supply]
    paid = (
        f"{p.payer} -> {p.payee} {p.amount} ({p.card} x{p.count})"
        + f", {p.forgiven} forgiven" * (p.forgiven > 0)
        for p in state.payments
    )
    return "\n".join(
        [
            f"turn of {state.seats[state.turn]}, {state.phase} {state.dice or ''}".rstrip(),
            f"paid: {'; '.join(paid) or '-'}",
            f"market: {', '.join([*piles, f'{sum(state.deck)} in the deck'])}",
            *map(_line, state.seats, state.cities),
        ]
    )


def _line(seat: str, city: MachiKoroCity) -> str:
    cards = [
        card.id + f" x{count}" * (count > 1)
        for card, count in zip(CARDS, city.cards, strict=True)
        if count
    ]
    built = [id for id, bit in LANDMARK.items() if city.landmarks & bit]
    return f"{seat}: {city.coins} coins, {', '.join(cards + built)}; spent {city.spent}"
