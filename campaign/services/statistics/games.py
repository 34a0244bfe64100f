"""Statistics over recorded sessions: a module a game, values in and tables out.

It knows the engine and nothing else: what is read from the store comes as `Played`, and what
a table looks like in the terminal is the display's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campaign.services.statistics import dilluvia, machi_koro, quadropolis
from campaign.services.statistics.tables import Played, Table

Tables = Callable[[Sequence[Played], str], tuple[Table, ...]]
"""The tables of a game from at least one session, names in a language such as "en"."""

STATISTICS: Mapping[str, Tables] = {
    "machi-koro": machi_koro.tables,
    "dilluvia": dilluvia.tables,
    "quadropolis": quadropolis.tables,
}
"""By the name of the game; a game with statistics has its line here."""
