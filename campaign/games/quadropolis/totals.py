"""Ask for the totals of Quadropolis: a total as a number, or a city row by row to be scored."""

from __future__ import annotations

from campaign.cli.entering import prompt
from campaign.cli.entering.totals import Ask, Say, ask_number, read_number
from campaign.games.quadropolis import scoring_screen as screens
from campaign.services.words import many
from engine.kernel.errors import RecordError, wording_of
from engine.kernel.phrases import listed, phrase
from engine.kernel.record import Record
from engine.quadropolis import calculator, drawing
from engine.quadropolis.components import MODES

LEFT = ("inhabitants", "energy")
"""The figures of a city that are asked for besides its buildings."""


def settings(ask: Ask, say: Say) -> list[str]:
    """Ask for the mode and return it as a header key; Enter takes the first mode."""
    modes = listed(list(MODES), " or ")
    while True:
        question = phrase("{modes}, Enter for {first}> ", modes=modes, first=next(iter(MODES)))
        typed = prompt.half_width(ask(question)).strip().lower()
        matches = [mode for mode in MODES if mode.startswith(typed)]
        if matches:
            return [f"mode={matches[0]}"]
        say(phrase("Type the mode that you played: {modes}.", modes=modes))


def total(ask: Ask, say: Say, head: Record, name: str) -> int:
    """Ask for the total of a player: a number, or a city, whose best assignment is scored."""
    mode = head.header["mode"]
    rows = MODES[mode].squares // MODES[mode].columns
    if name == head.names.get(head.seats[0], head.seats[0]):
        say(screens.how_to_type(MODES[mode]))
    while True:
        grid: list[str] = []
        while len(grid) < rows:
            row = len(grid) + 1
            question = phrase("{name}, total or row 1 of {rows}> ", name=name, rows=rows)
            if grid:
                question = phrase("{name}, row {row} of {rows}> ", name=name, row=row, rows=rows)
            typed = ask(question).strip()
            number = None if grid else read_number(typed)
            if number is not None:
                return number
            try:
                drawing.check_row(MODES[mode], row, typed)
            except RecordError as error:
                say(phrase("  {error}.", error=wording_of(error)))
            else:
                grid.append(typed)
        figures = {
            kind: ask_number(ask, say, phrase("{name}, {what}> ", name=name, what=phrase(kind)), 0)
            for kind in LEFT
        }
        try:
            city = drawing.drawing_of_values({"mode": mode, "city": "\n".join(grid), **figures})
        except RecordError as error:
            say(phrase("{error}. Type this city again.", error=wording_of(error)))
            continue
        best = calculator.score_drawn_city(city).best.score
        points = many(best, "point")
        say(phrase("{name}: {points} with the best assignment.", name=name, points=points))
        question = phrase(
            "{name}, total as counted at the table, Enter for {best}> ", name=name, best=best
        )
        return ask_number(ask, say, question, best)
