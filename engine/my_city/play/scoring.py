"""The end of an episode: one score sheet a seat, ranks and the row by row tie-break.

Every term moves the same token, in the order of the sheet: it may fall below zero (the
debt is paid by what comes next), and once it reaches the cap it never moves again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.kernel.fast.memo import Memo
from engine.kernel.phrases import Wording, joined, many, phrase
from engine.kernel.score import SeatScore, SheetEntry, ranks
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town
from engine.my_city.play.terms import TownTerms, shaft_line


def score(state: MyCityState) -> tuple[SeatScore, ...]:
    """The sheets, in seat order; before the end, as if everybody had quit now."""
    rules, towns = state.rules, state.towns
    added = [sheet_lines(rules, town, towns) for town in towns]
    ranked = rank(state, [total for _, total in added])
    return tuple(
        [
            SeatScore(seat, lines, total, place, tie)
            for seat, (lines, total), (place, tie) in zip(state.seats, added, ranked, strict=True)
        ]
    )


def sheet_lines(
    rules: EpisodeRules, town: Town, others: Sequence[Town] = ()
) -> tuple[tuple[SheetEntry, ...], int]:
    """The lines of a sheet, and the token at the end.

    The first line is the token before scoring; each other line says how far a term moves it.
    `others` are the towns of the table, this one among them, for terms that compare towns.
    """
    token, cap = town.token, rules.token.cap
    board = TownTerms(rules, town, others)
    lines = [_MOVED[token, rules.token.start, town.passes, town.rewards]]
    for term in rules.terms:
        count = term.count  # a local name: calling a field directly would look it up as a method
        lines += count(term, board)
    for shaft in rules.shafts:
        lines.append(shaft_line(shaft, board))
    gained = moved = 0
    for line in lines:
        points = line.points
        moved += points
        if points > 0:
            gained += points
    return (tuple(lines), moved) if gained < cap else _capped(lines, cap)


def _capped(lines: Sequence[SheetEntry], cap: int) -> tuple[tuple[SheetEntry, ...], int]:
    """The lines as they count for a token that may reach the cap, and the token at the end."""
    token = lines[0].points
    counted = [lines[0]]
    for line in lines[1:]:
        before, token = token, token + line.points
        if token > cap or before == cap:
            line = _at_the_cap(line, before, cap)
            token = cap
        counted.append(line)
    return tuple(counted), token


def _at_the_cap(moved: SheetEntry, token: int, cap: int) -> SheetEntry:
    """A line as it counts for a token that is at the cap, or reaches it with this line."""
    note = phrase("{points:+} on the board: the token stays at {cap}", points=moved.points, cap=cap)
    if moved.note:
        note = joined("; ", (moved.note, note))
    return SheetEntry(moved.label, cap - token, note)


def rank(state: MyCityState, totals: Sequence[int]) -> list[tuple[int, Wording]]:
    """Rank and tie remark of each seat, for totals in seat order.

    Equal totals: fewer empty light-green cells in the top row, then in the next, and so on;
    equal in every row: a shared rank, and the next rank is skipped.
    """
    best_first = sorted(totals, reverse=True)
    if len(set(totals)) == len(totals):
        return [(best_first.index(total) + 1, "") for total in totals]
    rows = [rows_empty(state.rules, town) for town in state.towns]
    places = ranks([(-total, row) for total, row in zip(totals, rows, strict=True)])
    remarks: list[Wording] = [""] * len(totals)
    order = sorted(range(len(totals)), key=lambda i: places[i])
    for ahead, behind in pairwise(order):
        if totals[ahead] != totals[behind]:
            continue
        if places[ahead] == places[behind]:
            for seat, rival in ((ahead, behind), (behind, ahead)):
                shared = phrase(
                    "shared with {seat}: as many empty cells in every row", seat=state.seats[rival]
                )
                remarks[seat] = remarks[seat] or shared
        else:
            number, few, more = next(
                (i, a, b)
                for i, (a, b) in enumerate(zip(rows[ahead], rows[behind], strict=True), 1)
                if a != b
            )
            remarks[ahead] = phrase(
                "before {seat}: fewer empty cells in row {row} ({few} against {more})",
                seat=state.seats[behind],
                row=number,
                few=few,
                more=more,
            )
    return [(places[i], remarks[i]) for i in range(len(totals))]


def rows_empty(rules: EpisodeRules, town: Town) -> tuple[int, ...]:
    """How many light-green cells of each row are empty, from the top; only cells in play count."""
    grid, open_cells = rules.grid, town.land.bare & town.free
    top, board_size = grid.row(1), grid.columns * grid.rows
    shifts = range(0, board_size, grid.columns)
    return tuple([(open_cells >> shift & top).bit_count() for shift in shifts])


def _moved(fields: tuple[int, int, int, tuple[tuple[str, int], ...]]) -> SheetEntry:
    """The line of the token before scoring, with a note on its start, passes and rewards."""
    token, start, passes, rewards = fields
    note: list[Wording] = [phrase("{start} at the start", start=start)]
    if passes:
        note.append(many(passes, "pass"))
    for label, points in rewards:
        note.append(phrase("{label} {points:+}", label=phrase(label), points=points))
    return SheetEntry(phrase("token at the end"), token, joined(", ", note))


_MOVED = Memo(_moved)
