"""Pictures that commands draw: what they show, without colour too, and where they go."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.fixtures import ROOT, Refuses, Run

SVG = "{http://www.w3.org/2000/svg}"


def drawn(run: Run, line: str) -> ElementTree.Element:
    """The picture that a command draws on standard output."""
    output = run(f"{line} -o -")
    assert output.code == 0, output.err
    return ElementTree.fromstring(output.out)


def words(picture: ElementTree.Element) -> list[str]:
    """What is written in a picture."""
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def described(picture: ElementTree.Element) -> str:
    """The title and the description, as a screen reader reads them."""
    return " ".join(picture.findtext(f"{SVG}{name}", "") for name in ("title", "desc"))


def test_a_board_shows_every_building_with_its_name_and_pattern(chapter: Run) -> None:
    picture = drawn(chapter, "city show eagle")
    laid = [use.get("href", "") for use in picture.iter(f"{SVG}use")]
    shapes = {group.get("id"): group for group in picture.iter(f"{SVG}g") if group.get("id")}
    buildings = [shapes[name[1:]] for name in laid if not name.startswith(("#frame", "#hatch"))]
    named = {words(building)[0] for building in buildings}
    assert {"Y4", "B7", "R6", "Y6"} <= named
    for building in buildings:
        hatched = [use.get("href", "") for use in building.iter(f"{SVG}use")]
        yellow = words(building)[0].startswith("Y")
        assert yellow or all(name.startswith("#hatch-") for name in hatched)
        assert bool(hatched) is not yellow
    assert "after episode 3" in described(picture)
    assert "Y4 D1 E1 D2 E2" in described(picture)


def test_a_bare_board_has_no_buildings(chapter: Run) -> None:
    assert "Y4" not in words(drawn(chapter, "city show eagle --bare"))


def test_a_description_counts_each_thing_once(chapter: Run) -> None:
    """Printed pairs of trees and a sticker with one tree are trees."""
    assert "13 trees, 12 rocks, 1 well" in described(drawn(chapter, "city show bear --bare"))


def test_what_changed_on_a_board_has_a_ring(chapter: Run) -> None:
    picture = drawn(chapter, "city diff eagle 0 3")
    rings = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "new"]
    assert len(rings) == 2
    assert "G1: small square, then tree" in described(picture)


def test_an_episode_shows_all_boards_and_scores(chapter: Run) -> None:
    picture = drawn(chapter, "episode show 2")
    heads = [text for text in words(picture) if "buildings, token" in text]
    assert [head.split(",")[0].split(":")[0] for head in heads] == ["eagle", "bear", "deer", "wolf"]
    assert "verified" in described(picture)


def test_standings_have_a_line_for_every_city_that_is_told_by_its_dashes(chapter: Run) -> None:
    picture = drawn(chapter, "standings")
    lines = list(picture.iter(f"{SVG}polyline"))
    assert len({line.get("stroke-dasharray") for line in lines}) == 4
    assert any(text.endswith("bear, Ben") for text in words(picture))


@pytest.mark.parametrize("game", ["machi-koro", "quadropolis"])
def test_a_session_and_its_statistics_are_drawn(run: Run, game: str) -> None:
    run(f"session record '{ROOT / 'examples' / game}.toml' --yes")
    assert "Anna" in described(drawn(run, "session show 1"))
    chart = drawn(run, f"session stats {game}")
    assert any(rect.get("class") == "bar" for rect in chart.iter(f"{SVG}rect"))


def test_the_words_of_a_picture_are_in_the_language_of_the_command(chapter: Run) -> None:
    assert any("fiume" in text for text in words(drawn(chapter, "city show eagle --language it")))


def test_a_file_takes_the_place_of_another_only_after_a_yes(
    chapter: Run, refuses: Refuses, tmp_path: Path
) -> None:
    file = tmp_path / "board.svg"
    assert chapter(f"city show eagle -o '{file}'").code == 0
    before = file.read_bytes()
    refuses(f"city show bear -o '{file}'", 8, "--replace")
    assert file.read_bytes() == before
    assert chapter(f"city show bear -o '{file}' --replace").code == 0
    assert file.read_bytes() != before


def test_a_png_is_the_same_picture_in_dots(chapter: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG needs the extra png")
    file = tmp_path / "board.png"
    assert chapter(f"city show eagle -o '{file}'").code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_says_why(chapter: Run, refuses: Refuses, tmp_path: Path) -> None:
    refuses(f"city show eagle -o '{tmp_path / 'board.jpg'}'", 7, "board.svg")
    refuses(f"city show eagle -o '{tmp_path / 'no' / 'board.svg'}'", 7, "no such file")
    refuses("city show eagle --at 9 -o -", 4, "episode 9 has not been recorded")


def test_an_episode_of_which_only_scores_are_known_has_no_boards(
    begun: Run, refuses: Refuses
) -> None:
    assert begun("episode result eagle=1 bear=2 deer=3 wolf=4 --yes").code == 0
    refuses("episode show 1 -o -", 4, "results only")
