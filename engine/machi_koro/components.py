"""The cards and landmarks of the base game, as tables: a new card is a row.

    Card ── effect ── Earn      coins from the bank, or coins for each card of an icon
                      Fee       coins from the player who rolled
                      TakeAll   coins from every other player
                      TakeOne   coins from one other player, of the owner's choice
                      Exchange  an establishment for one of another player's

The colour says on whose roll an effect fires. `FIRING` has, for each total of the dice, the cards
that may fire. `source` is "rulebook" for data of the rulebook. It is "public" for data that public
descriptions of the cards agree on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from engine.kernel.names import comparable_name


class Earn(NamedTuple):
    """Coins from the bank; with an icon `per`, `coins` for each own card with this icon."""

    coins: int
    per: str = ""


class Fee(NamedTuple):
    """Coins that the player who rolled owes the owner."""

    coins: int


class TakeAll(NamedTuple):
    """Coins that every other player owes the owner."""

    coins: int


class TakeOne(NamedTuple):
    """Coins that one other player owes the owner; the owner chooses the player."""

    coins: int


class Exchange(NamedTuple):
    """The owner may swap an establishment for one of another player; neither may have a tower."""


Effect = Earn | Fee | TakeAll | TakeOne | Exchange


class Card(NamedTuple):
    """A kind of establishment; it has `supply` cards in the market and fires on totals `dice`."""

    id: str
    english: str
    chinese: str
    colour: str
    dice: tuple[int, ...]
    icon: str
    cost: int
    effect: Effect
    supply: int
    source: str


class Landmark(NamedTuple):
    """A landmark; every city has one of each, under construction at first."""

    id: str
    english: str
    chinese: str
    cost: int
    source: str


RED, GREEN, BLUE, PURPLE = "red", "green", "blue", "purple"
TOWER = "tower"

# fmt: off
CARDS = (
    Card("wheat_field", "Wheat Field", "小麥田", BLUE, (1,), "wheat", 1, Earn(1), 6, "rulebook"),
    Card("ranch", "Ranch", "牧場", BLUE, (2,), "cow", 1, Earn(1), 6, "public"),
    Card("bakery", "Bakery", "麵包店", GREEN, (2, 3), "bread", 1, Earn(1), 6, "rulebook"),
    Card("cafe", "Café", "咖啡館", RED, (3,), "cup", 2, Fee(1), 6, "rulebook"),
    Card("convenience_store", "Convenience Store", "便利商店",
         GREEN, (4,), "bread", 2, Earn(3), 6, "public"),
    Card("forest", "Forest", "森林", BLUE, (5,), "gear", 3, Earn(1), 6, "public"),
    Card("stadium", "Stadium", "體育館", PURPLE, (6,), TOWER, 6, TakeAll(2), 4, "public"),
    Card("tv_station", "TV Station", "電視台", PURPLE, (6,), TOWER, 7, TakeOne(5), 4, "public"),
    Card("business_center", "Business Center", "商業中心",
         PURPLE, (6,), TOWER, 8, Exchange(), 4, "public"),
    Card("cheese_factory", "Cheese Factory", "起司工廠",
         GREEN, (7,), "factory", 5, Earn(3, per="cow"), 6, "public"),
    Card("furniture_factory", "Furniture Factory", "家具工廠",
         GREEN, (8,), "factory", 3, Earn(3, per="gear"), 6, "public"),
    Card("mine", "Mine", "礦場", BLUE, (9,), "gear", 6, Earn(5), 6, "public"),
    Card("family_restaurant", "Family Restaurant", "家庭餐廳",
         RED, (9, 10), "cup", 3, Fee(2), 6, "public"),
    Card("apple_orchard", "Apple Orchard", "蘋果園", BLUE, (10,), "wheat", 3, Earn(3), 6, "public"),
    Card("fruit_market", "Fruit and Vegetable Market", "蔬果市場",
         GREEN, (11, 12), "fruit", 2, Earn(2, per="wheat"), 6, "public"),
)
LANDMARKS = (
    Landmark("train_station", "Train Station", "火車站", 4, "rulebook"),
    Landmark("shopping_mall", "Shopping Mall", "購物中心", 10, "rulebook"),
    Landmark("amusement_park", "Amusement Park", "主題樂園", 16, "public"),
    Landmark("radio_tower", "Radio Tower", "廣播電台", 22, "public"),
)
# fmt: on

TRAIN_STATION, SHOPPING_MALL, AMUSEMENT_PARK, RADIO_TOWER = (1 << i for i in range(4))
"""The landmarks as bits, in the order of their table.

They give: two dice, a coin more for bread and cups, another turn after doubles, a second throw.
"""
ALL_LANDMARKS = (1 << len(LANDMARKS)) - 1

MALL_ICONS = ("bread", "cup")
"""The icons of the cards that bring one more coin with the Shopping Mall."""

START_CARDS = ("wheat_field", "bakery")
START_COINS = 3
COINS = 42 * 1 + 24 * 5 + 12 * 10
"""The worth of all coins in the box: 42 of one, 24 of five, 12 of ten."""

CARD: Mapping[str, int] = {card.id: i for i, card in enumerate(CARDS)}
"""The index of a card in every tuple of counts, by id."""
LANDMARK: Mapping[str, int] = {landmark.id: 1 << i for i, landmark in enumerate(LANDMARKS)}
"""The bit of a landmark, by id."""
PRICE: Mapping[str, int] = {row.id: row.cost for row in (*CARDS, *LANDMARKS)}


SHOWN: Mapping[int, Mapping[tuple[int, ...], int]] = {
    dice: {shown: sum(shown) for shown in product(range(1, 7), repeat=dice)} for dice in (1, 2)
}
"""By number of dice: every possible throw, with its total; (1, 2) and (2, 1) are different."""


class CardIncome(NamedTuple):
    """A card as `income` reads it.

    `at` is its index in counts. `mall` is the bit of the landmark that adds a coin, 0 for none. If
    `per` is not empty, it pays for each own card of the kinds at these indices; otherwise once.
    """

    card: str
    at: int
    coins: int
    mall: int
    per: tuple[int, ...] = ()


class FiringOrder(NamedTuple):
    """The cards that may fire on a total of the dice, by colour, then in the order of `CARDS`.

    `earnings` are the cards that pay the player who rolled, `others_earn` are the cards that pay
    every other player.
    """

    fees: tuple[CardIncome, ...]
    earnings: tuple[CardIncome, ...]
    others_earn: tuple[CardIncome, ...]
    from_all: tuple[CardIncome, ...]
    from_one: tuple[CardIncome, ...]
    exchange: tuple[int, ...]
    """The indices of the cards that let their owner exchange establishments."""


def _card_income(card: Card, coins: int, per: str = "") -> CardIncome:
    paid_for = tuple(i for i, row in enumerate(CARDS) if per and row.icon == per)
    mall = SHOPPING_MALL if card.icon in MALL_ICONS else 0
    return CardIncome(card.id, CARD[card.id], coins, mall, paid_for)


def _firing(total: int) -> FiringOrder:
    firing: dict[type[Effect], list[CardIncome]] = {
        kind: [] for kind in (Earn, Fee, TakeAll, TakeOne)
    }
    exchange = []
    for card in CARDS:
        if total not in card.dice:
            continue
        match card.effect:
            case Earn(coins, per):
                firing[Earn].append(_card_income(card, coins, per))
            case Exchange():
                exchange.append(CARD[card.id])
            case Fee(coins) | TakeAll(coins) | TakeOne(coins):
                firing[type(card.effect)].append(_card_income(card, coins))
    fees, earnings, from_all, from_one = (
        tuple(firing[kind]) for kind in (Fee, Earn, TakeAll, TakeOne)
    )
    others_earn = tuple(owed for owed in earnings if CARDS[owed.at].colour == BLUE)
    return FiringOrder(fees, earnings, others_earn, from_all, from_one, tuple(exchange))


FIRING: tuple[FiringOrder, ...] = tuple(_firing(total) for total in range(13))
"""The cards that may fire, by the total of the dice as index; none on 0."""


def name(id: str, language: str) -> str:
    """The name of a card or landmark in a language; in English if it has no name there."""
    row = _ROWS[id]
    return row.chinese if language == "zh-Hant" else row.english


def find_id(words: str) -> str:
    """The id of a card or landmark from any of its names as typed; "" for an unknown name."""
    return _IDS.get(comparable_name(words), "")


def ids_in_words(names: Iterable[Card | Landmark]) -> str:
    """The ids of cards and landmarks as a list for an error message."""
    return ", ".join(row.id for row in names)


_ROWS: Mapping[str, Card | Landmark] = {row.id: row for row in (*CARDS, *LANDMARKS)}
_IDS = {comparable_name(title): row.id for row in _ROWS.values() for title in row[:3]}
