"""What an overlay may name: nothing that the rules do not use, and nothing that ends a game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import dilluvia
from engine.dilluvia.checks import check
from engine.dilluvia.players import PLAYERS
from engine.dilluvia.tables import KEYS, PRINTED, SINGLE, TIMES, tables
from engine.kernel.dealer import deal
from engine.kernel.errors import PackError
from engine.kernel.game import Setup
from engine.kernel.overlays import digest
from engine.kernel.replay import VerdictKind, replay
from tests.soak import count

PLAYED = count(20, 5_000)
"""Overlays that are taken, each with a whole game."""

NEW = "number = 2\nsquares = 1\ncount = 3\ncost = [1, 1, 0, 0]\ngoods = {}\nprestige = {}"


@pytest.mark.parametrize(
    ("text", "reason", "path"),
    [
        ('[[claim]]\nid = "1"\ngone = true',
         "claim 1: the rules need it, it cannot be gone", ("claim", 0, "gone")),
        ('[[area]]\nid = "white"\ngone = true',
         "area white: the rules need it, it cannot be gone", ("area", 0, "gone")),
        ('[[effect]]\nid = "COIN"\ngone = true',
         "effect COIN: tile W15 has this effect, it cannot be gone", ("effect", 0, "gone")),
        ('[[square]]\nid = "RES4"\ngone = true',
         "square RES4: last_round has this square, it cannot be gone", ("square", 0, "gone")),
        ('[[propeller]]\nid = "G2"\ngone = true',
         "propeller G2: the city has a P there, it cannot be gone", ("propeller", 0, "gone")),
        ('[[circle]]\nid = "order 9"\ngone = true',
         "circle order 9: there is no such row to take away", ("circle", 0)),
        ('[[tile]]\nid = "W1"\ngone = true\nprice = 3',
         "tile W1: price corrects a row that is gone", ("tile", 0, "price")),
        ('[[claim]]\nid = "big"\nworkers = 1\nprice = 1',
         "claim big: the id is the squares of a claim: 1, 2 or 4", ("claim", 0, "id")),
        ('[[claim]]\nid = "3"\nworkers = 1\nprice = 1',
         "claim 3: the id is the squares", ("claim", 0, "id")),
        ('[[claim]]\nid = "6"\nworkers = 1\nprice = 1',
         "claim 6: the id is the squares", ("claim", 0, "id")),
        ('[[claim]]\nid = "2"\nworkers = 0',
         "claim 2: workers: 0, at least 1", ("claim", 0, "workers")),
        ('[[area]]\nid = "park"', "area park: the id is one of order, ", ("area", 0, "id")),
        ('[[area]]\nid = "income"\nfee = 1',
         "area income: fee is for market and garden, income has none", ("area", 0, "fee")),
        ('[[area]]\nid = "order"\nbonus = 1',
         "area order: the bonus of order", ("area", 0, "bonus")),
        ('[[circle]]\nid = "park 1"\nprice = 0\nplayers = [2]',
         "circle park 1: the id is an area and a number", ("circle", 0, "id")),
        ('[[circle]]\nid = "order 1"\nplayers = [5]',
         "circle order 1: players: only 2, 3 and 4 are possible", ("circle", 0, "players")),
        ('[[tile]]\nid = "X1"\neffect = "COIN"\nback = "white"\nplayers = 2',
         "tile X1: the id is W and a number", ("tile", 0, "id")),
        ('[[tile]]\nid = "W1"\nback = "grey"',
         "tile W1: a grey tile has G and a number as id", ("tile", 0, "back")),
        (f'[[building]]\nid = "2C"\n{NEW}',
         "building 2C: the id is a number, with A or B", ("building", 0, "id")),
        (f'[[building]]\nid = "3"\n{NEW}',
         "building 3: number is 3, as in its id, not 2", ("building", 0, "number")),
        ('[[building]]\nid = "2A"\nprestige = { worker = 1 }',
         "building 2A: only the space for goods may give a worker", ("building", 0, "prestige")),
        ('[[building]]\nid = "2A"\ncost = [10, 0, 0, 0]',
         "building 2A: cost: at most 9 cubes of a colour", ("building", 0, "cost")),
        ('[[effect]]\nid = "SET55"\neach = 0',
         "effect SET55: each: 0, at least 1", ("effect", 0, "each")),
        ('[[effect]]\nid = "COIN"\neach = 2',
         "effect COIN: the effect 'coin' does not use each", ("effect", 0, "each")),
        ('[[effect]]\nid = "DISC23"\nnumbers = [2, 8]',
         "effect DISC23: there is no building 8", ("effect", 0, "numbers")),
        ('[[effect]]\nid = "GOLD"\ndoes = "money"\nwhen = "now"\namount = 9\nwords = "9 money"',
         "effect GOLD: no tile has this effect", ("effect", 0)),
        ('[[square]]\nid = "GOLD"\ndoes = "money"\namount = 9\nwords = "9 money"',
         "square GOLD: last_round has no such square", ("square", 0)),
        ('[mat]\nid = "big"\ncap = 3', "mat: id is no key here", ("mat", "id")),
        ('[mat]\ncap = 100', "mat: cap: 100 is more than 99", ("mat", "cap")),
        ('[game]\nrounds = 6.0', "game: rounds: 6.0 is no whole number", ("game", "rounds")),
        ('[mat]\ncap = 3\nnote = "a\\u001b[1m"',
         "mat: note: the control character U+001B", ("mat", "note")),
        ('# nothing', "it corrects nothing", ()),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_use_is_refused(
    text: str, reason: str, path: tuple[str | int, ...]
) -> None:
    with pytest.raises(PackError) as caught:
        check(f'{text}\nsource = "owner"\n' if reason[:2] != "it" else text)
    assert str(caught.value).startswith(f"overlay: {reason}")
    assert caught.value.path == path


def literal(value: Any) -> str:
    """A value as TOML has it."""
    match value:
        case bool():
            return str(value).lower()
        case str() if "\n" in value:
            return f'"""\n{value}"""'
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {literal(one)}' for key, one in value.items())} }}"
    return str(value)


class Mutant:
    """Overlays that change rows of the box: values, keys, ids, rows that are new or gone."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.box = tables()

    def text(self) -> str:
        """An overlay of one to three rows, each of another table."""
        names = self.rng.sample(list(KEYS), self.rng.choice((1, 1, 2, 3)))
        return "".join(map(self.row, names))

    def row(self, name: str) -> str:
        """A row of a table."""
        id = self.rng.choice(list(self.box[name]))
        before = self.box[name][id]
        keys = [key for key in KEYS[name] if self.rng.random() < 2 / len(KEYS[name])]
        row = {key: self.value(name, key, before.get(key)) for key in keys}
        if name not in SINGLE:
            row["id"] = id
            if self.rng.random() < 0.15:
                row = {**{k: v for k, v in before.items() if k != "note"}, **row}
                row["id"] = self.rng.choice(
                    (*"0368", "7A", "W50", "G40", "order 5", "white 5", "NEW")
                )
            elif self.rng.random() < 0.15:
                row = {"id": id, "gone": True}
        lines = "".join(
            f"{key} = {literal(one)}\n" for key, one in {**row, "source": "owner"}.items()
        )
        return f"{f'[{name}]' if name in SINGLE else f'[[{name}]]'}\n{lines}\n"

    def value(self, name: str, key: str, before: Any) -> Any:
        """Another value for a key: one of the box, one like it, or none that fits."""
        others = [row[key] for row in self.box[name].values() if key in row]
        if self.rng.random() < 0.3 and others:
            return self.rng.choice(others)
        if key == "does":
            return self.rng.choice([*TIMES, *PRINTED])
        if key == "when":
            return self.rng.choice(("now", "game", "round", "always", "end"))
        if key == "effect":
            return self.rng.choice(list(self.box["effect"]))
        return self.like(before if before is not None else self.rng.choice([0, *others]))

    def like(self, value: Any) -> Any:
        """A value of the same kind."""
        match value:
            case bool():
                return not value
            case int():
                return self.rng.choice((0, 1, 1, 2, 3, 4, 7, 12, 30, 99, -1))
            case str() if "\n" in value:
                signs, new = list(value), self.rng.choice(".34P*1")
                places = [place for place, sign in enumerate(signs) if not sign.isspace()]
                for place in self.rng.sample(places, self.rng.choice((1, 20, 150))):
                    signs[place] = new
                return "".join(signs)
            case str():
                return self.rng.choice((value, "white", "grey", "NEW"))
            case list():
                changed = [self.like(one) if self.rng.random() < 0.4 else one for one in value]
                return changed[: self.rng.choice((len(value), len(value), 1, 0))] or value
            case dict():
                keys = ("money", "cubes", "prestige", "worker")
                return {key: self.like(1) for key in keys if self.rng.random() < 0.4}
        return value


def test_a_game_by_any_overlay_that_is_taken_is_played_to_its_end() -> None:
    played = refused = seed = 0
    while played < PLAYED:
        seed += 1
        text = Mutant(seed).text()
        try:
            check(text)
        except PackError:
            refused += 1
            continue
        played += 1
        header: dict[str, str | bool] = {"tables": digest(text)}
        if seed % 4 == 0:
            header |= {"use_of_areas": "may", "pay_in_sequence": True, "garden_by_propeller": True}
        setup = Setup(dilluvia.SEATS[: 2 + seed % 3 * (seed % 5 == 0)], header, text)
        player = PLAYERS["random" if seed % 8 == 0 else "greedy"]
        try:
            record = deal(dilluvia, setup, seed, player)
            verdict = replay(dilluvia, record, setup)
            dilluvia.placeholders(verdict.state)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
        assert verdict.kind is VerdictKind.VERIFIED, text
    assert refused > played / 4
