"""The box painted on the screen: keys and mouse at the board, then what is kept of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from campaign.cli.entering import prompt
from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.display.text.translation import speaker_of
from campaign.extras.painting import painter as painters
from campaign.extras.painting.board import MouseTarget, board, boxes_below, mouse_target
from campaign.extras.painting.keys import brushes
from campaign.extras.painting.overlay import made_up_parts, overlay_of
from campaign.extras.painting.painter import PainterState, Spot, faults
from campaign.extras.painting.screen import PaintingBoard
from campaign.extras.painting.unkept import painting_from, text_of
from campaign.services.packs_ground import (
    EMPTY,
    CellPaint,
    PaintedGround,
    Painting,
    kinds_of,
    painting_of,
)
from campaign.services.packs_river import Corner, River
from engine.kernel.grid import Grid
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.writing import overlay_text
from tests.cli.test_entering import Meddling, Typist
from tests.cli.test_entering_boards import hold, text
from tests.fixtures import Run, entries, is_screen

Press = Callable[[Pilot[str]], Awaitable[None]]
STAND_IN = load("stand_in")
WANTED = painting_of(STAND_IN, ())
TYPED = {"light green": "full_stop", "mountain": "m", "forest": "f", "tree": "t", "rock": "r"}


def screen_of(painting: Painting = WANTED, language: str = "en") -> PaintingBoard:
    seats, speaker = ("eagle", "bear"), speaker_of(language)
    state, kinds = PainterState(painting), kinds_of(STAND_IN)
    return PaintingBoard(state, seats, kinds, 3, speaker=speaker)


def keys_for_the_board() -> Iterator[str]:
    """The map of the stand-in, row by row, from an empty board."""
    yield "x"
    for row in range(11):
        cells = list(range(row * 11, row * 11 + 11))
        typed = [
            "s" if WANTED.common.squares >> i & 1 else TYPED[WANTED.common.paints[i].kind]
            for i in cells
        ]
        while typed and typed[-1] == "full_stop":
            typed.pop()
        yield from typed
        yield "enter"


def keys_for_the_river() -> Iterator[str]:
    """From the top edge to the lower one, as the stand-in's river runs."""
    yield from ("up",) * 10
    yield from ("right",) * 3
    yield "v"
    yield from ("down", "down", "right", *("down",) * 5, "left", "down", "down", "left")
    yield from ("down", "down", "v")


def keys_for_the_outlines() -> Iterator[str]:
    """Every outline drawn anew from an empty grid."""
    yield "o"
    for outline in WANTED.outlines:
        yield "x"
        column = row = 0
        for to_column, to_row in outline.shape:
            yield from ("right" if to_column > column else "left",) * abs(to_column - column)
            yield from ("down",) * (to_row - row)
            column, row = to_column, to_row
            yield "space"
        yield "n"
    yield "o"


def test_a_box_is_painted_from_an_empty_board_in_ten_minutes() -> None:
    keys = [*keys_for_the_board(), *keys_for_the_river(), *keys_for_the_outlines()]

    async def press(pilot: Pilot[str]) -> None:
        for key in keys:  # a press of Pilot waits for two ticks of its clock
            app.simulate_key(key)
        await pilot.pause()

    app = screen_of()
    hold(app, press)
    painted = app.painter.painting
    assert painted._replace(looked_at=frozenset()) == WANTED
    assert () == faults(painted) == made_up_parts(STAND_IN, painted, frozenset())
    assert 237 == len(keys)


# What the screen says.


async def said(pilot: Pilot[str], app: PaintingBoard, *keys: str) -> str:
    """What the message is after some keys."""
    for key in keys:
        app.simulate_key(key)
    await pilot.pause()
    return " ".join(text(app, "message").split())


def test_a_key_that_does_nothing_says_so() -> None:
    async def press(pilot: Pilot[str]) -> None:
        for key in ("o", "n", "x", "tab"):
            shown = await said(pilot, app, *("v" if key == "o" else "").split(), key)
            assert f"{key} does nothing here; v goes back to the cells" in shown
        assert "c does nothing here. ? lists the keys" in await said(pilot, app, "v", "c")

    app = screen_of()
    hold(app, press)


def test_taking_back_with_nothing_drawn_stays_at_the_river() -> None:
    async def press(pilot: Pilot[str]) -> None:
        shown = await said(pilot, app, "t", "v", "u")
        assert "The last step was made at the cells: v goes back to the cells" in shown
        before = app.painter.painting
        assert "The pen moves without drawing" in await said(pilot, app, "space")
        assert before == app.painter.painting

    app = screen_of()
    hold(app, press)


def test_what_is_as_in_the_box_is_confirmed_where_it_is_shown() -> None:
    async def press(pilot: Pilot[str]) -> None:
        assert "Board and small squares are as in your box" in await said(pilot, app, "y")
        assert "The river runs as in your box" in await said(pilot, app, "v", "y")
        await said(pilot, app, "v", "o", "n", *"yy")

    app = screen_of()
    hold(app, press)
    painting = app.painter.painting
    overlay = overlay_of(STAND_IN, painting, frozenset())
    assert {"terrain", "squares", "banks", "outline"} == {*overlay}
    assert [{"id": n, "source": "owner"} for n in "23"] == overlay["outline"]
    left = made_up_parts(STAND_IN, painting, frozenset())
    assert ["4", "5", "6", "7"] == [str(words).split()[-1] for words in left]
    again = painting_from(text_of(painting, WANTED), WANTED)
    assert again == painting
    pack = with_overlay(STAND_IN, overlay_text(overlay), ())
    assert ("outline 4 5 6 7: its shape",) == pack.placeholders["box.toml"]


def test_what_cannot_be_is_said_at_once() -> None:
    async def press(pilot: Pilot[str]) -> None:
        assert "A1 is mountain: a small square lies on" in await said(pilot, app, "s")
        river = await said(pilot, app, "v", *["right"] * 5, "down")
        assert "it ends at the lower right corner of E1, inside the board" in river
        assert "Taken back." == await said(pilot, app, "u")
        west = await said(pilot, app, "v", "down", "b")
        assert "separates: 31 light-green cells west of it, 64 east" in west
        await said(pilot, app, "u")
        assert "is there already: outline 3" in await said(pilot, app, *"onxnnpp", *TROMINO)
        assert "outline 2 is in two pieces" in await said(pilot, app, "right", "right", "space")
        assert "" == await said(pilot, app, "left", "space")
        assert "24 buildings, 31 cells a colour" in text(app, "board")

    app = screen_of()
    assert "left" == hold_and_leave(app, press)
    assert () == faults(app.painter.painting)


TROMINO = ("space", "right", "space", "down", "space")


def hold_and_leave(app: PaintingBoard, press: Press) -> str | None:
    """Run the screen while keys are pressed, and leave it."""

    async def run(pilot: Pilot[str]) -> None:
        await press(pilot)
        await pilot.press("escape")

    return hold(app, run)


PARTS = ("head", "board", "beside", "message", "keys")


@pytest.mark.parametrize(
    ("window", "language"), [((80, 24), "en"), ((60, 20), "en"), ((60, 20), "it")]
)
def test_the_screens_word_for_word(window: tuple[int, int], language: str) -> None:
    screens = list[str]()

    async def press(pilot: Pilot[str]) -> None:
        for keys in ("right 1 t", "v right down", "v o", "question_mark"):
            await said(pilot, app, *keys.split())
            screens.extend(f"[{part}]\n{text(app, part)}" for part in PARTS)

    app = screen_of(language=language)
    hold(app, press, size=window)
    shown = "".join(screens)
    is_screen(f"painting_{window[0]}" + f"_{language}" * (language != "en"), shown)
    for screen in shown.split("[head]\n")[1:]:
        board = screen.split("[board]\n")[1].split("[beside]\n")[0].rstrip()
        assert len(board.splitlines()) <= window[1] - 4


def test_everything_by_the_mouse() -> None:
    async def press(pilot: Pilot[str]) -> None:
        beside = text(app, "beside").splitlines()

        async def key(words: str) -> None:
            line = next(i for i, row in enumerate(beside) if words in row)
            await pilot.click("#beside", offset=(2, line))

        await key("f forest")
        await pilot.click("#board", offset=(4 + 4 * 2, 1))
        assert "C1: forest" in text(app, "head")
        await pilot.mouse_down("#board", offset=(4, 2))
        await pilot.hover("#board", offset=(4 + 4, 2))
        await pilot.mouse_up("#board", offset=(4 + 4, 2))
        await key("v river")
        beside = text(app, "beside").splitlines()
        await pilot.click("#board", offset=(4 + 4 * 5 + 3, 1))
        assert "does not separate" in text(app, "message")
        await key("u undo")
        await pilot.click("#board", offset=(4 + 4 * 3, 1))
        assert "33 light-green cells west" not in text(app, "message")
        assert "separates: 30 light-green cells west" in text(app, "message")
        await key("Esc done")

    app = screen_of()
    assert "left" == hold(app, press)
    ground = app.painter.painting.common
    assert ["forest"] * 3 == [ground.paints[i].kind for i in (2, 11, 12)]


def test_a_large_board_scrolls_with_the_cursor() -> None:
    grid = Grid(20, 20)
    ground = PaintedGround((EMPTY,) * 400, 0)
    painter = PainterState(Painting(grid, ground, {}, River(0, 0), WANTED.outlines))
    painter = painters.move_cursor(painters.move_cursor(painter, 19, 19), -1, 0)
    drawn = board(painter, 50, 16)
    assert 16 == len(drawn.plain.splitlines())
    assert drawn.plain.splitlines()[0].split()[-1] == "T"
    assert drawn.plain.splitlines()[-1].startswith("20")
    assert max(map(len, drawn.plain.splitlines())) <= 50
    assert MouseTarget(18, 19) == mouse_target(painter, 50, 16, 4 + 4 * 9, 15)


def test_another_box_has_brushes_of_its_own() -> None:
    keys = brushes({"wood": 3, "stone": 2}, None)
    assert (CellPaint("wood", 3), CellPaint("stone", 2)) == (keys["w"], keys["t"])


# What becomes of it.


def paints(
    monkeypatch: pytest.MonkeyPatch,
    *steps: Callable[[PainterState], PainterState],
    answers: list[str],
) -> None:
    """Whoever paints a step each time the screen is shown, and answers the questions."""
    left = iter(steps)

    def run(self: PaintingBoard) -> None:
        self.painter = next(left)(self.painter)

    monkeypatch.setattr(PaintingBoard, "run", run)
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(answers))


def test_what_is_painted_is_shown_and_kept(sealed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_trees(painter: PainterState) -> PainterState:
        painter = painters.move_cursor(painter, 4, 0)
        return painters.paint_cell(painter, CellPaint("tree", 1))

    def own_board(painter: PainterState) -> PainterState:
        painter = painters.next_seat(painter, ("eagle",))
        return painters.toggle_square(painters.move_cursor(painter, 0, 4))

    paints(monkeypatch, two_trees, own_board, answers=["p", "y"])
    output = sealed("pack paint")
    assert output.code == 0, output.err
    assert "tree: changed on E1" in output.err
    assert "eagle, small squares: changed on E5" in output.err
    placeholders = " ".join(sealed("pack placeholders").out.split())
    assert "which cells are what" not in placeholders
    assert "the cells with the small square" in placeholders
    assert "t  " in sealed("city show bear").out.splitlines()[3]
    assert sealed("city show eagle").out != sealed("city show bear").out
    assert sealed("audit").code == 0


def test_forest_in_place_of_a_mountain_is_shown(
    sealed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    paints(
        monkeypatch,
        lambda painter: painters.paint_cell(painter, CellPaint("forest")),
        answers=["y"],
    )
    output = sealed("pack paint")
    assert output.code == 0, output.err
    assert "forest: changed on A1" in output.err
    assert "mountain: changed on A1" in output.err
    assert "nothing that is known so far" not in output.err


def test_a_terminal_that_closes_loses_nothing_of_a_painting(
    sealed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(screen: PaintingBoard) -> None:
        painter = painters.toggle_outline_cell(painters.add_outline(screen.painter))
        screen.save(painters.change_edge(painter, Corner(5, 5), 1, 0).painting)
        raise KeyboardInterrupt

    paints(monkeypatch, answers=[])
    monkeypatch.setattr(PaintingBoard, "run", killed)
    assert sealed("pack paint").code == 130

    def mended(painter: PainterState) -> PainterState:
        painter = painters.change_edge(painter, Corner(5, 5), 1, 0)
        for cell in ((1, 0), (2, 0), (3, 0), (0, 1), (3, 1)):
            painter = painters.toggle_outline_cell(painter._replace(shown=8, cell=Spot(*cell)))
        return painter

    paints(monkeypatch, mended, answers=["", "y"])
    output = sealed("pack paint")
    assert "An unfinished painting is saved here." in output.err
    assert "the building Y9" in output.err
    assert "27 cards" in sealed("cards").out
    paints(monkeypatch, lambda painter: painter, answers=[])
    assert "Nothing was painted" in sealed("pack paint").err


def test_nothing_of_a_closed_envelope_can_be_painted(sealed: Run, db: Path) -> None:
    with Environment(GlobalOptions(db=str(db))) as env:
        campaign = env.history().campaign
    shown = [one.name for one in painting_of(campaign.pack, campaign.opened).outlines]
    assert [f"outline {number}" for number in range(1, 9)] == shown
    opened = [one.name for one in painting_of(campaign.pack, (1, 2)).outlines]
    assert {"C1", "C4 cross (first)", "C4 chapel (other)"} <= {*opened}


def test_a_painting_that_is_not_kept_is_not_lost(
    sealed: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, file = entries(db), tmp_path / "box.toml"

    def river(painter: PainterState) -> PainterState:
        return painters.switch_bank(painter._replace(spot=Spot(0, 5)))

    def open_river(painter: PainterState) -> PainterState:
        assert river(PainterState(WANTED)).painting == painter.painting
        return painters.change_edge(painter, Corner(5, 5), 1, 0)

    paints(monkeypatch, river, open_river, painters.undo_step, answers=["p", "p", "f", str(file)])
    output = sealed("pack paint")
    assert output.code == 0, output.err
    assert "Not kept: the river does not separate" in output.err
    assert before == entries(db)
    assert sealed(["pack", "check", str(file)]).code == 0
    monkeypatch.chdir(tmp_path)
    paints(monkeypatch, river, answers=[])
    assert "our-box.toml is written" in sealed("pack paint").err
    assert file.read_text("utf-8") == (tmp_path / "our-box.toml").read_text("utf-8")
    paints(monkeypatch, river, answers=["n"])
    assert "Nothing was written." in sealed("pack paint").err
    paints(monkeypatch, lambda painter: painter, answers=[])
    assert "Nothing was painted" in sealed("pack paint").err


def test_what_the_pack_has_since_stays_in_a_painting_that_goes_on(
    sealed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tree_on(column: int) -> Callable[[PainterState], PainterState]:
        def paint(painter: PainterState) -> PainterState:
            painter = painters.move_cursor(painter, column, 0)
            return painters.paint_cell(painter, CellPaint("tree", 1))

        return paint

    def closed(screen: PaintingBoard) -> None:
        screen.save(tree_on(4)(screen.painter).painting)
        raise KeyboardInterrupt

    file = tmp_path / "of-a-friend.toml"
    paints(monkeypatch, tree_on(5), answers=["f", str(file)])
    assert sealed("pack paint").code == 0
    paints(monkeypatch, answers=[])
    monkeypatch.setattr(PaintingBoard, "run", closed)
    assert sealed("pack paint").code == 130
    assert sealed(["pack", "apply", str(file), "--reason", "theirs", "--yes"]).code == 0
    paints(monkeypatch, lambda painter: painter, answers=["", "y"])
    output = sealed("pack paint")
    assert "tree: changed on E1" in output.err
    assert "F1" not in output.err
    assert "║.   t   t " in sealed("city show bear").out


def test_what_is_corrected_during_a_painting_stays_corrected(
    sealed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tree_on(column: int) -> Callable[[PainterState], PainterState]:
        def paint(painter: PainterState) -> PainterState:
            painter = painters.move_cursor(painter._replace(spot=Spot()), column, 0)
            return painters.paint_cell(painter, CellPaint("tree", 1))

        return paint

    files = [tmp_path / "first.toml", tmp_path / "second.toml"]
    for column, file in zip((5, 6), files, strict=True):
        paints(monkeypatch, tree_on(column), answers=["f", str(file)])
        assert sealed("pack paint").code == 0

    def corrects(file: Path) -> None:
        assert sealed(["pack", "apply", str(file), "--reason", "theirs", "--yes"]).code == 0

    def in_two_windows(painter: PainterState) -> PainterState:
        corrects(files[0])
        return tree_on(4)(painter)

    paints(monkeypatch, in_two_windows, lambda painter: painter, answers=["p", "y"])
    output = sealed("pack paint")
    assert output.code == 0, output.err
    assert "The pack was corrected meanwhile" in output.err
    assert "tree: changed on E1" in output.err
    assert "F1" not in output.err
    assert "║.   t   t " in sealed("city show bear").out

    paints(monkeypatch, tree_on(7), answers=[])

    late_typist = Meddling(["y"], {"Correct the pack": lambda: corrects(files[1])})
    monkeypatch.setattr(prompt, "editor", lambda *_: late_typist)
    late = sealed("pack paint")
    assert (late.code, "the correction would not be the one that was shown" in late.err) == (
        6,
        True,
    )
    assert "H1" not in sealed("pack diff stand_in_second ours").out


def test_what_has_a_fault_waits_for_the_next_time(
    sealed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def open_river(painter: PainterState) -> PainterState:
        return painters.change_edge(painter, Corner(5, 5), 1, 0)

    def tree(painter: PainterState) -> PainterState:
        return painters.paint_cell(painters.move_cursor(painter, 4, 0), CellPaint("tree", 1))

    paints(monkeypatch, open_river, answers=[])
    output = sealed("pack paint")
    assert output.code == 0, output.err
    assert "f: write" not in output.err
    assert not (tmp_path / "our-box.toml").exists()
    for answer, done in (("f", "our-box.toml is written"), ("y", "The pack is corrected")):
        paints(monkeypatch, tree, answers=["", answer, ""])
        output = sealed("pack paint")
        assert "An unfinished painting is saved here." in output.err
        assert done in output.err
        assert "The painting is saved: campaign pack paint continues it." in output.err
    paints(monkeypatch, open_river, answers=["", "y"])
    assert "continues it" not in sealed("pack paint").err
    paints(monkeypatch, lambda painter: painter, answers=[])
    assert "Nothing was painted" in sealed("pack paint").err


def test_what_cannot_be_as_it_is_drawn_stays_made_up() -> None:
    async def press(pilot: Pilot[str]) -> None:
        await said(pilot, app, "o", "n", "x", "space", "right", "right", "space")
        await said(pilot, app, "o", "right", "right", "v", "down")

    app = screen_of()
    hold(app, press)
    painting = app.painter.painting
    assert 2 == len(faults(painting))
    assert {} == overlay_of(STAND_IN, painting, frozenset())
    left = made_up_parts(STAND_IN, painting, frozenset())
    assert {"the river", "outline 2"} <= {*left}


def test_boxes_off_the_board_are_shown_below_it() -> None:
    strips = rules_of(load("stand_in_second"), 20).strips
    assert "\ntrack  [1 +5] [2 +5]" == str(boxes_below(strips))
