"""Read the schema of a PostgreSQL database from its catalog: a text for each part, by name.

    city.marks                     a column: its type, whether it may be NULL, its default
    pk_city                        a key, a check
    entry_follows                  an enabled trigger, with the function that it calls
    rule, policy, index ... on T   other things that can change what a query reads or writes
    view ... on T                  a view that reads a table and so prevents its upgrade

Only the tables of this program are read. The schema of a server may have other tables.
"""

from __future__ import annotations

import sqlalchemy as sa

from campaign.store.tables import METADATA

_OURS = "c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relname = ANY(:tables)"
PARTS = (
    f"""
    SELECT c.relname, 'table', c.relkind::text || c.relpersistence::text
        || CASE WHEN c.relrowsecurity THEN ' row security' ELSE '' END
    FROM pg_class c WHERE {_OURS} AND c.relkind IN ('r', 'v', 'm', 'f', 'p')
    """,
    f"""
    SELECT c.relname || '.' || a.attname, 'column', format_type(a.atttypid, a.atttypmod)
        || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
        || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE {_OURS} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')
    """,
    f"""
    SELECT o.conname, 'constraint', c.relname || ' ' || pg_get_constraintdef(o.oid)
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
    WHERE {_OURS} AND o.contype <> 'n'
    """,
    f"""
    SELECT t.tgname, 'trigger', pg_get_triggerdef(t.oid) || ' ' || p.prosrc
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE {_OURS} AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
    """,
    f"""
    SELECT 'rule ' || r.rulename || ' on ' || c.relname, 'rule', pg_get_ruledef(r.oid)
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE {_OURS}
    """,
    f"""
    SELECT 'policy ' || o.polname || ' on ' || c.relname, 'policy', ''
    FROM pg_policy o JOIN pg_class c ON c.oid = o.polrelid WHERE {_OURS}
    """,
    f"""
    SELECT 'index ' || i.relname || ' on ' || c.relname, 'index', pg_get_indexdef(i.oid)
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE {_OURS}
    """,
    f"""
    SELECT 'view ' || v.relname || ' on ' || c.relname, 'view', pg_get_viewdef(v.oid)
    FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
    JOIN pg_class c ON c.oid = d.refobjid
    WHERE {_OURS} AND v.oid <> c.oid
        AND d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
    """,
)
"""Queries for the name, the kind and the text of every part of the schema."""


def parts_of(connection: sa.Connection) -> dict[str, str]:
    """The kind and the text of every part of the schema, by name; runs of blanks become one."""
    names = {"tables": ["alembic_version", *sorted(METADATA.tables)]}
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar()
    return {
        name: " ".join(f"{kind} {text}".replace(f"{schema}.", "").split())
        for query in PARTS
        for name, kind, text in connection.execute(sa.text(query), names)
    }


def differences(present: dict[str, str], expected: dict[str, str]) -> list[str]:
    """The differences between the schema of a server and the expected one, part by part."""
    problems = []
    for name in sorted(present.keys() | expected.keys()):
        if name not in present:
            off = " or switched off" if expected[name].startswith("trigger ") else ""
            problems.append(f"{name}: is missing{off}")
        elif name not in expected:
            problems.append(f"{name}: does not belong to this program")
        elif present[name] != expected[name]:
            problems.append(f"{name}: is not as this program makes it")
    return problems
