"""Episodes: the template, the record, what is shown of it, and the replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from engine.kernel.record import format_record, parse_record
from tests.cli.test_entering import Typist
from tests.fixtures import CHAPTER, Refuses, Run

EPISODE = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")


def test_the_template_filled_in_is_a_record(settled: Run) -> None:
    template = settled("episode template").out
    empty = parse_record(template)
    example = parse_record((CHAPTER / "episode-2.toml").read_text(encoding="utf-8"))
    assert (empty.seats, empty.header) == (example.seats, example.header)
    filled = empty._replace(moves=example.moves, result=example.result)
    output = settled("episode record - --yes", stdin=format_record(filled))
    assert output.code == 0
    assert "Episode 2 is kept." in output.err


def test_recording_shows_verdict_sheet_and_what_follows(begun: Run) -> None:
    output = begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"])
    for words in ("verified", "empty cells", "What follows:", "deer (Chen): 2 progress marks"):
        assert words in output.err


def test_an_episode_is_shown_line_by_line(played: Run) -> None:
    out = played("episode show 1").out
    for words in ("trees", "+12", "rank", "marks", "1 rock", "deer before bear: fewer empty cells"):
        assert words in out
    assert "deer (Chen)       6  verified" in played("episode list").out


def test_the_last_episode_is_shown_once_there_is_one(begun: Run) -> None:
    assert "no episode counts yet" in begun("episode show").err


def test_without_a_number_the_last_episode_is_shown(played: Run) -> None:
    for command in ("episode show", "episode replay --moves 1", "episode show --record-version 1"):
        words = command.split()
        last = played(" ".join([*words[:2], "1", *words[2:]]))
        assert played(command) == last
        assert last.code == 0


def test_as_played_is_marked_wherever_it_is_shown(begun: Run) -> None:
    inked = EPISODE.replace("\nwolf = 2\n", "\nwolf = 30\n")
    assert begun("episode record - --yes --as-played", stdin=inked).code == 0
    for line in ("episode show 1", "episode list", "history", "status"):
        assert "kept as played" in begun(line).out, line
    assert "wolf" in begun("standings").out.splitlines()[3]
    assert begun("audit").code == 0


def test_results_only_are_kept_and_never_called_proved(begun: Run) -> None:
    record = parse_record(EPISODE)._replace(moves=None)
    assert begun("episode record - --yes", stdin=format_record(record)).code == 0
    assert "results only" in begun("status").out
    assert "results only, not proved" in begun("episode show 1").out


@pytest.fixture
def sixteen(run: Run, tmp_path: Path) -> Run:
    """A campaign before its episode 16, in which nuggets come and a shaft gets deeper."""
    new = "new Paper --seat eagle=Anna --seat bear=Ben --from 16"
    (tmp_path / "state.toml").write_text(run(new).out, "utf-8")
    assert run(f"{new} --state '{tmp_path}/state.toml' --yes").code == 0
    assert run("envelope open 6 --yes").code == 0
    return run


def test_scores_alone_name_what_may_have_come_without_them(sixteen: Run) -> None:
    """Nuggets and shafts are in no score, and marks follow from them."""
    said = sixteen("episode result eagle=20 bear=18 --yes").err
    for shown in (said, sixteen("episode show 16").out):
        words = " ".join(shown.split())
        assert "nugget, shaft B." in words
        assert 'campaign episode edit 16 --gained "eagle nugget, shaft B 4"' in words
    assert "what they brought to the boards" in " ".join(sixteen("audit").out.split())
    edited = sixteen(["episode", "edit", "16", "--gained", "ben Nugget, shaft b 6", "--yes"])
    assert "bear: 0 -> 1 progress mark" in edited.err
    assert "--gained" not in sixteen("episode show 16").out
    assert sixteen("episode edit 16 --gained ' eagle nothing' --yes").code == 0
    assert "--gained" not in sixteen("episode show 16").out
    past = " ".join(sixteen("history").out.split())
    assert "bear got nothing, not nugget, shaft B 6" in past
    assert sixteen("audit").code == 0


def test_scores_are_kept_with_what_came_beside_them(sixteen: Run, refuses: Refuses) -> None:
    line = "episode result eagle=20 bear=18 --yes --gained"
    for what, why in (("bear tram 4", "tram 4"), ("bear shaft B", "shaft"), ("fox nugget", "fox")):
        refuses([*line.split(), what], 4 if "fox" in what else 6, why)
    output = sixteen([*line.split(), "bear nugget, nugget, shaft B 6"])
    assert "--gained" not in output.err
    words = " ".join(output.err.split())
    assert "bear (Ben): 1 progress mark, 2 nuggets, blue shaft at box 6" in words
    undone = " ".join(sixteen("undo --yes").err.split())
    assert "--gained 'bear nugget, nugget, shaft B 6'" in undone


def test_what_scores_do_not_say_is_added_to_a_record_that_there_is(sixteen: Run) -> None:
    line = "episode result eagle=20 bear=18"
    sentence, added = "To add them once this is recorded", "episode edit 16 --gained"
    assert sentence in " ".join(sixteen(line).err.split())
    recorded = " ".join(sixteen(f"{line} --yes").err.split())
    assert f"{sentence}: campaign {added}" in recorded
    shown = " ".join(sixteen("episode show 16").out.split())
    assert f"To add them: campaign {added}" in shown
    assert sixteen(f"{added} 'eagle nugget' --yes").code == 0


def test_at_the_prompt_is_asked_what_came_beside_the_scores(
    sixteen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in ("episode result --yes", "meet --yes"):
        scores = ["20", "18", "tram", "shaft B", "Nugget, shaft b 6", ""]
        typist = Typist(["4", *scores] if line.startswith("meet") else scores)
        monkeypatch.setattr(prompt, "editor", lambda *_, typist=typist: typist)
        output = sixteen(line)
        assert output.code == 0, output.err
        words = " ".join(output.err.split())
        assert (
            "Scores do not say who got these, and marks can follow from them: nugget, shaft B."
            in words
        )
        assert typist.prompts.count("eagle (Anna) got> ") == 3
        assert "score of eagle (Anna)> " in typist.prompts
        assert "campaign episode edit" not in words
        record = sixteen("episode show 16 --record-version 1").out
        assert '[gained]\neagle = ["nugget", "shaft B 6"]\nbear = []' in record
        assert sixteen("undo --yes").code == 0


def test_scores_alone_need_nothing_else_before_such_things_come(begun: Run) -> None:
    said = begun("episode result eagle=3 bear=6 deer=6 wolf=2 --yes").err
    assert "--gained" not in said + begun("episode show 1").out


def test_a_replay_step_by_step(played: Run) -> None:
    out = played("episode replay 1 --moves 1-3").out
    assert "Card 1 of 24: B5" in out
    assert "build B5@E6/1   covers E6" in out
    assert "Y" not in out.split("The replay")[0].replace("B5", "")
    assert played("episode replay 1 --moves x").code == 2
    assert played("episode replay 1 --step").out.count("Card ") == 24


def test_what_was_kept_is_what_is_read_again(begun: Run) -> None:
    """Tables in another order, a name in Unicode's decomposed form."""
    moves, _, _ = EPISODE.partition("[names]")
    names = '[names]\nwolf = "Zoe\u0308"\neagle = "Anna"\n'
    result = "[result]\nwolf = 2\ndeer = 6\nbear = 6\neagle = 3\n"
    text = f'substitutes = ["wolf"]\n{moves}\n{result}\n{names}'
    output = begun("episode record - --yes --as-played --json", stdin=text)
    assert output.code == 0
    assert begun("episode show 1 --json").out == output.out
    assert '"Zo\u00eb"' in begun("episode show 1 --record-version 1").out
    assert begun("audit").code == 0


def test_an_episode_that_was_taken_back_is_not_said_to_be_unrecorded(played: Run) -> None:
    assert played("undo --yes").code == 0
    counts = "taken back and counts no more"
    for line, said in (
        ("city show eagle --at 1", counts),
        ("city diff eagle 0 1", counts),
        ("chronicle --new-since 1 -o -", counts),
        ("export bgstats --episode 1", counts),
        ("envelope open 2", "episode 1 is next"),
        ("status", "No episode counts yet."),
        ("standings", "No episode counts yet."),
        ("episode list", "No episode counts yet."),
        ("audit", "No episode counts yet."),
        ("stats", "No episode of Tuesday counts yet."),
        ("stats --all", "No game of My City counts yet."),
    ):
        output = played(line)
        shown = output.out + output.err
        assert said in shown, line
        for words in ("recorded yet", "been recorded", "nothing played", "not been played"):
            assert words not in shown, line


def test_without_an_episode_the_command_shown_is_one_that_is_not_refused(sealed: Run) -> None:
    """The first envelope is sealed: there is no form of an episode yet."""
    assert sealed("episode list").out.splitlines()[-1] == "  campaign status"
    assert sealed("episode show").err.splitlines()[-1].strip() == "campaign status"
