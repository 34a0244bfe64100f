"""The tasks of a group with its real boards, pieces and cards before an episode."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.phrases import Wording, article, listed, phrase, plural
from engine.my_city.campaign.model import Campaign, City
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.play.boards import home_of
from engine.my_city.play.land import OR
from engine.my_city.play.notation import OBSTACLE
from engine.my_city.play.ruleset import EpisodeRules


class TodoList(NamedTuple):
    """The tasks before an episode: at the table, on every board, and by seat."""

    episode: int
    table: tuple[Wording, ...]
    every_board: tuple[Wording, ...]
    seats: tuple[tuple[str, tuple[Wording, ...]], ...]

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.table or self.every_board or any(todo for _, todo in self.seats))


def tasks_before(campaign: Campaign, episode: int) -> TodoList:
    """The tasks before an episode whose envelope is open.

    Tasks by seat are known only for the next episode: they depend on the episodes before it.
    """
    rules = rules_of(campaign.pack, episode)
    seats = (
        tuple((city.seat, tuple(_of_city(campaign, rules, city))) for city in campaign.cities)
        if episode == campaign.next_episode
        else ()
    )
    return TodoList(
        episode,
        tuple(_at_the_table(campaign.pack, rules, episode)),
        tuple(_on_boards(rules)),
        seats,
    )


def _at_the_table(pack: Pack, rules: EpisodeRules, episode: int) -> list[Wording]:
    """Changes of the deck, of the number of dealt cards and of the start of the score tokens."""
    earlier = [number for number in sorted(pack.episodes) if number < episode]
    old = (
        rules_of(pack, earlier[-1]).deck
        if earlier
        else tuple(piece.id for piece in rules.pieces.values() if piece.kind == "building")
    )
    todo: list[Wording] = [
        phrase("the obstacle card joins the deck")
        if card == OBSTACLE
        else phrase("card {card} joins the deck", card=card)
        for card in rules.deck
        if card not in old
    ]
    todo += [
        phrase("card {card} leaves the deck", card=card) for card in old if card not in rules.deck
    ]
    before = rules_of(pack, earlier[-1]).dealt if earlier else len(rules.deck)
    if rules.dealt < len(rules.deck) and rules.dealt != before:
        todo.append(
            plural(
                "only {count} card of the deck is dealt",
                "only {count} cards of the deck are dealt",
                rules.dealt,
            )
        )
    if earlier and rules.token.start != rules_of(pack, earlier[-1]).token.start:
        todo.append(phrase("all score tokens start at {start}", start=rules.token.start))
    return todo


def _on_boards(rules: EpisodeRules) -> list[Wording]:
    """Stickers and changes that are the same on every board."""
    todo: list[Wording] = []
    for change in rules.changes:
        if change.cells:
            cells = listed(rules.grid.names(change.cells))
            todo.append(
                phrase("put {content} on {cells}", content=phrase(change.content), cells=cells)
            )
        else:
            kinds = {rules.contents[layer].id for layer in change.layers}
            names = listed(map(phrase, sorted(kinds)))
            content = phrase(change.content)
            todo.append(phrase("each {kind} becomes {content}", kind=names, content=content))
    return todo


def _of_city(campaign: Campaign, rules: EpisodeRules, city: City) -> list[Wording]:
    """Stickers that a player places by choice, and buildings that leave the set."""
    todo: list[Wording] = [
        phrase("place {sticker}", sticker=listed(map(article, right.kinds), OR))
        for right in campaign.owed
        if right.seat == city.seat
    ]
    if rules.leaving:
        home = home_of(rules, city.brought(rules))
        leaving = [card for card in rules.deck if card in home.missing]
        if leaving:
            todo.append(phrase("{cards} leave the set", cards=" ".join(leaving)))
    return todo
