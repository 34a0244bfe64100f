"""`session stats` on a toy: My City's eternal mode with one table and every kind of cell."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from campaign.cli.languages import locale_language
from campaign.display.terminal.console import Console
from campaign.display.terminal.statistics import drawn
from campaign.display.text.statistics import bar, cell_text, decimals
from campaign.services.statistics import games as counting
from campaign.services.statistics.counting import Count, Counts
from campaign.services.statistics.tables import BarCell, SoundSession, StatisticsTable
from tests.fixtures import ETERNAL, ROOT, Refuses, Run
from tests.json_documents import checked


def seats_of(game: SoundSession) -> Iterator[Count]:
    """The points of every seat of a session."""
    for sheet in game.sheets:
        yield "points", (game.number, game.names[sheet.seat], sheet.total), 1


def toy(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The points of every seat of every session."""
    rows = tuple(
        (number, name, points, points / 7, BarCell(points, 30))
        for number, name, points in counts["points"]
    )
    return (
        StatisticsTable("Points", ("Id", "Who", "Points", "a week", ""), rows, f"In {language}."),
    )


def nothing(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    assert counts, "a game is asked for tables of at least one session"
    return (StatisticsTable("Nothing", ("What", "How many"), (("eagles", None),)),)


RECORDS = ROOT / "tests" / "records"

Tables = Callable[[Counts, str], tuple[StatisticsTable, ...]]


def counts(monkeypatch: pytest.MonkeyPatch, tables: Tables, *names: str) -> None:
    """Let these games, or My City alone, have these statistics."""
    module = SimpleNamespace(counts_of=seats_of, tables=tables)
    kits = {
        name: SimpleNamespace(name=name, statistics="toy", part=lambda _: module)
        for name in names or ("my-city",)
    }
    none = SimpleNamespace(part=lambda _: None)
    monkeypatch.setattr(counting, "kits", kits.values)
    monkeypatch.setattr(counting, "kit_of", lambda name: kits.get(name, none))


@pytest.fixture
def counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Two sessions of My City, one of which is only a result."""
    counts(monkeypatch, toy)
    assert run(["session", "record", str(ETERNAL), "--yes"]).code == 0
    text = ETERNAL.read_text(encoding="utf-8")
    head, _, tail = text.partition('moves = """')
    assert run("session record - --yes", stdin=head + tail.partition('"""')[2]).code == 0
    return run


def test_the_statistics_of_all_sessions_of_a_game(counted: Run) -> None:
    lines = counted("session stats my-city --language en").out.splitlines()
    assert lines == [
        "My City, 1 session",
        "Left out: 1 session without proof.",
        "",
        "Points",
        "Id  Who   Points  a week",
        " 1  Anna      23    3.29  ███████████████▍",
        " 1  Ben       11    1.57  ███████▍",
        "In en.",
    ]


def test_the_statistics_of_one_session(counted: Run) -> None:
    assert counted("session stats my-city 1").out.splitlines()[0] == "My City, session 1"


def test_the_document_has_the_values_of_the_bars(counted: Run) -> None:
    document = checked(counted("session stats my-city --json").out)
    assert (document["game"], document["session"], document["sessions"]) == ("my-city", None, 1)
    assert document["tables"][0]["rows"][0] == [1, "Anna", 23, 23 / 7, 23]
    assert json.loads(counted("session stats my-city 1 --json").out)["session"] == 1


def test_no_session_says_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    counts(monkeypatch, nothing)
    assert run("db upgrade").code == 0
    screen = run("session stats my-city").out
    assert screen == "No session of My City counts.\n  campaign session record FILE\n"
    assert json.loads(run("session stats my-city --json").out)["tables"] == []


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("session stats chess", 4, "there is no game chess"),
        ("session stats my-city 9", 4, "there is no session 9"),
        ("session stats my-city 2", 4, "session 2 has nothing to count: results only, no moves"),
    ],
)
def test_what_has_no_statistics(
    counted: Run, refuses: Refuses, line: str, code: int, message: str
) -> None:
    refuses(line, code, message)


def test_a_game_without_statistics_names_those_that_have_some(
    counted: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts(monkeypatch, toy, "go", "chess")
    refuses("session stats my-city", 4, "no statistics of my-city, only of go, chess")


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("it_IT.UTF-8", "errore: "),
        ("IT", "errore: "),
        ("zh_TW", "\u932f\u8aa4\uff1a"),
        ("en_GB", "error: "),
    ],
)
def test_a_language_may_be_typed_as_a_locale(counted: Run, typed: str, error: str) -> None:
    assert counted(f"session stats machi-koro --language {typed}").err.startswith(error)


@pytest.mark.parametrize("line", ["stats my-city", "show 1", "replay 1"])
def test_a_language_that_nobody_has_translated_is_wrong_usage(counted: Run, line: str) -> None:
    output = counted(f"session {line} --language klingon")
    assert (output.code, output.out) == (2, "")
    assert "klingon is no known language: en, zh-Hant, it" in output.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "italics"}, "en"),
        ({"LANG": "zh_TW", "LC_MESSAGES": "it_CH"}, "it"),
        ({"LANG": "zh_TW", "LC_MESSAGES": "it_CH", "LC_ALL": "C"}, "en"),
        ({"LANG": "zh-Hant-HK", "LC_ALL": ""}, "zh-Hant"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], language: str) -> None:
    assert locale_language(environment) == language


def test_the_option_goes_before_the_variable_and_the_variable_before_the_locale(
    counted: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(line: str) -> str:
        return counted(f"session stats my-city {line}").out.splitlines()[-1]

    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert shown("") == "In it."
    for spelled in ("ZH_hant", "zh", "zh-TW"):
        monkeypatch.setenv("CAMPAIGN_LANGUAGE", spelled)
        assert shown("") == "In zh-Hant."
    assert shown("--language en") == "In en."


@pytest.mark.parametrize(
    ("value", "drawing"),
    [
        (0, ""),
        (-3, ""),
        (1, "▎"),
        (50, "█" * 10),
        (52, "█" * 10 + "▍"),
        (100, "█" * 20),
        (200, "█" * 20),
    ],
)
def test_a_bar(value: float, drawing: str) -> None:
    assert bar(BarCell(value, 100)) == drawing


def test_a_bar_of_nothing() -> None:
    assert bar(BarCell(0, 0)) == ""


def test_figures_stand_to_the_right_with_as_many_decimals_as_they_need() -> None:
    table = StatisticsTable(
        "T", ("a", "b", "c", "d"), ((0.126, 12.34, 1234.5, "x"), (None, 7, 1, None))
    )
    shown = io.StringIO()
    Console(file=shown, width=80).print(*drawn(table), sep="\n")
    assert [line.rstrip() for line in shown.getvalue().splitlines()] == [
        "T",
        "   a     b      c  d",
        "0.13  12.3  1,235  x",
        "   -     7      1  -",
    ]


@pytest.mark.parametrize(
    ("number", "places", "shown"),
    [
        (8.25, 1, "8.3"),
        (8.35, 1, "8.4"),
        (8.249, 1, "8.2"),
        (-8.25, 1, "-8.3"),
        (0.285, 2, "0.29"),
        (1234.5, 0, "1,235"),
        (999999.95, 1, "1,000,000.0"),
    ],
)
def test_half_is_rounded_up(number: float, places: int, shown: str) -> None:
    assert decimals(number, places) == cell_text(number, places) == shown


PLAYED = {
    "machi-koro": (
        "machi_koro_verified_chained_doubles",
        "machi_koro_verified_broke_players",
    ),
    "quadropolis": (
        "quadropolis_verified_two_seats",
        "quadropolis_verified_tie_broken_by_inhabitants",
    ),
    "dilluvia": ("dilluvia_verified_three_seats", "dilluvia_verified_two_seats"),
}


def test_statistics_are_headed_and_drawn_in_the_language_of_the_screen(
    played: Run, tmp_path: Path
) -> None:
    picture = tmp_path / "bars.svg"
    title = played("stats --language zh").out.partition("\n")[0]
    assert title == "Tuesday、傳城事記、1 節"
    assert played(f"stats -o '{picture}' --language zh").code == 0
    (chart,) = charts_in(picture)
    assert (chart[0][:2], chart[0][-1]) == ("玩家", "勝")


@pytest.mark.parametrize("game", PLAYED)
def test_every_bar_of_a_picture_is_a_row_of_its_table(run: Run, tmp_path: Path, game: str) -> None:
    for record in PLAYED[game]:
        assert run(f"session record '{RECORDS / record}.toml' --yes").code == 0
    tables = json.loads(run(f"session stats {game} --json").out)["tables"]
    assert run(f"session stats {game} -o '{tmp_path / 'bars.svg'}'").code == 0
    charts = list(charts_in(tmp_path / "bars.svg"))
    drawn = [table for table in tables if "" in table["columns"][1:]]
    assert len(charts) == len(drawn) > 0
    for (title, bars), table in zip(charts, drawn, strict=True):
        place = table["columns"].index("", 1)
        label, _, heading = title.rpartition(": ")
        assert label == table["title"]
        figure = [name.lower() for name in table["columns"]].index(heading)
        for (name, width, words), row in zip(bars, table["rows"], strict=True):
            assert name == (" → ".join(c for c in row[:place] if isinstance(c, str)) or str(row[0]))
            value, _, whole = words.partition(" / ")
            assert float(value) == row[place] == row[figure]
            assert (width == 0) == (row[place] == 0)
            assert not whole or float(whole) in row[:place]
        if not any(" / " in words for *_, words in bars):
            widths = sorted(((width, float(words)) for _, width, words in bars), reverse=True)
            longest, most = widths[0]
            assert all(abs(width * most - longest * value) < longest for width, value in widths)


def charts_in(path: Path) -> Iterator[tuple[str, list[tuple[str, float, str]]]]:
    """The charts of a picture: the title of each, and its bars with name, width and figure."""
    title, bars, name, width = "", list[tuple[str, float, str]](), "", -1.0
    for element in ElementTree.parse(path).iter():
        kind = element.tag.rpartition("}")[2]
        if kind == "rect" and element.get("class") == "bar":
            width = float(element.get("width", "0"))
        elif kind == "text" and element.get("class") == "strong":
            if title:
                yield title, bars
            title, bars = element.text or "", []
        elif kind == "text" and element.get("text-anchor") == "end":
            name = element.text or ""
        elif kind == "text":
            bars.append((name, width, element.text or ""))
    yield title, bars


def test_a_session_that_is_kept_as_played_was_won_by_whom_the_table_says(run: Run) -> None:
    """By replay p1 has won; standings and lists count the scores on paper."""
    record = RECORDS / "machi_koro_differs_winner.toml"
    assert run(["session", "record", str(record), "--yes", "--as-played"]).code == 0
    players = json.loads(run("session stats machi-koro --json").out)["tables"][0]["rows"]
    assert [tuple(row[:3]) for row in players] == [("p2", 1, 1), ("p1", 1, 0)]


@pytest.mark.parametrize("game", ["machi-koro", "quadropolis", "eternal"])
def test_whoever_plays_at_two_seats_plays_one_game(run: Run, tmp_path: Path, game: str) -> None:
    """As in `standings --all`; the averages of a table are still by seat."""
    record = (ROOT / "examples" / f"{game}.toml").read_text("utf-8")
    (tmp_path / "two.toml").write_text(record.replace('= "Ben"', '= "Anna"'), "utf-8")
    assert run(f"session record '{tmp_path}/two.toml' --yes").code == 0
    players = json.loads(run("standings --all --json").out)["players"]
    stated = {one["name"]: [one["sessions"], one["sessions_won"]] for one in players}
    name = "my-city" if game == "eternal" else game
    table = json.loads(run(f"session stats {name} --json").out)["tables"][0]
    assert {row[0]: row[1:3] for row in table["rows"]} == stated
    assert stated["Anna"][0] == 1


def test_the_luck_of_the_deck_counts_the_games_of_a_player_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(ETERNAL.read_text("utf-8").replace('"Ben"', '"Anna"'))
    assert run(f"session record '{tmp_path}/two.toml' --yes").code == 0
    tables = json.loads(run("stats --all --luck --json").out)["tables"]
    (luck,) = (table for table in tables if table["title"] == "Luck of the deck")
    assert [row[:2] for row in luck["rows"]] == [["Anna", 1]]
