"""The rules of a game as docs/rules has them, cut so that a screen can show one by its number.

    4. **Reveal.** The top card is turned up ...      Rule("A round", 4, "**Reveal.** The top ...")
    | 21 | POP_TILES counts ... |                     the same of a ruling
    - **Absent cities.** The others play ...          a rule without a number

What is in an envelope is a page of its own, read only where that envelope is open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from campaign import shipped
from campaign.services import games
from campaign.services.errors import UnknownName
from engine.kernel.names import AmbiguousName, one_of, plain
from engine.kernel.phrases import phrase

_SECTION = "## "
_RULINGS = "Rulings"
_WARNING = "Read on only if your group has opened it."
"""What stands on the page of an envelope, which nobody reads here who has not opened it."""
_BEGINS = re.compile(r"(\d+)\. |[-|] ?|```")
"""How a rule, a list, a table or a drawing begins."""
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|(?:<br>)+|<br>")


class Rule(NamedTuple):
    """A piece of a page in Markdown: a rule or ruling with its number, 0 for other pieces."""

    section: str
    number: int
    text: str
    is_ruling: bool = False


def named(words: str) -> str:
    """The game that is meant by the beginning of its name or title; raises `UnknownName`."""
    known = games.names()
    named = ((word, name) for name in known for word in (name, games.title(name)))
    try:
        meant = one_of(words, named)
    except AmbiguousName:
        meant = ()
    if meant:
        return meant[0]
    raise UnknownName(
        phrase("there is no game {words}", words=words),
        phrase("there are: {games}", games=", ".join(known)),
    )


def rules_of_game(game: str, opened: Collection[int] = ()) -> tuple[Rule, ...]:
    """The rules of a game, with those of open envelopes; raises `UnknownName` without a page.

    They are in the sequence of the page; those of envelopes follow.
    """
    stem = _stem(game)
    pages = [f"{stem}.md", *(f"{stem}/chapter_{number}.md" for number in sorted(opened))]
    texts = [path.read_text("utf-8") for page in pages if (path := _folder() / page).is_file()]
    if not texts:
        raise UnknownName(phrase("the rules of {game} are in no page here", game=games.title(game)))
    return tuple(rule for text in texts for rule in _rules(text))


def found(game: str, rules: Iterable[Rule], words: str) -> tuple[Rule, ...]:
    """The rules of a number, or with all of some words; raises `UnknownName` where there is none.

    Of a table in which rows have the words only those rows are left.
    """
    wanted = tuple(map(plain, words.split()))
    if words.isdecimal():
        matches = tuple(rule for rule in rules if rule.number == int(words))
    else:
        matches = tuple(
            rule._replace(text=_narrowed(rule.text, wanted))
            for rule in rules
            if _has(f"{rule.section} {rule.text}", wanted)
        )
    if matches:
        return matches
    raise UnknownName(
        phrase("no rule of {game} has {words}", game=games.title(game), words=words),
        phrase("what is in a closed envelope is not shown")
        if (_folder() / _stem(game)).is_dir()
        else f"campaign rules {game}",
    )


def _folder() -> Path:
    """Where the pages are."""
    return shipped.folder("docs") / "rules"


def _stem(game: str) -> str:
    """The name of a game's page, and of the folder of what is in its envelopes."""
    return game.replace("-", "_")


def _has(text: str, wanted: Iterable[str]) -> bool:
    """Whether each wanted word begins some word of a text, without regard to case and accents."""
    there = plain(text)
    # Chinese has no blanks between words; `plain` has one underscore for them.
    begins = (
        rf"(?<![^\W_]){re.escape(word)}" if word.isascii() else re.escape(word) for word in wanted
    )
    return all(re.search(word, there) for word in begins)


def _narrowed(text: str, wanted: Collection[str]) -> str:
    """A piece whose table has only the rows with all the words; the piece where no row has."""
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith("|-")), len(lines)) + 1
    rows = [line for line in lines[start:] if line.startswith("|") and _has(line, wanted)]
    return "\n".join((*lines[:start], *rows)) if rows else text


def _rules(page: str) -> Iterator[Rule]:
    """The pieces of a page."""
    title, *sections = re.split(rf"(?m)^{_SECTION}", page.replace(_WARNING, ""))
    heading, _, text = title.partition("\n")
    yield from _pieces(heading.partition(", ")[2], text)
    for section in sections:
        heading, _, text = section.partition("\n")
        yield from _pieces(heading, text)


def _pieces(section: str, text: str) -> Iterator[Rule]:
    """The pieces of a section; a table or drawing belongs to the rule before it."""
    held = Rule(section, 0, "")
    for piece in _blocks(_PICTURE.sub("", text)):
        if section == _RULINGS and piece.startswith("|"):
            yield from _rulings(section, piece)
            continue
        number = _BEGINS.match(piece)
        if held.number and piece.startswith(("|", "```")):
            held = held._replace(text=f"{held.text}\n\n{piece}")
            continue
        if held.text:
            yield held
        if number and number[1]:
            held = Rule(section, int(number[1]), piece[number.end() :])
        else:
            held = Rule(section, 0, piece)
    if held.text:
        yield held


def _blocks(text: str) -> Iterator[str]:
    """A text as its paragraphs, items of lists, tables and drawings."""
    block: list[str] = []
    for line in text.splitlines():
        is_drawing = bool(block) and block[0].startswith("```") and block.count("```") < 2
        begins = _BEGINS.match(line)
        goes_on = bool(block) and begins and begins[0][:1] == "|" == block[0][:1]
        if not is_drawing and (not line.strip() or (begins and not goes_on)):
            if block:
                yield _plain(block)
            block = []
        if line.strip() or is_drawing:
            block.append(line)
    if block:
        yield _plain(block)


def _plain(block: list[str]) -> str:
    """A block without the indent of a list, and without the addresses of links."""
    if block[0].startswith("```"):
        return "\n".join(block)
    return _LINK.sub(r"\1", "\n".join(line.strip() for line in block))


def _rulings(section: str, table: str) -> Iterator[Rule]:
    """The rulings of a table, a row each: number, what holds, the option that says otherwise."""
    for row in table.splitlines():
        number, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        if number.isdecimal():
            text, *option = filter(None, cells)
            more = f" Option: {option[0]}" if option else ""
            yield Rule(section, int(number), f"{text}{more}", is_ruling=True)
