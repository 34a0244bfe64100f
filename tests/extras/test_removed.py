"""Every extra can go: the program runs without its folder, and says in one line what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign import registry
from campaign.extras.extra import extras
from tests.fixtures import NEW
from tests.removing import ran, without

NEEDED = {
    "fleet": [
        ("audit --all --jobs 2", "--jobs needs an extra that is not installed here: fleet"),
        (
            "audit --all --cluster tcp://h:1",
            "--cluster needs an extra that is not installed here: fleet",
        ),
    ],
}
"""Options of the core by the extra that they need, and what is said without it."""
EVENING = [
    ["envelope", "open", "1", "-y"],
    ["episode", "record", "examples/chapter-1/episode-1.toml", "-y"],
    ["status"],
    ["episode", "show", "1"],
    ["stats"],
    ["chronicle", "-o", "page.html", "-y"],
    ["audit", "--file", "page.html"],
    ["pack", "show"],
    ["audit"],
]

REMOVED = sorted(registry.own_entry_points(registry.EXTRAS))


@pytest.mark.parametrize("name", REMOVED)
def test_the_program_runs_without_an_extra(name: str, tmp_path: Path) -> None:
    (extra,) = [extra for extra in extras() if extra.name == name]
    commands = [words.split() for words in extra.commands]
    needed = [(line.split(), words) for line, words in NEEDED.get(name, [])]
    evening = [[*NEW.split(), "-y"], *EVENING]
    lines = [["--help"], *evening, *commands, *(line for line, _ in needed)]
    shown, *given, contracts = ran(without(tmp_path, f"campaign/extras/{name}"), lines)
    assert shown.code == 0
    assert [words for words in commands if len(words) == 1 and words[0] in shown.out.split()] == []
    assert [one.err for one in given[: len(evening)] if one.code] == []
    for words, one in zip(commands, given[len(evening) :], strict=False):
        assert one.code == 2
        assert f"No such command {words[-1]!r}." in one.err
        assert f"Not installed here: {name}." in one.err
    for (_, said), one in zip(needed, given[len(evening) + len(commands) :], strict=True):
        assert said in one.err
    assert contracts.code == 0, contracts.out


def test_a_folder_without_modules_is_as_one_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of one where Python has written what it compiled."""
    (tmp_path / "left_over" / "__pycache__").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    package = registry.InstalledPackage("other", "1")
    point = registry.EntryPoint("left", registry.EXTRAS, "left_over", "EXTRA", package)
    with pytest.raises(ImportError) as error:
        point.load()
    assert registry.is_absent(point.module, error.value)
