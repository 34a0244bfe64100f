"""Statistics over recorded sessions: a module a game, values in and tables out.

It knows the engine and nothing else: what is read from the store comes as `Played`, and what
a table looks like in the terminal is the display's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from campaign.services.statistics.tables import Played, Table

Tables = Callable[[Sequence[Played], str], tuple[Table, ...]]
"""The tables of a game from at least one session, names in a language such as "en"."""

STATISTICS: Mapping[str, str] = {
    "my-city": "campaign.services.statistics.my_city",
    "machi-koro": "campaign.services.statistics.machi_koro",
    "dilluvia": "campaign.services.statistics.dilluvia",
    "quadropolis": "campaign.services.statistics.quadropolis",
}
"""By the name of the game the module with its `tables`; a game with statistics has a line here."""


def tables_of(name: str) -> Tables:
    """The statistics of a game that has some."""
    tables: Tables = import_module(STATISTICS[name]).tables
    return tables
