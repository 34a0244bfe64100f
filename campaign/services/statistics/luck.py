"""The luck of the deck in My City, measured by a simple player with the same cards.

For every game the simple player of `simulate` plays all seats, on the boards as they were. It
plays the cards in the order in which they came, then in other orders. The luck of the deck is the
difference between its points in the first order and in the others. The difference between a player
and the simple player with the same cards is the player's own.

The measure is rough: the simple player builds where it earns most at once, and plans for no later
card. Cards that never came, because all had quit, follow in a drawn order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from campaign.services.progress import Progress
from campaign.services.statistics.tables import SoundSession, StatisticsTable
from engine import my_city
from engine.kernel.dealer import random_numbers
from engine.kernel.game import CHANCE
from engine.kernel.phrases import phrase
from engine.my_city.play.by_hand import due_rule
from engine.my_city.play.notation import Action, Reveal, TableReward, parse
from engine.my_city.play.players import greedy

ORDERS = 4
"""The number of other orders of the deck that are played for each game."""
NOTE = phrase(
    "Averages for one game. Simple player: the points of the simple player of simulate with the "
    "same cards on the same boards. Other orders: its points with {orders} other orders of the "
    "deck. Luck: the former less the latter. Above: the player's points less the points of the "
    "simple player. The simple player builds where it earns most at once; cards that never came "
    "follow in a drawn order.",
    orders=ORDERS,
)


def luck(games: Sequence[SoundSession], progress: Progress) -> StatisticsTable:
    """The table of luck; `progress` receives the number of measured games."""
    own_points, simple_points, drawn_points = (
        defaultdict[str, list[float]](list) for _ in range(3)
    )
    played = Counter[str]()
    for number, game in enumerate(games, 1):
        played.update(set(game.names.values()))
        scores_as_dealt = scores(game, list(_cards(game)), number)
        drawn_games = [scores(game, [], ORDERS * number + order) for order in range(ORDERS)]
        for sheet in game.sheets:
            player = game.names[sheet.seat]
            own_points[player].append(sheet.total)
            simple_points[player].append(scores_as_dealt[sheet.seat])
            drawn_points[player].append(
                sum(drawn_scores[sheet.seat] for drawn_scores in drawn_games) / ORDERS
            )
        progress(number, len(games))
    rows = []
    for player, points in own_points.items():
        count = len(points)
        own_mean, simple_mean, drawn_mean = (
            sum(values) / count for values in (points, simple_points[player], drawn_points[player])
        )
        rows.append(
            (
                player,
                played[player],
                own_mean,
                simple_mean,
                drawn_mean,
                simple_mean - drawn_mean,
                own_mean - simple_mean,
            )
        )
    rows.sort(key=lambda row: (-row[5], row[0]))
    return StatisticsTable(
        "Luck of the deck",
        ("Player", "Games", "Points", "Simple player", "Other orders", "Luck", "Above"),
        tuple(rows),
        NOTE,
    )


def scores(game: SoundSession, cards: list[str], seed: int) -> dict[str, int]:
    """The scores of simple players at all seats, with these cards first and the others drawn."""
    state, drawn = my_city.start(game.setup), random_numbers(seed)
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
        elif rule := due_rule(state, seat):
            action = given[seat, rule.label]
        else:
            action = greedy(state, seat, 0.0)
        state = my_city.apply(state, seat, action)
    return {sheet.seat: sheet.total for sheet in my_city.score(state)}


def _given(game: SoundSession) -> Iterator[tuple[tuple[str, str], TableReward]]:
    """The rewards that the table applied, by seat and rule; they are taken as they were."""
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
