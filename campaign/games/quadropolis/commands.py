"""campaign quadropolis score | enter: Quadropolis without a log.

`enter` keeps the totals alone; a city that is typed row by row is counted for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import questions, records
from campaign.cli.entering import finish, prompt, start
from campaign.cli.environment import DECLINED, Environment, Reply, command, group, today
from campaign.cli.errors import NeedsFlag
from campaign.cli.files import read_text
from campaign.display.json import sessions as session_documents
from campaign.games.quadropolis import document as documents
from campaign.games.quadropolis import scoring_screen as screens
from campaign.services import sessions
from campaign.services.entering import headers
from campaign.services.words import many
from engine.kernel.errors import RecordError, wording_of
from engine.kernel.phrases import Wording, joined, phrase
from engine.quadropolis import calculator, drawing
from engine.quadropolis.components import MODES

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask

File = Annotated[str, typer.Argument(metavar="FILE|-", help="The city; - is standard input.")]
INSTEAD = phrase("campaign quadropolis score FILE counts a city from a file")
NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)
LEFT = ("inhabitants", "energy")
"""What a city has besides its buildings."""

app = group(
    "quadropolis",
    "Quadropolis without a log: the score of a city as it is drawn.",
    menu=("Boards", 6, "score cities"),
)


@command(app, "score", example="campaign quadropolis score city.toml", reads=True)
def score(env: Environment, file: File) -> Reply[documents.CityScore]:
    """Score a drawn city, and find its best assignment."""
    text = read_text(file)
    with records.where_of(file, text):
        counted = calculator.count(text)
    return Reply(lambda: documents.score(counted), lambda: screens.score(counted, env.speaker))


@command(app, "enter", example="campaign quadropolis enter")
def enter(env: Environment) -> Reply[session_documents.Session]:
    """Type scores, or cities to be counted, and keep them as a session."""
    ask = prompt.editor(INSTEAD, env.speaker)
    with start.all_or_nothing(env):
        mode = _mode(env, ask)
        names = _names(env, ask)
        totals = {name: _total(env, ask, mode, name) for name in names}
        head = headers.head_of("quadropolis", names, [f"mode={mode}"], today())
        result = {seat: totals[name] for seat, name in head.names.items()}
        preview = sessions.preview_record(head._replace(result=result))
        env.say(screens.totals(totals))
        question = phrase("Keep this session? Nothing in it is proved.")
        if env.options.yes and finish.same_record(env, preview):
            raise NeedsFlag(phrase("Keep it once more?"), "session record --again")
        kept = env.options.yes or (
            questions.letter(ask, env.say, question, "Yn") == "y"
            and finish.kept_once(env, ask, preview)
        )
    if not kept:
        env.say(phrase("Nothing was written."))
        raise typer.Exit(DECLINED)
    with env.writing(create=True) as session:
        outside = sessions.keep(session, preview, env.by())
    env.copy_evening()
    command = f"campaign session show {outside.number}"
    env.say(phrase("It is session {number}: {command}", number=outside.number, command=command))
    return Reply(lambda: session_documents.session(outside))


def _mode(env: Environment, ask: Ask) -> str:
    """The mode of the game; Enter is the first one."""
    while True:
        question = phrase(
            "{modes}, Enter for {first}> ",
            modes=joined(" or ", list(MODES)),
            first=next(iter(MODES)),
        )
        typed = ask(question).strip().lower()
        matches = [mode for mode in MODES if mode.startswith(typed)]
        if matches:
            return matches[0]
        env.say(phrase("There is no mode {typed}.", typed=typed))


def _names(env: Environment, ask: Ask) -> list[str]:
    """Who played, in the order of the table."""
    while True:
        typed = ask(phrase("Players, such as {examples}> ", examples="Anna, Ben"))
        names = [name for part in typed.split(",") if (name := part.strip())]
        if len(set(names)) == len(names) and 2 <= len(names) <= 4:
            return names
        env.say(phrase("2 to 4 play, each with a name of its own, with commas between them."))


def _total(env: Environment, ask: Ask, mode: str, name: str) -> int:
    """The total of a player: as it is typed, or of the best assignment of a city."""
    rows = MODES[mode].squares // MODES[mode].columns
    env.say(screens.how_to_type(name, MODES[mode]))
    while True:
        first = ask(phrase("{name}, total or row 1 of {rows}> ", name=name, rows=rows)).strip()
        if NUMBER.fullmatch(first):
            return int(first)
        others = (
            phrase("{name}, row {row} of {rows}> ", name=name, row=row, rows=rows)
            for row in range(2, rows + 1)
        )
        grid = [first, *map(ask, others)]
        left = {
            what: _number(env, ask, phrase("{name}, {what}> ", name=name, what=phrase(what)), 0)
            for what in LEFT
        }
        try:
            city = drawing.drawn({"mode": mode, "city": "\n".join(grid), **left})
        except RecordError as error:
            env.say(phrase("{error}. Type this city again.", error=wording_of(error)))
            continue
        best = calculator.counted(city).best.score
        points = many(best, "point")
        env.say(phrase("{name}: {points} with the best assignment.", name=name, points=points))
        question = phrase(
            "{name}, total as counted at the table, Enter for {best}> ", name=name, best=best
        )
        return _number(env, ask, question, best)


def _number(env: Environment, ask: Ask, question: Wording, usual: int) -> int:
    """A whole number; Enter is the usual one."""
    while typed := ask(question).strip():
        if NUMBER.fullmatch(typed):
            return int(typed)
        env.say(phrase("{typed} is no number.", typed=typed))
    return usual
