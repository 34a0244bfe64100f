"""Records that cannot be kept: one clear error that says where it stands, nothing written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.cli import records as cli_records
from campaign.cli.records import legal_instead
from campaign.services import games
from campaign.services.records import read_record
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind, replay_steps
from engine.my_city.play import by_hand
from tests.engine.my_city.board import on_small, play
from tests.fixtures import (
    CHAPTER,
    ETERNAL,
    LATER_STICKERS,
    ROOT,
    Output,
    Refuses,
    Run,
    one_clear_error,
)

EPISODE = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")
SECOND = (CHAPTER / "episode-2.toml").read_text(encoding="utf-8")
SEATS = ("eagle", "bear", "deer", "wolf")
BEFORE_THE_MOVES = 7
"""Lines of the example before its first move."""


@pytest.fixture
def records(begun: Run, refuses: Refuses, tmp_path: Path) -> Refuses:
    """Record a text as the first episode and be refused."""

    def call(text: str, code: int, *words: str, options: tuple[str, ...] = ()) -> Output:
        path = tmp_path / "evening.toml"
        path.write_text(text, encoding="utf-8")
        line = ["episode", "record", str(path), "--yes", *options]
        return refuses(line, code, *words, "evening.toml", "Nothing was written.")

    return call


def changed(old: str, new: str) -> str:
    """The example with one thing changed."""
    assert old in EPISODE
    return EPISODE.replace(old, new, 1)


def result_of(seat: str, line: str) -> str:
    """The example with another line, or none, for the result of a seat."""
    return re.sub(rf"\n{seat} = -?\d+\n", f"\n{line}", EPISODE)


def with_moves(*moves: str) -> str:
    """The example with just these moves."""
    block = "".join(f"{move}\n" for move in moves)
    return re.sub(r'moves = """.*?"""', f'moves = """\n{block}"""', EPISODE, flags=re.DOTALL)


WITHOUT_THE_LAST_MOVES = re.sub(r"(\n[^\n]*){3}\n\"\"\"\n", '\n"""\n', EPISODE)
RESULTS_OF_THREE = re.sub(r'moves = """.*?"""\n', "", result_of("wolf", ""), flags=re.DOTALL)
TEXTS = {
    "broken TOML": (changed('moves = """', 'moves = "'), 7, "line 7, column 10"),
    "broken TOML in the first line": (changed("format = 1", "format = = 1"), 7, "line 1, column"),
    "no TOML at all": ("We played, it was fun.\n", 7, "line 1, column"),
    "empty": ("", 7, "format = 1"),
    "unknown format": (changed("format = 1", "format = 2"), 7, "format"),
    "unknown key": (changed("played", "playd"), 7, "unknown key 'playd'"),
    "unknown game": (changed('"my-city"', '"go"'), 7, "game 'go' is not known: my-city"),
    "unknown edition": (
        changed('edition = "1"', 'edition = "9"'),
        7,
        "edition 9 of my-city is not in this program",
    ),
    "unknown seat at the table": (changed('"wolf"]', '"fox"]'), 7, 'nobody sits at "wolf"'),
    "unknown seat moves": (changed("deer: build", "fox: build"), 7, 'nobody sits at "fox"'),
    "one seat": (changed('["eagle", "bear", "deer", "wolf"]', '["eagle"]'), 7, "sits at"),
    "duplicate seats": (changed('"bear",', '"eagle",'), 7, "eagle sits twice"),
    "no moves": (with_moves(), 6, "the table draws next"),
    "missing moves": (WITHOUT_THE_LAST_MOVES, 6, "incomplete"),
    "missing result of a seat": (result_of("wolf", ""), 6, "no result is stated for wolf"),
    "results only, of three": (RESULTS_OF_THREE, 6, "unverifiable"),
    "another result": (result_of("wolf", "wolf = 49\n"), 6, "wolf: 49 stated, 2 by replay"),
    "a result that is no number": (result_of("wolf", 'wolf = "2"\n'), 7, "wolf"),
    "too early": (changed("episode = 1", "episode = 2"), 6, "episode 2 is too early"),
    "no such episode": (changed("episode = 1", "episode = 77"), 6, "episode 77 is not in the pack"),
    "another pack": (changed("episode = 1", 'episode = 1\npack = "mine"'), 6, "pack 'mine'"),
    "no episode": (ETERNAL.read_text(encoding="utf-8"), 6, "campaign session record"),
    "another table": (
        re.sub(r"\n(deer|\[?wolf)[^\n]*", "", changed(', "deer", "wolf"', "")),
        6,
        "Tuesday is played by eagle, bear, deer and wolf",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_record_that_cannot_be_kept(records: Refuses, name: str) -> None:
    text, code, words = TEXTS[name]
    records(text, code, words)


@pytest.mark.parametrize("name", ["no moves", "missing moves", "missing result of a seat"])
def test_as_played_keeps_no_incomplete_record(records: Refuses, name: str) -> None:
    records(TEXTS[name][0], 6, "incomplete", options=("--as-played",))


# Illegal moves: which move, its words, its line, the reason, what would have been legal.

EAGLE_FIRST = ("eagle: build B5@E6/1", 3)
"""The eagle's answer to the first card, and the number of the move."""
EAGLE_SECOND = ("eagle: build B8@F9/3", 10)
ANSWERS = {
    "a building that is not revealed": (EAGLE_FIRST, "build Y1@E6", "Y1 is not the revealed"),
    "no building of the set": (EAGLE_FIRST, "build A9@E6", "A9 is not a building of this set"),
    "a word that is no cell": (EAGLE_FIRST, "build B5@Z9", "Z9 is not a cell of the board"),
    "off the board": (EAGLE_FIRST, "build B5@K6", "B5 at K6 hangs over the board's edge"),
    "on a mountain": (EAGLE_FIRST, "build B5@A1", "stands on a mountain (A1 B1)"),
    "on forest": (EAGLE_FIRST, "build B5@H11", "stands on forest"),
    "over the river": (EAGLE_FIRST, "build B5@C5", "covers both banks of the river"),
    "first away from the river": (EAGLE_FIRST, "build B5@G6", "is not next to the river"),
    "on a building": (EAGLE_SECOND, "build B8@E6", "covers an own building"),
    "not adjacent": (EAGLE_SECOND, "build B8@G4", "touches no own building with an edge"),
    "a card revealed by a seat": (EAGLE_FIRST, "reveal Y4", "the table (*) reveals cards"),
    "unknown verb": (EAGLE_FIRST, "jump A1", "the verbs are reveal, build, pass, quit"),
    "a build without a cell": (EAGLE_FIRST, "build B5", "build"),
    "five quarter turns": (EAGLE_FIRST, "build B5@E6/5", "such as build Y4@E5/1"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_illegal_answer(records: Refuses, name: str) -> None:
    (move, number), words, reason = ANSWERS[name]
    where = f'move {number}, "eagle: {words}"'
    line = f"evening.toml, line {BEFORE_THE_MOVES + number}"
    records(changed(move, f"eagle: {words}"), 6, where, reason, line, "legal would be")


ALL_PASS = [f"{seat}: pass" for seat in SEATS]
ALL_QUIT = [f"{seat}: quit" for seat in SEATS]
CARDS = [f"{colour}{n}" for colour in "YRB" for n in range(1, 9)]
PLAYED_TO_THE_END = EPISODE.split('moves = """\n')[1].split('"""')[0].splitlines()
ORDERS = {
    "quit twice": (["*: reveal Y4", "eagle: quit"], "eagle: quit", "eagle has quit"),
    "build after quitting": (["*: reveal Y4", "eagle: quit"], "eagle: build Y4@E5", "has quit"),
    "answered twice": (["*: reveal Y4", "eagle: pass"], "eagle: pass", "answered"),
    "card already out": (["*: reveal Y4", *ALL_PASS], "*: reveal Y4", "Y4 has been revealed"),
    "card of no deck": ([], "*: reveal Z9", "Z9 is no card of this deck"),
    "card too soon": (["*: reveal Y4"], "*: reveal Y5", "still to answer Y4"),
    "pass without a card": ([], "eagle: pass", "the table reveals the next one"),
    "the table passes": (["*: reveal Y4"], "*: pass", "table"),
    "pass at 0": (
        [move for card in CARDS[:10] for move in (f"*: reveal {card}", *ALL_PASS)]
        + [f"*: reveal {CARDS[10]}"],
        "eagle: pass",
        "the token is at 0",
    ),
    "after all have quit": (["*: reveal Y4", *ALL_QUIT], "*: reveal Y5", "all have quit"),
    "after the last card": (PLAYED_TO_THE_END, "*: reveal Y5", "the episode is over"),
}


@pytest.mark.parametrize("name", ORDERS)
def test_a_move_out_of_order(records: Refuses, name: str) -> None:
    moves, last, reason = ORDERS[name]
    number = len(moves) + 1
    line = f"evening.toml, line {BEFORE_THE_MOVES + number}"
    records(with_moves(*moves, last), 6, f'move {number}, "{last}"', reason, line)


def test_remarks_and_blank_lines_do_not_shift_the_line(records: Refuses) -> None:
    moves = ["# the evening began late", "", "*: reveal Y4", "", "eagle: jump"]
    records(with_moves(*moves), 6, 'move 2, "eagle: jump"', "evening.toml, line 12")


def test_an_illegal_record_is_not_kept_as_played_either(records: Refuses) -> None:
    text = changed(EAGLE_FIRST[0], "eagle: build B5@A1")
    records(text, 6, "mountain", options=("--as-played",))


def test_standard_input_is_named(begun: Run, refuses: Refuses) -> None:
    text = changed(EAGLE_FIRST[0], "eagle: build B5@A1")
    refuses("episode record - --yes", 6, "standard input, line 10", stdin=text)


def test_a_session_is_refused_in_the_same_words(refuses: Refuses, run: Run) -> None:
    text = changed(EAGLE_FIRST[0], "eagle: build B5@A1")
    output = refuses("session record - --yes", 6, 'move 3, "eagle: build B5@A1"', stdin=text)
    assert "standard input, line 10" in output.err
    refuses("session record - --yes --as-played", 6, "mountain", stdin=text)
    refuses("session record - --yes", 6, "--as-played", stdin=result_of("wolf", "wolf = 9\n"))


# The episode at the wrong time.


def test_before_its_envelope_is_open(run: Run, refuses: Refuses, sealed: Run) -> None:
    line = ["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]
    refuses(line, 6, "envelope 1 is still sealed", "campaign envelope open 1")


def test_a_second_time(played: Run, refuses: Refuses) -> None:
    line = ["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]
    refuses(line, 6, "episode 1 is recorded already", "campaign episode show 1")


def test_with_stickers_owed(played: Run, refuses: Refuses) -> None:
    line = ["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes"]
    words = "eagle owes its board a tree sticker"
    refuses(line, 6, words, "campaign sticker place eagle tree SQUARE")


def test_on_other_boards_than_the_campaign_has(settled: Run, refuses: Refuses) -> None:
    text = SECOND + '\n[boards]\neagle = ["tree C2"]\n'
    refuses("episode record - --yes", 6, "boards: eagle has", stdin=text)


def test_the_example_with_a_wrong_score(settled: Run, refuses: Refuses) -> None:
    settled(["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes"])
    for sticker in LATER_STICKERS:
        settled(f"sticker place {sticker} --yes")
    line = ["episode", "record", str(CHAPTER / "episode-3-wrong-score.toml"), "--yes"]
    refuses(line, 6, "bear: 15 stated, 13 by replay", "--as-played")


# The file.


@pytest.mark.parametrize("group", ["episode", "session"])
class TestAFile:
    """A file that cannot be used: the same error for episodes and sessions."""

    def test_that_is_missing(self, begun: Run, refuses: Refuses, group: str) -> None:
        refuses(f"{group} record nothing.toml --yes", 7, "nothing.toml: no such file")

    def test_that_is_a_folder(
        self, begun: Run, refuses: Refuses, group: str, tmp_path: Path
    ) -> None:
        refuses(f"{group} record {tmp_path} --yes", 7, f"{tmp_path}: is a directory")

    def test_that_is_not_utf_8(
        self, begun: Run, refuses: Refuses, group: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "binary.toml"
        path.write_bytes(b'format = 1\ngame = "\xff"\n')
        refuses(f"{group} record {path} --yes", 7, f"{path}, line 2: not UTF-8")

    def test_of_50_mb(self, begun: Run, refuses: Refuses, group: str, tmp_path: Path) -> None:
        path = tmp_path / "large.toml"
        with path.open("wb") as file:
            file.truncate(50_000_000)
        refuses(f"{group} record {path} --yes", 7, f"{path} holds more than 500,000 bytes")


def test_a_file_may_begin_with_the_mark_that_some_editors_write(begun: Run) -> None:
    assert begun("episode record - --yes", stdin="\ufeff" + EPISODE).code == 0


def test_without_a_terminal_nothing_is_asked(begun: Run, refuses: Refuses) -> None:
    output = begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--quiet"])
    one_clear_error(output, 2, "there is no terminal to ask at: add --yes", "Nothing was written.")


FESTIVAL = """
[[rule]]
name = "festival"
does = "by hand"
words = "whoever sings gets what the song says"
points = [0, 99]
marks = [0, 9]
stickers = ["tree", "rock"]
most = 3
order = 3
source = "owner"
"""


def test_what_a_rule_by_hand_may_give_is_described_and_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three stickers on any cells, with 100 scores: nobody could read them."""
    ground = "\n".join([". . . . ."] * 5)
    state = play(
        on_small(ground, "W W W E E\n" * 5, {"1": "##"}, FESTIVAL),
        *("*: reveal Y1", "eagle: quit", "bear: quit"),
    )
    monkeypatch.setattr(by_hand, "_statements", lambda *_: pytest.fail("all are made"))
    verdict = Verdict(
        VerdictKind.ILLEGAL, state, (), "too much", 4, "eagle: by hand festival: 100 points"
    )
    record = Record("my-city", "1", ("eagle", "bear"))
    said = legal_instead(verdict, record)
    bounds = "0 to 99 points, 0 to 9 marks, up to 3 tree or rock, or nothing"
    assert said == f"legal would be by hand festival: {bounds}"


@pytest.mark.parametrize(
    "name", ["dilluvia_verified_three_seats", "quadropolis_verified_four_seats"]
)
def test_few_of_many_legal_moves_are_compared_with_a_wrong_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []

    def counted(words: str, actions: list[str], **_: float) -> list[str]:
        compared.append(len(actions))
        return []

    monkeypatch.setattr(cli_records, "get_close_matches", counted)
    record = read_record((ROOT / "tests" / "records" / f"{name}.toml").read_text("utf-8"))
    for step in replay_steps(games.game_of_record(record), record):
        verdict = Verdict(VerdictKind.ILLEGAL, step.before, (), "", step.number, str(step.move))
        assert str(legal_instead(verdict, record)).startswith("legal would be ")
    assert max(compared) <= cli_records.COMPARED
