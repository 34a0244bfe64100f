"""Some streams in a query: all their names are one parameter, however many they are.

    session.execute(sa.select(ENTRY).where(AMONG), named(["session/1", "session/2"]))

Both databases know `json_each`. A parameter for each name costs more than to read the rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import sqlalchemy as sa

AMONG = sa.text("stream IN (SELECT key FROM json_each(:streams))")
"""True of the rows of the streams that `named` gives as the parameter of a query of one table."""


def named(streams: Iterable[str]) -> dict[str, str]:
    """The parameter of a query with `AMONG`."""
    return {"streams": json.dumps(dict.fromkeys(streams))}
