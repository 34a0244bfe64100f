"""campaign fleet pages: a page for each campaign of every group, and an index."""

from __future__ import annotations

import errno
import html
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.store.revision import HEAD
from tests.extras.fleet.conftest import tables
from tests.fixtures import ROOT, Refuses, Run, tamper

MACHI = ROOT / "examples" / "machi-koro.toml"


def test_every_group_has_its_pages_and_an_index(run: Run, league: Path, tmp_path: Path) -> None:
    (league / "east.db").write_bytes(b"SQLite format 3\0 and then nothing of it")
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(league / "north.db", other / "north.db")
    folder = tmp_path / "pages"
    output = run(f"fleet pages -o {folder} {league} {other / 'north.db'} --json")
    assert 3 == output.code
    shown = tables(output.out)
    assert ["east"] == [group for group, _ in shown["Not read"]]
    files = [file for *_, file in shown["Pages"]]
    names = ("history-tuesday", "league-north-tuesday", "other-north-tuesday")
    assert {f"{name}.html" for name in names} <= set(files)
    assert {*files, "index.html"} == {file.name for file in folder.iterdir()}
    text = (folder / "index.html").read_text("utf-8")
    assert "Episode 4 is next" in text
    assert "3 sessions" in text
    why = shown["Not read"][0][1]
    assert why.replace(str(league / "east.db"), "east.db") in text.replace("&#39;", "'")
    assert (str(league) in why, str(league) in text) == (True, False)
    assert files == re.findall('href="([^"]+)"', text)
    assert run(f"audit --file {folder / 'league-north-tuesday.html'}").code == 0
    again = run(f"fleet pages -o {folder} {league} --yes")
    assert "there are files in it already" in again.err
    assert text == (folder / "index.html").read_text("utf-8")


def test_only_the_campaigns_of_the_list_have_pages(run: Run, league: Path, tmp_path: Path) -> None:
    """An archived campaign had a page, and so had a history that is only kept to be read."""
    ours, theirs = league / "north.db", league / "south.db"
    for db in (ours, theirs):
        assert run(f"city rename eagle {db.stem} --yes --db {db}").code == 0
    bundle = tmp_path / "theirs.zip"
    assert run(f"handover export --all -o {bundle} --db {theirs}").code == 0
    assert run(f"handover take {bundle} --follow ours --yes --db {ours}").code == 0
    assert run(f"new Second --seat eagle=Anna --seat bear=Ben --yes --db {ours}").code == 0
    assert "history" in run(f"list --histories --db {ours}").out

    def drawn() -> list[str]:
        output = run(f"fleet pages -o {tmp_path / 'pages'} {ours} --replace --json")
        assert output.code == 0, output.err
        return [name for _, name, *_ in tables(output.out)["Pages"]]

    others = ["Sessions", "Statistics: My City"]
    assert ["Tuesday", "Second", *others] == drawn()
    assert run(f"archive Second --db {ours}").code == 0
    assert ["Tuesday", *others] == drawn()


def test_groups_whose_files_have_the_same_name_are_told_apart(
    run: Run, league: Path, tmp_path: Path
) -> None:
    files = [tmp_path / city / "club" / "campaign.db" for city in ("ulm", "bonn")]
    for file in files:
        file.parent.mkdir(parents=True)
        shutil.copy(league / "north.db", file)
    output = run(f"fleet audit {files[0]} {files[1]} {league / 'north.db'} --json")
    names = ["ulm/club/campaign", "bonn/club/campaign", "north"]
    assert names == [row[0] for row in tables(output.out)["Groups"]]
    assert run(f"fleet pages -o {tmp_path / 'pages'} {files[0]} {files[1]}").code == 0
    assert "<h1>2 groups</h1>" in (tmp_path / "pages" / "index.html").read_text("utf-8")
    shutil.copy(league / "north.db", beside := files[0].with_suffix(".sqlite"))
    output = run(f"fleet audit {files[0]} {beside} {files[1]} --json")
    names = ["ulm/club/campaign.db", "ulm/club/campaign.sqlite", "bonn/club/campaign"]
    assert names == [row[0] for row in tables(output.out)["Groups"]]


def test_a_page_of_statistics_says_how_many_games_it_leaves_out(
    run: Run, league: Path, tmp_path: Path
) -> None:
    db = league / "scores.db"
    for line in (
        "new Scores --seat eagle=Anna --seat bear=Ben",
        "envelope open 1",
        "episode result eagle=2 bear=1",
    ):
        assert run(f"{line} --yes --db {db}").code == 0
    assert run(f"fleet pages -o {tmp_path / 'pages'} {db}").code == 0
    page = (tmp_path / "pages" / "scores-statistics-my-city.html").read_text("utf-8")
    sentence = "Left out: 1 game without proof."
    assert (sentence in page, sentence in run(f"stats --all --db {db}").out) == (True, True)


def test_shares_are_drawn_as_bars_and_figures_stand_at_the_right(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "dice.db"
    assert run(f"session record '{MACHI}' --yes --db {db}").code == 0
    assert run(f"fleet pages -o {tmp_path / 'pages'} {db}").code == 0
    page = (tmp_path / "pages" / "dice-statistics-machi-koro.html").read_text("utf-8")
    assert re.findall('<rect width="([^"]*)"', page)[:3] == ["100.0", "0.0", "0.0"]
    assert '<th scope="col" class="figure">Played</th>' in page
    assert "█" not in page


def test_the_index_says_which_campaign_was_simulated(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "played.db"
    assert run(f"simulate my-city --whole --keep --seats 2 --db {db}").code == 0
    assert run(f"fleet pages -o {tmp_path / 'pages'} {db}").code == 0
    assert "<td>simulated: " in (tmp_path / "pages" / "index.html").read_text("utf-8")


def test_the_pages_have_standings_and_statistics(run: Run, league: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    assert run(f"session record '{MACHI}' --yes --db {league / 'north.db'}").code == 0
    output = run(f"fleet pages -o {folder} {league} --json")
    assert 0 == output.code
    index = (folder / "index.html").read_text("utf-8")
    assert re.findall("<h2[^>]*>([^<]+)<", index) == [
        "Campaigns",
        "Copies, counted once",
        "Players over all groups",
    ]
    standings = tables(run(f"fleet standings {league} --json").out)
    shown = [re.findall(">([^<]+)</t[hd]>", row) for row in index.split("<tr>")]
    for row in standings["Players over all groups"]:
        assert [*map(str, row)] in shown
    of_my_city = (folder / "north-statistics-my-city.html").read_text("utf-8")
    of_machi_koro = (folder / "north-statistics-machi-koro.html").read_text("utf-8")
    for page, line in (
        (of_my_city, f"stats --all --db {league / 'north.db'} --json"),
        (of_machi_koro, f"session stats machi-koro --db {league / 'north.db'} --json"),
    ):
        titles = [html.escape(title) for title in tables(run(line).out)]
        assert titles == re.findall("<h2[^>]*>([^<]+)<", page)


def test_no_page_names_a_folder_of_this_machine(run: Run, league: Path, tmp_path: Path) -> None:
    """A shell reads its name only in two parts, each in quotes of its own."""
    folder = league.rename(tmp_path / "Anna's $5 league")
    tamper(folder / "north.db", "UPDATE alembic_version SET version_num = '0005'")
    assert run(["fleet", "pages", "-o", str(tmp_path / "pages"), str(folder)]).code == 3
    text = html.unescape((tmp_path / "pages" / "index.html").read_text("utf-8"))
    assert "campaign db upgrade --db 'north.db'" in text
    assert str(tmp_path) not in text


def test_a_group_that_has_not_begun_is_no_fault(run: Run, league: Path, tmp_path: Path) -> None:
    assert run(f"db upgrade --db {league / 'later.db'}").code == 0
    output = run(f"fleet pages -o {tmp_path / 'pages'} {league / 'later.db'} --json")
    assert (output.code, tables(output.out)) == (0, {})


def test_a_file_without_a_schema_is_said_to_have_none(run: Run, league: Path) -> None:
    empty, older = league / "empty.db", league / "older.db"
    empty.touch()
    shutil.copy(league / "north.db", older)
    tamper(older, "UPDATE alembic_version SET version_num = '0012'")
    wrong = dict(tables(run(f"fleet audit {empty} {older} --json").out)["What is wrong"])
    upgrade = f"and this program needs {HEAD}: campaign db upgrade --db"
    assert wrong["empty"] == f"it has no schema, {upgrade} {empty}"
    assert wrong["older"] == f"it has schema 0012, {upgrade} {older}"


def test_pages_take_the_place_of_older_pages_alone(
    run: Run, league: Path, tmp_path: Path, refuses: Refuses
) -> None:
    folder = tmp_path / "pages"
    assert run(f"fleet pages -o {folder} {league / 'north.db'} --no-proof").code == 0
    before = {path.name for path in folder.iterdir()}
    assert run(f"rename Wednesday --db {league / 'north.db'}").code == 0
    done = run(f"fleet pages -o {folder} {league / 'north.db'} --no-proof --replace")
    assert done.code == 0
    assert before - {path.name for path in folder.iterdir()} == {"north-tuesday.html"}
    assert [folder] == list(tmp_path.glob("*pages*"))
    for name in ("photo.jpg", "about.html"):
        (ours := folder / name).write_bytes(b"<!doctype html><p>ours")
        refuses(
            f"fleet pages -o {folder} {league / 'north.db'} --replace", 7, "files in it already"
        )
        assert ours.read_bytes() == b"<!doctype html><p>ours"
        ours.unlink()


def test_older_pages_stay_if_no_others_can_take_their_place(
    run: Run, league: Path, tmp_path: Path, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pages"
    assert run(f"fleet pages -o {folder} {league / 'north.db'} --no-proof").code == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def worn(path: Path, target: Path, rename: Callable[..., Path] = Path.rename) -> Path:
        if target == folder and ".before." not in path.name:
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", worn)
    refuses(f"fleet pages -o {folder} {league / 'north.db'} --replace --no-proof", 7, "error")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert [folder] == list(tmp_path.glob("*pages*"))


def test_whoever_cannot_sign_draws_pages_without_proof(
    run: Run, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path))
    done = run(f"fleet pages -o {tmp_path / 'pages'} {league / 'north.db'}")
    assert done.code == 0
    assert "The pages hold no proof:" in done.err
    assert 'id="proof"' not in (tmp_path / "pages" / "north-tuesday.html").read_text("utf-8")
