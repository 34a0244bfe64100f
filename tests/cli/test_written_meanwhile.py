"""What somebody writes in another window while a question stands, after the preview was shown."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from campaign.cli.entering import prompt
from campaign.cli.environment import Environment
from tests.cli.test_entering import Enter, Typist
from tests.cli.test_entering import enter as enter  # a fixture
from tests.fixtures import CHAPTER, ETERNAL, Output, Run, Table, content

Image = pytest.importorskip("PIL.Image", reason="photos need the extra photos")

Meanwhile = Callable[[Run, str, str], Output]
OTHERWISE = "would not be the one that was shown"


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Run a command, and another one once the first has shown what it would do."""
    confirm = Environment.confirm

    def call(run: Run, line: str, other: str) -> Output:
        others = [f"{other} --yes"]

        def confirm_late(*values: Any, **options: Any) -> None:
            while others:
                assert run(others.pop()).code == 0
            confirm(*values, **options)

        with monkeypatch.context() as patch:
            patch.setattr(Environment, "confirm", confirm_late)
            return run(f"{line} --yes")

    return call


def before_writing(monkeypatch: pytest.MonkeyPatch, run: Run, other: str) -> None:
    """Let another command run before the next one begins to write."""
    writing, others = Environment.writing, [other]

    def writing_late(env: Environment) -> AbstractContextManager[Session]:
        while others:
            assert run(others.pop()).code == 0
        return writing(env)

    monkeypatch.setattr(Environment, "writing", writing_late)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("episode edit 1 --swap eagle bear", "episode edit 1 --inked 'bear marks 3'"),
        ("episode edit 1 --inked 'bear marks 3'", "episode edit 1 --swap eagle bear"),
        ("episode edit 1 --inked 'bear marks 3'", "episode edit 1 {other_order}"),
    ],
)
def test_a_correction_takes_back_no_other_one_unseen(
    played: Run, meanwhile: Meanwhile, db: Path, tmp_path: Path, line: str, other: str
) -> None:
    """It holds the whole record, and so what the other one has corrected in it."""
    deer, eagle = "deer: build B5@E6/1\n", "eagle: build B5@E6/1\n"
    record = (CHAPTER / "episode-1.toml").read_text("utf-8").replace(deer + eagle, eagle + deer)
    (tmp_path / "other.toml").write_text(record, "utf-8")
    how = " --reason wrong --later keep"
    other = other.format(other_order=tmp_path / "other.toml") + how
    refused = meanwhile(played, line + how, other)
    assert (refused.code, OTHERWISE in refused.err) == (6, True), refused.err
    now = content(db)
    assert played(f"{line}{how} --yes").code == 0
    assert content(db) != now


def test_two_who_note_an_evening_at_once_note_both(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each types what the other does not."""
    before_writing(monkeypatch, played, "episode note 1 --minutes 70")
    assert played("episode note 1 --where Fred").code == 0
    assert "at Fred, 70 minutes" in played("episode show 1").out


@pytest.mark.parametrize("follow", ["theirs", "both --twice theirs"])
def test_what_is_added_meanwhile_is_not_set_aside_unseen(
    anna: Table, emil: Table, bundle: str, meanwhile: Meanwhile, tmp_path: Path, follow: str
) -> None:
    """What the other copy would replace was shown before somebody corrected an evening here."""
    theirs = str(tmp_path / "theirs.zip")
    edited = ["episode", "edit", "1", "--reason=wrong", "--later=keep", "--yes", "--inked"]
    emil.does(["handover", "take", bundle, "--yes"], [*edited, "bear marks 3"])
    emil.does(["handover", "export", "eagle", "-o", theirs])
    anna.does("city rename eagle Rivers")
    correction = "episode edit 1 --reason wrong --later keep --inked 'deer marks 1'"
    taking = f"handover take '{theirs}' --follow {follow} --later keep"
    refused = meanwhile(anna, taking, correction)
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    assert anna(f"{taking} --yes").code == 0


def test_who_took_a_city_over_meanwhile_does_not_leave_it_unasked(
    played: Run, meanwhile: Meanwhile
) -> None:
    refused = meanwhile(played, "player join eagle Zoe", "player join eagle Yan")
    why = "eagle came into other hands meanwhile: Anna held it, now Yan"
    assert (refused.code, why in refused.err) == (6, True), refused.err


def test_an_evening_whose_boards_were_corrected_meanwhile_is_shown_again(
    settled: Run, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    """The eagle shared the first rank with the wolf; with its tree elsewhere the wolf is second."""
    path = tmp_path / "episode-2.toml"
    scores = {"eagle": -70, "bear": -72, "deer": -72, "wolf": -70}
    quits = "\n".join(f"{seat}: quit" for seat in scores)
    result = "\n".join(f"{seat} = {score}" for seat, score in scores.items())
    path.write_text(
        'format = 1\ngame = "my-city"\nedition = "1"\nepisode = 2\n'
        f'seats = {json.dumps([*scores])}\nmoves = """\n*: reveal B8\n{quits}\n"""\n'
        f"[result]\n{result}\n",
        "utf-8",
    )
    line = f"episode record '{path}'"
    refused = meanwhile(settled, line, "sticker move wolf tree G1 D2")
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    assert "episode 2" not in settled("history").out
    assert settled(f"{line} --yes").code == 0
    assert settled("audit").code == 0


def test_nobody_gets_the_name_that_somebody_else_has_got_meanwhile(
    played: Run, meanwhile: Meanwhile
) -> None:
    refused = meanwhile(
        played, "player rename Chen wolf --as-named", "player join eagle wolf --as-named"
    )
    assert (refused.code, "they are two people" in refused.err) == (6, True), refused.err


def with_photo(run: Run, folder: Path) -> tuple[Path, str]:
    """A picture that is attached to a session, and the beginning of its hash."""
    picture = folder / "board.png"
    Image.new("RGB", (40, 30), "red").save(picture)
    assert run(f"session record {ETERNAL} --yes").code == 0
    assert run(f"photo add {picture} --session 1").code == 0
    (photo,) = json.loads(run("photo list --json").out)["photos"]
    return picture, photo["photo"][:12]


def test_a_photo_that_somebody_has_attached_meanwhile_keeps_its_file(
    played: Run, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    picture, photo = with_photo(played, tmp_path)
    refused = meanwhile(played, f"photo remove {photo}", f"photo add {picture}")
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    photos = json.loads(played("photo list --json").out)["photos"]
    assert [one["state"] for one in photos] == ["here", "here"]


def test_a_photo_is_attached_with_its_file_if_somebody_removes_it_elsewhere(
    played: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picture, photo = with_photo(played, tmp_path)
    before_writing(monkeypatch, played, f"photo remove {photo} --yes")
    assert played(f"photo add {picture}").code == 0
    photos = json.loads(played("photo list --json").out)["photos"]
    assert [(one["episode"], one["state"]) for one in photos] == [(1, "here")]


def test_a_session_that_two_record_at_once_is_kept_once(played: Run, meanwhile: Meanwhile) -> None:
    refused = meanwhile(played, f"session record {ETERNAL}", f"session record {ETERNAL}")
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    assert "Keep it a second time" in played(f"session record {ETERNAL} --yes").err
    assert played(f"session record {ETERNAL} --yes --doubles").code == 0


def test_records_that_two_import_at_once_are_kept_once(
    played: Run, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    (tmp_path / "records").mkdir()
    shutil.copy(ETERNAL, tmp_path / "records")
    line = f"import records {tmp_path / 'records'}"
    refused = meanwhile(played, line, line)
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    assert len(json.loads(played("session list --json").out)["sessions"]) == 1


def test_a_draft_with_which_somebody_goes_on_is_not_deleted(
    begun: Run, meanwhile: Meanwhile, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert enter("episode enter", "Y4").code == 0
    typist = Typist(["y", "E5"])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    refused = meanwhile(begun, "draft discard 1", "episode enter")
    assert (refused.code, "does not hold any more" in refused.err) == (6, True), refused.err
    assert "E5" in begun("draft show 1").out
    assert begun("draft discard 1 --yes").code == 0


def test_a_copy_replaces_nothing_that_was_written_after_its_losses_were_shown(
    played: Run, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    assert played(f"db backup {tmp_path / 'copy.db'}").code == 0
    line = f"db restore {tmp_path / 'copy.db'} --replace"
    refused = meanwhile(played, line, "city rename eagle Rivers")
    assert (refused.code, "nothing was replaced" in refused.err) == (5, True), refused.err
    assert "Rivers" in played("city list").out
    assert played(line).code == 0
    assert "Rivers" not in played("city list").out


def test_a_receipt_takes_a_city_from_nobody_who_was_not_shown(
    anna: Table, emil: Table, bundle: str, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    receipt = tmp_path / "receipt.json"
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", str(receipt)])
    line = f"handover receipt {receipt} --take"
    refused = meanwhile(anna, line, "player join eagle Yan")
    why = "eagle came into other hands meanwhile: Anna held it, now Yan"
    assert (refused.code, why in refused.err) == (6, True), refused.err
    assert anna(f"{line} --yes").code == 0
