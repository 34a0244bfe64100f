"""The luck of the deck in My City: what a simple player makes of the same cards.

For every game the simple player of `simulate` sits at all seats, on the boards as they were. It
plays the cards in the order in which they came, then in other orders. What the order that came
gave it above the others is the luck of the deck; what a player got above the simple player with
the same cards is the player's own.

The measure is quick, not deep: the simple player builds where it earns most at once, so it sees
no plan that needs a card later. Cards that never came, because all had quit, follow in a drawn
order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from campaign.services.progress import Progress
from campaign.services.statistics.tables import SoundSession, StatisticsTable
from engine import my_city
from engine.kernel.dealer import chances
from engine.kernel.game import CHANCE
from engine.kernel.phrases import phrase
from engine.my_city.play.by_hand import due
from engine.my_city.play.notation import Action, Reveal, TableReward, parse
from engine.my_city.play.players import greedy

ORDERS = 4
"""Other orders of the deck that are played for each game."""
NOTE = phrase(
    "A game, on average. Simple player: what the simple player of simulate gets with the same "
    "cards on the same boards. Other orders: the same with {orders} other orders of the deck. "
    "Luck: the first less the second. Above: points less those of the simple player. It builds "
    "where it earns most at once; cards that never came follow in a drawn order.",
    orders=ORDERS,
)


def luck(games: Sequence[SoundSession], progress: Progress) -> StatisticsTable:
    """The table of luck; `progress` is told how many games have been measured."""
    own, same, others = (defaultdict[str, list[float]](list) for _ in range(3))
    for number, game in enumerate(games, 1):
        came = scores(game, list(_cards(game)), number)
        mean = [scores(game, [], ORDERS * number + order) for order in range(ORDERS)]
        for sheet in game.sheets:
            player = game.names[sheet.seat]
            own[player].append(sheet.total)
            same[player].append(came[sheet.seat])
            others[player].append(sum(one[sheet.seat] for one in mean) / ORDERS)
        progress(number, len(games))
    rows = []
    for player, points in own.items():
        count = len(points)
        mine, simple, drawn = (sum(some) / count for some in (points, same[player], others[player]))
        rows.append((player, count, mine, simple, drawn, simple - drawn, mine - simple))
    rows.sort(key=lambda row: (-row[5], row[0]))
    return StatisticsTable(
        "Luck of the deck",
        ("Player", "Games", "Points", "Simple player", "Other orders", "Luck", "Above"),
        tuple(rows),
        NOTE,
    )


def scores(game: SoundSession, cards: list[str], seed: int) -> dict[str, int]:
    """What simple players at all seats get: with these cards first, the others drawn."""
    state, drawn = my_city.start(game.setup), chances(seed)
    given = dict(_given(game))
    while waiting := my_city.awaiting(state):
        seat = waiting[0]
        action: Action
        if seat == CHANCE:
            legal = tuple(my_city.legal(state, CHANCE))
            card = cards.pop(0) if cards else ""
            action = Reveal(card)
            if action not in legal:
                action = legal[int(next(drawn) * len(legal))]
        elif rule := due(state, seat):
            action = given[seat, rule.label]
        else:
            action = greedy(state, seat, 0.0)
        state = my_city.apply(state, seat, action)
    return {sheet.seat: sheet.total for sheet in my_city.score(state)}


def _given(game: SoundSession) -> Iterator[tuple[tuple[str, str], TableReward]]:
    """What rules gave that the table applies, by seat and rule: it is taken as it was."""
    for seat, text in game.record.moves or ():
        action = parse(text)
        if isinstance(action, TableReward):
            yield (seat, action.rule), action


def _cards(game: SoundSession) -> Iterator[str]:
    """The cards in the order in which they came."""
    for _, text in game.record.moves or ():
        action = parse(text)
        if isinstance(action, Reveal):
            yield action.card
