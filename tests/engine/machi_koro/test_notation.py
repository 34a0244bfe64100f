"""The words of the moves: every name of a card will do, and what is no move says what is."""

from __future__ import annotations

import pytest

from engine.kernel.errors import NotationError
from engine.machi_koro import format, parse
from engine.machi_koro.components import CARD, LANDMARK, name
from engine.machi_koro.notation import Deal, Dice, MachiKoroBuild, Roll, Swap, Target


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("build cafe", MachiKoroBuild("cafe")),
        ("build Café", MachiKoroBuild("cafe")),
        ("build CAFÉ", MachiKoroBuild("cafe")),
        ("build 咖啡館", MachiKoroBuild("cafe")),
        ("build Train Station", MachiKoroBuild("train_station")),
        ("build train-station", MachiKoroBuild("train_station")),
        ("build 火車站", MachiKoroBuild("train_station")),
        ("build Fruit and Vegetable Market", MachiKoroBuild("fruit_market")),
        ("swap bakery p2 mine", Swap("bakery", "p2", "mine")),
        ("swap Wheat Field p2 Apple Orchard", Swap("wheat_field", "p2", "apple_orchard")),
        ("swap 小麥田 p2 礦場", Swap("wheat_field", "p2", "mine")),
        ("swap nothing", Swap()),
        ("dice 3", Dice((3,))),
        ("dice 3 5", Dice((3, 5))),
        ("roll 2", Roll(2)),
        ("target p3", Target("p3")),
        ("deal Tv Station", Deal("tv_station")),
    ],
)
def test_words_are_read(words: str, action: object) -> None:
    assert action == parse(words)


@pytest.mark.parametrize("language", ["en", "zh-Hant", "it"])
@pytest.mark.parametrize("id", [*CARD, *LANDMARK])
def test_every_name_is_read_and_written_as_the_id(id: str, language: str) -> None:
    assert f"build {id}" == format(parse(f"build {name(id, language)}"))


def test_names_in_a_language_that_has_none_are_english() -> None:
    assert "Bakery" == name("bakery", "it") == name("bakery", "en")
    assert "麵包店" == name("bakery", "zh-Hant")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("dice 0", "write what each die shows, 1 to 6, such as dice 4 or dice 3 5"),
        ("dice 7", "write what each die shows, 1 to 6"),
        ("dice 3 7", "write what each die shows, 1 to 6"),
        ("dice 8", "write what each die shows, 1 to 6"),
        ("dice", "write what each die shows, 1 to 6"),
        ("dice 1 2 3", "write what each die shows, 1 to 6"),
        ("dice ٣", "write what each die shows, 1 to 6"),
        ("roll 3", "write roll 1 or roll 2"),
        ("roll", "write roll 1 or roll 2"),
        ("keep it", "write keep alone"),
        ("reroll 2", "write reroll alone"),
        ("pass on", "write pass alone"),
        ("target", "write a seat, such as target p3"),
        ("target P3", "write a seat, such as target p3"),
        ("target p2 p3", "write a seat, such as target p3"),
        ("swap", "write an own card, a seat and a card of that seat"),
        ("swap bakery mine", "write an own card, a seat and a card of that seat"),
        ("swap bakery p2", "write an own card, a seat and a card of that seat"),
        ("swap casino p2 mine", "write an own card, a seat and a card of that seat"),
        ("swap bakery p2 casino", "casino is none of wheat_field, ranch, bakery"),
        ("swap bakery p2 radio_tower", "radio_tower is none of wheat_field, ranch, bakery"),
        ("build", "write one card or landmark, such as build cafe"),
        ("build casino", "casino is none of wheat_field, ranch"),
        ("build nothing", "nothing is none of wheat_field, ranch"),
        ("deal", "write one card, such as deal ranch"),
        ("deal radio_tower", "radio_tower is none of wheat_field, ranch"),
        ("buy cafe", "the verbs are deal, roll, dice, keep, reroll, target, swap, build, pass"),
        ("", "the verbs are deal, roll, dice"),
    ],
)
def test_what_is_no_move_says_what_would_be(words: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse(words)
    assert str(refused.value).startswith(f'"{words}": {reason}')
