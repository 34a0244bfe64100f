"""One evening on phones in a real Chromium; the tests look at what was seen on the way."""

from __future__ import annotations

import json
import re
import shutil
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from campaign.display.text.translation import ENGLISH
from campaign.extras.phones.views.words import spoken
from campaign.games.my_city.phone import place_of
from campaign.services import campaigns
from campaign.store import database
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.record import parse_record
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.play.notation import BuildMove, parse
from tests.cli.browsing import browser as browser
from tests.cli.browsing import device
from tests.cli.test_entering import EPISODE
from tests.extras.phones.evening import STICKERS, Group
from tests.fixtures import ROOT, Prepared, as_a_user, output_of


class Evening(NamedTuple):
    """What was seen on an evening, by name; `taps` are those of each answer."""

    seen: dict[str, str]
    taps: list[int]
    faults: list[str]
    unusable: list[Any]
    kept: dict[str, str]


@pytest.fixture(scope="module")
def evening(
    browser: Browser, prepared: Prepared, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patch:
        db = Path(shutil.copy(prepared.begun, tmp_path_factory.mktemp("phones") / "campaign.db"))
        as_a_user(patch, db)
        group = Group(browser, patch)
        group.plays()
        group.keeps()
        kept = {
            name: output_of(line.split(), "", patch).out
            for name, line in {
                "episode": "episode show 1 --json",
                "sticker list": "sticker list",
                "link": "export bgstats --episode 1 --link",
                "draft list": "draft list",
                "status": "status",
            }.items()
        }
        yield Evening(group.seen, group.taps, group.faults, group.unusable, kept)


def test_what_was_tapped_is_the_recorded_episode(evening: Evening) -> None:
    record = parse_record(json.loads(evening.kept["episode"])["record"])
    assert EPISODE.result == record.result
    assert by_card(EPISODE.moves or ()) == by_card(record.moves or ())


def test_an_answer_takes_two_taps_and_five_at_most(evening: Evening) -> None:
    assert statistics.median(evening.taps) <= 3
    assert max(evening.taps) <= 8


def test_everybody_can_use_it(evening: Evening) -> None:
    assert evening.unusable == []
    assert evening.faults == []


def test_a_wrong_place_is_refused_in_the_words_of_the_engine(evening: Evening) -> None:
    assert evening.seen["refused"] == "stands on a mountain (A1 B1)"
    assert evening.seen["build"] == "disabled"


def test_an_answer_without_wifi_comes_too_late(evening: Evening) -> None:
    assert evening.seen["late"].startswith("your answer was not taken; meanwhile: ")


def test_a_finger_drags_the_building(evening: Evening) -> None:
    assert evening.seen["dragged"] == "A1/0 B3/0"


def test_a_seat_is_on_one_phone(evening: Evening) -> None:
    assert "on another phone" in evening.seen["taken"]


def test_the_board_is_as_large_as_a_tablet_has_room_for(evening: Evening) -> None:
    width, height = map(int, evening.seen["on a tablet"].split())
    assert width > 780
    assert height > 780


def test_all_see_who_has_answered(evening: Evening) -> None:
    words = evening.seen["waits"].split("\n")
    assert words[:3] == ["Anna", "✓", "has answered"]
    assert words[-3:] == ["Dora", "…", "has not answered"]


def test_every_phone_says_what_the_others_did_and_what_a_building_would_bring(
    evening: Evening,
) -> None:
    assert evening.seen["did"] == "Anna built, Ben built, Chen built"
    assert evening.seen["score"] == "73 to win back +5 with this"


def test_a_seat_that_has_quit_has_no_token(evening: Evening) -> None:
    assert "has quit" in evening.seen["boards"]
    assert "token has quit" not in evening.seen["boards"]


def test_what_was_laid_lies_there_after_a_reload_in_another_language(evening: Evening) -> None:
    before, after = evening.seen["reloaded"].split()
    assert before == after != ""


def test_the_laptop_shows_what_the_phones_do(evening: Evening) -> None:
    for words in ("bear passes", "An answer was taken back at a phone", "deer has a rock on F11"):
        assert words in evening.seen["laptop"]


def test_sheets_and_brief_are_on_the_phones(evening: Evening) -> None:
    assert "deer before bear: fewer empty cells" in evening.seen["sheets"]
    assert "each visible tree: +1" in evening.seen["brief"]
    (head,) = re.findall(r"Head for the box: (\S+)", evening.kept["status"])
    assert f"Episode 1 is kept. Head for the box: {head}" in evening.seen["kept"]
    assert "places a" in evening.seen["sheets"]
    assert "places a" not in evening.seen["kept"]


def test_the_kept_episode_goes_to_the_app_with_a_tap(evening: Evening) -> None:
    link = evening.kept["link"].strip()
    assert link.startswith("https://app.bgstatsapp.com/")
    for where in ("link in more", "link scanned", "link"):
        assert evening.seen[where] == link
    assert "noreferrer" in evening.seen["link rel"]
    assert evening.seen["asked elsewhere"] == ""
    assert (evening.seen["not kept"], evening.seen["stranger"]) == ("422", "401 False")


def test_stickers_that_were_tapped_are_on_the_boards(evening: Evening) -> None:
    placed = {tuple(line.split()[:3:2]) for line in evening.kept["sticker list"].splitlines()[1:]}
    assert placed == {(seat, square) for seat, some in STICKERS.items() for square in some}


def test_no_draft_is_left(evening: Evening) -> None:
    assert "There is no draft" in evening.kept["draft list"]


def test_taps_over_the_first_chapter(browser: Browser, prepared: Prepared) -> None:
    """Every building of three episodes is tapped on its first cell, and turned until it lies so."""
    script = (ROOT / "campaign/games/my_city/static/laying.js").read_text("utf-8")
    page = device(browser).new_page()
    page.add_script_tag(content=f"{script}\nwindow.Laying = Laying;", type="module")
    opened = database.open_database(prepared.chapter)
    with database.reading(opened) as session:
        history = campaigns.find(session, None, "Anna")
    opened.dispose()
    taps = page.evaluate(
        """(asked) => asked.map(([spot, wanted]) => {
          const lay = new Laying(spot);
          const [, letter, row] = /^(.)(\\d+)/.exec(wanted);
          let at = lay.tapped([letter.charCodeAt(0) - 65, row - 1], 0);
          for (let taps = 2; ; taps++, at = lay.turned(at)) {
            if (lay.name(at) === wanted || taps > 9) return taps;
          }
        })""",
        [asked for played in history.campaign.played for asked in asked_in(played)],
    )
    page.context.close()
    assert statistics.median(taps) <= 3
    assert max(taps) <= 5


def test_a_dot_is_where_a_tap_lays_the_building(browser: Browser, prepared: Prepared) -> None:
    """On every cell of the boards of an episode, as the building is turned."""
    script = (ROOT / "campaign/games/my_city/static/laying.js").read_text("utf-8")
    page = device(browser).new_page()
    page.add_script_tag(content=f"{script}\nwindow.Laying = Laying;", type="module")
    opened = database.open_database(prepared.played)
    with database.reading(opened) as session:
        played = campaigns.find(session, None, "Anna").campaign.played[0]
    opened.dispose()
    wrong = page.evaluate(
        """(asked) => asked.flatMap((spot) => [0, 1, 2, 3].flatMap((turns) => {
          const lay = new Laying(spot);
          const dots = new Set(lay.dots(turns).map((cell) => cell.join()));
          const cells = [...Array(spot.columns * spot.rows).keys()]
            .map((i) => [i % spot.columns, Math.floor(i / spot.columns)]);
          return cells.filter((cell) => {
            const lies = lay.tapped(cell, turns);
            const here = lay.fits(lies) && lay.covers(lies, cell) && lies.turns === turns;
            return here !== dots.has(cell.join());
          });
        }))""",
        [spot for spot, _ in asked_in(played)],
    )
    page.context.close()
    assert wrong == []


def asked_in(played: PlayedEpisode) -> Iterator[tuple[dict[str, Any], str]]:
    """Where each building of an episode could lie, and where it was built."""
    state = my_city.start(played.setup)
    for seat, text in played.record.moves or ():
        action = parse(text)
        if isinstance(action, BuildMove):
            yield spoken(place_of(state, seat), ENGLISH), f"{action.square}/{action.turns}"
        state = my_city.apply(state, seat, action)


def by_card(moves: Iterable[Move]) -> list[set[str]]:
    """The moves from one card to the next; their order among them does not count."""
    cards: list[set[str]] = []
    for move in moves:
        if move.seat == CHANCE:
            cards.append(set())
        cards[-1].add(str(move))
    return cards
