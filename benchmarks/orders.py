"""How long it takes to find an order of the cards for boards without one."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time

from benchmarks.campaigns import Evening
from engine import my_city
from engine.kernel.record import parse_record
from engine.kernel.replay import replay
from engine.my_city.pack.start import start
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.state import MyCityState
from engine.my_city.rebuild.order_search import KnownEvening
from engine.my_city.rebuild.orders import CardOrder, find


def report(evenings: Sequence[Evening]) -> list[str]:
    """Find an order for every evening, from its boards and scores alone; return the figures."""
    times = sorted(_seconds(evening) for evening in evenings)
    return [
        f"Finding an order of the cards for the boards and scores of {len(times)} evenings: "
        f"median {median(times) * 1e3:.0f} ms, worst {times[-1] * 1e3:,.0f} ms. All have an order.",
        "",
    ]


def _seconds(evening: Evening) -> float:
    text, setup = evening
    record = parse_record(text)
    state: MyCityState = replay(my_city, record, setup).state
    boards = {
        seat: {
            building.piece: BuildMove(building.piece, building.square, building.turns)
            for building in town.built
        }
        for seat, town in zip(state.seats, state.towns, strict=True)
    }
    began = process_time()
    order = find(start(setup), KnownEvening(boards, record.result, {}), lambda: True)
    if not isinstance(order, CardOrder):
        raise AssertionError(f"no order was found: {order}")
    return process_time() - began
