"""What can be answered: prompts, lists, names, what follows by itself; drafts of sessions, days."""

from __future__ import annotations

import json
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.cli import questions
from campaign.cli.entering import prompt
from campaign.cli.environment import Environment
from campaign.services.entering import game
from campaign.services.entering.game import DraftLine
from campaign.services.records import read_record
from campaign.store.database import open_database
from engine import dilluvia, my_city
from engine.kernel.answers import only_answer, play_line
from engine.kernel.game import Setup
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording
from engine.kernel.record import parse_record
from tests.cli.test_entering import EPISODE, Enter, Meddling, Typist, answers, enter
from tests.fixtures import ROOT, Prepared, Run

__all__ = ["enter"]

TWO = "--seat Anna --seat Ben"
FLOATING = parse_record(
    (ROOT / "tests" / "records" / "dilluvia_verified_two_seats.toml").read_text("utf-8")
)


def test_a_prompt_says_when_who_what_and_what_is_left(run: Run, enter: Enter) -> None:
    typist = Typist([*answers(FLOATING)[:8], "save"])
    enter(f"session enter dilluvia {TWO}", typist=typist)
    assert [
        "round 1: turn order> ",
        "round 1: tiles for the market, 16 to come> ",
        "round 1, p1 (Anna): airship 1 of 2, money 3> ",
        "round 1, p2 (Ben): airship 2 of 2, money 4> ",
        "round 1, p1 (Anna): buy, line 1 2 3 4, money 3> ",
        "round 1, p2 (Ben): buy, line - 2 3 4, money 4> ",
    ] == typist.prompts[:6]
    assert typist.prompts[6].startswith("round 1, p1 (Anna): workers, 5 + special, money ")


def test_a_prompt_asks_for_a_tile_when_nothing_else_is_possible(run: Run, enter: Enter) -> None:
    path = ROOT / "tests" / "records" / "dilluvia_incomplete_workers_wait_for_a_tile.toml"
    *lines, last = answers(parse_record(path.read_text("utf-8")))
    typist = Typist([*lines[:-1], "use", "who", lines[-1], last, "save"])
    output = enter(f"session enter dilluvia {TWO}", typist=typist)
    said = " ".join(output.err.split())
    assert '"use": write a tile and what it asks for' in said
    assert "WHO is no tile; p1 (Anna) can use M_SMALL (2 money for each" in said
    assert [
        "round 1, p1 (Anna): build, 1 left, money 3> ",
        *["round 1, p1 (Anna): use a tile, or .> "] * 3,
        "round 1, p1 (Anna): build, or ., 1 propeller left, money 5> ",
        "round 1, p1 (Anna): workers, 1, money 1> ",
    ] == typist.prompts[-6:]


@pytest.mark.parametrize("line", ["\u9673 E6/1", "\u9673\uff1a E6/1"])
def test_a_name_of_one_chinese_character_says_who_answers(line: str) -> None:
    players = {"bear": "\u5c0f\u660e", "deer": "\u9673"}
    state = my_city.start(Setup(tuple(players), {"episode": 1}))
    known = answers_of(my_city)
    state = play_line(my_city, known, state, "B5", players).state
    answer = play_line(my_city, known, state, unicodedata.normalize("NFKC", line), players)
    assert ["deer"] == [seat for seat, _ in answer.moves]
    last = play_line(my_city, known, answer.state, "\u5c0f E6/1", players)
    assert ["bear"] == [seat for seat, _ in last.moves]


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "records").glob("dilluvia_verified_*")))
def test_every_record_of_dilluvia_is_typed_in_short(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    known, state = answers_of(dilluvia), dilluvia.start(record.setup)
    for move in record.moves or ():
        action = dilluvia.parse(move.text)
        answer = play_line(dilluvia, known, state, known.short(state, move.seat, action))
        assert ((move.seat, action),) == answer.moves
        state = answer.state


def test_a_list_is_shown_a_screen_at_a_time_and_looked_through(
    run: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "terminal_size", lambda _: (80, 24))
    typist = Typist(["p1 p2", "?", "", "?", "crown", "? money5", "?xyz", "?", "q", "?", "save"])
    output = enter(f"session enter dilluvia {TWO}", typist=typist)
    assert 4 == typist.prompts.count("21 of 27: Enter: more, a word: looks it up, q: back> ")
    assert "W24  CLAIM_M, crown: a free claim of 2 squares beside what is yours" in output.err
    assert "MONEY5: 5 money" in output.err
    assert "No answer has 'xyz' in it." in output.err


def test_prices_and_effects_are_listed_and_names_are_typed(run: Run, enter: Enter) -> None:
    output = enter(f"session enter machi-koro {TWO}", "2", "? caf", "CAFÉ", "4 f", "help", "save")
    assert "cafe  Café, 2 coins; on 3: 1 coin from the player who rolled; 6 left" in output.err
    assert "p1: build cafe" in run("draft show 1").out
    assert "'f' may be " in output.err
    assert "Answers in Machi Koro:" in output.err
    assert "  where, minutes, note " in output.err
    assert "  who " not in output.err  # that asks who plays an episode


def test_no_meaning_is_cut_that_has_no_blanks(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "45")
    output = enter(
        f"session enter dilluvia {TWO} --language zh-Hant", "order p1 p2", "help", "save"
    )
    assert "…" not in output.out + output.err


def test_what_can_be_answered_is_looked_up_by_its_name_in_any_language_and_by_its_id(
    run: Run, enter: Enter
) -> None:
    begun = f"session enter quadropolis {TWO} --language it"
    output = enter(begun, "?condominio 2", "?tower 2", "?住宅 2", "?t2", "porto energia", "save")
    assert 4 == output.err.count("  T2  condominio, 2 abitanti")
    assert "lay HE" in run("draft show 1").out


@pytest.mark.parametrize(
    ("game", "typed", "kept"),
    [
        ("dilluvia", ("p1 p2", "W1 W2 W5 W3"), "Kept: W1 W2. But W5: W5 is only for 4 players."),
        ("quadropolis", ("t1 t1 t1 s",), "Kept: t1 t1. But t1: round 1 of classic"),
    ],
)
def test_tiles_before_one_that_cannot_come_are_kept(
    enter: Enter, game: str, typed: tuple[str, ...], kept: str
) -> None:
    assert kept in enter(f"session enter {game} --seat Anna --seat Ben", *typed, "save").err


def test_an_answer_without_alternative_follows_and_goes_back_with_its_line(
    run: Run, enter: Enter
) -> None:
    """Whoever has no coin can build nothing: the pass follows the throw."""
    typed = ["1 cafe", "4 -", "4 cafe", "4 -"]
    output = enter(f"session enter machi-koro {TWO}", *typed, "4", "u", "4", "save")
    assert 2 == output.err.count("p1 (Anna) can answer nothing else: pass. u takes it back.")
    assert "Taken back: 4" in output.err
    shown = json.loads(run("draft show 1 --json").out)["typed"]
    assert {"typed": "4", "moves": ["*: dice 4", "p1: pass"]} == shown[-1]
    assert 5 == len(shown)


def test_tab_goes_on_after_the_first_word(run: Run, enter: Enter) -> None:
    offered: list[list[str]] = []

    def ask(question: Wording, offers: prompt.Offers = prompt.no_offers, default: str = "") -> str:
        if "dice" in str(question) and not offered:
            offered.extend([offer.word for offer in offers(typed)] for typed in ("2 con", "2 ", ""))
        raise EOFError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prompt, "editor", lambda *_: ask)
        run(f"session enter machi-koro {TWO}")
    assert ["convenience_store"] == offered[0]
    assert "cafe" in offered[1]
    assert ["1", "2", "3", "4", "5", "6"] == offered[2]


def test_a_session_goes_on_without_seats_and_not_with_that_of_others(
    run: Run, enter: Enter
) -> None:
    enter(f"session enter machi-koro {TWO} --played 2026-11-12", "2 -", "save")
    others = enter("session enter machi-koro --seat Chen --seat Dora", "3 -", "save")
    assert "Draft 1" not in others.err
    again = enter("session enter machi-koro", "n", "y", "save")
    assert "Draft 2 of Machi Koro (Chen, Dora), by Anna" in again.err
    assert "Draft 1 of Machi Koro (Anna, Ben), by Anna" in again.err
    assert "So far 2 moves; the last:" in again.err
    assert "It waits for: turn 2, p2 (Ben): dice." in again.err
    bare = Typist(["n", "", "save"])
    assert "Draft 2 of Machi Koro (Chen, Dora)" in enter("session enter", typist=bare).err
    assert ["Go on with it? [Y/n] "] * 2 == bare.prompts[:2]
    asked = enter("session enter machi-koro --new", "Emil", "Emil, Fay", "4 -", "save")
    assert 0 == asked.code
    assert 3 == len(json.loads(run("draft list --json").out)["drafts"])


@pytest.mark.parametrize(
    "typed", ["Anna and Ben", "Anna und Ben", "Anna e Ben", "Anna & Ben", "Anna \u548c Ben"]
)
def test_the_word_between_two_players_is_no_player(run: Run, enter: Enter, typed: str) -> None:
    enter("session enter machi-koro", typed, "3 -", "save")
    assert "Machi Koro (Anna, Ben)" in run("draft list").out


@pytest.mark.parametrize(
    "typed",
    [
        "Anna, Ben and Chen K.",
        "Anna,Ben, and Chen K.",
        "Anna, Ben e Chen K.",
        "Anna, Ben & Chen K.",
    ],
)
def test_players_are_typed_as_people_are_listed(run: Run, enter: Enter, typed: str) -> None:
    enter("session enter machi-koro", typed, "3 -", "save")
    assert "Machi Koro (Anna, Ben, Chen K.)" in run("draft list").out


def test_game_and_players_are_asked_for(run: Run, enter: Enter) -> None:
    asked = Typist(["q", "chess", "dill", "Anna", "anna ben", "save"])
    assert 1 == enter("session enter", typist=asked).code
    output = enter("session enter", typist=asked)
    assert ["which game: my-city, machi-koro, dilluvia, quadropolis> "] * 3 == asked.prompts[:3]
    assert "at least two play" in output.err
    assert "Dilluvia Project." in output.err
    assert "turn 1, p1 (Anna): dice> " in enter_of(enter, "session enter mach", "Anna, Ben", "save")


def enter_of(enter: Enter, line: str, *typed: str) -> list[str]:
    """The questions of a command at which lines are typed."""
    typist = Typist(typed)
    enter(line, typist=typist)
    return typist.prompts


def test_the_day_is_that_on_which_the_draft_began(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    enter("episode enter --played 2026-11-12", *lines[:3], "save")
    typist = Typist(["", *lines[3:], "d", "Smarch", "13 novembre", "", "save"])
    output = enter("episode enter", typist=typist)
    assert "Keep episode 1 with these scores, played 12 Nov 2026? [Y/n/u/f/d/i] " in typist.prompts
    assert "'Smarch' is no day" in output.err
    assert "13 Nov 2026" in begun("episode list").out


def test_enter_alone_leaves_the_day_as_it_is(begun: Run, enter: Enter) -> None:
    """There was no way back from the question for the day."""
    lines = answers(EPISODE)
    output = enter("episode enter --played 2026-11-12", *lines, "d", "x", "", "", "save")
    assert output.err.count("is no day") == 1
    assert "12 Nov 2026" in begun("episode list").out


def test_stickers_one_by_one(played: Run, enter: Enter) -> None:
    del played
    output = enter("meet", "u", "?", "Z9", "g1", "u", "", "g1", "board", "help", "save")
    assert "what was recorded last is no sticker" in output.err
    assert "The last sticker is taken back." in output.err
    assert "? lists the squares." in output.err
    assert "Still owed: 6 stickers" in output.err


def test_u_takes_back_no_step_of_another_window(played: Run, enter: Enter) -> None:
    typist = Meddling(
        ["g1", "f11", "u", "u", "save"], {"deer": lambda: played("player join wolf Emil --yes")}
    )
    output = enter("meet", typist=typist)
    assert output.err.count("The last sticker is taken back.") == 1, output.err
    assert "what was recorded last is no sticker that was placed here" in output.err
    assert "Emil" in played("status").out
    assert played("sticker list").out.count("eagle") == 1


def test_the_table_of_dilluvia_is_one_screen(run: Run, enter: Enter) -> None:
    record = parse_record(
        (ROOT / "tests" / "records" / "dilluvia_verified_four_seats.toml").read_text("utf-8")
    )
    lines = answers(record)[:60]
    seats = "--seat A --seat B --seat C --seat D"
    board = enter(f"session enter dilluvia {seats}", *lines, "board", "save").err
    table = board[board.rindex("    A    B    C") : board.rindex("Everything")]
    assert 23 >= table.count("\n")
    assert "p2 B  money" in table
    assert "bonus still open, * special worker" in table


def test_scores_alone_say_how_a_tie_was_broken_and_leave_the_draft(
    begun: Run, enter: Enter
) -> None:
    enter("episode enter", "Y4", "save")
    scores = "episode result eagle=7 bear=7 deer=5 wolf=1 --yes --played 2026-11-12"
    assert "the ranks must name each of these seats" in begun(f"{scores} --ranks 'bear eagle'").err
    assert "do not fit the scores" in begun(f"{scores} --ranks 'deer bear eagle wolf'").err
    output = begun(f"{scores} --ranks 'ben, eagle, deer wolf'")
    assert (0, "Draft 1 of this episode stays: campaign draft discard 1") == (
        output.code,
        output.err.splitlines()[-1],
    )
    sheets = json.loads(begun("episode show 1 --json").out)["sheets"]
    assert {"bear": 1, "eagle": 2, "deer": 3, "wolf": 4} == {
        sheet["seat"]: sheet["rank"] for sheet in sheets
    }


def test_the_letter_of_an_answer_may_be_full_width() -> None:
    full_width = iter(["\uff1f", "\uff2e"])
    answer = questions.ask_letter(lambda _: next(full_width), lambda _: None, "Keep it?", "Yn")
    assert answer == "n"


@pytest.mark.parametrize(
    ("typed", "letters", "letter"),
    [("Sì", "yN", "y"), ("s", "Yn", "y"), ("s", "yNs", "s"), ("是", "Yn", "y"), ("否", "Yn", "n")],
)
def test_yes_and_no_may_be_words_of_each_language(typed: str, letters: str, letter: str) -> None:
    assert questions.ask_letter(lambda _: typed, lambda _: None, "Keep it?", letters) == letter


def test_an_evening_that_an_older_copy_does_not_allow_is_in_a_file(
    begun: Run, enter: Enter, prepared: Prepared, tmp_path: Path
) -> None:
    copy = ["db", "restore", str(shutil.copy(prepared.sealed, tmp_path / "old.db")), "--replace"]
    elsewhere: dict[str, Callable[[], object]] = {"Keep episode": lambda: begun([*copy, "--yes"])}
    output = enter("episode enter", typist=Meddling([*answers(EPISODE), ""], elsewhere))
    assert output.code == 4
    assert "What you entered is in" in output.err
    (file,) = tmp_path.glob("record-*.toml")
    assert begun("envelope open 1 --yes").code == 0
    assert begun(["episode", "record", str(file), "--yes"]).code == 0


def test_scores_that_the_table_noted_alike_are_no_others(begun: Run, enter: Enter) -> None:
    """It asked whether to keep them marked, and marked nothing."""
    output = enter("episode enter", *answers(EPISODE), "n", "", "", "", "", "")
    assert "marked so" not in output.err
    assert 2 == output.err.count("Enter keeps it")
    assert "verified" == json.loads(begun("episode show 1 --json").out)["verdict"]


def test_other_scores_of_a_session_are_asked_about(run: Run, enter: Enter) -> None:
    """They were kept as soon as the last one was typed."""
    record = parse_record((ROOT / "examples/machi-koro.toml").read_text("utf-8"))
    seats = "--seat Anna --seat Ben --seat Chen"
    lines, other = answers(record), ("n", "1", "", "", "n")
    typed = (*lines, *other, "n", "", "", "", *other[:-1], "y")
    output = enter(f"session enter machi-koro {seats}", *typed)
    assert 2 == output.err.count("what was entered: result differs"), output.err
    assert 3 == output.err.count("Enter keeps it")
    assert "result differs" == json.loads(run("session show 1 --json").out)["verdict"]


def test_more_steps_than_there_are_take_nothing_back(begun: Run, enter: Enter) -> None:
    """It said that nothing had been entered yet."""
    enter("episode enter", "Y4 E5", "save")
    output = enter("episode enter", "y", "p", "p p Y8", "u 9", "save")
    assert "3 steps can be taken back, not 9" in output.err
    assert "nothing has been entered" not in output.err
    assert "wolf: pass" in begun("draft show 1").out


def test_a_line_is_given_again_once_another_program_has_written(
    begun: Run, enter: Enter, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command ended, and with it the evening of those who played at phones."""
    monkeypatch.setattr(open_database, "__kwdefaults__", {"busy_ms": 50, "create": True})

    class Importing(Typist):
        """Another program writes while the second line is typed."""

        def __call__(self, *asked: Any) -> str:
            line = super().__call__(*asked)
            if len(self.prompts) == 2:
                other.execute("BEGIN IMMEDIATE")
            elif other.in_transaction:
                other.rollback()
            return line

    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        output = enter("episode enter", typist=Importing(["y4", "e6", "lines", "e6", "save"]))
    refused, taken = (output.err.index(words) for words in ("the line again.", "eagle E6: covers"))
    assert (0, True) == (output.code, refused < taken)


@pytest.mark.parametrize("line", ["{buildings}", "{buildings} ."])
def test_the_sign_that_ends_a_list_ends_nobody_elses(line: str) -> None:
    """It is typed even where every building is active, and nothing else can come."""
    record = read_record((ROOT / "examples" / "quadropolis.toml").read_text("utf-8"))
    moves = record.moves or ()
    first = next(n for n, move in enumerate(moves) if move.text.startswith("staff"))
    begun = game.new_entry(record._replace(moves=None, result={}))
    begun = game.resumed(begun, [DraftLine(move.text, (move,)) for move in moves[:first]])
    assert only_answer(begun.game, game.answered(begun, moves[first].text).state)
    buildings = moves[first].text.removeprefix("staff ")
    entering = game.answered(begun, line.format(buildings=buildings))
    if not line.endswith("."):
        assert entering.awaited == ("p1",)
        entering = game.answered(entering, ".")
    assert entering.awaited == ("p2",)
    assert entering.moves == moves[: first + 2]
