"""`make messages`: write every sentence of the program into the catalogues of `campaign/locale`.

A sentence is a literal in a call of `phrase`, `plural`, `joined`, `many` or `listed`
(`engine/kernel/phrases.py`), also in the templates of pages; the words of a kind of rule; or a
word in the data of a game. Translations stay, and sentences that the program no longer has are
removed. New sentences are empty, listed, and shown in English. The compiled catalogue is written
beside the other one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import chain
from pathlib import Path

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Row
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

from campaign.display.terminal.corrections import KINDS as CORRECTED
from campaign.display.text.audit_sentences import CHECKS, FAILED, HEAD_ALONE, SENTENCES, TITLES
from campaign.display.text.reasons import USUAL
from campaign.display.text.translation import DOMAIN, LOCALE
from campaign.games.kit import kits
from campaign.services import games
from campaign.services.entering import keys
from campaign.services.reasons import PATTERNS
from campaign.services.versions import KINDS as SESSION_KINDS
from campaign.services.words import DAYS_AGO, MONTHS, WEEKDAYS
from engine.kernel.phrases import article, counted
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign.corrections import WITHDRAWALS_TOO
from engine.my_city.campaign.entries import KINDS as ENTRY_KINDS
from engine.my_city.pack.build import MORE_STANDINGS, NUGGET, STANDINGS
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack
from engine.my_city.pack.schema import SOURCES
from engine.my_city.play.boards import SHAFT

ROOT = Path(__file__).parent.parent
LANGUAGES = ("zh_Hant", "it")
Message = str | tuple[str, str]
GROUND = ("forest", "mountain", "river", "small square", "plain")
FIXED = datetime(2026, 1, 1, tzinfo=UTC)
"""The date of all catalogues, so that writing them again changes nothing."""

WORDS_OF_GAMES = [
    import_module(f"tests.games.{path.parent.name}.sentences")
    for path in sorted(Path(__file__).parent.glob("games/*/sentences.py"))
]
"""The words of games: `NAMED`, the names that publishers print, and `sentences()` in data."""
NAMED: Mapping[str, Mapping[str, str]] = dict(
    chain.from_iterable(words.NAMED.items() for words in WORDS_OF_GAMES)
)
"""The names that publishers print on cards and buildings: games give them, not translators."""


@cache
def messages() -> frozenset[Message]:
    """Return every sentence; one with two forms is a pair, for one and more."""
    said: set[Message] = set(_words())
    for folder in ("campaign", "engine"):
        for file in (ROOT / folder).rglob("*.py"):
            said.update(_said(ast.parse(file.read_text("utf-8"))))
    for file in (ROOT / "campaign").rglob("*.html"):
        for call in jinja2.Environment().parse(file.read_text("utf-8")).find_all(nodes.Call):
            match call:
                case nodes.Call(node=nodes.Name(name="phrase"), args=[nodes.Const(value=text)]):
                    said.add(text)
    return frozenset(said - {""})


def _said(tree: ast.AST) -> Iterator[Message]:
    """Yield the sentences of a module: literals, also in both branches of an `if` expression."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="phrase" | "joined"), args=[first, *_]):
                yield from _texts(first)
            case ast.Call(func=ast.Name(id="SheetEntry"), args=[first, *_]):
                yield from _texts(first)
            case ast.Call(func=ast.Name(id="listed"), args=[_]):
                yield " and "
            case ast.Call(func=ast.Name(id="listed"), args=[_, last]):
                yield from _texts(last)
            case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="phrase"), ast.Tuple(each)]):
                for text in each:
                    yield from _texts(text)
            case ast.Call(
                func=ast.Name(id="StatisticsTable"), args=[title, ast.Tuple(columns), _, *notes]
            ):
                for text in (title, *columns, *notes):
                    yield from _texts(text)
            case ast.Call(func=ast.Name(id="plural"), args=[one, more, *_]):
                yield from zip(_texts(one), _texts(more), strict=True)
            case ast.Call(
                func=ast.Attribute(attr="progress" | "spreading_work" | "reading"), args=args
            ):
                for argument in args:
                    yield from _texts(argument)
            case ast.Call(func=ast.Name(id="many"), args=[_, word]):
                yield from map(counted, _texts(word))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)


def _words() -> Iterator[Message]:
    """Yield the words of packs, kinds of all sorts and verdicts: they are in no `phrase("...")`."""
    yield from (*MONTHS, *WEEKDAYS, *DAYS_AGO, *map(str, VerdictKind), *STANDINGS, *MORE_STANDINGS)
    yield from GROUND
    yield from (kind.removeprefix("session ") for kind in SESSION_KINDS)
    yield from (*ENTRY_KINDS, *USUAL, *PATTERNS, *WITHDRAWALS_TOO)
    yield from CORRECTED.values()
    yield from (*CHECKS.values(), *FAILED.values(), *TITLES.values())
    yield from ((s.one, s.plural) if s.plural else s.one for s in (*SENTENCES.values(), HEAD_ALONE))
    for kind in KINDS.values():
        yield from (
            words for words in (kind.words, kind.brief, kind.counts) if isinstance(words, str)
        )
    yield from (words for key in keys.KEYS for words in (key.brief, key.does) if words)
    yield from (form.words for form in keys.STICKERS)
    yield from (form.words for game in games.names() for form in keys.answers(game))
    yield from (*NAMED, *SOURCES)
    for words in WORDS_OF_GAMES:
        yield from words.sentences()
    yield from (game.title for game in kits())
    for name in ("stand_in", "stand_in_second", "eternal"):
        yield from _of_pack(load(name))


def _of_pack(pack: Pack) -> Iterator[Message]:
    yield from pack.colours.values()
    yield from (envelope.title for envelope in pack.envelopes)
    yield from (text.partition(":")[0] for texts in pack.placeholders.values() for text in texts)
    for row in (row for rows in (pack.rules, *pack.episodes.values()) for row in rows):
        yield row.name
        yield row.get("words", "")
    content_words = {word for content in pack.contents for word in (content.id, content.kind)}
    kinds = (piece.kind for piece in pack.pieces.values())
    for word in sorted({*content_words, *kinds, NUGGET, SHAFT}):
        yield from (word, str(article(word)))
        if not word.endswith("s"):
            yield counted(word)


def catalogue_file(language: str) -> Path:
    """Return the path of the catalogue that translators write."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_of(language: str) -> Catalog:
    """Return the catalogue of a language as its file has it."""
    with catalogue_file(language).open("rb") as file:
        return read_po(file, language)


def brought_up_to_date(language: str) -> Catalog:
    """Return the catalogue of a language with every sentence of the program and no other."""
    old = catalogue_of(language) if catalogue_file(language).exists() else Catalog(language)
    new = Catalog(
        language,
        project=DOMAIN,
        msgid_bugs_address="docs/languages.md",
        last_translator="the campaign authors",
        language_team=language,
        header_comment="# The sentences of the program; `make messages` writes them again.",
        fuzzy=False,
        creation_date=FIXED,
        revision_date=FIXED,
    )
    for message in sorted(messages(), key=str):
        known = old.get(message if isinstance(message, str) else message[0])
        # A sentence that has got a second form has to be translated again.
        same = known and isinstance(known.id, str) == isinstance(message, str)
        string = known.string if known and same else ""
        if isinstance(message, str) and message in NAMED:
            string = NAMED[message][language]
        new.add(message, string)
    return new


def missing(catalogue: Catalog) -> list[Message]:
    """Return the sentences without a translation."""
    return [sentence(row) for row in catalogue if row.id and not any(forms(row))]


def sentence(row: Row) -> Message:
    """Return the sentence of a row, or its pair for one and more."""
    return row.id if isinstance(row.id, str) else (row.id[0], row.id[1])


def forms(row: Row) -> tuple[str, ...]:
    """Return the translation in a row: one text, or one for each plural form."""
    return (row.string,) if isinstance(row.string, str) else tuple(row.string or ())


def compiled(catalogue: Catalog) -> bytes:
    """Return the catalogue for the program, without the sentences that are not translated."""
    said = deepcopy(catalogue)
    for message in missing(catalogue):
        said.delete(message if isinstance(message, str) else message[0])
    file = BytesIO()
    write_mo(file, said)
    return file.getvalue()


def main() -> None:
    """Write the catalogues of all languages, and list what has no translation."""
    for language in LANGUAGES:
        catalogue, file = brought_up_to_date(language), catalogue_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = BytesIO()
        write_po(text, catalogue, width=100)
        file.write_bytes(text.getvalue())
        file.with_suffix(".mo").write_bytes(compiled(catalogue))
        for message in missing(catalogue):
            print(f"{language} has no {message!r}")  # noqa: T201 # a list for whoever translates


if __name__ == "__main__":
    main()
