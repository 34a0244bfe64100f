"""Names as people write them: joiners that belong to words stay, other signs nobody sees do not."""

# ruff: noqa: RUF001  names in the letters of their people
from __future__ import annotations

import pytest

from engine.kernel import texts
from engine.kernel.log import move_of
from engine.kernel.names import comparable_name

PEOPLE = {
    "Persian, a non-joiner": "علی\u200cرضا",
    "Persian, more than one": "نیک\u200cپی\u200cزاد",
    "Hindi, a joiner after a virama": "क्\u200dष",
    "Malayalam, at the end": "അവന്\u200d",
    "Sinhala": "ශ්\u200dරී",
    "a family": "👨\u200d👩\u200d👧",
    "a skin and a profession": "👩🏽\u200d🚀",
    "drawn in colour": "❤️\u200d🔥",
    "signs in colour": "☎\ufe0f ©\ufe0f ‼\ufe0f ℹ\ufe0f ↔\ufe0f",
    "a key": "1\ufe0f\u20e3",
    "a form of a Chinese character": "葛\U000e0100城",
    "a Mongolian letter": "ᠪ\u180bᠠ",
}
HIDDEN = {
    "a joiner in a Latin name": ("An\u200dna", "U+200D"),
    "a non-joiner in a Latin name": ("An\u200cna", "U+200C"),
    "a joiner at the end": ("علی\u200c", "U+200C"),
    "a joiner at the beginning": ("\u200dAnna", "U+200D"),
    "a zero-width blank": ("An\u200bna", "U+200B"),
    "a soft hyphen": ("An\u00adna", "U+00AD"),
    "a no-break blank": ("Anna\u00a0K.", "U+00A0"),
    "a filler": ("\u3164", "U+3164"),
    "a selector after a Latin letter": ("Anna\ufe00", "U+FE00"),
    "a selector of emoji after a Latin letter": ("Anna\ufe0f", "U+FE0F"),
    "a selector of emoji after a figure": ("Anna 1\ufe0f", "U+FE0F"),
    "a selector of Chinese characters": ("Anna\U000e0100", "U+E0100"),
    "a Mongolian selector": ("Anna\u180b", "U+180B"),
    "a selector of emoji after a stop": ("Anna K.\ufe0f", "U+FE0F"),
    "a selector at the beginning": ("\ufe0fAnna", "U+FE0F"),
}


@pytest.mark.parametrize("name", PEOPLE.values(), ids=PEOPLE)
def test_a_joiner_is_a_part_of_a_name(name: str) -> None:
    assert texts.hidden_sign(name, selectors=True) == ""
    assert texts.remove_invisible(name) == name
    assert comparable_name(name) == comparable_name(
        name.replace("\u200c", "").replace("\u200d", "")
    )


@pytest.mark.parametrize(("name", "sign"), HIDDEN.values(), ids=HIDDEN)
def test_a_sign_that_nobody_sees_is_named(name: str, sign: str) -> None:
    assert texts.hidden_sign(name, selectors=True) == f"a sign that cannot be seen, {sign}"
    assert texts.hidden_sign(texts.remove_invisible(name), selectors=True) == ""


@pytest.mark.parametrize("blank", "\u00a0\u2007\u202f\u3000\t")
def test_a_blank_of_any_width_is_a_blank_in_a_move(blank: str) -> None:
    assert str(move_of(f"eagle:{blank}build{blank}{blank}Y4@E5/1")) == "eagle: build Y4@E5/1"
