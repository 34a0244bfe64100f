"""The audit: everything derived once more from the journal, layer by layer, and compared.

    file and schema -> hash chain -> seals -> replay -> campaign -> stored views

Each layer names what it found: entry, field, stored and derived value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import sessions
from campaign.services.campaigns import FAMILY, SECRET, salt_of
from campaign.services.derived import SESSION_TABLES, campaign_rows, session_rows
from campaign.services.values import Audit, Check, Kept, Outside
from campaign.store import journal, schema, settings, views
from engine.kernel.errors import EngineError
from engine.kernel.replay import Kind
from engine.my_city import chronicle, lasting, legacy
from engine.my_city.packs import load

REBUILD = "campaign db rebuild   derives the stored views from the journal again"
BATCH = 300
"""Sessions whose stored rows are fetched together."""


def audit_file(database: sa.Engine) -> Check:
    """The file and its schema."""
    return _timed("file and schema", lambda: (schema.check(database), "sound"))


def audit_campaign(session: Session, stream: str, head: str | None = None) -> Audit:
    """One campaign; `head` is a short head that somebody kept, to be found among its entries."""
    entries = tuple(journal.read(session, stream))
    secret = settings.read(session, stream, SECRET)
    checks = [
        _timed("hash chain", lambda: _chain(entries, head)),
        _timed("seals", lambda: _seals(entries, secret)),
    ]
    began = perf_counter()
    campaign, problems = _fold(entries)
    spent = perf_counter() - began
    note = proved(campaign) if campaign else ""
    checks.append(Check("replay", note, spent, problems))
    if campaign:
        kept = Kept(stream, entries, campaign)
        checks.append(_timed("stored views", lambda: _views(session, kept)))
    name = campaign.name if campaign else stream
    broken_views = any(c.name == "stored views" and not c.ok for c in checks)
    return Audit(name, tuple(checks), REBUILD if broken_views else "")


def audit_sessions(session: Session) -> Audit:
    """All sessions outside a campaign; memory stays flat however many there are."""
    strays = views.strays(session, sessions.FAMILY, SESSION_TABLES)
    found: dict[str, list[str]] = {
        "hash chain": [],
        "replay": [],
        "stored views": list(map(str, strays)),
    }
    spent = dict.fromkeys(found, 0.0)
    counts = dict.fromkeys(Kind, 0)
    streams = journal.read_family(session, sessions.FAMILY)
    total = 0
    while batch := tuple(islice(streams, BATCH)):
        names = [entries[0].stream for entries in batch]
        stored = views.stored(session, names, SESSION_TABLES)
        for entries in batch:
            total += 1
            stream = entries[0].stream
            marks = [perf_counter()]
            found["hash chain"] += map(str, journal.verify(entries))
            marks.append(perf_counter())
            outside, problems = _replayed(entries)
            found["replay"] += problems
            marks.append(perf_counter())
            if outside:
                counts[outside.verdict.kind] += 1
                rows = session_rows(stream, outside)
                found["stored views"] += map(str, views.differences(stored[stream], rows))
            marks.append(perf_counter())
            for i, layer in enumerate(found):
                spent[layer] += marks[i + 1] - marks[i]
    tally = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    notes = {"hash chain": f"{total} sessions", "replay": tally, "stored views": "as derived"}
    checks = tuple(Check(layer, notes[layer], spent[layer], tuple(found[layer])) for layer in found)
    return Audit("sessions outside a campaign", checks, REBUILD if found["stored views"] else "")


def audit_orphans(session: Session) -> Check:
    """Stored rows that no journal knows of."""

    def look() -> tuple[tuple[str, ...], str]:
        known = [*journal.streams(session, FAMILY), *journal.streams(session, sessions.FAMILY)]
        return tuple(map(str, views.orphans(session, known))), "none without a journal"

    return _timed("stored rows", look)


def rebuild(session: Session) -> int:
    """Derive every stored view from the journal again; gives the number of streams."""
    count = 0
    for stream in journal.streams(session, FAMILY):
        entries = tuple(journal.read(session, stream))
        fold = legacy.fold(chronicle.entry_of(entry.kind, entry.payload) for entry in entries)
        views.sync(session, stream, campaign_rows(Kept(stream, entries, fold)))
        count += 1
    for entries in journal.read_family(session, sessions.FAMILY):
        stream = entries[0].stream
        views.sync(session, stream, session_rows(stream, sessions.outside_of(entries)))
        count += 1
    known = [*journal.streams(session, FAMILY), *journal.streams(session, sessions.FAMILY)]
    for orphan in views.orphans(session, known):
        views.sync(session, orphan.key, {})
    return count


def proved(campaign: lasting.Campaign) -> str:
    """A sentence on how far the episodes of a campaign are proved."""
    kinds = [played.verdict.kind for played in campaign.played]
    if not kinds:
        return "No episode recorded yet."
    verified = kinds.count(Kind.VERIFIED)
    if verified == len(kinds):
        return f"All {verified} episodes verified." if verified > 1 else "The episode is verified."
    parts = [f"{verified} verified"]
    for kind, words in ((Kind.DIFFERS, "kept as played"), (Kind.UNVERIFIABLE, "results only")):
        numbers = [str(p.number) for p in campaign.played if p.verdict.kind is kind]
        if numbers:
            parts.append(f"{len(numbers)} {words} (episode {', '.join(numbers)})")
    return f"Episodes: {', '.join(parts)}."


def _timed(name: str, look: Callable[[], tuple[tuple[str, ...], str]]) -> Check:
    began = perf_counter()
    problems, note = look()
    return Check(name, note, perf_counter() - began, problems)


def _chain(entries: tuple[journal.Entry, ...], head: str | None) -> tuple[tuple[str, ...], str]:
    problems = tuple(map(str, journal.verify(entries)))
    note = f"{len(entries)} entries, head {journal.short_head(entries[-1].hash)}"
    if head:
        wanted = journal.read_short_head(head)
        at = [entry for entry in entries if journal.short_head(entry.hash) == wanted]
        if at:
            note += f", continues {wanted} of {at[0].recorded_at[:10]}"
        else:
            problems = (*problems, f"no entry has the head {wanted}: this is another history")
    return problems, note


def _seals(entries: tuple[journal.Entry, ...], secret: str | None) -> tuple[tuple[str, ...], str]:
    """Whether box and envelopes are those that the campaign was begun with.

    Of an open envelope the salt is in the journal, of a closed one it follows from the secret.
    """
    created = entries[0].payload
    seals = created.get("seals", {})
    try:
        pack = load(str(created.get("pack")))
    except EngineError as error:
        return (str(error),), ""
    salts = {
        entry.payload.get("envelope"): str(entry.payload.get("salt", ""))
        for entry in entries
        if entry.kind == "envelope opened"
    }
    held = {"box": pack.seals["box"]}
    for envelope in pack.envelopes:
        salt = salts.get(envelope.number, salt_of(secret, envelope.number) if secret else "")
        held[str(envelope.number)] = envelope.seal(salt)
    problems = tuple(
        f"{'the box' if part == 'box' else f'envelope {part}'}: sealed as {digest[:12]}, "
        f"the program holds {held.get(part, 'nothing')[:12]}"
        for part, digest in seals.items()
        if held.get(part) != digest
    )
    return problems, f"{len(seals) - len(problems)} of {len(seals)}"


def _fold(
    entries: tuple[journal.Entry, ...],
) -> tuple[lasting.Campaign | None, tuple[str, ...]]:
    """The fold of a journal, and the first entry that does not follow, if there is one."""
    told = []
    for entry in entries:
        try:
            told.append(chronicle.entry_of(entry.kind, entry.payload))
        except EngineError as error:
            return None, (f"entry {entry.seq} ({entry.kind}): {error}",)
    try:
        return legacy.fold(told), ()
    except (EngineError, TypeError, AttributeError) as error:
        return None, (str(error),)


def _replayed(
    entries: tuple[journal.Entry, ...],
) -> tuple[Outside | None, tuple[str, ...]]:
    stream = entries[0].stream
    if len(entries) > 1:
        return None, (f"{stream} has {len(entries)} entries, a session has one",)
    try:
        outside = sessions.outside_of(entries)
    except EngineError as error:
        return None, (f"{stream}: {error}",)
    kind = outside.verdict.kind
    if kind in (Kind.ILLEGAL, Kind.INCOMPLETE) or (kind is Kind.DIFFERS and not outside.as_played):
        return outside, (f"{stream}: {kind}: {outside.verdict.reason}",)
    return outside, ()


def _views(session: Session, kept: Kept) -> tuple[tuple[str, ...], str]:
    stored = views.stored(session, [kept.stream])[kept.stream]
    problems: Iterator[str] = map(str, views.differences(stored, campaign_rows(kept)))
    return tuple(problems), "as derived"
