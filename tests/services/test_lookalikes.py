"""Names that look alike, letter by letter."""

from __future__ import annotations

import pytest

from campaign.services.lookalikes import like, look


@pytest.mark.parametrize(
    ("letters", "latin"),
    [
        ("\u04c0\u04cf\u04ae\u04af\u0461\u04bd\u050d", "llyyweg"),
        ("\u03f9\u03f2\u037f\u03f3", "ccjj"),
        ("\u2c81\u2ca5\u2c93\u2c9f\u2ca3\u2cad\u2ca9", "aciopxy"),
        ("\u01c3\u0269\u0192\u01a8\u028b", "llfsv"),
        ("\u017f\u212a\u2170\uff21", "skia"),
    ],
)
def test_a_letter_looks_like_the_latin_one(letters: str, latin: str) -> None:
    for letter, same in zip(letters, latin, strict=True):
        name = f"Zo{letter}Zo"
        assert like(name, [f"Zo{same}Zo", f"Zo{same.upper()}Zo"]), hex(ord(letter))


def test_names_in_other_letters_do_not_look_alike() -> None:
    names = [
        "Anna",
        "Ben",
        "\u0418\u0432\u0430\u043d",
        "\u041e\u043b\u0435\u0433",
        "\u9673",
        "\u6797",
    ]
    assert len({look(name) for name in names}) == len(names)
