"""Pages of sessions outside a campaign: one with what developed in it, and a list of all.

My City       every move on the boards
Machi Koro    coins by turn, who paid whom
Quadropolis   the cities by round, and better assignments
Dilluvia      the city by round
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.display.html import replays, sheets
from campaign.display.html.boards import HIDDEN
from campaign.display.html.page import drawn, page
from campaign.display.svg.charts import Series, lines
from campaign.display.svg.picture import Picture, at
from campaign.display.svg.renderers import painter_of
from campaign.display.text.translation import say
from campaign.games.quadropolis import picture as cities
from campaign.games.quadropolis.better import better
from campaign.services import chronicle, games
from campaign.services.projections.sessions import counted
from campaign.services.sessions import Listed
from campaign.services.values import Outside
from campaign.services.words import day, many
from engine.kernel.phrases import joined, phrase
from engine.kernel.replay import Kind, Step, steps
from engine.machi_koro.state import BANK


class _Part(NamedTuple):
    """A part of a page: a heading, and a replay, a picture or a table below it."""

    heading: str
    replay: Mapping[str, Any] | None = None
    picture: str = ""
    table: Mapping[str, Any] | None = None


def session(outside: Outside, language: str) -> str:
    """The page of a session: how the table ended, what developed, the sheet, the record."""
    record, verdict = outside.record, outside.verdict
    used: list[Picture] = []
    parts: list[_Part] = []
    if record.moves and verdict.sheets:
        painter = painter_of(record.game)
        if painter and record.game != "my-city":
            table = painter.table(verdict.state, record.names, language)
            parts.append(_picture(table.title, table, used))
        if development := DEVELOPMENTS.get(record.game):
            parts += development(outside, language, used)
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    title = phrase("{game}, {day}", game=games.title(record.game), day=_day(outside))
    withdrawn = [phrase("withdrawn: it counts no more")] if outside.withdrawn else []
    return page(
        "session.html",
        title,
        language,
        used,
        verdict=phrase(verdict.kind),
        proved=verdict.kind is Kind.VERIFIED and not outside.as_played,
        remarks=[*withdrawn, *([verdict.reason] if verdict.reason else [])],
        parts_=parts,
        sheet=sheets.table(title, counted(outside), verdict, names),
        notes=[*sheets.notes(verdict.sheets), *sheets.relied_on(verdict)],
        record=outside.text,
    )


def listed(rows: Sequence[Listed], language: str) -> str:
    """The page of all sessions that count, the last one first."""
    title = many(len(rows), "session")
    games_played = Counter(row.log.game for row in rows)
    return page(
        "sessions.html",
        title,
        language,
        [],
        counts=[
            joined(": ", (games.title(game), str(count)))
            for game, count in sorted(games_played.items())
        ],
        heads=[phrase(head) for head in ("Id", "Game", "Played", "Scores", "Verdict")],
        rows=[
            (
                str(row.number),
                games.title(row.log.game),
                day(row.log.played or row.log.recorded_at),
                ", ".join(f"{one.player or one.seat} {one.score}" for one in row.results),
                phrase(row.log.verdict),
            )
            for row in reversed(rows)
        ],
    )


def _day(outside: Outside) -> str:
    played = outside.record.played
    return day(played.isoformat() if played else outside.recorded_at)


def _picture(heading: str, picture: Picture, used: list[Picture]) -> _Part:
    used.append(picture)
    return _Part(heading, picture=drawn(picture))


def _my_city(outside: Outside, language: str, used: list[Picture]) -> Iterator[_Part]:
    """Every move on the boards."""
    record = outside.record
    evening = chronicle.evening(record, outside.setup, outside.verdict)
    label = phrase("Replay of the session")
    if replay := replays.evening(evening, record.names, label, used):
        yield _Part(label, replay)


def _machi_koro(outside: Outside, language: str, used: list[Picture]) -> Iterator[_Part]:
    """Coins by turn, and who paid whom how much over the whole game."""
    record = outside.record
    turns: list[tuple[int, ...]] = []
    paid = Counter[tuple[str, str]]()
    for step in _steps(outside):
        if step.after.turns > step.before.turns or not turns:
            turns.append(tuple(city.coins for city in step.before.cities))
        for payment in step.after.payments:
            paid[payment.payer, payment.payee] += payment.amount
    turns.append(tuple(city.coins for city in outside.verdict.state.cities))
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    series = [
        Series(seat, names[seat], [coins[i] for coins in turns])
        for i, seat in enumerate(record.seats)
    ]
    heading = phrase("Coins by turn")
    yield _picture(heading, lines(say(heading), [str(i) for i in range(len(turns))], series), used)
    rows = [
        {
            "label": phrase("the bank") if payer == BANK else names[payer],
            "cells": [paid[payer, payee] or "" for payee in record.seats],
            "total": False,
        }
        for payer in (BANK, *record.seats)
    ]
    heads = [phrase("pays"), *names.values()]
    heading = phrase("Who paid whom")
    yield _Part(heading, table={"label": heading, "heads": heads, "rows": rows})


def _quadropolis(outside: Outside, language: str, used: list[Picture]) -> Iterator[_Part]:
    """The cities by round, and the best assignment of whoever had another one."""
    yield from _by_round(outside, language, used, lambda state: state.round)
    state, names = outside.verdict.state, outside.record.names
    for seat, more, plan in better(state):
        name = names.get(seat, seat)
        heading = phrase(
            "{player} could have had {points} more", player=name, points=many(more, "point")
        )
        built = state.cities[state.seats.index(seat)]
        yield _picture(heading, cities.city(name, state.rules.mode, built, plan, language), used)


def _dilluvia(outside: Outside, language: str, used: list[Picture]) -> Iterator[_Part]:
    """The city by round."""
    yield from _by_round(outside, language, used, lambda state: state.turn.round)


def _by_round(
    outside: Outside, language: str, used: list[Picture], round_of: Callable[[Any], int]
) -> Iterator[_Part]:
    """The table at the end of each round, one picture at a time."""
    painter = painter_of(outside.record.game)
    if painter is None:
        return
    ends: dict[int, Any] = {}
    for step in _steps(outside):
        ends[round_of(step.before)] = step.before
    ends[round_of(outside.verdict.state)] = outside.verdict.state
    numbers = [number for number in sorted(ends) if number]
    tables = [painter.table(ends[n], outside.record.names, language) for n in numbers]
    used += tables
    heading = phrase("Round by round")
    words = [phrase("At the end of round {round}.", round=number) for number in numbers]
    yield _Part(heading, replays.moments([("", _layers(heading, tables))], words, heading))


def _layers(title: str, tables: Sequence[Picture]) -> Picture:
    """Pictures on one place, of which one is seen at a time."""
    last = len(tables) - 1
    layers = []
    for i, table in enumerate(tables):
        layer = at(0, 0, table.elements)
        layer.attrib |= {"data-since": str(i), "data-until": str(i)}
        if i < last:
            layer.set("class", HIDDEN)
        layers.append(layer)
    width, height = (max(sizes) for sizes in zip(*(t[:2] for t in tables), strict=True))
    return Picture(width, height, say(title), tables[-1].description, tuple(layers))


def _steps(outside: Outside) -> Iterable[Step]:
    return steps(games.of(outside.record), outside.record, outside.setup)


DEVELOPMENTS: Mapping[str, Callable[[Outside, str, list[Picture]], Iterator[_Part]]] = {
    "my-city": _my_city,
    "machi-koro": _machi_koro,
    "quadropolis": _quadropolis,
    "dilluvia": _dilluvia,
}
"""By the name of the game what its page shows besides the table; a new game has its line here."""
