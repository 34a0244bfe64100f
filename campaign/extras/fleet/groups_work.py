"""Many databases and files at once, such as the groups of a league: audit, standings, statistics.

A problem with one group never stops the others: it stands in the row of the group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from campaign.extras.fleet import records as fleet_records
from campaign.extras.fleet.groups import (
    Group,
    GroupChunk,
    by_group,
    by_piece,
    is_bundle,
    result_of_database,
    result_of_file,
    result_of_records,
)
from campaign.services import games, standings
from campaign.services.audit import database as of_database
from campaign.services.audit import run
from campaign.services.audit import sessions as of_sessions
from campaign.services.handover import histories, packing
from campaign.services.handover.packing import BundledHistory
from campaign.services.progress import Progress
from campaign.services.record_files import RecordBatch
from campaign.services.spreading.chunks import ChunkMap
from campaign.services.statistics import sessions as statistics
from campaign.services.statistics.games import counting_of
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import Cell, StatisticsTable
from campaign.services.values import AuditResult
from campaign.store import continuity, journal
from campaign.store.bundles import LARGEST_FILE
from campaign.store.errors import BadBundle
from campaign.store.plain_files import read_plain
from engine.my_city.campaign.model import Campaign


class GroupAudit(NamedTuple):
    """The result of a group's audit: how much it has, and its problems.

    `unverifiable` is the number of evenings and sessions that no replay has proved.
    """

    campaigns: int
    sessions: int
    unverifiable: int
    head: str
    problems: tuple[str, ...]


class GroupFigures(NamedTuple):
    """The figures of a group, with the uid and the number of entries of its sessions.

    The uid is equal in copies, and "" for records in files.
    """

    figures: statistics.Figures
    uid: str = ""
    entries: int = 0


def audit(
    groups: Sequence[str], spread: ChunkMap, progress: Progress
) -> tuple[StatisticsTables, bool]:
    """Audit groups; return a table with a row for each group, and whether all are sound."""
    rows, problems = list[tuple[Cell, ...]](), list[tuple[Cell, ...]]()
    for group in by_piece(audit_piece, _added, groups, spread, progress):
        if group.why:
            rows.append((group.name, None, None, None, None, "not read"))
            problems.append((group.name, group.why))
            continue
        group_audit: GroupAudit = group.result
        outcome = "sound" if not group_audit.problems else f"{len(group_audit.problems)} wrong"
        rows.append(
            (
                group.name,
                group_audit.campaigns,
                group_audit.sessions,
                group_audit.unverifiable or None,
                group_audit.head or None,
                outcome,
            )
        )
        problems += [(group.name, problem) for problem in group_audit.problems]
    tables = [
        StatisticsTable(
            "Groups",
            ("Group", "Campaigns", "Sessions", "Not proved", "Head", "Audit"),
            tuple(rows),
        )
    ]
    if problems:
        tables.append(StatisticsTable("What is wrong", ("Group", "What"), tuple(problems)))
    return _shown("Audit", len(groups), tables), not problems


def standings_tables(
    groups: Sequence[str], spread: ChunkMap, progress: Progress
) -> StatisticsTables:
    """The tables of `standings_over`, and a table of the groups that could not be read."""
    tables, broken = standings_over(groups, spread, progress)
    return _shown("Standings", len(groups), [*tables, *_not_read(broken)])


def standings_over(
    groups: Sequence[str], spread: ChunkMap, progress: Progress
) -> tuple[list[StatisticsTable], list[tuple[Cell, ...]]]:
    """The leaders of each campaign, all players over all groups, and what could not be read.

    If several groups have a copy of a campaign, or of the same sessions, only the longest counts.
    Those that it does not continue are named by themselves.
    """
    broken, group_parts = list[tuple[Cell, ...]](), list[tuple[str, standings.StandingsPart]]()
    for group in by_group(standings_of, groups, spread, progress):
        if group.why:
            broken.append((group.name, group.why))
        else:
            group_parts += [(group.name, part) for part in group.result]
    counted_in = _longest([(part.first, part.entries) for _, part in group_parts])
    leads, copies, forks = (list[tuple[Cell, ...]]() for _ in range(3))
    played: dict[str, Counter[int]] = {}
    for place, (name, part) in enumerate(group_parts):
        lead, counted = part.lead, counted_in[place]
        if counted != place:
            counting, longest = group_parts[counted]
            apart = copies if longest.continues(part) else forks
            apart.append((name, lead.name if lead else None, counting))
            continue
        if lead:
            names = ", ".join(player or seat for seat, player in lead.leaders) or None
            leads.append((name, lead.name, lead.next_episode, names, lead.marks))
        for player in part.players:
            played.setdefault(player.name, Counter()).update(dict(enumerate(player[1:])))
    order = sorted(played, key=lambda name: (-played[name][1] - played[name][3], name))
    players: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(played[name][i] for i in range(4))) for name in order
    )
    tables = [
        StatisticsTable(
            "Campaigns", ("Group", "Campaign", "Next episode", "Leads", "Marks"), tuple(leads)
        ),
        StatisticsTable("Copies, counted once", ("Group", "Campaign", "Counted in"), tuple(copies)),
        StatisticsTable(
            "Not counted: another history of the campaign is longer",
            ("Group", "Campaign", "Counted in"),
            tuple(forks),
        ),
        StatisticsTable(
            "Players over all groups",
            ("Player", "Episodes", "Episodes won", "Sessions", "Sessions won"),
            players,
            "Players with the same name count as one player.",
        ),
    ]
    return [table for table in tables if table.rows], broken


def _longest(copies: Sequence[tuple[str, int]]) -> list[int]:
    """For each copy the place of the longest one, the first of equal ones.

    A copy has a uid, which is equal in copies of the same, and its number of entries. Without a uid
    it is a copy of nothing.
    """
    best: dict[str, int] = {}
    for place, (uid, entries) in enumerate(copies):
        if uid and (uid not in best or entries > copies[best[uid]][1]):
            best[uid] = place
    return [best.get(uid, place) for place, (uid, _) in enumerate(copies)]


def stats(
    groups: Sequence[str], game: str, language: str, spread: ChunkMap, progress: Progress
) -> StatisticsTables:
    """The statistics of a game over the sessions of all groups; raises `UnknownName`.

    If several groups have copies of the same sessions, only the longest counts.
    """
    title, counting = games.find(game).TITLE, counting_of(game)
    broken, known = list[tuple[Cell, ...]](), list[tuple[str, GroupFigures]]()
    for group in by_piece(partial(figures_of_piece, game), _joined, groups, spread, progress):
        if group.why:
            broken.append((group.name, group.why))
        else:
            known.append((group.name, group.result))
    counted_in = _longest([(of_group.uid, of_group.entries) for _, of_group in known])
    copies, wanted = list[tuple[Cell, ...]](), list[statistics.Figures]()
    for place, (name, of_group) in enumerate(known):
        if counted_in[place] == place:
            wanted.append(of_group.figures)
        else:
            copies.append((name, known[counted_in[place]][0]))
    counts, sound, left_out = statistics.join_figures(wanted)
    tables = counting.tables(counts, language) if sound else ()
    once = StatisticsTable("Copies, counted once", ("Group", "Counted in"), tuple(copies))
    shown = (*tables, *([once] if copies else []), *_not_read(broken))
    return StatisticsTables(game, title, None, sound, left_out, shown)


def pages(rows: Sequence[tuple[Cell, ...]], broken: Sequence[tuple[Cell, ...]]) -> StatisticsTables:
    """The tables of written pages, and of those that could not be written."""
    tables = [
        StatisticsTable("Pages", ("Group", "Campaign", "Where it stands", "File"), tuple(rows))
    ]
    shown = [table for table in (*tables, *_not_read(broken)) if table.rows]
    return _shown("Pages", len({row[0] for row in (*rows, *broken)}), shown)


def audit_piece(piece: GroupChunk) -> Group:
    """The audit of a database, of a bundle, or of some records."""
    if (records := piece.records) is not None:
        return result_of_records(piece.path, lambda: _of_records(records))
    if is_bundle(piece.path):
        return result_of_file(piece.path, lambda: _of_bundle(Path(piece.path)))
    return result_of_database(piece.path, _of_database)


def standings_of(path: str) -> Group:
    """The standings of a database, campaign by campaign, or of the campaign in a bundle."""
    if is_bundle(path):
        return result_of_file(path, lambda: tuple(_standings_of_bundle(Path(path))))
    return result_of_database(path, standings.parts)


def figures_of_piece(game: str, piece: GroupChunk) -> Group:
    """The `GroupFigures` of the sessions of a game in a database or in some records.

    A bundle has a campaign and no sessions.
    """
    if (records := piece.records) is not None:
        return result_of_records(
            piece.path, lambda: GroupFigures(fleet_records.figures_in(records, game))
        )
    if is_bundle(piece.path):
        return result_of_file(piece.path, lambda: _figures_of_bundle(Path(piece.path)))
    return result_of_database(
        piece.path,
        lambda session: GroupFigures(
            statistics.of_all(session, game), *standings.sessions_outside(session)
        ),
    )


def _figures_of_bundle(path: Path) -> GroupFigures:
    """No figures, for a bundle that can be unpacked."""
    packing.unpack(read_plain(path, LARGEST_FILE))
    return GroupFigures(statistics.join_figures(()))


def _joined(parts: Iterable[GroupFigures]) -> GroupFigures:
    """The figures of a group, joined over its pieces; only records have several pieces."""
    pieces = list(parts)
    figures = statistics.join_figures(piece.figures for piece in pieces)
    return pieces[0]._replace(figures=figures) if pieces else GroupFigures(figures)


def _of_database(session: Session) -> GroupAudit:
    """The audit of a database, with all its checks."""
    whole = of_database.audit_database(session.connection().engine, session)
    campaigns = run.audit_campaigns(session)
    outside = of_sessions.examine_sessions(session)
    audits = [whole, *campaigns, of_sessions.audit_of(outside)]
    contents = continuity.contents(session)
    unverifiable = outside.unverifiable + sum(map(_unverifiable, campaigns))
    return GroupAudit(
        contents.campaigns, contents.sessions, unverifiable, contents.head, _problems(audits)
    )


def _of_bundle(path: Path) -> GroupAudit:
    """All that can be proved of a bundle."""
    handed = packing.unpack(read_plain(path, LARGEST_FILE))
    head = journal.short_head(handed.entries[-1].hash) if handed.entries else ""
    result, _ = histories.audit(handed)
    return GroupAudit(1, 0, _unverifiable(result), head, _problems([result]))


def _unverifiable(result: AuditResult) -> int:
    """The number of evenings of a campaign that no replay has proved."""
    limits = result.statement.not_proved if result.statement else ()
    return sum(len(f.episodes) for f in limits if f.kind in ("results only", "without rules"))


def proved(path: Path) -> tuple[BundledHistory, Campaign]:
    """The history in a bundle and its campaign; raises `BadBundle` for a problem of its audit."""
    handed = packing.unpack(read_plain(path, LARGEST_FILE))
    result, campaign = histories.audit(handed)
    for check in result.checks:
        for problem in check.problems:
            raise BadBundle(f"{check.name}: {problem}")
    assert campaign is not None, "a history without a problem has a campaign"
    return handed, campaign


def _standings_of_bundle(path: Path) -> Iterator[standings.StandingsPart]:
    """The standings of the campaign in a bundle; none if simple players played it."""
    handed, campaign = proved(path)
    if not campaign.simulated:
        yield standings.part_of(campaign, handed.entries)


def _of_records(part: RecordBatch) -> GroupAudit:
    """The audit of some records by their replay."""
    count, unverifiable, problems = fleet_records.audit_records(part)
    return GroupAudit(0, count, unverifiable, "", problems)


def _added(parts: Iterable[GroupAudit]) -> GroupAudit:
    """The audit of a group, added up over its pieces; only records have several pieces."""
    campaigns = sessions = unverifiable = 0
    head, problems = "", list[str]()
    for part in parts:
        campaigns, sessions, head = campaigns + part.campaigns, sessions + part.sessions, part.head
        unverifiable += part.unverifiable
        problems += part.problems
    return GroupAudit(campaigns, sessions, unverifiable, head, tuple(problems))


def _problems(audits: Iterable[AuditResult]) -> tuple[str, ...]:
    return tuple(
        f"{audit_result.subject!s}: {check.name}: {problem}"
        for audit_result in audits
        for check in audit_result.checks
        for problem in check.problems
    )


def _not_read(broken: Sequence[tuple[Cell, ...]]) -> tuple[StatisticsTable, ...]:
    return (StatisticsTable("Not read", ("Group", "Why"), tuple(broken)),) if broken else ()


def _shown(title: str, count: int, tables: Sequence[StatisticsTable]) -> StatisticsTables:
    return StatisticsTables("", title, None, count, 0, tuple(tables), "group")
