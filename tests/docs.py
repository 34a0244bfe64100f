"""Make pages of docs/ from the program itself: `python -m tests.docs`."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path

from typer._completion_shared import get_completion_script
from typer.core import TyperGroup

from campaign.cli import commands as listed
from campaign.cli.help_command import EVERYWHERE
from campaign.cli.main import run
from campaign.cli.options import SHARED
from campaign.display.svg import board as my_city_board
from campaign.display.svg import picture, renderers, sharing
from campaign.display.svg.cards import WIDE
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import ENGLISH
from campaign.extras.plays import tables
from campaign.games import kit
from campaign.services import games, table_rows
from campaign.services.entering import keys
from campaign.services.words import day
from engine.kernel.phrases import phrase
from engine.kernel.record import parse_record
from engine.kernel.replay import Verdict, replay
from engine.my_city.play.boxes import reach_during
from engine.my_city.play.state import MyCityState

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "cli.md"
PICTURES = PAGE.with_name("pictures")
TABLES = {
    "my-city": "examples/eternal.toml",
    "machi-koro": "examples/machi-koro.toml",
    "quadropolis": "examples/quadropolis.toml",
    "dilluvia": "tests/records/dilluvia_verified_two_seats.toml",
}
"""The records whose final table is drawn, by game."""
BOARD = "examples/chapter-1/episode-3.toml"
KEYS = PAGE.with_name("entering.md")
JSON = PAGE.with_name("json.md")
COLUMNS = PAGE.with_name("export_columns.md")
MODULES = PAGE.with_name("modules.md")
COMPLETES = '_campaign_completion "$@"'
COMPLETION = PAGE.with_name("completion")
SHELLS = {"bash": "campaign", "zsh": "_campaign", "fish": "campaign.fish"}
"""The name of the file with the completion script, by shell."""
OPTION = re.compile(r"  (?:-\w, )?(--[\w-]+)(?: (\S.*?))?(?:  |$)")
"""A line of a help text that begins an option: its spelling, and what it takes."""
HEAD = """# Commands

Made from the program's own help by `make docs`.

Data goes to stdout, messages to stderr. Without a terminal the program asks nothing; `--yes`
answers its questions. An empty word is wrong usage, as a script may have left a variable unset;
only `--where` and `--note` of an evening may be empty, which removes them. Colour follows the
terminal, `NO_COLOR` and `--no-color`.

With `--json` an error is a line of JSON on stderr: `error`, `code` (the exit code), and where
they are known `where` and `help`. `demo`, `fleet serve`, `meet`, `envelope correct` and
`pack paint` have no document and refuse `--json`: `demo` shows other commands, `fleet serve`
pages, the others ask question after question.

Exit codes: 0 done; 1 not done (declined, or unforeseen); 2 wrong usage; 3 an audit found
something; 4 no such thing; 5 the database cannot be used; 6 the rules or the campaign forbid it;
7 the file cannot be used; 8 refused unless its own flag says yes; 130 interrupted;
129, 131 or 143 ended by a signal.

`CAMPAIGN_DB` names the database, `CAMPAIGN_AUTHOR` the user who is written into the journal,
`CAMPAIGN_COPIES` the folder for copies of the database (`off`: no copy after an evening).

A seat is named by its own word, by its player or by its city, in capitals or small letters,
with or without accents. If several have the same name, it means the seat; else the player who
holds a city; else the city; else a player who held one before. The beginning of a name is enough
if it fits no other name.

Every command takes these options, before its name or after it:

"""


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words that call each command, also the commands of groups."""
    for name in listed.commands():
        loaded = listed.load(name)
        if isinstance(loaded, TyperGroup):
            yield from ((name, word) for word in loaded.commands)
        else:
            yield (name,)


def help_of(*words: str) -> str:
    """Return what `--help` prints, at 80 columns."""
    return printed_by(*words, "--help")


def printed_by(*words: str) -> str:
    """Return what a command line prints, at 80 columns."""
    os.environ["COLUMNS"] = "80"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        run([*words])
    return printed.getvalue().rstrip()


def page() -> str:
    """Return the page of commands."""
    command_parts = (
        f"\n## campaign {' '.join(words)}\n\n```\n{own_help(*words)}\n```\n" for words in commands()
    )
    options = _table(("Option", "Commands"), _rows_of_options())
    option_parts = ["\n## Every option\n\nAn option means the same wherever it is.\n\n", options]
    return "".join([HEAD, "```\n", shared_help(), "\n```\n", *command_parts, *option_parts])


def shared_help() -> str:
    """Return what `--more` says of the options that every command has."""
    return "\n".join(_shared(printed_by("--more")))


def own_help(*words: str) -> str:
    """Return the help of a command without the options that every command has."""
    return "\n".join(_own(help_of(*words)))


def completions() -> dict[Path, str]:
    """Return the completion scripts of the shells by their files."""
    scripts = {}
    for shell, name in SHELLS.items():
        text = get_completion_script(
            prog_name="campaign", complete_var="_CAMPAIGN_COMPLETE", shell=shell
        ).strip()
        # zsh reads such a file when something is completed for the first time: it completes that.
        text = text.replace("\ncompdef _campaign_completion campaign", f"\n{COMPLETES}")
        scripts[COMPLETION / name] = f"{text}\n"
    return scripts


def options() -> Iterator[tuple[str, str, str]]:
    """Yield each option of each command: its spelling, what it takes or "", the command."""
    for words in commands():
        for line in _own(help_of(*words)):
            if option := OPTION.match(line):
                yield option[1], option[2] or "", " ".join(words)


def _rows_of_options() -> Iterator[tuple[str, str]]:
    """Yield each option, in order of spelling, with the commands that have it."""
    rows = dict[str, list[str]]()
    for option, _, command in sorted(options(), key=itemgetter(0)):
        rows.setdefault(option, []).append(command)
    yield from ((option, ", ".join(called)) for option, called in rows.items())


def page_of_keys() -> str:
    """Return the page of the keys of prompts and boards, and of the answers of every game."""
    parts = [
        "# Keys\n\nMade from the program's own table by `make docs`. "
        "`help` at a prompt and `?` at a board show the same.\n\n",
        _table(
            ("At the prompt", "At the board", ""),
            [(key.line, key.board, key.does) for key in keys.KEYS],
        ),
        "\n## Stickers, line by line\n\n",
        _table(("Typed", ""), [form[:2] for form in keys.STICKERS]),
    ]
    for name in games.names():
        parts.append(f"\n## {games.title(name)}\n\n")
        parts.append(_table(("Typed", ""), [form[:2] for form in keys.answers(name)]))
    return "".join(parts)


def page_of_columns() -> str:
    """Return the page of the exported tables with their columns."""
    parts = [
        "# Columns of the exported tables\n\nMade from the program's own tables by `make docs`; "
        f"schema version {table_rows.SCHEMA}. [export.md](export.md) says how to use them.\n",
    ]
    for table in tables.TABLES.values():
        parts.append(
            f"\n## {table.name}\n\n{table.meaning}\n\n| Column | Cells | |\n|---|---|---|\n"
        )
        parts += [f"| `{name}` | {kind} | {words} |\n" for name, kind, words in table.columns]
    return "".join(parts)


def pictures() -> dict[str, str]:
    """Return the pictures of docs/pictures by the names of their files."""
    drawn = {}
    for game, path in TABLES.items():
        if game in kit.missing_games():
            continue
        verdict = _replayed(path)
        painter = renderers.painter_of(game)
        assert painter
        drawn[f"{game}.svg"] = picture.document(painter.table(verdict.state, {}, ENGLISH))
    state: MyCityState = _replayed(BOARD).state
    rules, town = state.rules, state.town("eagle")
    reach = reach_during(rules, town, state.towns)
    words = str(my_city_board.board_in_words(rules, town.land, town.built, reach))
    board = my_city_board.board("Rivers (eagle, Anna)", words, rules, town.land, town.built, reach)
    drawn["card.svg"] = picture.document(_card())
    drawn["board.svg"] = picture.document(board)
    return drawn


def _card() -> Picture:
    """Return a card of the third evening of the examples."""
    record = parse_record((ROOT / BOARD).read_text(encoding="utf-8"))
    verdict, names = _replayed(BOARD), record.names
    painter = renderers.painter_of(record.game)
    assert painter
    boards = painter.table(verdict.state, names, ENGLISH)
    words = phrase("My City, episode 3"), day(str(record.played)), sharing.REPLAYED
    return sharing.game_card(words, verdict.sheets, names, boards, ENGLISH, WIDE)


def _replayed(path: str) -> Verdict:
    """Return the verdict on a record."""
    record = parse_record((ROOT / path).read_text(encoding="utf-8"))
    return replay(games.game_of_record(record), record, record.setup)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table of Markdown; all columns but the last are marked as code."""
    lines = [head, ("---",) * len(head)]
    lines += [(*(f"`{cell}`" if cell else "" for cell in row[:-1]), row[-1]) for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _shared(text: str) -> list[str]:
    """Return the lines of a help text on the options that all commands have."""
    return [line for line, shared in _sorted(text) if shared]


def _own(text: str) -> list[str]:
    """Return all other lines of a help text, without a heading over no lines."""
    lines = [line for line, shared in _sorted(text) if not shared and EVERYWHERE not in line]
    if "-h, --help" in text and not any(re.match(r"  (-\w, )?--", line) for line in lines):
        lines = [line for line in lines if line != "Options:"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip().split("\n")


def _sorted(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it is about a shared option, of which --help is one."""
    shared_options = {"--help", *(flag for option in SHARED for flag in option.flags)}
    shared = False
    for line in text.split("\n"):
        if option := OPTION.match(line):
            shared = option[1] in shared_options
        elif not line.startswith("          "):
            shared = False
        yield line, shared


if __name__ == "__main__":
    from tests import json_page, man_page, module_page, snapshot  # most need this module

    listed.INDEX.write_text(listed.index_text(), encoding="utf-8")
    listed.commands.cache_clear()
    snapshot.write()
    PAGE.write_text(page(), encoding="utf-8")
    KEYS.write_text(page_of_keys(), encoding="utf-8")
    COLUMNS.write_text(page_of_columns(), encoding="utf-8")
    JSON.write_text(json_page.page(), encoding="utf-8")
    MODULES.write_text(module_page.page(), encoding="utf-8")
    man_page.PAGE.write_text(man_page.page(), encoding="utf-8")
    COMPLETION.mkdir(exist_ok=True)
    for path, text in completions().items():
        path.write_text(text, encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for name, text in pictures().items():
        PICTURES.joinpath(name).write_text(text, encoding="utf-8")
