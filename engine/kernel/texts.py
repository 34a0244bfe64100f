"""The forms of names, notes and documents: what a text that other people read may hold.

Characters that move the cursor, change the direction of the line or are invisible are refused. The
type of a value names its form, as in `Annotated[str, line(40)]`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
"""Characters that count as printable and show nothing."""
_ACTING = re.compile(
    "\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that a screen obeys or hides, except a tab and a line break."""
JOINERS = "\u200c\u200d"
"""The zero-width non-joiner and joiner, which say how the letters around them are drawn."""
VIRAMA = 9
"""The combining class of the sign that joins two consonants into one."""
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""The variation selectors, which say how the sign before them is drawn, and show nothing alone."""
_SELECTED = {
    "\u180b\u180c\u180d\u180f": ("MONGOLIAN",),
    "\ufe0e\ufe0f": (),
    "": ("CJK", "MYANMAR", "PHAGS-PA", "MANICHAEAN"),
}
"""By selectors, "" for all others: the scripts of the letters before them; () for emoji."""
_BETWEEN = {*JOINERS, "\ufe0f", *map(chr, range(0x1F3FB, 0x1F400))}
"""The characters that may stand between an emoji and a joiner: a joiner, U+FE0F, a skin colour."""
_JOINING = frozenset(
    (
        *("ARABIC", "SYRIAC", "NKO", "MANDAIC", "MONGOLIAN", "ADLAM", "DEVANAGARI", "BENGALI"),
        *("GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA"),
        *("KHMER", "MYANMAR", "BALINESE", "JAVANESE"),
    )
)
"""Scripts in which a joiner changes how letters look, by the first word of their letters' names."""
_SHOWN = {ord("\n"), *range(ord(" "), ord("~") + 1)}
"""The characters of ASCII that a screen shows, and the line break."""
_MARKED = bytes(byte if byte in _SHOWN else 0xFF for byte in range(0x100))
"""A table for `bytes.translate`: a byte that is not in `_SHOWN` becomes 0xFF, which is no ASCII."""
REPLACEMENT = "\ufffd"


def without_joiners(text: str) -> str:
    """A text without the joiners that belong to its words, as in Persian or a family of emoji.

    Such a joiner is between letters of a script that joins its letters, after a virama, or within
    an emoji. Other joiners stay. Source: Unicode Standard Annex 31, section 2.3, shortened.
    """
    joiners = _in_words(text)
    return "".join(sign for at, sign in enumerate(text) if at not in joiners) if joiners else text


def remove_invisible(text: str) -> str:
    """A line without invisible characters; joiners and selectors that belong to its words stay."""
    hidden = set(_hidden(text))
    return "".join(sign for at, sign in enumerate(text) if at not in hidden)


def _in_words(text: str) -> set[int]:
    """The places in a text of the joiners that belong to its words."""
    return {
        position
        for position, sign in enumerate(text)
        if sign in JOINERS
        for before in [next((c for c in reversed(text[:position]) if c not in _BETWEEN), "")]
        if _joins(text[position - 1 : position], before, text[position + 1 : position + 2])
    }


def _joins(nearest: str, before: str, after: str) -> bool:
    """Whether a joiner between these characters belongs to a word; `nearest` is just before it."""
    if nearest and unicodedata.combining(nearest) == VIRAMA:
        return True
    if not (before and after):
        return False
    if unicodedata.category(before) == unicodedata.category(after) == "So":
        return True
    letters = all(unicodedata.category(sign)[0] in "LM" for sign in (before, after))
    return letters and all(_script(letter) in _JOINING for letter in (before, after))


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def hidden_sign(text: str, *, selectors: bool = False) -> str:
    """The first invisible character of a line, in words; "" if all are visible.

    With `selectors` also a variation selector that changes nothing. What is stored may have some,
    so they are looked for in new names alone.
    """
    for at in _hidden(text):
        if not selectors and _SELECTORS.match(text[at]):
            continue
        if unicodedata.category(text[at]) == "Cc":
            return "a control character"
        return f"a sign that cannot be seen, U+{ord(text[at]):04X}"
    return ""


def _hidden(text: str) -> Iterator[int]:
    """Yield the places in a text of its invisible characters."""
    if text.isprintable() and not (_INVISIBLE.search(text) or _SELECTORS.search(text)):
        return
    joiners = _in_words(text)
    for at, sign in enumerate(text):
        if at in joiners:
            continue
        is_hidden = not sign.isprintable() or _INVISIBLE.match(sign)
        if is_hidden or (_SELECTORS.match(sign) and not _selects(text, at)):
            yield at


def _selects(text: str, at: int) -> bool:
    """Whether the selector at a place in a text changes how the sign before it is drawn.

    Source: Unicode's list of standardized variants, shortened to scripts and kinds of signs.
    """
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    scripts = next(known for signs, known in _SELECTED.items() if text[at] in signs or not signs)
    if not before or scripts:
        return bool(before) and _script(before) in scripts
    if before in "0123456789#*":
        return after == "\u20e3"  # a key, such as 1 in a square
    is_sign = not before.isascii() and unicodedata.category(before)[0] in "SP"
    return is_sign or before == "\u2139"


def replace_controls(text: str) -> str:
    """The text with U+FFFD in place of each character that a screen would obey or hide."""
    return _ACTING.sub(REPLACEMENT, text)


def escape_controls(document: str) -> str:
    """The JSON text with an escape in place of each character that a screen would obey or hide."""
    return _ACTING.sub(lambda acting: json.dumps(acting[0])[1:-1], document)


class ValueForm(NamedTuple):
    """The form of a value: `problem` says why a value does not fit; "" if it fits."""

    problem: Callable[[Any], str]


def line(most: int, *, least: int = 1) -> ValueForm:
    """The form of one line of `least` to `most` characters."""

    def problem(text: str) -> str:
        if not least <= len(text) <= most:
            return f"{len(text):,} characters, not {least} to {most:,}"
        return "more than one line" if "\n" in text or "\r" in text else _acting(text)

    return ValueForm(problem)


def lines(most: int) -> ValueForm:
    """The form of a text of several lines, with at most `most` characters in all."""

    def problem(text: str) -> str:
        if len(text) > most:
            return f"{len(text):,} characters, at most {most:,}"
        return _acting(text)

    return ValueForm(problem)


def name(most: int) -> ValueForm:
    """The form of one line of at most `most` visible characters, without blanks around it."""
    plain = line(most)

    def problem(text: str) -> str:
        if why := plain.problem(text):
            return why
        if text != text.strip():
            return "blanks around it"
        return hidden_sign(text)

    return ValueForm(problem)


def pattern(form: str, what: str) -> ValueForm:
    """The form of a text that the regular expression `form` matches in ASCII; `what` names it."""
    compiled = re.compile(form, re.ASCII)
    return ValueForm(
        lambda text: "" if compiled.fullmatch(text) else f"{text[:40]!r} is not {what}"
    )


def _texts_within(value: Any) -> str:
    """Why a text within a table or list is not one line; "" if every text is one line."""
    match value:
        case str():
            return line(200, least=0).problem(value)
        case Mapping():
            parts = [*value, *value.values()]
        case list() | tuple():
            parts = [*value]
        case _:
            return ""
    return next(filter(None, map(_texts_within, parts)), "")


def _acting(text: str) -> str:
    """The first character that a screen would obey or hide, in words; "" if there is none."""
    # No such character is printable, so printable texts need no search. These tests are quicker
    # than the search; the second one is for texts of several lines in ASCII.
    if text.isprintable() or (text.isascii() and text.encode().translate(_MARKED).isascii()):
        return ""
    if text.replace("\n", "").isprintable():
        return ""
    match = _ACTING.search(text)
    return f"the control character U+{ord(match[0]):04X}" if match else ""


def number_in(text: str) -> int:
    """The number that decimal digits write; -1 for another text, and for more than nine digits."""
    return int(text) if text.isdecimal() and len(text) <= 9 else -1


Name = Annotated[str, name(40)]
"""The name of a person, a city or a campaign."""
Note = Annotated[str, line(1_000, least=0)]
"""A reason or remark in a sentence or two."""
LONGEST_LINES = 4_000
Lines = Annotated[str, lines(LONGEST_LINES)]
"""A remark of several lines."""
Word = Annotated[str, line(60)]
"""A seat, a kind, a square, an edition."""
Document = Annotated[str, lines(2_000_000)]
"""A record, or an overlay with corrections of tables."""
Uid = Annotated[str, pattern("[0-9A-Za-z_-]{1,60}", "the uid of a campaign")]
Salt = Annotated[str, pattern("[0-9a-zA-Z-]{0,100}", "a salt")]
Fingerprint = Annotated[str, pattern("([0-9A-Z]{4}(-[0-9A-Z]{4}){5})?", "a fingerprint")]
Digest = Annotated[str, pattern("[0-9a-f]{64}", "a digest")]
Table = Annotated[Mapping[str, Any], ValueForm(_texts_within)]
"""Values by name. Each text in it is one line."""
