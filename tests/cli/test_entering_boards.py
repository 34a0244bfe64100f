"""The board under the cursor: a whole episode by keys, the mouse, stickers, a city by episode."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from campaign.cli.entering import prompt
from campaign.cli.entering.boards.cities import CityBoard
from campaign.cli.entering.boards.episodes import EpisodeBoard
from campaign.cli.entering.boards.screen import ARROWS, BoardScreen
from campaign.cli.entering.boards.stickers import StickerBoard, place_at_the_board
from campaign.cli.entering.dialog import Dialog
from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.display.terminal.board import CellSize, board
from campaign.display.terminal.console import Console, PlainRenderable
from campaign.display.terminal.entering import cursor as screens
from campaign.display.text.translation import speaker_of
from campaign.services import changes, episodes
from campaign.services.entering import cursor as places
from campaign.services.entering import drafts, keys
from campaign.services.entering.cursor import Cursor
from campaign.services.entering.game import answered
from campaign.services.entering.game import new_entry as begin
from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import StickerPlaced
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rules_of
from engine.my_city.play.notation import BuildMove
from tests.cli.test_entering import EPISODE, Typist, answers
from tests.fixtures import Run, is_screen

Press = Callable[[Pilot[str]], Awaitable[None]]


@contextmanager
def dialog(db: Path) -> Iterator[Dialog]:
    """The next episode of a campaign, about to be entered."""
    with Environment(GlobalOptions(db=str(db))) as env:
        with env.reading() as session:
            history = env.campaign_history(session)
        head = episodes.head(history, date(2026, 11, 21))
        entry = begin(head, setup_of(history.campaign, head))
        yield Dialog(env, Typist([]), entry, drafts.new(entry, env.author_now(), history))


def hold(app: BoardScreen, press: Press, size: tuple[int, int] = (80, 24)) -> str | None:
    """Run an application while keys are pressed; how it ended."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await press(pilot)

    asyncio.run(run())
    return app.return_value


def text(app: BoardScreen, name: str) -> str:
    """What a part of the screen says, without colour."""
    console = Console(width=app.size.width, color_system=None)
    with console.capture() as screen:
        shown: Any = app.query_one(f"#{name}", Static).visual
        console.print(getattr(shown, "_renderable", str(shown)))
    return screen.get()


def keys_for(app: EpisodeBoard, words: str) -> list[str]:
    """The keys that say a move, from where the cursor is."""
    action = my_city.parse(words)
    if not isinstance(action, BuildMove):
        return ["q", "y"] if words == "quit" else [words[0]]
    state, seat = app.dialog.entering.state, app.seat
    aim = state.town(seat).home.placements[action]
    keys, cursor = list[str](), app.cursor
    while cursor.turns != action.turns:
        keys.append("r")
        cursor = places.turned(state, seat, cursor)
    column, row = ord(aim.square[0]) - 65, int(aim.square[1:]) - 1
    # Along the row first, then the column: a piece may have to go around the edge.
    for _ in range(60):
        at = cursor
        for key, step in ARROWS.items():
            nearer = (column - cursor.column) * step[0] + (row - cursor.row) * step[1] > 0
            if nearer:
                after = places.moved(state, seat, cursor, *step)
                if after != cursor:
                    keys.append(key)
                    cursor = after
                    break
        if cursor == at:
            break
    assert (cursor.column, cursor.row) == (column, row), (words, app.cursor, cursor)
    return [*keys, "enter"]


def short_episode() -> list[Move]:
    """The first cards of the example; on the next one everybody quits."""
    moves = list(EPISODE.moves or ())
    cards = [i for i, move in enumerate(moves) if move.seat == CHANCE]
    quits = [Move(seat, "quit") for seat in EPISODE.seats]
    return [*moves[: cards[3]], moves[cards[3]], *quits]


def test_a_whole_episode_by_keys(begun: Run, db: Path) -> None:
    moves, pressed = short_episode(), list[int]()

    async def press(pilot: Pilot[str]) -> None:
        for move in moves:
            if move.seat == CHANCE:
                keys = [*move.text.split()[1].lower(), "enter"]
            else:
                while app.seat != move.seat:
                    await pilot.press("tab")
                keys = keys_for(app, move.text)
            pressed.append(len(keys))
            await pilot.press(*keys)
        await pilot.press("enter")

    with dialog(db) as at:
        app = EpisodeBoard(at)
        assert "over" == hold(app, press)
        assert sorted(map(str, at.entering.moves)) == sorted(map(str, moves))
        assert not at.entering.awaited
    shown = json.loads(begun("draft show 1 --json").out)
    assert len(moves) == len(shown["typed"])


PARTS = ("head", "board", "beside", "message", "keys")


def test_the_screen_word_for_word(begun: Run, db: Path) -> None:
    screens = list[str]()

    async def press(pilot: Pilot[str]) -> None:
        for typed in ("", "y 4", "enter", "right", "left enter p", "q", "question_mark"):
            await pilot.press(*(typed.split()))
            await pilot.pause()
            screens.extend(f"[{part}]\n{text(app, part)}" for part in PARTS)

    with dialog(db) as at:
        app = EpisodeBoard(at)
        hold(app, press)
    shown = "".join(screens)
    is_screen("board", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_what_does_not_fit_is_drawn_and_said(begun: Run, db: Path) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter", "right")
        assert "Y4x Y4x" in text(app, "board")
        assert "F5: is not next to the river" in " ".join(text(app, "beside").split())
        await pilot.press("enter")
        assert "is not next to the river" in text(app, "message")
        await pilot.press("left")
        assert "Y4+ Y4+" in text(app, "board")
        await pilot.press("enter")
        assert "covers E5 F5 E6 F6" in text(app, "message")
        assert "bear" == app.seat
        await pilot.press("u")
        assert "Taken back" in text(app, "message")
        await pilot.press("escape")

    with dialog(db) as at:
        app = EpisodeBoard(at)
        assert "left" == hold(app, press)


def test_cards_are_typed_letter_by_letter(begun: Run, db: Path) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "backspace", "q", "9", "enter")
        assert "'Q9'" in text(app, "message") or "Q9 is no card" in text(app, "message")
        await pilot.press("y")
        assert "card: Y_" in text(app, "message")
        await pilot.press("4", "enter", "tab", "p", "q", "n")
        assert "eagle" == app.seat
        await pilot.press("q", "y", "p", "p")
        assert (CHANCE,) == app.dialog.entering.awaited
        await pilot.press("o", "enter")
        assert "obstacle" in text(app, "message")

    with dialog(db) as at:
        app = EpisodeBoard(at)
        hold(app, press)
        assert 5 == len(at.entering.moves)


def test_the_mouse_moves_and_builds(begun: Run, db: Path) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter")
        await pilot.click("#board", offset=(5 + 4 * 3, 7))
        assert Cursor(3, 5) == app.cursor
        await pilot.click("#board", offset=(5 + 4 * 4, 6))
        assert Cursor(4, 4) == app.cursor
        await pilot.click("#board", offset=(5 + 4 * 4, 6))
        assert "eagle E5: covers" in text(app, "message")
        await pilot.click("#board", offset=(1, 1))
        await pilot.click("#keys")

    with dialog(db) as at:
        app = EpisodeBoard(at)
        hold(app, press)
        assert 2 == len(at.entering.moves)


@pytest.mark.parametrize(("window", "cell"), [((110, 30), (6, 2)), ((140, 45), (8, 3))])
def test_a_larger_window_has_a_larger_board(
    begun: Run, db: Path, window: tuple[int, int], cell: tuple[int, int]
) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter")
        for column, row in ((3, 5), (4, 4), (4, 4)):
            offset = (5 + cell[0] * column + 1, 1 + cell[1] * row + cell[1] - 1)
            await pilot.click("#board", offset=offset)
        assert "eagle E5: covers" in text(app, "message")
        await pilot.press("tab", "tab")
        drawn = text(app, "board").splitlines()
        assert max(map(len, drawn)) <= window[0] - 30
        assert (5 + cell[0] * 10 + (cell[0] // 2 - 2)) == drawn[0].index("K")
        named = [line for line in drawn if line.strip()[:1].isdigit()]
        assert 11 == len(named)
        assert [1 + cell[1] * row for row in range(11)] == [drawn.index(line) for line in named]

    with dialog(db) as at:
        app = EpisodeBoard(at)
        hold(app, press, size=window)


def test_what_hangs_together_is_filled_together() -> None:
    pack = load("eternal")
    rules = rules_of(pack, 1)
    y4 = rules.placements[BuildMove("Y4", "E5", 0)]
    lines = Console(width=200).render_lines(
        board(rules, rules.land[""], [y4], legend=False, size=CellSize(6, 2))
    )
    yellow = [
        sum(len(part.text) for part in line if part.style and part.style.bgcolor) for line in lines
    ]
    # Two cells wide and the line between them, twice, and the edge between the two rows.
    assert [11, 11, 11] == [count for count in yellow if count]


def test_a_window_that_is_too_small_says_so(begun: Run, db: Path) -> None:
    async def press(pilot: Pilot[str]) -> None:
        assert "The board needs 80 by 24." in text(app, "head")
        assert "campaign episode enter goes on line by line" in text(app, "message")
        await pilot.press("y", "4", "enter")
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.3)
        assert "Card 0 of 24" in text(app, "head")

    with dialog(db) as at:
        app = EpisodeBoard(at)
        hold(app, press, size=(60, 20))
        assert () == at.entering.moves


def test_where_there_is_no_room_for_a_board_it_is_line_by_line(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "terminal_size", lambda _: (60, 20))
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist([*answers(EPISODE), "", "g1"]))
    shown = begun("episode enter --board").err
    assert "The board needs a window of 80 by 24, this one has 60 by 20: line by line" in shown
    assert "Episode 1 is kept." in shown
    assert "Enter alone leaves this one for later" in shown
    assert "Go on with: campaign meet" in shown


def test_ctrl_c_leaves_and_the_draft_is_kept(begun: Run, db: Path) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter", "ctrl+c")

    with dialog(db) as at:
        assert "left" == hold(EpisodeBoard(at), press)
    assert "Y4" in begun("draft show 1").out


def test_an_error_ends_the_board_and_is_reported_like_any_other(
    begun: Run, db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter")
        begun("draft discard 1 --yes")
        await pilot.press("p")

    with dialog(db) as at, pytest.raises(UnknownName, match="there is no draft 1"):
        EpisodeBoard(at).run(headless=True, size=(80, 24), auto_pilot=press)
    assert capsys.readouterr() == ("", "")


def test_an_enter_too_many_builds_nothing_for_a_card(begun: Run, db: Path) -> None:
    """Whoever types the card as at the prompt, with Enter, has entered the card alone."""

    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("y", "4", "enter")

    with dialog(db) as at:
        hold(EpisodeBoard(at), press)
        assert ["*: reveal Y4"] == list(map(str, at.entering.moves))


def test_stickers_with_the_same_cursor(played: Run, db: Path) -> None:
    with Environment(GlobalOptions(db=str(db))) as env:
        with env.reading() as session:
            history = env.campaign_history(session)

        async def press(pilot: Pilot[str]) -> None:
            assert "eagle owes its board: tree" in text(app, "head")
            assert "(t)" in text(app, "board")
            await pilot.press("up", "up", "up", "left", "enter")
            assert app.message
            await pilot.press("n", "enter", "u", "s", "enter")
            await pilot.press("escape")

        app = _sticker_board(env, history)
        assert "left" == hold(app, press)
        with env.reading() as session:
            assert 6 == len(env.campaign_history(session).campaign.owed)


def test_a_sticker_of_another_window_is_shown_before_it_is_taken_back(
    played: Run, db: Path
) -> None:
    with Environment(GlobalOptions(db=str(db))) as env:
        with env.reading() as session:
            history = env.campaign_history(session)

        async def press(pilot: Pilot[str]) -> None:
            await pilot.press("n", "enter")
            played("sticker place wolf tree G1 --yes")
            await pilot.press("u")
            assert "wolf" in played("sticker list").out
            await pilot.press("u", "escape")

        assert "left" == hold(_sticker_board(env, history), press)
        assert "wolf" not in played("sticker list").out
        assert "eagle" in played("sticker list").out


def _sticker_board(env: Environment, history: History) -> StickerBoard:
    """The board that the command shows, without a terminal."""
    boards = list[StickerBoard]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StickerBoard, "run", lambda self: boards.append(self))
        place_at_the_board(env, Typist([]), history)
    return boards[0]


def test_all_stickers_and_it_ends(played: Run, db: Path) -> None:
    with Environment(GlobalOptions(db=str(db))) as env:
        with env.reading() as session:
            history = env.campaign_history(session)

        async def press(pilot: Pilot[str]) -> None:
            await pilot.press(*["enter"] * 7)

        app = _sticker_board(env, history)
        assert "over" == hold(app, press)
        with env.reading() as session:
            assert () == env.campaign_history(session).campaign.owed


def test_a_city_by_episode(chapter: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = list[CityBoard]()
    monkeypatch.setattr(CityBoard, "run", lambda self: boards.append(self))
    monkeypatch.setattr("campaign.cli.entering.prompt.require_terminal", lambda _: None)
    assert chapter("city show eagle --board").code == 0
    app = boards[0]

    async def press(pilot: Pilot[str]) -> None:
        assert "Episode 3 of 3" in text(app, "head")
        assert app.size.width == app.query_one("#board").size.width
        await pilot.press("left", "left", "left")
        assert "Episode 1 of 3" in text(app, "head")
        await pilot.press("right", "escape")

    assert "left" == hold(app, press)


def test_the_command_ends_as_the_typed_one_does(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(self: EpisodeBoard) -> str:
        for move in EPISODE.moves or ():
            word = {"pass": "p", "quit": "q"}.get(move.text, move.text.split()[-1])
            self.dialog.take_line(word if move.seat == CHANCE else f"{move.seat}: {word}")
        return "over"

    monkeypatch.setattr(EpisodeBoard, "run", run)
    monkeypatch.setattr(StickerBoard, "run", lambda _: None)
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(["y"]))
    output = begun("episode enter --board")
    assert output.code == 0, output.err
    assert "Episode 1 is kept." in output.err
    assert "Still owed: 7 stickers" in output.err


def test_whoever_leaves_the_board_goes_on_there(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EpisodeBoard, "run", lambda self: self.dialog.take_line("Y4") and "left")
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist([]))
    output = begun("episode enter --board")
    assert (0, True) == (output.code, "Go on with: campaign episode enter" in output.err)


def test_places_stay_on_the_board() -> None:
    state = my_city.apply(my_city.start(EPISODE.setup), CHANCE, my_city.parse("reveal Y4"))
    corner = places.settled(state, "eagle", Cursor(10, 10))
    assert Cursor(9, 9) == corner
    assert corner == places.moved(state, "eagle", corner, 1, 0)
    assert "hangs over the board's edge" == places.refusal(
        begin(EPISODE)._replace(start=state), "eagle", Cursor(10, 10)
    )
    assert "E5/0" == places.words(Cursor())


def test_a_sticker_goes_where_it_may(played: Run, db: Path) -> None:
    with Environment(GlobalOptions(db=str(db))) as env, env.writing() as session:
        history = changes.add(
            session,
            env.campaign_history(session),
            StickerPlaced("eagle", "tree", "G1"),
            env.author_now(),
        )
        assert 6 == len(history.campaign.owed)


@pytest.mark.parametrize("language", ["en", "it", "zh-Hant"])
@pytest.mark.parametrize("when", [keys.PLACE, keys.STICKER])
def test_the_way_out_stays_in_the_line_of_keys(language: str, when: str) -> None:
    say = speaker_of(language).say
    console = Console(width=60, color_system=None)
    with console.capture() as screen:
        console.print(PlainRenderable(screens.footer(when), speaker_of(language)))
    (line,) = screen.get().rstrip().splitlines()
    assert line.endswith(f"? {say(phrase('keys'))}  Esc {say(phrase('leave'))}")


def test_the_line_of_tokens_says_who_is_out(begun: Run, db: Path) -> None:
    """In words of its own: elsewhere `quit` is what somebody may do."""
    with dialog(db) as at:
        entering = answered(at.entering, "y4 q p p p")
    line = screens.head(entering, "eagle").to_text(speaker_of("it")).plain
    assert "[eagle fuori]" in line
