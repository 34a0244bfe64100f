"""Statistics as a picture: a chart for every column of bars in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.display.svg import charts
from campaign.display.svg.picture import Picture, arrange
from campaign.display.text.records import label_phrase
from campaign.display.text.translation import Speaker
from campaign.services.errors import UnknownName
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import BarCell, Cell, StatisticsTable
from engine.kernel.phrases import Phrase, joined, phrase


def statistics(statistics: StatisticsTables, speaker: Speaker) -> Picture:
    """All charts below each other; raises `UnknownName` if there is nothing to draw."""
    charts_drawn = [chart for table in statistics.tables for chart in _charts(table, speaker)]
    if not charts_drawn:
        raise UnknownName(
            phrase(
                "no {what} of {title} has anything to draw",
                what=statistics.what,
                title=label_phrase(statistics.title),
            )
        )
    words = ". ".join(f"{chart.title}: {chart.description}" for chart in charts_drawn)
    title = speaker.say(label_phrase(statistics.title))
    return arrange(title, words, charts_drawn, columns=1)


def _charts(table: StatisticsTable, speaker: Speaker) -> Iterator[Picture]:
    """Yield the charts of a table: each row is a bar, with a name and a figure."""
    for place in range(len(table.columns)):
        bar_rows = [(row, cell) for row in table.rows if isinstance(cell := row[place], BarCell)]
        if not bar_rows:
            continue
        figure = _figure(table, place)
        wholes = {cell.most for _, cell in bar_rows}
        bars = [
            charts.ChartBar(
                _named(row[:place], speaker),
                cell.value / cell.most if cell.most else 0,
                _figured(cell, of_whole=len(wholes) > 1),
            )
            for row, cell in bar_rows
        ]
        column = speaker.say(label_phrase(table.columns[figure])).lower()
        title = joined(": ", (label_phrase(table.title), column))
        yield charts.bars(speaker.say(title), bars)


def _figure(table: StatisticsTable, place: int) -> int:
    """The number of the column whose values the bars show, or of the column of bars itself."""
    bar_rows = [(row, cell) for row in table.rows if isinstance(cell := row[place], BarCell)]
    columns = (i for i in range(place) if all(row[i] == cell.value for row, cell in bar_rows))
    return max(columns, default=place)


def _named(cells: Sequence[Cell], speaker: Speaker) -> str:
    """The name of a row: its words, as `Anna → Ben`, or else its first figure."""
    words = [speaker.say(cell) for cell in cells if isinstance(cell, str | Phrase)]
    return " → ".join(words) or str(cells[0])


def _figured(bar: BarCell, *, of_whole: bool) -> str:
    """The figure of a bar: its value, and if `of_whole`, the whole after it."""
    value = f"{round(bar.value, 2):g}"
    return f"{value} / {round(bar.most, 2):g}" if of_whole else value
