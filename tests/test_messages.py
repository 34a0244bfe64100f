"""The catalogues of `campaign/locale` have no fault; a missing translation is English."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog

from campaign.cli.languages import ENGLISH
from campaign.cli.languages import LANGUAGES as OFFERED
from campaign.display.text.translation import speaker_of
from engine.kernel.errors import IllegalMove, wording_of
from engine.kernel.phrases import Phrase, article, joined, listed, many, phrase
from engine.my_city.pack.load import load
from tests.fixtures import ROOT
from tests.messages import (
    GROUND,
    LANGUAGES,
    NAMED,
    catalogue_file,
    catalogue_of,
    compiled,
    forms,
    messages,
    missing,
    sentence,
)

WRITE = "a sentence has changed, or is gone: make messages"
ERRORS_IN_PHRASES = ("NotAllowed", "ServiceError", "SeveralCampaigns", "UnknownName")
"""The errors whose message and remedy are translated (docs/languages.md)."""


def plain_sentences(module: Path) -> Iterator[str]:
    """The sentences of a module's errors that no catalogue can have; a command may be plain."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS_IN_PHRASES:
            branches = [
                branch
                for argument in node.args
                for branch in (
                    (argument.body, argument.orelse)
                    if isinstance(argument, ast.IfExp)
                    else (argument,)
                )
            ]
            for text in branches:
                if isinstance(text, ast.Constant | ast.JoinedStr):
                    words = ast.unparse(text).lstrip("f").strip("'\"")
                    if " " in words and not words.startswith(("campaign ", "--")):
                        yield f"{module.name}, line {text.lineno}: {words}"


def test_what_refuses_a_command_and_what_helps_can_be_translated() -> None:
    modules = chain.from_iterable((ROOT / part).rglob("*.py") for part in ("campaign", "engine"))
    assert [] == [*chain.from_iterable(map(plain_sentences, sorted(modules)))]


def test_every_language_on_offer_has_a_catalogue() -> None:
    assert {language.replace("-", "_") for language in OFFERED} == {ENGLISH, *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_no_other_sentences_than_the_program(language: str) -> None:
    assert set() == {sentence(row) for row in catalogue_of(language) if row.id} - messages(), WRITE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_names_that_publishers_print(language: str) -> None:
    names = {str(row.id): row.string for row in catalogue_of(language) if row.id in NAMED}
    assert names == {name: NAMED[name][language] for name in names}, WRITE


def test_no_name_that_publishers_print_is_a_word_of_my_city() -> None:
    contents = chain.from_iterable(load(name).contents for name in ("stand_in", "eternal"))
    words = {word for content in contents for word in (content.id, content.kind)}
    assert set() == NAMED.keys() & {*words, *GROUND}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_compiled(language: str) -> None:
    file = catalogue_file(language).with_suffix(".mo")
    assert file.read_bytes() == compiled(catalogue_of(language)), "make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_with_two_forms_is_translated_in_all_forms_or_in_none(language: str) -> None:
    catalogue = catalogue_of(language)
    for row in catalogue:
        if isinstance(row.id, tuple) and any(forms(row)):
            assert catalogue.num_plurals == len([form for form in forms(row) if form]), row.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_values_of_its_sentence_and_no_others(language: str) -> None:
    for row in catalogue_of(language):
        english = row.id if isinstance(row.id, str) else row.id[-1]
        for text in forms(row):
            if row.id and text:
                assert values(text) <= values(english), text
                assert values(english) - values(text) <= {"count"}, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_options_and_files_of_a_command(language: str) -> None:
    """Else somebody types a command that lacks its file."""
    for row in catalogue_of(language):
        english = row.id if isinstance(row.id, str) else row.id[-1]
        for text in filter(None, forms(row)):
            assert sorted(TYPED.findall(text)) == sorted(TYPED.findall(english)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_without_a_translation_is_listed_and_english(language: str) -> None:
    pair = ("{count} new", "{count} new ones")
    catalogue = Catalog(language)
    catalogue.add("new", "")
    catalogue.add(pair, ("", ""))
    catalogue.add("old", "said")
    program = gettext.GNUTranslations(BytesIO(compiled(catalogue)))
    assert ["new", pair] == missing(catalogue)
    assert ("new", "said") == (program.gettext("new"), program.gettext("old"))
    assert [program.ngettext(*pair, n) for n in (1, 2)] == list(pair)


TYPED = re.compile(r"--[a-z][a-z-]+|[a-z][a-z-]*\.(?:toml|zip|json|html)")


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
    assert said == speaker_of(language).say(sentence).strip()
    assert "eagle owes a tree, 2 rocks and 1 well" == str(sentence).strip()


def test_a_phrase_equals_its_english_text() -> None:
    pair = joined(" and ", (phrase("a {kind}", kind="tree"), "b"))
    assert pair == "a tree and b"
    assert {pair: 1} == {"a tree and b": 1}
    assert ["1 tree", "2 trees"] == [many(1, "tree"), many(2, "tree")]


def test_a_phrase_in_a_text_is_refused_unless_it_is_made_english() -> None:
    tree = article("tree")
    with pytest.raises(TypeError, match="a tree"):
        f"{tree}"  # type: ignore[misc]  # what the types refuse, too
    assert f"{tree!s}" == "a tree"


def test_an_error_keeps_the_phrase_that_it_was_raised_with() -> None:
    why = phrase("it stands on {square}", square="A1")
    assert wording_of(IllegalMove(why)) is why
    assert (str(IllegalMove(why)), wording_of(OSError(2, "gone"))) == (str(why), "[Errno 2] gone")


@pytest.mark.parametrize(
    ("words", "is_something"),
    [
        (phrase(""), False),
        (joined(", ", ()), False),
        (joined(", ", ("", "")), True),
        (joined("", ("", "")), False),
        (many(0, "tree"), True),
    ],
)
def test_whether_a_phrase_says_anything(words: Phrase, is_something: bool) -> None:
    assert (bool(words), bool(str(words))) == (is_something, is_something)
