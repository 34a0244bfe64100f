"""`campaign --help`: what a family needs; the rest by its names, one level down."""

from __future__ import annotations

import pytest

from campaign.cli import commands, help
from tests.fixtures import ROOT, Run


def test_the_help_shows_what_a_family_needs_on_one_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run("--help").out.splitlines()
    assert len(shown) < 24
    assert [
        "Your box pack",
        "Analysis stats hindsight what-if simulate export quadropolis",
        "Clubs    import fleet",
    ] == shown[-4:-1]
    for name, row in commands.commands().items():
        if row.statement.section not in help.LOWER and row.statement.short:
            assert any(f"{name} " in line and row.statement.short in line for line in shown)


def test_every_command_is_in_the_whole_help(run: Run) -> None:
    shown = run("--more").out
    for name, row in commands.commands().items():
        assert f"\n  {name} " in shown
        assert f"\n{row.statement.section}:\n" in shown


@pytest.mark.parametrize("name", [name for name, row in commands.commands().items()])
def test_no_sentence_of_a_help_is_cut(run: Run, name: str) -> None:
    shown = run(f"{name} --help").out.partition("\n")[2]
    assert "..." not in shown
    assert "The history still shows them." in run("undo --help").out
    assert "The history still shows them." not in run("--more").out


@pytest.mark.parametrize("name", ["pack", "stats", "simulate", "fleet", "import"])
def test_what_is_one_level_down_is_found_by_its_name(run: Run, name: str) -> None:
    assert run(f"{name} --help").out.startswith(f"Usage: campaign {name} ")
    assert f"Did you mean {name!r}" in run(f"{name}x").err


@pytest.mark.parametrize(
    ("words", "meant"),
    {
        "session delete 2": "withdraw",
        "session undo 2": "withdraw",
        "session fix 2": "edit",
        "session result 2": "enter",
        "draft delete 1": "discard",
        "photo delete 3f9a": "remove",
        "sticker fix bear": "move",
        "import delete 1": "withdraw",
        "sticker delete bear": "campaign undo",
        "delete": "undo', 'draft discard' or 'import withdraw",
    }.items(),
)
def test_in_a_group_a_word_means_a_command_of_the_group(run: Run, words: str, meant: str) -> None:
    assert f" Did you mean '{meant}'?" in run(words).err


def test_the_help_of_commands_has_words_of_the_table() -> None:
    """docs/cli.md is the help of every command at 80 columns."""
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    helps = "".join(page.split("```")[3::2])
    assert max(map(len, helps.splitlines())) <= 80
    for word in ("<", "x>=", "overlay", "payload", "projection", "journal"):
        assert word not in helps


def test_the_help_of_a_command_has_its_own_options(run: Run) -> None:
    shown = run("episode show --help").out
    assert "--record-version K" in shown
    assert "--no-pager" not in shown
    assert "Every command also takes -y, -q, --json, --db and others: campaign --more." in shown
