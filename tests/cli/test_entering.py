"""Games entered answer by answer: the loop, the drafts, the end, and every way to leave."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.counting import counted
from campaign.cli.entering import prompt, table_beside
from campaign.cli.entering.prompt import Offers, no_offers
from campaign.services import games
from engine.kernel.answers import only_answer
from engine.kernel.dealer import deal
from engine.kernel.game import CHANCE, Game, Setup
from engine.kernel.parts import answers_of, players_of
from engine.kernel.phrases import Wording
from engine.kernel.record import Record, parse_record
from tests.engine.games import GAMES
from tests.fixtures import CHAPTER, Output, Run, entries
from tests.json_documents import checked

EPISODE = parse_record((CHAPTER / "episode-1.toml").read_text("utf-8"))
Enter = Callable[..., Output]


WHO_PLAYS = "[Enter, or names]> "


class Typist:
    """Types lines one after the other, then leaves; an exception in their place is raised.

    An empty line takes what stands there already. Unless it is asked who `everybody` is,
    everybody plays.
    """

    def __init__(
        self, lines: Sequence[str | type[BaseException]], *, everybody: bool = True
    ) -> None:
        self.everybody = everybody
        self.lines, self.prompts, self.offered = list(lines), list[str](), list[Sequence[str]]()
        self.defaults = list[str]()

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        if self.everybody and prompt == WHO_PLAYS:
            return ""
        self.prompts.append(str(prompt))
        self.defaults.append(default)
        self.offered.append([offer.word for offer in offers("")])
        line = self.lines.pop(0) if self.lines else EOFError
        if isinstance(line, str):
            return line or default
        raise line


class Meddling(Typist):
    """A typist beside whom something else happens when the prompt begins with a text."""

    def __init__(
        self,
        lines: Sequence[str | type[BaseException]],
        elsewhere: dict[str, Callable[[], object]],
    ) -> None:
        super().__init__(lines)
        self.elsewhere = elsewhere

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        for name in [name for name in self.elsewhere if str(prompt).startswith(name)]:
            self.elsewhere.pop(name)()
        return super().__call__(prompt, offers, default)


@pytest.fixture
def enter(run: Run, monkeypatch: pytest.MonkeyPatch) -> Enter:
    """Run a command at which lines are typed."""

    def call(line: str, *typed: str | type[BaseException], typist: Typist | None = None) -> Output:
        monkeypatch.setattr(prompt, "editor", lambda *_: typist or Typist(typed))
        return run(line)

    return call


def answers(record: Record, setup: Setup | None = None) -> list[str]:
    """A record as it would be typed: a line a card, with the answers of all seats.

    A line in which somebody quits is followed by the yes to it. What has no alternative follows
    by itself.
    """
    game = games.find(record.game)
    known, state = answers_of(game), game.start(setup or record.setup)
    lines, quits = list[str](), False
    for move in record.moves or ():
        action = game.parse(move.text)
        word = known.short(state, move.seat, action)
        several = len(game.awaiting(state)) > 1
        whole = game.NAME == "my-city"
        goes_on = whole or known.ends_list(state, move.seat, action)
        if move.seat == CHANCE or not lines or not goes_on:
            lines += ["y"] * quits
            quits = False
            if whole or only_answer(game, state) is None:
                lines.append(word)
        else:
            lines[-1] += f" {move.seat}: {word}" if several else f" {word}"
        quits = quits or bool(known.lasting(state, move.seat, action))
        state = game.apply(state, move.seat, action)
    return lines + ["y"] * quits


def test_an_episode_is_entered_and_kept(begun: Run, enter: Enter) -> None:
    output = enter("episode enter", *answers(EPISODE), "")
    assert (0, "") == (output.code, output.out)
    assert "deer E6/1: covers" not in output.err
    assert "deer E6: covers E6 E7 E8 E9" in output.err
    assert "deer Chen  bear Ben  wolf Dora  eagle Anna\n" in output.err  # before it is kept
    assert "Episode 1 is kept. Head for the box:" in output.err
    shown = json.loads(begun("episode show 1 --json").out)
    assert "verified" == shown["verdict"]
    scores = {sheet["seat"]: sheet["score"] for sheet in shown["sheets"]}
    assert dict(EPISODE.result) == scores
    assert json.loads(begun("draft list --json").out)["drafts"] == []
    assert begun("audit").code == 0


def test_an_episode_that_was_entered_is_replayed_once(begun: Run, enter: Enter) -> None:
    with counted() as calls:
        assert 0 == enter("episode enter", *answers(EPISODE), "").code
    assert {"replay": 1} == calls


def test_the_stickers_follow_in_the_same_flow(begun: Run, enter: Enter) -> None:
    typist = Typist([*answers(EPISODE), "y", "Z9", "g1", "save"])
    output = enter("episode enter", typist=typist)
    assert "eagle owes its board a tree sticker" in output.err
    assert "eagle has a tree on G1." in output.err
    assert "Still owed: 6 stickers (campaign sticker place)" in output.err
    assert "G1" in typist.offered[-3]
    assert 3 == entries_after_creation(begun)


def entries_after_creation(run: Run) -> int:
    """Entries besides the campaign's creation: envelope, episode, stickers."""
    return len(json.loads(run("history --json").out)["entries"]) - 1


@pytest.mark.parametrize("leaves", ["save", "exit", EOFError, KeyboardInterrupt])
def test_whoever_leaves_goes_on_at_the_same_line(
    begun: Run, enter: Enter, leaves: str | type[BaseException]
) -> None:
    lines = answers(EPISODE)
    first = enter("episode enter", *lines[:10], leaves)
    assert (130 if leaves is KeyboardInterrupt else 0) == first.code
    assert "Go on with: campaign episode enter" in first.err
    assert (
        "1      10" in " ".join(begun("draft list").out.split()) or "10" in begun("draft list").out
    )
    second = enter("episode enter", "y", *lines[10:], "")
    assert "Draft 1 of episode 1, by Anna" in second.err
    assert "Episode 1 is kept." in second.err


def test_begin_anew_although_there_is_a_draft(begun: Run, enter: Enter) -> None:
    enter("episode enter", *answers(EPISODE)[:3], "save")
    enter("episode enter", "n", "Y4", "save")
    enter("episode enter --new", "R1", "save")
    listed, shown = begun("draft list --json").out, begun("draft show 1 --json").out
    assert checked(shown)["kind"] == "draft"
    drafts = checked(listed)["drafts"]
    assert [(1, 3), (2, 1), (3, 1)] == [(draft["number"], draft["lines"]) for draft in drafts]


def test_what_is_illegal_is_explained_and_asked_again(begun: Run, enter: Enter) -> None:
    typist = Typist(["Z9", "Y4", "A1", "E5/5", "E5", "save"])
    output = enter("episode enter", typist=typist)
    card, eagle = "card 1 of 24> ", "Y4, eagle (Anna): cell, p or q, 4 to answer> "
    bear = "Y4, bear (Ben): cell, p or q, 3 to answer> "
    assert [card, card, eagle, eagle, eagle, bear] == typist.prompts
    assert "Z9 is no card of this deck" in output.err
    assert "eagle (Anna), A1: stands on a mountain (A1 B1). ? lists the answers." in output.err
    assert "'E5/5' is no answer to Y4: write a cell such as E5 or E5/1, p or q" in output.err
    assert "eagle E5: covers E5 F5 E6 F6" in output.err


def test_the_good_part_of_a_line_is_kept(begun: Run, enter: Enter) -> None:
    output = enter("episode enter", "Y4 E5 A1 p", "save")
    assert "Kept: Y4 E5. But bear (Ben), A1: stands on a mountain (A1 B1)." in output.err
    assert "Y4 E5" in begun("draft show 1").out


def who(typist: Typist) -> list[str]:
    """Who was asked, prompt by prompt; the card's prompt is the card."""
    return [re.sub(r"^\w\d, ", "", prompt).split()[0] for prompt in typist.prompts]


def test_seats_answer_in_any_sequence(begun: Run, enter: Enter) -> None:
    typist = Typist(["Y4 wolf: E5 chen E5", "be p", "Anna: q", "y", "save"])
    output = enter("episode enter", typist=typist)
    assert ["card", "eagle", "eagle", "eagle", "card"] == who(typist)
    assert "card 2 of 24> " == typist.prompts[-1]
    assert output.code == 0


def test_to_quit_the_episode_is_asked_about(begun: Run, enter: Enter) -> None:
    typist = Typist(["y4 e5 q", "n", "q", "", "quit", "s"])
    output = enter("episode enter", typist=typist)
    question = "bear (Ben) quits the episode: no more cards. Sure? s: save [y/N/s] "
    assert [question] * 3 == typist.prompts[1::2]
    assert "Kept: y4 e5. But the rest of the line was not taken." in output.err
    assert "Go on with: campaign episode enter" in output.err
    assert "y4 e5" in begun("draft show 1").out


def test_q_leaves_where_nobody_can_quit_and_asks(begun: Run, enter: Enter) -> None:
    typist = Typist(["q", "n", "quit", "what", "y"])
    output = enter("episode enter", typist=typist)
    assert "Leave? All that was entered is kept. [Y/n] " == typist.prompts[1]
    assert "Please answer y or n." in output.err
    assert (0, True) == (output.code, "Go on with: campaign episode enter" in output.err)


def test_lines_are_taken_back(begun: Run, enter: Enter) -> None:
    typist = Typist(["Y4", "E5", "p", "u", "u 2", "u 9", "B5", "save"])
    output = enter("episode enter", typist=typist)
    assert ["card", "eagle", "bear", "deer", "bear", "card", "card", "eagle"] == who(typist)
    assert "Taken back: p" in output.err
    assert "Taken back: Y4, E5" in output.err
    assert "nothing has been entered yet" in output.err


@pytest.mark.parametrize("left", ["s", "save", EOFError, KeyboardInterrupt])
def test_who_leaves_before_a_final_answer_keeps_the_answers_before_it(
    begun: Run, enter: Enter, left: str | type[BaseException]
) -> None:
    """They were dropped, with the card."""
    enter("episode enter", "Y4 E5 p q", left)
    shown = begun("draft show 1").out
    assert "bear: pass" in shown
    assert "quit" not in shown


def test_the_program_shows_what_it_is_asked(begun: Run, enter: Enter) -> None:
    output = enter(
        "episode enter", "Y4", "?", "E5", "? eagle", "board", "board deer", "boards", "", "", "",
        "score", "help", "", "save",
    )  # fmt: skip
    assert "Y4 fits the board of eagle in 19 places" in " ".join(output.err.split())
    assert "Or: p, q" in output.err
    assert output.err.count("deer  0 buildings, token 10") == 2
    assert "token at the end" in output.err
    assert "take back what was done last" in output.err


def test_tab_offers_what_is_legal(begun: Run, enter: Enter) -> None:
    typist = Typist(["Y4", "save"])
    enter("episode enter", typist=typist)
    assert {"Y4", "B5", "R8"} <= set(typist.offered[0])
    assert {"E5", "p", "q"} <= set(typist.offered[1])
    assert "A1" not in typist.offered[1]


def test_scores_that_the_table_noted_otherwise_are_kept_as_played(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    output = enter("episode enter", *lines, "n", "5", "", "", "x", "", "y")
    assert "what was entered: result differs" in output.err
    shown = begun("episode show 1").out
    assert "result differs, kept as played" in shown


def test_the_last_line_can_be_taken_back_at_the_end(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    output = enter("episode enter", *lines, "what?", "u", *lines[-2:], "")
    assert "Taken back:" in output.err
    assert "Episode 1 is kept." in output.err


def test_an_episode_that_somebody_recorded_meanwhile(
    begun: Run, enter: Enter, tmp_path: Path
) -> None:
    lines = answers(EPISODE)
    enter("episode enter", *lines[:5], "Y4 p p p p", "save")
    begun(f"episode record '{CHAPTER / 'episode-1.toml'}' --yes")
    assert "Tuesday, episode 1, recorded" in begun("draft list").out
    assert "draft" not in begun("status").out
    shown = begun("draft show 1").out
    assert "Episode 1 has been recorded, by Anna. The first difference is at card 6" in " ".join(
        shown.split()
    )
    before = begun("sticker owed --json").out
    output = enter("episode enter")
    assert (6, True) == (output.code, "owes its board" in output.err)
    assert begun("sticker owed --json").out == before


def test_two_people_are_told_of_each_other(
    begun: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter("episode enter", "Y4", "save")
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    output = enter("episode enter", "n", "B5", "save")
    assert "Draft 1 of episode 1, by Anna" in output.err
    assert "Ben" in begun("draft list").out


@pytest.mark.parametrize(
    "typed", [("d", "2026-11-20"), ("minutes 75",), ("fix 2 wolf p",), ("u",), ("who",)]
)
def test_a_draft_that_was_continued_elsewhere_is_gone_on_with_at_its_end(
    begun: Run, enter: Enter, typed: tuple[str, ...]
) -> None:
    lines = answers(EPISODE)
    elsewhere: dict[str, Callable[[], object]] = {
        "Keep": lambda: enter("episode enter", "y", "u", "save")
    }
    again = Meddling([*lines, *typed, *lines[-2:], ""], elsewhere)
    output = enter("episode enter", typist=again)
    assert (0, 1) == (output.code, output.err.count("went on with this draft")), output.err
    assert "verified" == json.loads(begun("episode show 1 --json").out)["verdict"]


def test_a_draft_that_was_continued_elsewhere_is_gone_on_with(
    begun: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: dict[str, Callable[[], object]] = {
        "Y4, bear": lambda: enter("episode enter", "y", "p", "save"),
        "Y4, wolf": lambda: begun("draft discard 1 --yes"),
    }
    output = enter("episode enter", typist=Meddling(["Y4", "E5", "E5", "p", "p"], elsewhere))
    assert "Anna went on with this draft at " in output.err
    assert "bear passes, token 10 -> 9" in output.err
    assert "deer passes, token 10 -> 9" in output.err
    assert 4 == output.code
    assert "there is no draft 1" in output.err


@pytest.mark.parametrize("last", ["save", KeyboardInterrupt, "p"])
def test_leaving_a_draft_that_was_discarded_elsewhere_loses_nothing(
    begun: Run, enter: Enter, tmp_path: Path, last: str | type[BaseException]
) -> None:
    elsewhere: dict[str, Callable[[], object]] = {
        "Y4, deer": lambda: begun("draft discard 1 --yes")
    }
    output = enter("episode enter", typist=Meddling(["Y4", "E5", "p", last], elsewhere))
    assert 4 == output.code
    assert "there is no draft 1" in output.err
    assert "is saved" not in output.err
    assert "What you entered is in" in output.err
    (file,) = tmp_path.glob("record-*.toml")
    assert "eagle: build Y4@E5\nbear: pass" in file.read_text("utf-8")


def test_a_draft_that_is_gone_writes_over_no_other(begun: Run, enter: Enter) -> None:
    def begin_anew() -> None:
        begun("draft discard 1 --yes")
        enter("episode enter", "B5", "p", "p", "p", "save")

    typist = Meddling(["Y4", "E5", "E5", "p", "p"], {"Y4, wolf": begin_anew})
    output = enter("episode enter", typist=typist)
    assert 4 == output.code
    assert "there is no draft 1" in output.err
    assert "*: reveal B5" in begun("draft show 2").out


@pytest.mark.parametrize(
    ("meanwhile", "left"), [("draft discard 1 --yes", "no draft"), ("", "1, recorded")]
)
def test_a_game_is_kept_whatever_became_of_its_draft(
    begun: Run, enter: Enter, meanwhile: str, left: str
) -> None:
    """What somebody entered into the draft meanwhile is not deleted with it."""

    def elsewhere() -> None:
        if meanwhile:
            begun(meanwhile)
        else:
            enter("episode enter", "y", "u", "save")

    typist = Meddling([*answers(EPISODE), "y", "save"], {"Keep": elsewhere})
    output = enter("episode enter", typist=typist)
    assert "Episode 1 is kept" in output.err
    assert left in begun("draft list").out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "damaged"),
        ('{"head": "x", "lines": []}', "damaged"),
        ('{"head": 1, "lines": []}', "damaged"),
    ],
)
def test_a_draft_that_cannot_be_read_is_said_so(
    begun: Run, enter: Enter, db: Path, content: str, reason: str
) -> None:
    enter("episode enter", "Y4 E5", "save")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE draft SET content = ?", [content])
    output = enter("episode enter", "y")
    assert (6, True) == (output.code, reason in " ".join(output.err.split()))
    assert begun("draft show 1").code == 0
    assert begun("draft discard 1 --yes").code == 0
    assert "There is no draft." in begun("draft list").out
    assert begun("draft show 1").code == 4


def test_there_must_be_a_terminal(begun: Run, db: Path) -> None:
    output = begun("episode enter")
    assert (2, 2) == (output.code, entries(db))
    assert "there is no terminal to type at: campaign episode template > evening.toml" in output.err
    assert "write a record in a file" in begun("session enter machi-koro --seat A --seat B").err


ALONE = [game for game in GAMES if "episode" not in game.HEADER]


@pytest.mark.parametrize("game", ALONE, ids=lambda game: game.NAME)
def test_any_game_is_entered_by_the_same_loop(run: Run, enter: Enter, game: Game) -> None:
    setup = Setup(game.SEATS[:2], game.ALONE)
    player = next(iter(players_of(game).values()))
    record = deal(game, setup, 3, player)
    output = enter(f"session enter {game.NAME} --seat Anna --seat Ben", *answers(record), "")
    assert (0, "") == (output.code, output.out), output.err[-400:]
    assert "It is session 1: campaign session show 1" in output.err
    assert run("audit --all").code == 0
    session = json.loads(run("session show 1 --json").out)
    assert dict(record.result) == {sheet["seat"]: sheet["score"] for sheet in session["sheets"]}


def test_a_usual_turn_of_machi_koro_is_two_short_answers(run: Run, enter: Enter) -> None:
    typist = Typist(["2 conv", "1 cafe", "4 -", "?", "save"])
    output = enter("session enter machi-koro --seat Anna --seat Ben", typist=typist)
    assert [
        "turn 1, p1 (Anna): dice> ",
        "turn 2, p2 (Ben): dice> ",
        "turn 3, p1 (Anna): dice> ",
        "turn 4, p2 (Ben): dice> ",
        "turn 4, p2 (Ben): dice> ",
    ] == typist.prompts
    assert "1  2  3  4  5  6" in output.err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("chess --seat A --seat B", "there is no game chess"),
        ("machi-koro --seat A --seat lion=B", "has the seats p1, p2, p3, p4, not 'lion=B'"),
        ("machi-koro --seat p1=A --seat p1=B", "p1 is given twice"),
        ("machi-koro --seat A --seat B --set luck=1", "luck=1 is no option of Machi Koro"),
        ("quadropolis --seat A --seat B --set mode=hard", "mode: 'hard' is not known"),
        ("machi-koro --seat A", "1 seat: Machi Koro is for 2 to 4"),
    ],
)
def test_a_game_that_cannot_begin(run: Run, enter: Enter, words: str, reason: str) -> None:
    output = enter(f"session enter {words}")
    assert output.err.startswith("error: ")
    assert reason in " ".join(output.err.split())


def test_options_of_a_game(run: Run, enter: Enter) -> None:
    enter("session enter quadropolis --seat A --seat B --set mode=expert", "save")
    enter("session enter machi-koro --seat A --seat B --set ten_piles=true", "ranch", "save")
    (draft,) = json.loads(run("draft list --json").out)["drafts"]
    assert "machi-koro" == draft["game"]
    assert re.search(r"\*: deal ranch", run("draft show 1").out)


def test_a_draft_with_other_options_is_not_offered(run: Run, enter: Enter) -> None:
    enter("session enter quadropolis --seat A --seat B", "t1", "save")
    for mode, offered in (("expert", False), ("classic", True)):
        output = enter(f"session enter quadropolis --set mode={mode}", "n", "save")
        assert ("Draft 1 of" in output.err) is offered, output.err


def test_without_the_extra_that_has_phones_it_says_what_is_missing(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_beside, "hook", lambda _: None)
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist([]))
    for command in ("episode enter --phones", "meet --phones", "session enter --phones"):
        output = begun(command)
        assert output.code == 2
        assert "phones need the extra phones of this program, which is not installed" in output.err


@pytest.mark.parametrize("leaves", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("typed", [("n", "9"), ("i", "eagle marks 3")])
def test_whoever_leaves_while_noting_is_told_that_it_is_not_kept(
    begun: Run, enter: Enter, typed: tuple[str, ...], leaves: type[BaseException]
) -> None:
    left = enter("episode enter", *answers(EPISODE), *typed, leaves)
    shown = " ".join(left.err.split())
    assert "What the table noted is not kept; everything before it is saved." in shown
    assert "Everything that was accepted is saved." not in shown
    assert "Everything that was accepted is saved." in enter("episode enter", "y", leaves).err
