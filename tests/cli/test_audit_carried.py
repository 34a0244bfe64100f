"""What an audit says of evenings that were carried over from another copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_audit_statement import stated
from tests.cli.test_handover_taking import ben as ben  # a fixture
from tests.cli.test_handover_taking import follow, packed
from tests.fixtures import CHAPTER, Table

EPISODE_2 = CHAPTER / "episode-2.toml"


@pytest.fixture
def corrected(ben: Table) -> str:
    """A bundle of Ben's, whose second evening was noted wrongly first, and corrected."""
    slip = ben.folder / "slip.toml"
    noted = EPISODE_2.read_text("utf-8")
    before, _, result = noted.rpartition("eagle = ")
    score, _, rest = result.partition("\n")
    slip.write_text(f"{before}eagle = {int(score) + 2}\n{rest}", "utf-8")
    ben.does(
        ["episode", "record", str(slip), "--as-played", "--yes"],
        ["episode", "edit", "2", str(EPISODE_2), "--reason", "misread", "--yes"],
    )
    assert "scores changed" in stated(ben)
    return packed(ben, "corrected.zip")


def test_an_evening_that_was_corrected_on_the_other_copy(anna: Table, corrected: str) -> None:
    anna.does("city rename wolf Woods")
    follow(anna, corrected, "--follow", "both")
    facts = stated(anna)
    assert facts["never corrected"]["episodes"] == [1]
    assert (facts["other record"]["episodes"], facts["other record"]["names"]) == ([2], ["Ben"])
    assert "Ben's copy, carried over on" in facts["other record"]["words"]


def test_another_record_of_the_other_copy_stands_out_until_it_counts(
    anna: Table, ben: Table, tmp_path: Path
) -> None:
    ben.does(["episode", "record", str(EPISODE_2), "--yes"])
    anna.does("episode result eagle=9 bear=8 deer=7 wolf=6 --yes")
    assert "other record" not in stated(anna)
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "ours")
    facts = stated(anna)
    assert (facts["other record"]["episodes"], facts["never corrected"]["episodes"]) == ([2], [1])
    theirs = tmp_path / "theirs.toml"
    theirs.write_text(anna.does("episode show 2 --record-version 2"), "utf-8")
    anna.does(["episode", "edit", "2", str(theirs), "--reason", "Ben is right", "--yes"])
    assert "other record" not in stated(anna)


def test_a_carry_over_that_was_taken_back_says_nothing(anna: Table, corrected: str) -> None:
    anna.does("episode result eagle=9 bear=8 deer=7 wolf=6 --yes")
    follow(anna, corrected, "--follow", "both", "--twice", "ours")
    assert "other record" in stated(anna)
    anna.does("undo --yes")
    facts = stated(anna)
    assert "other record" not in facts
    assert facts["never corrected"]["episodes"] == [1, 2]


def test_a_board_that_was_compared_with_another_record_is_not_as_it_was_compared(
    anna: Table, ben: Table
) -> None:
    """Ben compared the board of eagle with his record, which lacked what Anna had inked."""
    anna.does("episode edit 1 --inked 'eagle with rock H3' --yes")
    ben.does("confirm eagle --by Ben", "confirm bear --by Ben")
    assert "changed after check" not in stated(ben)
    bundle = packed(ben, "b.zip")
    for _ in range(2):  # the second time nothing is new
        follow(anna, bundle, "--follow", "both")
        assert stated(anna)["changed after check"]["names"] == ["eagle"]
    assert "of this board has changed since" in anna.does("checklist eagle")
    assert "of this board has changed since" not in anna.does("checklist bear")
    ben.does(["handover", "take", packed(anna, "a.zip"), "--yes"])
    assert stated(ben)["changed after check"]["names"] == ["eagle"]
    anna.does("confirm eagle --by Ben")
    assert "changed after check" not in stated(anna)


def test_a_record_that_was_kept_with_other_players_is_no_other_record(
    anna: Table, ben: Table
) -> None:
    anna.does("player leave eagle", "player join eagle Emil")
    ben.does(["episode", "record", str(EPISODE_2), "--yes"])
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    facts = stated(anna)
    assert facts["record changed"]["episodes"] == [2]
    assert "other record" not in facts


def test_their_record_of_an_evening_of_both_counts_with_our_players(
    anna: Table, ben: Table
) -> None:
    anna.does("player leave eagle", "player join eagle Emil")
    anna.does("episode result eagle=9 bear=8 deer=7 wolf=6 --yes")
    ben.does(["episode", "record", str(EPISODE_2), "--yes"])
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "theirs")
    facts = stated(anna)
    assert facts["scores changed"]["episodes"] == [2]
    assert "other record" not in facts
