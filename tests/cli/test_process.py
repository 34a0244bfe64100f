"""The program as a process: what it imports, completion, pipes, interruption, terminals."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
import typer
from sqlmodel import Session

from campaign.cli import commands as listed
from campaign.cli import completion
from campaign.cli import help as menu
from campaign.cli.commands import all_statements, commands, load
from campaign.cli.environment import Environment
from campaign.games.kit import kits
from campaign.services import games
from campaign.store import lookup
from engine.my_city import SEATS
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import ETERNAL, ROOT, Run
from tests.processes import until_it_waits

CALL = "from campaign.cli.main import main; main()"
UNUSED = ("cryptography", "python_calamine", "segno", "starlette", "textual", "uvicorn")
"""What comes with every installation and few commands use."""
HEAVY = ("sqlalchemy", "sqlmodel", "alembic", "prompt_toolkit", "rich", *UNUSED)
GAMES = tuple(kit.rules for kit in kits())
LOADED = """
loaded = [name for name, module in sys.modules.items() if "Lazy" not in type(module).__name__]
print(sorted(set(NAMES).intersection(loaded)), file=sys.stderr)
"""
LOOK = f"""
import sys
from campaign.cli.main import run
try:
    run(sys.argv[1:])
except SystemExit:
    pass
{LOADED}"""


def look(names: tuple[str, ...]) -> str:
    """A program that runs the command line, and says last which of these modules it executed."""
    return f"NAMES = {names}{LOOK}"


def process(code: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", **variables},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_a_status_loads_what_it_shows_and_nothing_else(chapter: Run, db: Path) -> None:
    """The rules of My City are among it: the campaign is replayed."""
    others = [name for name in GAMES if name != "engine.my_city"]
    writing = [
        "campaign.services.changes",
        "campaign.services.projections",
        "campaign.services.audit",
    ]
    names = (
        *("alembic", "prompt_toolkit", *UNUSED),
        *others,
        *writing,
        *sorted({row.module for row in commands().values()} - {"campaign.cli.status"}),
        "engine.my_city.rebuild",
        "engine.my_city.campaign.recount",
        "engine.my_city.pack.words",
    )
    done = process(look(names), "--db", str(db), "status")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "[]")


def test_help_of_a_command_imports_nothing_heavy() -> None:
    done = process(look(HEAVY + GAMES), "episode", "record", "--help")
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["statsu"]])
def test_what_the_table_answers_imports_no_command(words: list[str]) -> None:
    modules = {row.module for row in commands().values()}
    names = (*HEAVY, *sorted(modules), "campaign.services", "campaign.display", "engine")
    assert process(look(names), *words).stderr.splitlines()[-1] == "[]"


def test_the_index_is_what_the_modules_say() -> None:
    assert listed.INDEX.read_text(encoding="utf-8") == listed.index_text(), "run: make docs"


@pytest.mark.parametrize("name", commands())
def test_what_is_read_of_a_command_is_what_its_module_says(name: str) -> None:
    assert commands()[name].help == load(name).help


@pytest.mark.parametrize("words", listed.added_commands())
def test_what_is_read_of_a_brought_command_is_what_its_module_says(words: str) -> None:
    assert listed.added_commands()[words].help == listed.added_commands()[words].load().help


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("statsu", "'stats' or 'status'"),
        ("histroy", "'history'"),
        ("delete", "'undo', 'draft discard' or 'import withdraw'"),
        ("delte", "'undo', 'draft discard' or 'import withdraw'"),
        ("rule", "'brief', 'pack show' or 'rules'"),
        ("record", "'episode record' or 'session record'"),
        ("episode recrod", "'record'"),
        ("import x.csv", "'csv'"),
        ("player add", "'join'"),
    ],
)
def test_an_unknown_command_is_answered_by_letters_or_by_meaning(
    run: Run, typed: str, meant: str
) -> None:
    output = run(typed)
    assert output.code == 2
    words = f"No such command {typed.split()[-1]!r}. Did you mean {meant}?"
    assert words in " ".join(output.err.split())


@pytest.mark.parametrize(
    ("typed", "help"),
    [
        ("undo 5", "Too many words: '5'. Options that take one: --episode N, --to ENTRY"),
        ("stats Anna", "--player PLAYER"),
        ("rename Ben Dora", "'Dora'. Did you mean 'city rename' or 'player rename'?"),
        ("player rename Ben to Dora", "'Dora'. Did you mean 'city rename'?"),
        ("status Tuesday", 'If it names a campaign: campaign status --campaign "Tuesday".'),
        ("sticker place eagle well on G1 now", "Too many words: 'G1', 'now'."),
        ("episode delete", "Did you mean 'campaign undo'? There are: template, record, result,"),
        ("sticker eagle", "No such command 'eagle'. There are: owed, place, list, move."),
    ],
)
def test_a_word_too_many_is_answered_by_where_one_may_go(run: Run, typed: str, help: str) -> None:
    output = run(typed)
    assert output.code == 2
    assert help in " ".join(output.err.split())


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("episode show last", "'N': 'last' is no whole number"),
        ("session list --last 0", "'--last': '0' should be greater than or equal to 1"),
        (
            "audit 1",
            "'report': '1' is not 'report'. To audit another campaign: campaign audit --campaign 1",
        ),
    ],
)
def test_a_value_that_is_refused_stands_in_the_reason(run: Run, typed: str, why: str) -> None:
    output = run(typed)
    said = " ".join(output.err.split())
    assert (2, True) == (output.code, said.endswith(f"Invalid value for {why}"))


def test_nothing_is_suggested_for_a_word_that_means_nothing(run: Run) -> None:
    assert run("zzz").err.endswith("No such command 'zzz'.\n")


def test_the_help_is_one_screen_and_has_every_command_in_one_group(run: Run) -> None:
    shown = run("--help").out
    assert len(shown.splitlines()) <= 23, "the prompt needs the last of 24 lines"
    assert max(map(len, shown.splitlines())) <= 80
    assert all(
        row.statement.section in (*menu.SECTIONS, *menu.LOWER) for row in commands().values()
    )
    assert all(len(row.statement.short) <= 22 for row in commands().values())
    rare = {name for name, row in commands().items() if not row.statement.short}
    assert {"rename", "archive", "unarchive", "withdraw", "doctor"} == rare, "--more has them"
    first = [row.help.partition("\n\n")[0].split() for row in commands().values()]
    assert [words for words in first if words[-1] not in run("--more").out] == []


def test_every_command_that_is_suggested_by_meaning_exists() -> None:
    for one in all_statements():
        first, *rest = one.words.split()
        assert first in commands(), one.words
        assert not rest or rest[0] in load(first).commands, one.words


@pytest.mark.parametrize("words", ["session enter", "session stats", "simulate"])
def test_the_help_lists_the_games(run: Run, words: str) -> None:
    shown = " ".join(run(f"{words} --help").out.split())
    assert [name for name in games.names() if name not in shown] == []


def test_the_help_of_new_lists_the_seats(run: Run) -> None:
    assert [seat for seat in SEATS if seat not in run("new --help").out] == []


COMPLETE = """
import os, sys
from campaign.cli.main import run
for line in sys.argv[1:]:
    os.environ.update(COMP_WORDS=line, COMP_CWORD=str(line.count("\\n" if "\\n" in line else " ")))
    try:
        run([])
    except SystemExit:
        print("--", flush=True)
"""


def complete(*lines: str, **variables: str) -> tuple[dict[str, list[str]], str]:
    """What bash would be offered by line, and what was imported for them together."""
    texts, loaded = offered_to_bash(*lines, **variables)
    return {line: text.split() for line, text in texts.items()}, loaded


def offered_to_bash(*lines: str, **variables: str) -> tuple[dict[str, str], str]:
    """The text that bash gets by line, whose words are parted by lines or else by blanks."""
    code = f"NAMES = {HEAVY}{COMPLETE}{LOADED}"
    done = process(code, *lines, _CAMPAIGN_COMPLETE="complete_bash", **variables)
    texts = done.stdout.split("--\n")[:-1]
    return dict(zip(lines, texts, strict=True)), done.stderr.splitlines()[-1]


def test_the_shell_completes() -> None:
    offered = {
        "campaign stat": ["status", "stats"],
        "campaign city show e": ["eagle"],
        "campaign sticker place eagle ro": ["rock", "rocks"],
        "campaign episode show ": [str(n) for n in range(1, 25)],
        "campaign envelope open ": [str(n) for n in range(1, 9)],
        "campaign simulate my": ["my-city"],
    }
    assert complete(*offered) == (offered, "[]")


NAMES = ["Anna", "Ánna Sofía", "O'Neil;ls", '"Q" $(id)', "x\\$(id)", "`id`", "a*b", "林 小明"]


def test_no_name_runs_in_the_shell_that_completes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "campaigns", lambda _: NAMES)
    monkeypatch.setattr(completion, "_place", lambda _: None)
    monkeypatch.setenv("_CAMPAIGN_COMPLETE", "complete_bash")
    offered = completion.campaigns(cast(typer.Context, None), "")
    assert NAMES == [word for words in offered for word in shlex.split(words)]
    assert r"x\\\$\(id\)" in offered
    monkeypatch.setenv("_CAMPAIGN_COMPLETE", "complete_zsh")
    offered = completion.campaigns(cast(typer.Context, None), "")
    assert ["Anna", "Ánna Sofía", "a*b", "林 小明"] == offered


def test_bash_goes_on_with_a_name_that_has_blanks_or_is_in_quotes(chapter: Run, db: Path) -> None:
    for old, new in (("Ben", "Ben K. O'Neil"), ("Chen", "Chen $HOME!"), ("Dora", r'Dora "D" \x')):
        chapter(["player", "rename", old, new, "--yes"])
    begun = {
        r"Ben\ K": ["Ben K. O'Neil"],
        '"Ben ': ["Ben K. O'Neil"],
        "'Ben ": [],  # in single quotes there is no way to write a single quote
        "'Chen ": ["Chen $HOME!"],
        '"Chen ': [],  # nor an exclamation mark in double quotes
        r"Dora\ \"": [r'Dora "D" \x'],
        '"Dora ': [r'Dora "D" \x'],
    }
    lines = {f"campaign\ncity\nshow\n{word}": word for word in begun}
    texts, _ = offered_to_bash(*lines, CAMPAIGN_DB=str(db))
    quotes = {line: word[0] if word[0] in "\"'" else "" for line, word in lines.items()}
    offered = {
        lines[line]: [
            name
            for text in shown.split("\n")
            if text
            for name in shlex.split(quotes[line] + text + quotes[line])
        ]
        for line, shown in texts.items()
    }
    assert begun == offered


def test_the_shell_completes_from_the_database(chapter: Run, db: Path) -> None:
    offered = {
        "campaign use ": ["Friday", "Tuesday"],
        "campaign --campaign ": ["Friday", "Tuesday"],
        "campaign city show --campaign F": ["Friday"],
        "campaign city show ": [
            *("bear", "deer", "eagle", "wolf"),
            *("Anna", "Ben", "Chen", "Dora"),
        ],
        "campaign city show Do": ["Dora"],
        "campaign --campaign Friday city show ": ["bear", "eagle", "Ben", "Emil"],
        "campaign city show --campaign Friday ": ["bear", "eagle", "Ben", "Emil"],
        "campaign episode show ": ["1", "2", "3"],
        "campaign player rename D": ["Dora"],
        "campaign session show ": ["1"],
    }
    chapter("new Friday --seat eagle=Emil --seat bear=Ben")
    chapter("use Tuesday")
    chapter(["session", "record", str(ETERNAL), "--yes"])
    assert complete(*offered, CAMPAIGN_DB=str(db)) == (offered, "[]")


def test_a_closed_pipe_is_no_error(begun: Run, db: Path) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -c "{CALL}" --db "{db}" city show eagle | head -1',
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "The city of eagle (Anna)\n"
    assert done.stderr == ""


def test_nobody_reads_a_short_answer(begun: Run, db: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", CALL, "--db", str(db), "db", "path"],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(("words", "code"), [(["db", "path"], 0), (["statsu"], 2), (["status"], 4)])
def test_a_process_ends_with_the_code_of_its_command(
    db: Path, run: Run, words: list[str], code: int
) -> None:
    run("db upgrade")
    done = process(CALL, "--db", str(db), *words)
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0)
    assert bool(done.stderr) == (code != 0)


def test_no_colour_in_a_pipe_nor_where_it_is_not_wanted(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b" not in begun("city show eagle").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in begun("city show eagle").out
    assert "\x1b" not in begun("city show eagle --no-color").out


def at_a_terminal(db: Path, *words: str, typed: str) -> tuple[int, str]:
    """Run at a terminal, type something when a question comes, give exit code and screen."""
    with terminal(db, *words, "--no-pager", controlled=True) as at:
        asked = at.reads_until("[Y/n]")
        until_it_waits(at.program.pid)  # before it reads, Ctrl-C would wait for the next key
        at.type(typed)
        screen = asked + at.rest()
        return at.program.wait(), screen


def test_a_question_answered_with_no_writes_nothing(run: Run, db: Path) -> None:
    run("new Tuesday --seat eagle=Anna --seat bear=Ben")
    code, screen = at_a_terminal(db, "envelope", "open", "1", typed="n\n")
    assert code == 1
    assert "Nothing was written." in screen
    assert "sealed" in run("envelope list").out


def test_a_question_answered_with_enter_is_done(run: Run, db: Path) -> None:
    run("new Tuesday --seat eagle=Anna --seat bear=Ben")
    compared = "n\n"  # with the owner's envelope
    assert at_a_terminal(db, "envelope", "open", "1", typed=f"\n{compared}")[0] == 0
    assert "opened" in run("envelope list").out


def test_an_interrupted_question_writes_nothing(run: Run, db: Path) -> None:
    run("new Tuesday --seat eagle=Anna --seat bear=Ben")
    code, screen = at_a_terminal(db, "envelope", "open", "1", typed="\x03")
    assert code == 130
    assert "Traceback" not in screen
    assert "sealed" in run("envelope list").out


INTERRUPTS = """
import os, signal, sys, weakref
place, callback = sys.argv.pop(1), sys.argv.pop(1)
class Finder:
    def find_spec(self, name, path, target=None):
        if name == place:
            sys.meta_path.remove(self)
            thing = Finder()
            if callback:
                reference = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
            else:
                os.kill(os.getpid(), signal.SIGINT)
            del thing
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finder())
from campaign.cli.start import main
main()
"""


@pytest.mark.parametrize("place", ["typer", "sqlalchemy"])
@pytest.mark.parametrize("callback", ["", "in a callback"])
def test_ctrl_c_while_the_program_is_imported(
    begun: Run, db: Path, place: str, callback: str
) -> None:
    """Before its command is known, and within it."""
    done = process(INTERRUPTS, place, callback, "--db", str(db), "status")
    assert (130, "", "") == (done.returncode, done.stdout, done.stderr)


def test_ctrl_c_while_a_deferred_module_is_imported(chapter: Run, db: Path) -> None:
    move = ("sticker", "move", "wolf", "tree", "G1", "D2", "--yes")
    done = process(INTERRUPTS, "campaign.services.entering.mending", "", *move, CAMPAIGN_DB=str(db))
    assert (130, "", "") == (done.returncode, done.stdout, done.stderr)


def test_an_interrupt_that_became_another_error(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python 3.11 makes one while it makes a class."""

    def interrupted(*_: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("campaign.services.campaigns.find", interrupted)
    assert (130, "", "") == begun("status")


def test_ctrl_c_while_something_is_kept_says_that_it_may_be_kept(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python lets Ctrl-C wait until the database has committed."""
    commit = Session.commit

    def commit_and_interrupt(session: Session) -> None:
        commit(session)
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "commit", commit_and_interrupt)
    output = begun("city rename eagle Aerie")
    assert (130, "") == (output.code, output.out)
    assert "It may have been kept all the same" in output.err
    monkeypatch.setattr(Session, "commit", commit)
    assert "Aerie" in begun("city list").out


def test_ctrl_c_after_something_is_kept_says_so(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Environment.say

    def interrupted(*_: object) -> None:
        monkeypatch.setattr(Environment, "say", say)
        raise KeyboardInterrupt

    monkeypatch.setattr(Environment, "say", interrupted)
    output = begun("city rename eagle Aerie")
    assert (130, "What was done before this is kept.\n") == (output.code, output.err)


def test_a_command_on_a_campaign_imports_no_other_game_and_no_players(begun: Run, db: Path) -> None:
    others = [kit.rules for kit in kits() if kit.name != "my-city"]
    unused = (*others, "engine.my_city.play.players", "engine.my_city.rebuild.orders")
    done = process(look(unused), "status", CAMPAIGN_DB=str(db))
    assert (0, "[]") == (done.returncode, done.stderr.splitlines()[-1])
