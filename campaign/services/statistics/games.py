"""Statistics over recorded sessions: a module a game, values in and tables out.

It knows the engine and nothing else: what is read from the store comes as `Played`, and what
a table looks like in the terminal is the display's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from campaign.services.statistics.counting import Count, Counts
from campaign.services.statistics.tables import Played, Table


class Counting(NamedTuple):
    """How a game is counted: what is counted of one session, and the tables of at least one.

    Names are in a language such as "en".
    """

    counts_of: Callable[[Played], Iterable[Count]]
    tables: Callable[[Counts, str], tuple[Table, ...]]


STATISTICS: Mapping[str, str] = {
    "my-city": "campaign.games.my_city.statistics",
    "machi-koro": "campaign.games.machi_koro.statistics",
    "dilluvia": "campaign.games.dilluvia.statistics",
    "quadropolis": "campaign.games.quadropolis.statistics",
}
"""By game the module with its `counts_of` and `tables`; a game with statistics has a line here."""


def counting_of(name: str) -> Counting:
    """The statistics of a game that has some."""
    module = import_module(STATISTICS[name])
    return Counting(module.counts_of, module.tables)
