"""The pages match the program: commands, documents, links, files."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign import __version__
from campaign.games import kit
from tests import docs, json_page, man_page, module_page
from tests.json_documents import of_kind

ROOT = Path(__file__).parent.parent
GONE = kit.missing_games()
"""Games whose folders were deleted: what pages say of them is not compared with the program."""
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part == "build" for part in path.relative_to(ROOT).parts)
    and path.stem.replace("_", "-") not in GONE
)
COMMANDS = sorted(docs.commands())
CALLED = re.compile(
    rf"\bcampaign ((?:{'|'.join({words[0] for words in COMMANDS})})\b(?: [a-z][a-z-]+)?)([^\n`;]*)"
)
"""Matches a command in a text of the program, and what follows it in its line."""
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def test_the_page_of_commands_is_the_programs_own_help() -> None:
    assert docs.PAGE.read_text(encoding="utf-8") == docs.page(), "make docs writes it again"


def test_the_page_of_keys_is_the_programs_own_table() -> None:
    assert docs.KEYS.read_text(encoding="utf-8") == docs.page_of_keys(), "make docs writes it again"


def test_the_page_of_columns_is_that_of_the_tables() -> None:
    assert docs.COLUMNS.read_text(encoding="utf-8") == docs.page_of_columns(), (
        "make docs writes it again"
    )


def test_the_page_of_documents_is_that_of_their_models() -> None:
    assert docs.JSON.read_text(encoding="utf-8") == json_page.page(), "make docs writes it again"


def test_the_page_of_modules_is_that_of_the_tree() -> None:
    page = docs.MODULES.read_text(encoding="utf-8")
    assert page == module_page.page(), "make docs writes it again"
    assert [line for line in page.splitlines() if line.endswith("`: ")] == [], "says what it is"


def test_the_man_page_is_the_programs_own_help() -> None:
    assert man_page.PAGE.read_text(encoding="utf-8") == man_page.page(), "make docs writes it again"


def test_the_scripts_of_shells_are_those_that_the_program_shows() -> None:
    there = {path: path.read_text(encoding="utf-8") for path in docs.COMPLETION.iterdir()}
    assert there == docs.completions(), "make docs writes them again"


def test_the_pictures_are_those_that_the_program_draws() -> None:
    files = [path for path in docs.PICTURES.glob("*.svg") if path.stem not in GONE]
    there = {path.name: path.read_text(encoding="utf-8") for path in files}
    assert there == docs.pictures(), "make docs writes them again"


def test_the_page_of_commands_names_those_without_a_document() -> None:
    documented = {
        words for models in of_kind().values() for made in models.values() for words in made
    }
    sentence = docs.HEAD[: docs.HEAD.index("have no document")].rpartition("`help`.")[2]
    assert set(re.findall("`(.+?)`", sentence)) == {*map(" ".join, COMMANDS)} - documented


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_one_example_that_calls_it(words: tuple[str, ...]) -> None:
    # Help folds a long example; put together again it begins with the command itself.
    _, example = docs.help_of(*words).split("Example: ")
    called = shlex.split(" ".join(example.split()))
    assert called[: len(words) + 1] == ["campaign", *words]


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as links name them; "" for the page itself."""
    headings = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {""} | {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_heading_of_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8"))
    targets = [(page.parent / file if file else page, anchor) for file, anchor in links]
    assert [
        f"{target.name}#{anchor}"
        for target, anchor in targets
        if not target.exists() or (anchor and anchor not in anchors(target))
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    folders = "engine|campaign|tests|docs|benchmarks|examples"
    named = re.findall(rf"`((?:{folders})/[\w/-]+\.\w+)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    word = r"([a-z][a-z-]*)"
    named = re.findall(rf"(?m)(?:`|^\$ |^ {{4}})campaign {word}(?: {word})?", text)
    groups = {words[0] for words in COMMANDS if len(words) > 1}
    unknown = [
        (first, second)
        for first, second in named
        if (first,) not in COMMANDS and (first, second) not in COMMANDS
        if first not in groups or second
        if first not in GONE
    ]
    assert unknown == []


def texts_in(module: Path) -> Iterator[str]:
    """Yield the texts of a module, with `X` for each value in an f-string."""
    inner = set[int]()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.JoinedStr(parts):
                inner.update(map(id, parts))
                yield "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in parts)
            case ast.Constant(str(text)) if id(node) not in inner:
                yield text


def test_every_command_that_the_program_names_exists_with_its_options() -> None:
    """Refusals, remedies and screens name them; the walks of `tests/cli` type those they meet."""
    shared = {"--help", *OPTION.findall(docs.shared_help())}
    has = {" ".join(words): set(shared) for words in COMMANDS}
    for option, _, command in docs.options():
        has[command].add(option)
    wrong = []
    for part in ("campaign", "engine"):
        for module in sorted((ROOT / part).rglob("*.py")):
            for text in texts_in(module):
                for command, rest in CALLED.findall(text):
                    name = next((n for n in (command, command.split()[0]) if n in has), "")
                    gone = {*OPTION.findall(rest.partition("campaign ")[0])} - has.get(name, set())
                    wrong += [f"{module.name}: {command} {option}" for option in sorted(gone)]
    assert wrong == []


def test_the_site_has_every_page_once() -> None:
    named = re.findall(r'"([\w/]+\.md)"', (ROOT / "zensical.toml").read_text("utf-8"))
    menu = [ROOT / name for name in named]
    assert sorted(path for path in menu if path.stem.replace("_", "-") not in GONE) == PAGES


def test_the_changelog_knows_the_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_names_a_registry_or_a_place_on_a_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout: no list of the project's own files")
    forbidden = re.compile(
        "|".join(["py" + r"pi\.org", "python" + "hosted", "/ro" + "ot/", "/wo" + "rk/"])
    )
    files = [path for name in listed.stdout.split() if (path := ROOT / name).is_file()]
    assert [
        str(path.relative_to(ROOT))
        for path in files
        if forbidden.search(path.read_text(encoding="utf-8", errors="ignore"))
    ] == []
