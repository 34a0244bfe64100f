"""The types of exported tables, in a file beside them: SQL with which DuckDB reads them.

A reader that guesses types takes an empty column, and every column of an empty table, for text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from campaign.services.table_rows import CellKind, ColumnTable

FILE = "tables.sql"
TYPES: Mapping[CellKind, str] = MappingProxyType(
    {
        CellKind.TEXT: "VARCHAR",
        CellKind.WHOLE: "BIGINT",
        CellKind.NUMBER: "DOUBLE",
        CellKind.TRUTH: "BOOLEAN",
        CellKind.DAY: "DATE",
        CellKind.TIME: "TIMESTAMP",
        CellKind.RECORD: "VARCHAR",
    }
)
READS: Mapping[str, str] = MappingProxyType(
    {
        ".csv": "read_csv('{file}', auto_detect = false, header = true, delim = ',', "
        "quote = '\"', escape = '\"',",
        ".jsonl": "read_json('{file}', format = 'newline_delimited',",
    }
)
"""How DuckDB reads a table, by the suffix of its file; Parquet has its types in it."""


def statements(tables: Iterable[tuple[str, ColumnTable]], suffix: str) -> str:
    """SQL with a view for each table; "" if the files hold their types themselves."""
    if suffix not in READS:
        return ""
    lines = [
        "-- The tables of this folder with their types. In DuckDB, in this folder: "
        f".read {FILE}\n-- Times are in UTC.\n"
    ]
    for name, table in tables:
        columns = ",\n".join(
            f"    '{column.name}': '{TYPES[column.kind]}'" for column in table.columns
        )
        reads = READS[suffix].format(file=f"{name}{suffix}")
        lines.append(
            f"CREATE OR REPLACE VIEW {name} AS FROM {reads} columns = {{\n{columns}\n}});\n"
        )
    return "\n".join(lines)
