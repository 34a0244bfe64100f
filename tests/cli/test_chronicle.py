"""The chronicle as a file: what it holds, what it never holds, and that it proves itself.

`tests/pages` opens it in a browser.
"""

from __future__ import annotations

import base64
import io
import re
import shutil
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from campaign.cli import printing
from campaign.extras.hindsight import search
from campaign.store import clock
from tests.cli.test_sealed import forbidden, words
from tests.fixtures import ROOT, Refuses, Run, Table


@pytest.fixture
def page(anna: Table, tmp_path: Path) -> Path:
    """The chronicle of a campaign after its first episode."""
    path = tmp_path / "tuesday.html"
    anna.does(f"chronicle -o '{path}'")
    return path


def members(page: Path) -> dict[str, bytes]:
    """What the history in a page holds, by name."""
    packed = re.search(r'id="proof"[^>]*>([^<]+)<', page.read_text("utf-8"))
    assert packed
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(packed[1]))) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def test_a_page_proves_itself_without_a_database(emil: Table, page: Path) -> None:
    printed = emil.does(f"audit --file '{page}'")
    assert "shows what the history says" in printed
    assert "All 13 checks passed" in printed
    assert not emil.db.exists()


@pytest.mark.parametrize("language", ["it", "zh"])
def test_a_page_in_another_language_proves_itself_in_any(
    anna: Table, emil: Table, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "page.html"
    anna.does(f"chronicle -o '{path}' --language {language} --new-since 1")
    assert "Score sheets" not in path.read_text("utf-8")
    assert "shows what the history says" in emil.does(f"audit --file '{path}'")


def test_a_page_that_shows_something_else_is_found(emil: Table, page: Path) -> None:
    text = page.read_text("utf-8")
    changed = text.replace("<td>1</td>", "<td>9</td>", 1)
    assert changed != text
    page.write_text(changed, "utf-8")
    output = emil(f"audit --file '{page}'")
    assert output.code == 3
    assert re.search(r"page: line \d+ of the page is not what its history gives", output.out)


def test_a_page_that_an_editor_saved_again_says_what_is_different(emil: Table, page: Path) -> None:
    """An editor of Windows ends lines with CRLF; at the end lines can be more or fewer."""
    text = page.read_text("utf-8")
    lines, ended = text.count("\n") + 1, text.replace("\n", "\r\n")
    number = text[: text.index("<td>1</td>")].count("\n") + 1
    for changed, why in (
        (ended, "saved it with other ends of lines (CRLF), and changed nothing"),
        (ended.replace("<td>1</td>", "<td>9</td>", 1), f"page: line {number} of the page"),
        (f"{text}\nmore", f"page: line {lines + 1} of the page"),
        (text.rpartition("\n")[0], f"page: line {lines} of the page"),
    ):
        page.write_bytes(changed.encode())
        output = emil(f"audit --file '{page}'")
        assert (output.code, why in output.out) == (3, True)


def test_what_the_cards_allowed_stands_beside_the_history(
    anna: Table, emil: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines are played again; its bounds are not proved, and the page says so."""
    monkeypatch.setattr(search, "has_solver", lambda: False)
    path = tmp_path / "page.html"
    anna.does("hindsight 1 --seconds 0.001")
    anna.does(f"chronicle -o '{path}'")
    text = path.read_text("utf-8")
    assert "No part of the signed history." in text
    missed = re.search(r'<p class="turned">(A better move, as far as [^<]*)</p>', text)
    assert missed
    printed = emil.does(f"audit --file '{path}'")
    assert "played again, bounds not proved" in printed
    assert "All 14 checks passed" in printed
    assert "Except for what the cards allowed, which a search found" in printed
    assert "- The page shows" not in printed
    for number, why in (
        (r'"best":(\d+)', "the line does not make"),
        (r'"bound":(\d+)', "page: line"),
        (r'"evening":"(\w)', "it is of another evening"),
    ):
        found = re.search(number, text)
        assert found
        path.write_text(f"{text[: found.start(1)]}9{text[found.end(1) :]}", "utf-8")
        output = emil(f"audit --file '{path}'")
        assert output.code == 3
        assert why in output.out
    path.write_text(text.replace('"best":', '"boast":', 1), "utf-8")
    assert "what the page says of hindsight is damaged" in emil(f"audit --file '{path}'").err


def test_a_page_of_another_version_proves_its_history_alone(emil: Table, page: Path) -> None:
    text = page.read_text("utf-8")
    page.write_text(re.sub(r'data-program="[^"]*"', 'data-program="0.0.9"', text), "utf-8")
    output = emil(f"audit --file '{page}'")
    assert output.code == 0
    assert "That the page shows what its history says: it was made by version 0.0.9" in " ".join(
        output.out.split()
    )
    assert "Every move of episode 1 is legal" in output.out
    assert "The page shows what its signed history says" not in output.out


@pytest.mark.parametrize("before", [b"\n<!doctype html><p>Ben has won<!--", b"", b"\xef\xbb\xbf"])
def test_what_a_browser_shows_as_a_page_is_no_bundle(
    anna: Table, emil: Table, tmp_path: Path, before: bytes
) -> None:
    """A browser goes by the name of a file, and shows markup wherever it stands."""
    bundle, page = tmp_path / "tuesday.zip", tmp_path / "page.HTML"
    anna.does(f"handover export --all -o '{bundle}'")
    page.write_bytes(before + bundle.read_bytes())
    output = emil(f"audit --file '{page}'")
    assert (output.code, output.out) == (7, "")
    assert "what a browser shows of it cannot be proved" in output.err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id="proof"', 'id="roof"'),
        (r"data-choices=\"[^\"]*\"", 'data-choices="[5]"'),
        (r"data-choices=\"[^\"]*\"", f'data-choices="{"[" * 100_000}"'),
        (r"data-program=\"[^\"]*\"", f'data-program="{"x" * 100_000}"'),
        (r">UEs", ">!!!"),
    ],
)
def test_a_page_without_a_sound_history_is_refused(
    emil: Table, page: Path, old: str, new: str
) -> None:
    text = page.read_text("utf-8")
    page.write_text(re.sub(old, new, text), "utf-8")
    output = emil(f"audit --file '{page}'")
    assert (output.code, output.out, output.err.count("error:")) == (7, "", 1)


def test_a_page_holds_neither_the_secret_nor_a_closed_envelope(page: Path) -> None:
    held = members(page)
    assert held["secret.txt"] == b""
    assert not [name for name in held if "envelope" in name and "1" not in name]
    written = b"\n".join((*held.values(), page.read_bytes())).decode()
    assert words(re.sub(_BASE64, "", written)) & forbidden(1) == set()


def test_nobody_goes_on_from_a_page(emil: Table, page: Path) -> None:
    output = emil(f"handover take '{page}'")
    assert output.code == 7
    assert "a chronicle and no bundle" in output.err


def test_a_page_asks_nothing_of_the_network(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "default-src 'none'" in text.replace("&#39;", "'")
    addresses = set(re.findall(r"https?://[^\"'<> ]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_an_anonymous_page_has_no_names_and_no_history(anna: Table, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    anna.does("city rename eagle Rivers", f"chronicle -o '{path}' --anonymous")
    text = path.read_text("utf-8")
    for name in ("Anna", "Ben", "Chen", "Dora", "Rivers", "Tuesday", 'id="proof"'):
        assert name not in text
    assert "eagle" in text
    assert "<title>Progress marks by episode</title>" in text


_BASE64 = r"[A-Za-z0-9+/=]{60,}"
"""What is packed; it is unpacked beside it."""
HOSTILE = ("<script>alert(1)</script>", '"><img src=x>', "</script><b>", "城" * 40)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_wherever_they_stand(anna: Table, tmp_path: Path, name: str) -> None:
    path = tmp_path / "page.html"
    anna.does(["city", "rename", "eagle", name], f"chronicle -o '{path}' --no-proof")
    text = path.read_text("utf-8")
    assert not re.search(r"<(script>alert|img|b>)", text)
    assert name.isascii() or name in text


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("episode result eagle=4 bear=3 deer=2 wolf=1", "results only, not proved"),
        (f"episode record '{ROOT}/tests/cli/nothing'", "Episode 1 is next."),
    ],
)
def test_a_campaign_with_results_or_nothing_has_a_page(begun: Run, line: str, shown: str) -> None:
    begun(f"{line} --yes")
    output = begun("chronicle -o - --no-proof")
    assert output.code == 0, output.err
    assert shown in output.out


def test_a_withdrawn_version_stays_readable(chapter: Run, tmp_path: Path) -> None:
    first = ROOT / "examples" / "chapter-1" / "episode-3.toml"
    text = first.read_text("utf-8").replace("2026-", "2025-", 1)
    (tmp_path / "other.toml").write_text(text, "utf-8")
    done = chapter(f"episode edit 3 '{tmp_path / 'other.toml'}' --reason 'a slip' --as-dated --yes")
    assert done.code == 0, done.err
    shown = chapter("chronicle -o - --no-proof").out
    assert "Version 1, which no longer counts" in shown
    assert "a slip" in shown


def test_a_sticker_moved_later_followed_the_episode_that_brought_it(
    chapter: Run, tmp_path: Path
) -> None:
    assert chapter("sticker move eagle well F7 F2 --yes --later keep").code == 0
    path = tmp_path / "page.html"
    assert chapter(f"chronicle -o '{path}'").code == 0
    episodes = re.split(r'id="episode-(\d)"', path.read_text("utf-8"))
    with_well = [number for number, text in pairs(episodes[1:]) if "well F2 (before" in text]
    assert with_well == ["1"]


def pairs(words: list[str]) -> list[tuple[str, str]]:
    return [
        (number, text.partition('id="city-')[0])
        for number, text in zip(words[::2], words[1::2], strict=True)
    ]


def test_a_city_is_held_since_the_first_evening_that_was_played_with_it(
    settled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = clock.now() + timedelta(weeks=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    record = ROOT / "examples" / "chapter-1" / "episode-2.toml"
    assert settled(f"episode record '{record}' --yes").code == 0
    assert settled("player join deer Emil --from 2 --yes").code == 0
    page = settled("chronicle -o -").out
    assert "<li>Chen: 6 Oct 2026 to 20 Oct 2026</li>" in page
    assert "<li>Emil: since 20 Oct 2026</li>" in page
    assert "<li>Anna: since 6 Oct 2026</li>" in page


def test_since_takes_an_episode_or_a_day(chapter: Run, refuses: Refuses) -> None:
    shown = chapter("chronicle -o - --no-proof --new-since 3").out
    assert re.search(r'<option value="3" selected>', shown)
    refuses("chronicle -o - --new-since 9", 4, "episode 9")
    refuses("chronicle -o - --new-since 2999-01-01", 4, "after 2999-01-01")
    refuses("chronicle -o - --new-since today", 4, "after today")
    refuses("chronicle -o - --new-since tomorrow", 4, "neither the number")


def test_a_file_is_replaced_after_a_yes_and_whole_or_not_at_all(
    chapter: Run, refuses: Refuses, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text("old", "utf-8")
    refuses(f"chronicle -o '{path}' --no-proof", 8, "--replace")
    assert path.read_text("utf-8") == "old"
    refuses(f"chronicle -o '{tmp_path / 'no' / 'page.html'}' --no-proof", 7, "no such file")
    assert chapter(f"chronicle -o '{path}' --no-proof --replace").code == 0
    assert path.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        ("examples/machi-koro.toml", ("Coins by turn", "Who paid whom")),
        ("examples/quadropolis.toml", ("Round by round",)),
        ("examples/eternal.toml", ("Replay of the session",)),
        ("tests/records/dilluvia_verified_two_seats.toml", ("Round by round",)),
    ],
)
def test_a_session_of_every_game_has_a_page(run: Run, record: str, shown: tuple[str, ...]) -> None:
    assert run(f"session record '{ROOT / record}' --yes").code == 0
    output = run("session chronicle 1 -o -")
    assert output.code == 0, output.err
    for text in shown:
        assert text in output.out
    listed = run("session chronicle -o -").out
    assert "<td>1</td>" in listed
    both = run("session chronicle 1 -o - --json")
    assert (both.code, both.out) == (2, "")


def test_the_columns_of_a_sheet_name_the_seats_that_its_notes_name(run: Run) -> None:
    assert run(f"session record '{ROOT / 'examples' / 'quadropolis.toml'}' --yes").code == 0
    page = run("session chronicle 1 -o -").out
    assert "<li>p1, shops: C1:4 7</li>" in page
    assert re.findall(r">(p\d \w+)</th>", page) == ["p3 Chen", "p2 Ben", "p1 Anna"]


def test_the_table_at_the_end_is_drawn_once(run: Run) -> None:
    assert run(f"session record '{ROOT / 'examples' / 'quadropolis.toml'}' --yes").code == 0
    page = run("session chronicle 1 -o -").out
    assert re.findall('<h2 id="part-1">(.*)</h2>', page) == ["Round by round"]
    assert page.count('data-since="3"') == 3  # a city each, in the last of four rounds
    assert '<section aria-labelledby="part-1">' in page  # printed, too


def test_the_page_of_a_session_says_who_won_and_all_of_its_verdict(run: Run) -> None:
    assert run(f"session record '{ROOT / 'examples' / 'quadropolis.toml'}' --yes").code == 0
    assert "Chen wins: Chen 63, Ben 48, Anna 42" in run("session chronicle 1 -o -").out
    assert run("simulate machi-koro --seats 2 --keep").code == 0
    for which in ("2", ""):
        assert "verified, simulated" in run(f"session chronicle {which} -o -").out
    assert "verified, simulated" in run("session show 2 -o -").out


def test_a_chapter_has_its_name_in_the_language_of_the_page(chapter: Run) -> None:
    page = chapter("chronicle -o - --language it").out
    assert "(La nuova terra)" in page
    assert "(The New Land)" not in page


def test_pages_of_sessions_name_a_game_as_its_screens_do(run: Run) -> None:
    record = ROOT / "tests" / "records" / "quadropolis_verified_two_seats.toml"
    assert run(f"session record '{record}' --yes").code == 0
    pages = [run(f"session chronicle {which} -o - --language zh").out for which in ("1", "")]
    for page in pages:
        shown = page.partition('<section id="record')[0]
        assert "\u65b9\u683c\u90fd\u5e02" in shown
        assert "Quadropolis" not in shown


def test_a_pdf_is_printed_by_a_browser_or_says_what_to_do(
    anna: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tuesday.pdf"
    with monkeypatch.context() as patch:
        patch.setattr(printing, "BROWSERS", ())
        output = anna(["chronicle", "-o", str(path)])
        assert (7, False) == (output.code, path.exists())
        assert "Write FILE.html, open it in your browser and print it" in output.err
    if not any(map(shutil.which, printing.BROWSERS)):
        pytest.skip("there is no browser that prints")
    output = anna(["chronicle", "-o", str(path)])
    assert 0 == output.code
    assert path.read_bytes().startswith(b"%PDF-")
    assert "proves itself" not in output.err
