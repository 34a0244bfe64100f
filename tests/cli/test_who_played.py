"""Whatever is said of an evening has the names of that evening, in every command that shows one.

The campaign below has a substitute, a takeover, an absent city, a city renamed twice, and a player
who left and came back to another seat. What a command shows that writes nothing is looked at by
itself; a new one that shows something of a campaign in another way stands in the list below.
"""

from __future__ import annotations

import itertools
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cases import CASES
from campaign.cli import commands
from tests.fixtures import CHAPTER, STICKERS, Run, as_a_user, output_of

HELD = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
TRUTH = {
    1: HELD,
    2: {**HELD, "bear": "Gil"},
    3: {**HELD, "deer": "Emil"},
    4: {**HELD, "deer": "Emil"},
    5: {**HELD, "deer": "Emil", "wolf": "Chen"},
}
"""Who played, or held where nobody played, each city in each episode."""
CITIES = {1: "", 2: "Mill", 3: "Tower", 4: "Tower", 5: "Tower"}
"""What the city of deer was called."""
PEOPLE = {name for seats in TRUTH.values() for name in seats.values()}
WON = {1: "deer (Chen)", 2: "eagle (Anna)", 3: "wolf (Dora)", 4: "deer (Emil)", 5: "wolf (Chen)"}
SHOWS = (
    "audit report",
    "head --all",
    "city diff deer 1 4",
    "city show deer --at 2",
    "episode diff 2",
    "episode replay 2",
    "episode show 1",
    "episode show 2",
    "episode show 3",
    "episode show 4",
    "export bgstats",
    "export csv --table plays",
    "export json --table plays",
    "audit --file {folder}/bundle.zip",
    "meet",
    "player show Chen",
)
"""Command lines that show something of a campaign, beside those of `reading`."""


AS_WRITTEN = {
    "audit",
    "audit report",
    "audit --file {folder}/bundle.zip",
    "history",
    "player show Chen",
}
"""Those that name who wrote entries, tell the entries one by one, or are asked for a name."""


def reading() -> Iterator[str]:
    """The command lines that are counted of all commands that write nothing and read no file."""
    words = {one.words for one in commands.all_statements() if one.reads}
    for case in CASES:
        called = " ".join(itertools.takewhile(str.isalpha, case.command.split()))
        if called in words and not case.given and "{" not in case.command.replace("{last}", ""):
            yield case.command.format(last=5)


def evenings(run: Run) -> None:
    """The campaign: who came and went between its evenings."""
    seats = " ".join(f"--seat {seat}={player}" for seat, player in HELD.items())

    def does(line: str) -> None:
        output = run(f"{line} --yes")
        assert output.code == 0, output.err

    def place_all() -> None:
        while owed := json.loads(run("sticker owed --json").out)["owed"]:
            right = owed[0]
            kind = right["kind"].partition("|")[0]
            does(f"sticker place {right['seat']} {kind} {right['squares'][0]}")

    does(f"new Tuesday {seats}")
    does("envelope open 1")
    does(f"episode record '{CHAPTER / 'episode-1.toml'}'")
    for sticker in STICKERS:
        does(f"sticker place {sticker}")
    does("city rename deer Mill")
    does(f"episode record '{CHAPTER / 'episode-2.toml'}' --substitute bear=Gil")
    for sticker in ("eagle rock F11", "bear tree G1", "deer tree G1"):
        does(f"sticker place {sticker}")
    does("city rename deer Tower")
    does(f"episode record '{CHAPTER / 'episode-3.toml'}' --takeover deer=Emil")
    place_all()
    does("envelope open 2")
    place_all()
    does("episode result eagle=5 bear=7 deer=9 --absent wolf --house-rule")
    place_all()
    does("player leave wolf")
    does("player join wolf Chen")
    does("episode result eagle=1 bear=2 deer=3 wolf=14")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign, played once."""
    db = tmp_path_factory.mktemp("year") / "year.db"
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, db)
        evenings(lambda line, stdin="": output_of(_split(line), stdin, patch))
    return db


def _split(line: str) -> list[str]:
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]


@pytest.fixture
def shown(run: Run, year: Path, db: Path) -> Run:
    """Run a command on a copy of the campaign."""
    shutil.copy(year, db)
    return run


def wrong_names(text: str) -> list[str]:
    """The lines about one episode that name somebody who did not sit there."""
    wrong = []
    for line in text.splitlines():
        numbers = {int(number) for number in re.findall(r"[Ee]pisode (\d+)", line)}
        row = re.match(r" +(\d) {2,}\d+ \w+ \d{4} ", line)
        if row and not numbers:
            numbers = {int(row[1])}
        named = {name for name in PEOPLE if re.search(rf"\b{name}\b", line)}
        for number in numbers & TRUTH.keys() if len(numbers) == 1 else ():
            wrong += [line] * bool(named - set(TRUTH[number].values()))
    return wrong


def wrong_values(value: Any, number: int = 0) -> Iterator[str]:
    """The texts of a document about an episode that name somebody who did not sit there."""
    match value:
        case dict():
            episode = value.get("episode")
            number = episode if isinstance(episode, int) else number
            for key, one in value.items():
                if key not in ("author", "by", "record"):
                    yield from wrong_values(one, number)
        case list():
            for one in value:
                yield from wrong_values(one, number)
        case str() if value in PEOPLE and number in TRUTH:
            if value not in TRUTH[number].values():
                yield f"{value} in episode {number}"


def prepare(shown: Run, folder: Path) -> None:
    """A bundle, a record of the next episode and a draft of it, for the commands that read one."""
    assert shown(f"handover export --all -o {folder / 'bundle.zip'}").code == 0


@pytest.mark.parametrize("line", [*SHOWS, *reading()])
def test_a_line_about_an_episode_names_who_played_it(shown: Run, line: str, tmp_path: Path) -> None:
    prepare(shown, tmp_path)
    words = line.format(folder=tmp_path)
    screen = shown(words)
    assert wrong_names(screen.out + screen.err) == []
    document = shown(f"{words} --json").out
    if document.startswith("{"):
        assert list(wrong_values(json.loads(document))) == []


def former_names(value: Any) -> Iterator[str]:
    """The texts of a document with a name that nobody has any more, but for what was written so."""
    match value:
        case dict():
            for key, one in value.items():
                if key not in ("author", "record"):
                    yield from former_names(one)
        case list():
            for one in value:
                yield from former_names(one)
        case str() if any(re.search(rf"\b{name}\b", value) for name in PEOPLE):
            yield value


@pytest.fixture(scope="module")
def renamed(year: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign, in which boards were checked, and everybody has another name today."""
    db = tmp_path_factory.mktemp("renamed") / "year.db"
    shutil.copy(year, db)
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, db)
        for line in (
            *("confirm eagle --by Ben", "confirm bear --by Gil", "confirm deer --by Dora"),
            *(f"player rename {name} {name[::-1].title()}x" for name in sorted(PEOPLE)),
        ):
            assert output_of(_split(f"{line} --yes"), "", patch).code == 0
    return db


@pytest.mark.parametrize("line", sorted({*SHOWS, *reading()} - AS_WRITTEN))
def test_everybody_is_called_as_today(run: Run, renamed: Path, db: Path, line: str) -> None:
    """What tells the history entry by entry has the names of then."""
    shutil.copy(renamed, db)
    screen = run(line)
    assert list(former_names((screen.out + screen.err).splitlines())) == []
    document = run(f"{line} --json").out
    if document.startswith("{"):
        assert list(former_names(json.loads(document))) == []


def test_each_evening_is_won_by_who_won_it(shown: Run) -> None:
    history = " ".join(shown("history").out.split())
    listed = shown("episode list").out.splitlines()
    for number, winner in WON.items():
        assert f"episode {number}: {winner} wins with" in history
        assert any(re.match(rf" +{number} .*{re.escape(winner)}", line) for line in listed)
    assert "episode 5, won by wolf (Chen), 14 points" in shown("status").out
    assert "Dora leaves wolf" in history
    assert "Chen takes over wolf" in history or "Chen takes it over" in history


@pytest.mark.parametrize("number", TRUTH)
def test_an_episode_shows_who_played(shown: Run, number: int) -> None:
    heads = shown(f"episode show {number}").out
    for seat, player in TRUTH[number].items():
        absent = number == 4 and seat == "wolf"
        assert (f"{seat} ({player}) absent" if absent else f"{seat} {player}") in heads


def test_marks_are_also_of_who_earned_them(shown: Run) -> None:
    lines = shown("standings").out
    assert "deer by player: Chen 2, Emil 3" in lines
    assert "wolf by player: Dora 3, Chen 2" in lines


def test_the_report_has_everybody_who_played(shown: Run) -> None:
    text = shown("audit report").out
    sections = dict(re.findall(r"(?ms)^## Episode (\d+)$(.*?)(?=^## )", text))
    for number, seats in TRUTH.items():
        named = {name for name in PEOPLE if name in sections[str(number)]}
        assert named <= set(seats.values())
        assert WON[number].partition(" (")[2].strip(")") in named
        assert f"| deer{', ' + CITIES[number] if CITIES[number] else ''} |" in sections[str(number)]
    assert "- deer: Chen, " in text
    assert "- bear: Gil as a substitute, episode 2" in text


def test_the_page_shows_each_evening_with_the_names_of_then(shown: Run, tmp_path: Path) -> None:
    assert shown(f"chronicle -o {tmp_path / 'page.html'} --yes").code == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    parts = re.split(r'id="(?:episode|city)-(\w+)"', page)
    episodes = {
        int(key): text for key, text in zip(parts[1::2], parts[2::2], strict=True) if key.isdigit()
    }
    assert episodes.keys() == TRUTH.keys()
    for number, text in episodes.items():
        named = {name for name in PEOPLE if re.search(rf"\b{name}\b", text)}
        assert named <= set(TRUTH[number].values())
        for name in set(CITIES.values()) - {"", CITIES[number]}:
            assert name not in text
    life = page.partition('id="city-deer"')[2]
    assert "Emil holds the city now, Chen no longer." in life


def test_a_play_in_the_log_has_who_played(shown: Run) -> None:
    log = json.loads(shown("export bgstats").out)
    names = {player["id"]: player["name"] for player in log["players"]}
    for play in log["plays"]:
        number = int(re.search(r"\d+", play["board"])[0])  # type: ignore[index]
        played = {score["role"]: names[score["playerRefId"]] for score in play["playerScores"]}
        assert played.items() <= TRUTH[number].items()


def test_a_newcomer_is_greeted_until_the_first_evening(shown: Run) -> None:
    assert "is your city now" not in shown("status").out
    assert (
        shown("player join bear Fay --yes").code == 0 or shown("player leave bear --yes").code == 0
    )
    shown("player join bear Fay --yes")
    for line in ("status", "brief", "brief bear"):
        text = " ".join(shown(line).out.split())
        assert "Fay, bear is your city now: Ben built it up in 4 evenings" in text
    assert "is your city now" not in shown("brief deer").out


def test_who_comes_back_is_not_told_of_as_of_somebody_else(shown: Run) -> None:
    for line in ("player leave bear --yes", "player join bear Ben --yes"):
        shown(line)
    text = " ".join(shown("brief bear").out.split())
    assert "Ben, bear is your city again: you played it for 4 evenings" in text


def test_who_held_a_city_for_no_evening_built_nothing(shown: Run) -> None:
    assert shown("player join bear Fay --yes").code == 0
    assert shown("player join bear Gus --yes").code == 0
    text = " ".join(shown("brief bear").out.split())
    assert "Ben built it up in 4 evenings, then Fay held it and played no evening." in text


def test_who_comes_back_after_no_evening_is_told_of_none(shown: Run) -> None:
    for name in ("Fay", "Gus", "Fay"):
        assert shown(f"player join bear {name} --yes").code == 0
    text = " ".join(shown("brief bear").out.split())
    assert "then you held it and played no evening, then Gus held it" in text


def test_who_held_a_city_while_another_one_played_it(chapter: Run) -> None:
    """It was said that she held it for no evening."""
    for line in ("player join bear Fay --from 3", "episode edit 3 --who bear=Ben --reason slip"):
        assert chapter(f"{line} --yes").code == 0
    assert chapter("player join bear Gus --yes").code == 0
    text = " ".join(chapter("brief bear").out.split())
    assert "Ben built it up in 2 evenings, then Fay held it and played no evening." in text


def test_an_evening_with_nobody_by_name_at_a_city_is_typed_again_from_its_record(
    begun: Run, tmp_path: Path
) -> None:
    """It was shown as scores, which need a player for each city, and were refused."""
    record = tmp_path / "evening.toml"
    record.write_text(
        'format = 1\ngame = "my-city"\nedition = "1"\nepisode = 1\n'
        'seats = ["eagle", "wolf"]\nabsent = ["bear", "deer"]\n[result]\neagle = 5\nwolf = 3\n',
        "utf-8",
    )
    for line in ("player leave wolf", "player leave bear", "player leave deer"):
        assert begun(f"{line} --yes").code == 0
    recorded = ["episode", "record", str(record), "--house-rule", "--yes"]
    assert begun(recorded).code == 0
    before = begun("standings --json").out
    undone = begun("undo --yes").err
    (typed,) = re.findall(r"campaign (episode show 1 .* \| .*)$", undone, re.MULTILINE)
    shown, again = typed.split(" | campaign ")
    output = begun(f"{again} --house-rule", begun(shown).out)
    assert output.code == 0, output.err
    assert begun("standings --json").out == before
