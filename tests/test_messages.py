"""The catalogues of `campaign/locale`: complete, in step with the program, and fit for use."""

from __future__ import annotations

from string import Formatter

import pytest
from babel.messages.pofile import read_po

from campaign.cli.languages import ENGLISH
from campaign.cli.languages import LANGUAGES as OFFERED
from campaign.display.text.translation import DOMAIN, LOCALE, say, speak
from engine.kernel.phrases import joined, listed, many, phrase
from tests.messages import LANGUAGES, written

WRITE = "a sentence is new, or gone: make messages, then translate what is empty"


def test_every_language_on_offer_has_a_catalogue() -> None:
    assert {language.replace("-", "_") for language in OFFERED} == {ENGLISH, *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_sentence_and_is_compiled(language: str) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    text, compiled = (folder / f"{DOMAIN}.po").read_bytes(), (folder / f"{DOMAIN}.mo").read_bytes()
    assert (text, compiled) == written(language), WRITE
    with (folder / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, language)
    assert [] == [message.id for message in catalogue if not any(message.string or ())], WRITE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_values_of_its_sentence_and_no_others(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, language)
    for message in catalogue:
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            text = message.string or ""
            said = [text] if isinstance(text, str) else text
            for text in said:
                assert values(text) <= values(english), text
                assert values(english) - values(text) <= {"count"}, text


def values(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "eagle owes a tree, 2 rocks and 1 well"),
        ("zh-Hant", "eagle 還要貼一株樹木、2 塊岩石、1 口水井"),
        ("it", "eagle deve applicare un albero, 2 rocce e 1 pozzo"),
    ],
)
def test_a_sentence_is_said_with_its_values(language: str, said: str) -> None:
    things = listed((phrase("a tree"), many(2, "rock"), many(1, "well")))
    sentence = phrase("  {seat} owes {sticker}", seat="eagle", sticker=things)
    speak(language)
    try:
        assert said == say(sentence).strip()
        assert "eagle owes a tree, 2 rocks and 1 well" == sentence.strip()
    finally:
        speak(ENGLISH)


def test_a_phrase_is_its_english_text() -> None:
    pair = joined(" and ", (phrase("a {kind}", kind="tree"), "b"))
    assert ("a tree and b", {"a tree and b": 1}) == (pair, {pair: 1})
    assert ("1 tree", "2 trees") == (many(1, "tree"), many(2, "tree"))
    assert str(ValueError(pair)) is pair
