"""The JSON documents of `--json`: one a command, each with `schema` and `kind`.

`docs/json.md` describes them. A change that could break a reader raises SCHEMA.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from campaign.display.terminal.campaigns import by_marks, event
from campaign.services.statistics.sessions import Statistics
from campaign.services.statistics.tables import Bar, Cell
from campaign.services.values import Audit, History, Outside
from campaign.store.listing import Listed
from engine.kernel.record import Record, format_record
from engine.kernel.replay import Verdict
from engine.kernel.score import Sheet, ranks
from engine.my_city.campaign.model import Campaign, City, Played, Right
from engine.my_city.campaign.stickers import targets
from engine.my_city.pack.words import words_of
from engine.my_city.play.ruleset import Rules

SCHEMA = 1
Document = dict[str, Any]


def status_document(history: History) -> Document:
    """Where a campaign stands."""
    campaign = history.campaign
    return _document(
        "status",
        campaign=campaign.name,
        pack=campaign.pack.name,
        next_episode=campaign.next_episode,
        envelope_to_open=campaign.sealed_next,
        cities=[_city(city) for city in campaign.cities],
        owed=[_right(campaign, right) for right in campaign.owed],
        episodes=[_played(played) for played in campaign.played],
        entries=len(history.entries),
        head=history.head,
    )


def campaign_list_document(rows: Sequence[History], in_use: str | None) -> Document:
    """All campaigns."""
    return _document(
        "campaigns",
        campaigns=[
            {
                "name": history.campaign.name,
                "in_use": history.campaign.name == in_use,
                "seats": {city.seat: city.player for city in history.campaign.cities},
                "next_episode": history.campaign.next_episode,
                "entries": len(history.entries),
                "last_entry": history.entries[-1].recorded_at,
            }
            for history in rows
        ],
    )


def standings_document(history: History) -> Document:
    """Marks by city and their reasons."""
    ordered = by_marks(history.campaign)
    places = ranks([-city.progress for city in ordered])
    return _document(
        "standings",
        campaign=history.campaign.name,
        standings=[
            {
                "rank": place,
                "seat": city.seat,
                "player": city.player,
                "marks": city.progress,
                "reasons": [mark._asdict() for mark in city.marks],
            }
            for place, city in zip(places, ordered, strict=True)
        ],
    )


def history_document(history: History) -> Document:
    """The journal, entry by entry."""
    return _document(
        "history",
        campaign=history.campaign.name,
        entries=[
            {
                "seq": entry.seq,
                "kind": entry.kind,
                "author": entry.author,
                "recorded_at": entry.recorded_at,
                "words": event(history, entry.seq),
                "hash": entry.hash,
            }
            for entry in history.entries
        ],
    )


def template_document(history: History, text: str) -> Document:
    """A record to fill in."""
    return _document("template", episode=history.campaign.next_episode, record=text)


def episode_document(history: History, number: int) -> Document:
    """One episode."""
    played = history.campaign.episode(number)
    return _document(
        "episode",
        campaign=history.campaign.name,
        recorded_at=history.recorded_at(played.entry),
        placeholders=list(played.verdict.placeholders),
        record=format_record(played.record),
        **_played(played),
        marks={
            city.seat: sum(mark.amount for mark in city.marks if mark.episode == number)
            for city in history.campaign.cities
        },
    )


def episode_list_document(history: History) -> Document:
    """All recorded episodes."""
    return _document(
        "episodes",
        campaign=history.campaign.name,
        episodes=[_played(played) for played in history.campaign.played],
    )


def replay_document(record: Record, verdict: Verdict) -> Document:
    """What a replay gives."""
    return _document(
        "replay",
        game=record.game,
        moves=[str(move) for move in record.moves or ()],
        verdict=str(verdict.kind),
        reason=verdict.reason,
        sheets=[_sheet(sheet) for sheet in verdict.sheets],
        placeholders=list(verdict.placeholders),
    )


def envelope_list_document(history: History) -> Document:
    """All envelopes, no word of the sealed ones."""
    return _document(
        "envelopes",
        campaign=history.campaign.name,
        envelopes=[_envelope(history, each.number) for each in history.campaign.pack.envelopes],
    )


def envelope_document(history: History, number: int) -> Document:
    """One envelope; its rules only when it is open."""
    return _document("envelope", campaign=history.campaign.name, **_envelope(history, number))


def owed_document(history: History) -> Document:
    """The stickers that are owed."""
    campaign = history.campaign
    return _document(
        "owed",
        campaign=campaign.name,
        owed=[_right(campaign, right) for right in campaign.owed],
    )


def sticker_list_document(history: History) -> Document:
    """The stickers on all boards."""
    return _document(
        "stickers",
        campaign=history.campaign.name,
        stickers=[
            {
                "seat": city.seat,
                "kind": sticker.kind,
                "square": sticker.square,
                "reason": sticker.reason,
                "entry": sticker.entry,
            }
            for city in history.campaign.cities
            for sticker in city.stickers
        ],
    )


def city_list_document(history: History) -> Document:
    """All cities."""
    return _document(
        "cities",
        campaign=history.campaign.name,
        cities=[_city(city) for city in history.campaign.cities],
    )


def city_document(city: City, rules: Rules, played: Played | None) -> Document:
    """One city with its board, row by row."""
    return _document(
        "city",
        **_city(city),
        after_episode=played.number if played else None,
        board=_board(city, rules),
        buildings=_buildings(city, rules, played),
    )


def session_list_document(rows: Iterable[Listed]) -> Document:
    """All sessions outside a campaign."""
    return _document(
        "sessions",
        sessions=[
            {
                "id": row.number,
                "game": row.game,
                "played": row.played or None,
                "recorded_at": row.recorded_at,
                "verdict": row.verdict,
                "as_played": row.as_played,
                "results": [
                    {"seat": seat, "score": score, "rank": rank} for seat, score, rank in row.scores
                ],
                "names": dict(row.names),
            }
            for row in rows
        ],
    )


def session_document(outside: Outside) -> Document:
    """One session outside a campaign."""
    return _document(
        "session",
        id=outside.number,
        game=outside.record.game,
        recorded_at=outside.recorded_at,
        author=outside.author,
        verdict=str(outside.verdict.kind),
        as_played=outside.as_played,
        stated=dict(outside.record.result),
        sheets=[_sheet(sheet) for sheet in outside.verdict.sheets],
        placeholders=list(outside.verdict.placeholders),
        record=outside.text,
    )


def statistics_document(found: Statistics) -> Document:
    """Statistics over sessions, table by table; a bar is its value."""
    return _document(
        "statistics",
        game=found.game,
        session=found.number,
        sessions=found.sessions,
        left_out=found.left_out,
        tables=[
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [list(map(_cell, row)) for row in table.rows],
                "note": table.note,
            }
            for table in found.tables
        ],
    )


def audits_document(audits: Sequence[Audit]) -> Document:
    """What an audit found."""
    return _document(
        "audit",
        ok=all(each.ok for each in audits),
        audits=[
            {
                "subject": each.subject,
                "ok": each.ok,
                "checks": [
                    {
                        "name": check.name,
                        "ok": check.ok,
                        "note": check.note,
                        "milliseconds": round(check.seconds * 1000),
                        "problems": list(check.problems),
                        "remedy": check.remedy,
                    }
                    for check in each.checks
                ],
            }
            for each in audits
        ],
    )


def place_document(kind: str, path: str) -> Document:
    """A path: of the database, of a copy of it, of written files."""
    return _document(kind, path=path)


def count_document(kind: str, count: int) -> Document:
    """How many things a command has made."""
    return _document(kind, count=count)


def _document(kind: str, **values: Any) -> Document:
    return {"schema": SCHEMA, "kind": kind, **values}


def _cell(cell: Cell) -> str | int | float | None:
    return cell.value if isinstance(cell, Bar) else cell


def _city(city: City) -> Document:
    return {
        "seat": city.seat,
        "name": city.name or None,
        "player": city.player or None,
        "marks": city.progress,
        "stickers": list(city.board),
    }


def _right(campaign: Campaign, right: Right) -> Document:
    return {
        "seat": right.seat,
        "kind": right.kind,
        "reason": right.reason,
        "before_episode": right.before,
        "squares": list(targets(campaign, right)),
    }


def _played(played: Played) -> Document:
    return {
        "episode": played.number,
        "played": played.record.played.isoformat() if played.record.played else None,
        "verdict": str(played.verdict.kind),
        "as_played": played.as_played,
        "sheets": [_sheet(sheet) for sheet in played.sheets],
    }


def _sheet(sheet: Sheet) -> Document:
    return {
        "seat": sheet.seat,
        "score": sheet.total,
        "rank": sheet.rank,
        "tie": sheet.tie or None,
        "lines": [line._asdict() for line in sheet.lines],
        "figures": dict(sheet.figures),
    }


def _envelope(history: History, number: int) -> Document:
    pack = history.campaign.pack
    each = next(e for e in pack.envelopes if e.number == number)
    entry = history.campaign.opened.get(number)
    known: Document = {
        "number": number,
        "opens_with_episode": min(each.episodes),
        "open": entry is not None,
    }
    if entry is not None:
        known["opened_at"] = history.recorded_at(entry)
        known["title"] = each.title
        known["rules"] = [
            {
                "episode": episode,
                "name": row.name,
                "words": words_of(pack, row),
                "source": row["source"],
            }
            for episode in each.episodes
            for row in pack.episodes[episode]
        ]
    return known


def _board(city: City, rules: Rules) -> list[list[str]]:
    """What lies on each cell, row by row: terrain, or the content of a light-green cell."""
    grid, land = rules.grid, city.land
    rows = []
    for row in range(grid.rows):
        cells = []
        for column in range(grid.columns):
            bit = 1 << row * grid.columns + column
            said = "square" if bit & land.squares else "plain"
            said = "mountain" if bit & land.mountain else "forest" if bit & land.forest else said
            for content, layer in zip(rules.contents, land.layers, strict=False):
                said = content.id if bit & layer else said
            cells.append(said)
        rows.append(cells)
    return rows


def _buildings(city: City, rules: Rules, played: Played | None) -> list[Document]:
    """The buildings of the episode last played, in the order in which they were built."""
    if not played or not played.verdict.sheets:
        return []
    state = played.verdict.state
    town = state.towns[state.seats.index(city.seat)]
    return [{"piece": p.piece, "cells": list(rules.grid.names(p.mask))} for p in town.built]
