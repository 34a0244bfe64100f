"""The rules of a game from docs/rules, cut into pieces so that a screen can show one by number.

    4. **Reveal.** The top card is turned up ...      Rule("A round", 4, "**Reveal.** The top ...")
    | 21 | POP_TILES counts ... |                     a ruling with its number
    - **Absent cities.** The others play ...          a rule without a number

The content of an envelope is a page of its own, read only if that envelope is open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from campaign import shipped
from campaign.services import games
from campaign.services.errors import UnknownName
from engine.kernel.names import comparable_name
from engine.kernel.phrases import phrase
from engine.kernel.texts import number_in

_SECTION = "## "
_RULINGS = "Rulings"
_WARNING = "Read on only if your group has opened it."
"""The sentence on the page of an envelope, left out here because the envelope is open."""
_BEGINS = re.compile(r"(\d+)\. |[-|] ?|```")
"""The beginning of a rule, an item of a list, a table or a drawing."""
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|(?:<br>)+|<br>")


class Rule(NamedTuple):
    """A piece of a page in Markdown: a rule or ruling with its number, 0 for other pieces."""

    section: str
    number: int
    text: str
    is_ruling: bool = False


def rules_of_game(game: str, opened: Collection[int] = ()) -> tuple[Rule, ...]:
    """The rules of a game and of its open envelopes; raises `UnknownName` without a page.

    They are in the order of the page; the rules of envelopes follow.
    """
    stem = _stem(game)
    pages = [f"{stem}.md", *(f"{stem}/chapter_{number}.md" for number in sorted(opened))]
    texts = [path.read_text("utf-8") for page in pages if (path := _folder() / page).is_file()]
    if not texts:
        raise UnknownName(
            phrase("there is no page with the rules of {game} here", game=phrase(games.title(game)))
        )
    return tuple(rule for text in texts for rule in _rules(text))


def matching_rules(game: str, rules: Iterable[Rule], words: str) -> tuple[Rule, ...]:
    """The rules with this number, or with all of these words; raises `UnknownName` if none matches.

    A table is cut to the rows that have the words, if any have.
    """
    wanted = tuple(map(comparable_name, words.split()))
    if words.isdecimal():
        matches = tuple(rule for rule in rules if rule.number == number_in(words))
    else:
        matches = tuple(
            rule._replace(text=_narrowed(rule.text, wanted))
            for rule in rules
            if _has(f"{rule.section} {rule.text}", wanted)
        )
    if matches:
        return matches
    raise UnknownName(
        phrase("no rule of {game} has {words}", game=phrase(games.title(game)), words=words),
        phrase("the rules in closed envelopes are not shown")
        if (_folder() / _stem(game)).is_dir()
        else f"campaign rules {game}",
    )


def _folder() -> Path:
    """The folder of the pages."""
    return shipped.folder("docs") / "rules"


def _stem(game: str) -> str:
    """The stem of a game's page, and the name of the folder of its envelopes' pages."""
    return game.replace("-", "_")


def _has(text: str, wanted: Iterable[str]) -> bool:
    """Whether each wanted word begins some word of a text, without regard to case and accents."""
    plain_text = comparable_name(text)
    # Chinese has no blanks between words; `plain_text` has underscores in place of blanks.
    patterns = (
        rf"(?<![^\W_]){re.escape(word)}" if word.isascii() else re.escape(word) for word in wanted
    )
    return all(re.search(word, plain_text) for word in patterns)


def _narrowed(text: str, wanted: Collection[str]) -> str:
    """A piece with its table cut to the rows with all the words; unchanged if no row has them."""
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
    rule = Rule(section, 0, "")
    for piece in _blocks(_PICTURE.sub("", text)):
        if section == _RULINGS and piece.startswith("|"):
            yield from _rulings(section, piece)
            continue
        number = _BEGINS.match(piece)
        if rule.number and piece.startswith(("|", "```")):
            rule = rule._replace(text=f"{rule.text}\n\n{piece}")
            continue
        if rule.text:
            yield rule
        if number and number[1]:
            rule = Rule(section, int(number[1]), piece[number.end() :])
        else:
            rule = Rule(section, 0, piece)
    if rule.text:
        yield rule


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs, items of lists, tables and drawings of a text."""
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
    """A block without indents and without the addresses of links; a drawing is unchanged."""
    if block[0].startswith("```"):
        return "\n".join(block)
    return _LINK.sub(r"\1", "\n".join(line.strip() for line in block))


def _rulings(section: str, table: str) -> Iterator[Rule]:
    """The rulings in a table, one for each row: number, ruling, the option that changes it."""
    for row in table.splitlines():
        number, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        if number.isdecimal():
            text, *option = filter(None, cells)
            option_words = f" Option: {option[0]}" if option else ""
            yield Rule(section, int(number), f"{text}{option_words}", is_ruling=True)
