"""The own words of a pack in other languages, on the screens of a campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.display.text.translation import ENGLISH, Speaker, speaker_of
from engine.kernel.errors import PackError
from engine.kernel.phrases import article, many, phrase
from engine.my_city.pack.languages import own_words
from engine.my_city.pack.load import load
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.read import parse
from engine.my_city.pack.writing import overlay_text
from tests.fixtures import Run

REEDS = """
[[content]]
id = "reed"
kind = "reed"
amount = 1
source = "owner"
words.it = "canna / canne"
words.zh-Hant = "蘆葦"
[[episode]]
number = 1
[[episode.rule]]
name = "stickers"
does = "stickers"
when = "end"
first = ["reed"]
second = []
other = ["reed", "reed"]
source = "owner"
[[episode.rule]]
name = "frogs"
does = "by hand"
words.en = "A point for who hears a frog."
words.it = "Un punto a chi sente una rana."
points = [0, 1]
source = "owner"
[[episode.rule]]
name = "herons"
does = "by hand"
words.it = "Un punto a chi vede un airone."
points = [0, 1]
source = "owner"
"""


@pytest.fixture
def marsh(begun: Run, tmp_path: Path) -> Run:
    """A campaign whose pack has words in other languages."""
    file = tmp_path / "marsh.toml"
    file.write_text(REEDS, "utf-8")
    assert begun(f"pack apply {file} --reason ours --yes").code == 0
    return begun


def shown(run: Run, line: str) -> str:
    """What a command shows, without the ends of its lines."""
    output = run(line)
    assert output.code == 0, output.err
    return " ".join(output.out.split())


def test_a_pack_speaks_the_language_of_whoever_reads(marsh: Run) -> None:
    english = shown(marsh, "pack show --language en")
    assert "by hand: A point for who hears a frog. (owner)" in english
    italian = shown(marsh, "pack show --language it")
    assert "Un punto a chi sente una rana." in italian
    assert "canna" in italian
    assert "2 canne" in italian
    assert "reed" not in italian
    chinese = shown(marsh, "pack show --language zh-Hant")
    assert "蘆葦" in chinese


def test_what_is_not_in_a_language_is_marked_with_its_own(marsh: Run) -> None:
    assert "Un punto a chi vede un airone. [it]" in shown(marsh, "pack show --language en")
    assert "A point for who hears a frog. [en]" in shown(marsh, "pack show --language zh-Hant")


def test_a_thing_alone_with_its_article_and_counted() -> None:
    own = own_words(with_overlay(load("stand_in"), REEDS, (1,)), (1,))
    things = (phrase("reed"), article("reed"), many(1, "reed"), many(3, "reed"), many(2, "tree"))
    italian = speaker_of("it").with_own(own)
    assert ["canna", "canna", "1 canna", "3 canne"] == [*map(italian.say, things[:4])]
    assert "reed" not in italian.say(phrase("{what} of {seat}", what=many(2, "reed"), seat="deer"))
    english = ENGLISH.with_own(own)
    assert ["reed", "a reed", "1 reed", "3 reeds", "2 trees"] == [*map(english.say, things)]
    german = Speaker("de", own=own)
    assert ["reed [en]", "3 reeds [en]"] == [german.say(things[0]), german.say(things[3])]


def test_words_of_a_closed_envelope_are_not_known() -> None:
    assert "frog" not in str(own_words(with_overlay(load("stand_in"), REEDS, (1,)), ()))


def test_texts_by_language_are_written_as_they_are_read() -> None:
    overlay = parse("marsh.toml", REEDS)
    assert 'words.zh-Hant = "蘆葦"' in overlay_text(overlay)
    assert overlay == parse("marsh.toml", overlay_text(overlay))


def test_a_language_has_the_form_of_one() -> None:
    wrong = REEDS.replace("words.zh-Hant", 'words."Chinese!"')
    with pytest.raises(PackError, match="words is texts by language"):
        with_overlay(load("stand_in"), wrong, (1,))
