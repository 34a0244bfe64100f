"""campaign meet: an evening step by step, every step an ordinary command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from tests.cli.test_entering import EPISODE, Meddling, Typist, answers
from tests.fixtures import CHAPTER, Output, Run

Meet = Callable[..., Output]


@pytest.fixture
def meet(run: Run, monkeypatch: pytest.MonkeyPatch) -> Meet:
    """Hold an evening at which these lines are typed, by one person at all prompts."""

    def call(*typed: str | type[BaseException]) -> Output:
        typist = Typist(typed)
        monkeypatch.setattr(prompt, "editor", lambda *_: typist)
        return run("meet --yes")

    return call


def commands(output: Output) -> list[str]:
    """The commands that an evening has run."""
    return [line[2:] for line in output.err.splitlines() if line.startswith("$ ")]


def test_an_evening_from_the_envelope_to_the_note(sealed: Run, meet: Meet) -> None:
    stickers = ["G1", "F11", "G1", "F7", "F7", "F7", "F7"]
    output = meet("y", "1", *answers(EPISODE), "y", *stickers)
    assert output.code == 0, output.err[-500:]
    assert commands(output) == [
        "campaign status",
        "campaign envelope open 1 --yes",
        "campaign episode enter",
        "campaign standings",
    ]
    assert "Write on the note in the box: " in output.err
    assert "Next time: episode 2. campaign meet" in output.err
    assert "eagle has a tree on G1. u takes it back." in output.err
    assert sealed("audit").code == 0


def test_from_a_file_and_stickers_for_later(begun: Run, meet: Meet) -> None:
    output = meet("3", str(CHAPTER / "episode-1.toml"), "G1", "save")
    assert output.code == 0
    assert "Still owed: 6 stickers" in output.err
    again = meet("save")
    assert "campaign sticker place" in commands(again)


def test_a_file_in_the_home_is_found_as_in_a_shell(
    begun: Run, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(CHAPTER))
    assert "Episode 1 is kept." in meet("3", "~/episode-1.toml", "save").err


def test_a_file_that_is_refused_is_asked_again(begun: Run, meet: Meet) -> None:
    output = meet("3", "nowhere.toml", "9", "")
    assert "error: nowhere.toml: no such file or directory" in output.err
    assert output.err.count("How do you record episode 1?") == 3


def test_the_scores_alone(begun: Run, meet: Meet) -> None:
    output = meet("4", "21", "x", "18", "-3", "0", "")
    assert "campaign episode result eagle=21 bear=18 deer=-3 wolf=0" in commands(output)
    assert "Episode 1 is kept." in output.err


def test_scores_that_are_left_halfway_are_not_said_to_be_saved(begun: Run, meet: Meet) -> None:
    output = meet("4", "21", KeyboardInterrupt)
    assert "These scores are not kept; everything before them is saved." in output.err
    assert "Everything so far is saved" in meet(KeyboardInterrupt).err


def test_a_wrong_answer_is_named(begun: Run, meet: Meet) -> None:
    output = meet("eagle=5 bear=x", "4", "eagle=5 bear=x", "21", "18", "-3", "0", "")
    assert "'eagle=5 bear=x' is none of 1 to 4." in output.err
    assert "'eagle=5 bear=x' is no score of eagle: a number such as 21." in output.err
    assert "Episode 1 is kept." in output.err


def test_a_draft_goes_on_by_itself(begun: Run, meet: Meet) -> None:
    lines = answers(EPISODE)
    first = meet("1", *lines[:4], "save")
    assert "Another time: campaign meet goes on here." in first.err
    assert "It waits for: card" in begun("status").out
    second = meet("", *lines[4:], "", "save")
    assert "How do you record" not in second.err
    assert 1 == (second.out + second.err).count("It waits for: card")
    assert "moves; the last:" in second.err
    assert "Episode 1 is kept." in second.err


def test_another_time(begun: Run, sealed: Run, meet: Meet) -> None:
    assert meet("").code == 0


def test_an_envelope_may_wait(sealed: Run, meet: Meet) -> None:
    output = meet("n")
    assert ["campaign status"] == commands(output)


@pytest.mark.parametrize(("key", "code"), [(KeyboardInterrupt, 130), (EOFError, 0)])
def test_it_can_be_left_at_any_prompt(
    sealed: Run, meet: Meet, key: type[BaseException], code: int
) -> None:
    output = meet(key)
    assert (code, True) == (output.code, "Go on with: campaign meet" in output.err)
    output = meet("y", key)
    assert code == output.code
    output = meet("1", "Y4 E5", key)
    assert "Everything that was accepted is saved" in output.err


def test_after_the_last_episode_the_standings(
    run: Run, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("simulate my-city --whole --seats 2 --keep").code == 0
    output = meet()
    assert ["campaign status", "campaign standings"] == commands(output)


def test_there_must_be_a_terminal(begun: Run) -> None:
    output = begun("meet")
    assert 2 == output.code
    assert "there is no terminal to type at: campaign status tells what is next" in output.err


def test_the_scores_alone_of_those_who_are_there(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist(["4", "a b w=Emil", "y", "1", "2", "3", ""], everybody=False)
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = begun("meet --yes")
    words = "eagle=1 bear=2 wolf=3 --absent deer --substitute wolf=Emil --house-rule"
    assert f"$ campaign episode result {words}" in " ".join(output.err.split())
    assert "Episode 1 is kept." in output.err


@pytest.mark.parametrize("leaves", ["save", EOFError, KeyboardInterrupt])
def test_stickers_for_later_are_asked_for_once(
    begun: Run, meet: Meet, leaves: str | type[BaseException]
) -> None:
    output = meet("1", *answers(EPISODE), "y", leaves, "an answer too many")
    assert output.err.count("eagle owes its board a tree sticker") == 1
    left = leaves is KeyboardInterrupt
    assert (130 if left else 0) == output.code
    assert left or "Write on the note in the box: " in output.err


def test_an_evening_stays_with_its_campaign_when_another_one_is_used(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_another() -> None:
        assert begun("new Other --seat eagle=Emil --seat bear=Fay --yes").code == 0

    typist = Meddling(["4", "21", "18", "-3", "0", "save"], {"1 to 4": begin_another})
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = begun("meet --yes")
    assert "Episode 1 is kept." in output.err
    assert "Without --campaign a command means Other." in output.err
    assert "eagle (Anna)" in begun("episode list --campaign Tuesday").out
    assert "No episode counts yet." in begun("episode list --campaign Other").out


def test_the_last_evening_ends_with_the_note_for_the_box(
    run: Run, meet: Meet, tmp_path: Path
) -> None:
    new = "new Friday --seat eagle=Anna --seat bear=Ben --from 24"
    (tmp_path / "state.toml").write_text(run(new).out, "utf-8")
    assert run(f"{new} --state '{tmp_path}/state.toml' --yes").code == 0
    evening = meet("y", "4", "12", "7", "", "")
    assert "eagle (Anna) wins the campaign." in evening.out
    assert "Write on the note in the box: " in evening.err
    assert "Next time" not in evening.err
    assert "note in the box" not in meet().err
