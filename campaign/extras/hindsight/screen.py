"""Screens of what the same cards allowed: a row for each seat, or a line card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign import installation
from campaign.display.terminal import parts
from campaign.display.terminal.board import town_board, town_title
from campaign.display.terminal.words import MixedText
from campaign.display.text.records import label_phrase, points_of
from campaign.extras.hindsight import search
from campaign.extras.hindsight.keeping import SeatSearch
from campaign.extras.hindsight.questions import HindsightEvening
from campaign.extras.hindsight.words import answers_in_words, left_in_words, until_in_words
from campaign.services.words import signed
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.score import SeatScore

SAME = "="
BY_REPLAY = phrase("These scores are those of the replay; what counts was kept as played.")


def table(evening: HindsightEvening, looked: Sequence[SeatSearch]) -> RenderableType:
    """A row for each seat: its score, the best line found, and the bound."""
    order = sorted(
        looked,
        key=lambda seat_search: (seat_search.row.seat in evening.absent, -seat_search.row.played),
    )
    rows = parts.table(
        "",
        *map(phrase, ("played", "best found", "bound", "left on the table", "", "in reach until")),
        right=("played", "best found", "bound"),
    )
    for outlook, row, _ in order:
        absent = row.seat in evening.absent
        rows.add_row(
            parts.seat(row.seat),
            phrase("absent") if absent else str(row.played),
            str(row.best),
            str(row.bound),
            "" if absent else left_in_words(row),
            MixedText(phrase("proved"), style="green") if row.proved else "",
            "" if absent else until_in_words(row, outlook.question),
        )
    return parts.lines(
        parts.title(
            phrase("{evening}, the same cards in the same order", evening=evening.title),
            _time(order),
            "dim",
        ),
        rows,
        *_remarks(evening, order),
    )


def by_card(evening: HindsightEvening, looked: Sequence[SeatSearch]) -> RenderableType:
    """The table, and for each seat its played line beside the best one, with board and sheets."""
    screens: list[RenderableType] = [table(evening, looked)]
    for seat_search in looked:
        screens += [
            Text(""),
            _steps(evening, seat_search),
            Text(""),
            _town(seat_search),
            Text(""),
            _sheets(seat_search),
        ]
    return parts.lines(*screens)


def _time(looked: Sequence[SeatSearch]) -> Phrase:
    """The time of the seat whose search took longest."""
    seconds = max((seat_search.row.seconds for seat_search in looked), default=0)
    return phrase("{seconds} s a seat", seconds=seconds)


def _remarks(evening: HindsightEvening, looked: Sequence[SeatSearch]) -> Iterator[RenderableType]:
    """What the search did not do, what the bounds leave out, and the commands that go on."""
    if any(seat_search.stopped for seat_search in looked):
        yield parts.line(phrase("Stopped. This is what is known so far."))
    if evening.as_played:
        yield parts.line(BY_REPLAY)
    if not search.has_solver():
        yield parts.line(
            phrase(
                "Without the extra hindsight the search is simpler. To install it: {command}",
                command=installation.install_command("hindsight"),
            )
        )
    unmodelled = dict.fromkeys(
        rule for seat_search in looked for rule in seat_search.outlook.bound.unmodelled
    )
    if unmodelled:
        rules = joined(", ", map(phrase, unmodelled))
        yield parts.line(
            phrase("The bound assumes the most points for these: {rules}", rules=rules)
        )
    if not all(seat_search.row.proved for seat_search in looked):
        command = f"{evening.command} --seconds 300"
        yield parts.line(phrase("To search longer: {command}", command=command))
    longest = max(
        looked,
        key=lambda seat_search: (seat_search.row.left[0] > 0, seat_search.row.parted),
        default=None,
    )
    if longest:
        command = f"{evening.command} --whose {longest.row.seat} --step"
        yield parts.line(phrase("Card by card: {command}", command=command))


def _steps(evening: HindsightEvening, seat_search: SeatSearch) -> RenderableType:
    """The cards, each with the played and the best answer; `=` for an equal one."""
    question, count = seat_search.outlook.question, len(seat_search.outlook.question.cards)
    played = answers_in_words(seat_search.outlook.played.line, count)
    best = answers_in_words(seat_search.outlook.best.line, count)
    absent = seat_search.row.seat in evening.absent
    headings = map(phrase, ("", "card", "played", "best found", ""))
    rows = parts.table(*headings, right=("",))
    for at, asked in enumerate(question.cards):
        same = played[at] == best[at] and not absent
        parting = seat_search.row.parted == at + 1 and seat_search.row.left[0] > 0 and not absent
        rows.add_row(
            str(at + 1),
            asked.card,
            "" if absent else played[at],
            SAME if same else best[at],
            MixedText(
                phrase("{score} was in reach until here", score=seat_search.row.best), style="dim"
            )
            if parting
            else "",
        )
    title = phrase("{seat}, card by card", seat=seat_search.row.seat)
    return parts.lines(parts.line(title, "bold"), rows)


def _town(seat_search: SeatSearch) -> RenderableType:
    """The board of the best line."""
    question, town = seat_search.outlook.question, seat_search.outlook.best.town
    return parts.lines(
        town_title(seat_search.row.seat, town),
        town_board(question.rules, town),
    )


def _sheets(seat_search: SeatSearch) -> RenderableType:
    """The sheet of the best line beside that of the played one."""
    played, best = seat_search.outlook.played.sheet, seat_search.outlook.best.sheet
    headings = map(phrase, ("", "played", "best found", ""))
    rows = parts.table(*headings, right=("played", "best found", ""))
    for row, label in enumerate(dict.fromkeys(line.label for line in (*best.lines, *played.lines))):
        first = not row
        gain = _points(best, label) - _points(played, label)
        rows.add_row(
            joined("", ("  ", label_phrase(label))),
            points_of(played, label, first=first),
            points_of(best, label, first=first),
            signed(gain) if gain else "",
        )
    score = joined("", ("  ", phrase("score")))
    rows.add_row(score, str(played.total), str(best.total), signed(seat_search.row.left[0]))
    return rows


def _points(sheet: SeatScore, label: Wording) -> int:
    return sum(line.points for line in sheet.lines if line.label == label)
