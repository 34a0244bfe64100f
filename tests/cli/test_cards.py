"""campaign cards: all buildings on one screen, and the same at the card prompt."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Run


def test_all_buildings_fit_a_small_terminal(begun: Run) -> None:
    lines = begun("cards").out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for name in ("Y1", "R5", "B8"):
        assert any(name in line for line in lines)
    assert "24 cards, none is out yet." in lines


def test_of_an_episode_that_was_played_no_card_is_said_to_be_to_come(chapter: Run) -> None:
    """The next envelope is sealed, so these are the cards of the last evening."""
    assert chapter("cards").out.splitlines()[-1] == "24 cards"


def test_what_is_out_in_the_draft_is_dotted(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.enters("Y4 E5", db)
        at.waits_for("bear (Ben)")
    screen = begun("cards").out
    assert "Out already (dotted): Y4; 23 to come." in screen
    assert "Y4 .." in screen
    assert "R4 ##" in screen
    assert screen.endswith("campaign episode enter\n")


def test_the_card_prompt_shows_them(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.type("?\r")
        at.waits_for("24 cards, none is out yet.")


def test_a_campaign_that_goes_on_here_has_the_cards_of_its_last_evening(
    run: Run, tmp_path: Path
) -> None:
    """They were those of episode 1, while its boards had a church."""
    path, new = tmp_path / "state.toml", "new Tuesday --seat eagle=Anna --seat bear=Ben --from 10"
    path.write_text(run(new).out, encoding="utf-8")
    assert run(f"{new} --state '{path}' --yes").code == 0
    lines = run("cards").out.splitlines()
    assert lines[0] == "The cards of episode 9"
    assert lines[-1] == "29 cards"
