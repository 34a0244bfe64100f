"""Machi Koro on the page of a session: the table at the end, coins by turn, who paid whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.display.html.developments import (
    Development,
    end_developments,
    picture_development,
    steps_of,
)
from campaign.display.svg.charts import Series, lines
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.services.values import SessionHistory
from engine.kernel.phrases import phrase
from engine.machi_koro.state import BANK


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the table at the end, the coins after each turn, and what seats paid each other."""
    yield from end_developments(outside, speaker, used)
    record = outside.record
    turns: list[tuple[int, ...]] = []
    paid = Counter[tuple[str, str]]()
    for step in steps_of(outside):
        if not turns:
            turns.append(tuple(city.coins for city in step.before.cities))
        if step.after.turns > step.before.turns:
            turns.append(tuple(city.coins for city in step.after.cities))
        for payment in step.after.payments:
            paid[payment.payer, payment.payee] += payment.amount
    turns.append(tuple(city.coins for city in outside.verdict.state.cities))
    names = {seat: outside.names.get(seat, seat) for seat in record.seats}
    series = [
        Series(seat, names[seat], [coins[i] for coins in turns])
        for i, seat in enumerate(record.seats)
    ]
    heading = phrase("Coins by turn")
    chart = lines(speaker.say(heading), [str(i) for i in range(len(turns))], series)
    yield picture_development(heading, chart, used)
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
    yield Development(heading, table={"label": heading, "heads": heads, "rows": rows})
