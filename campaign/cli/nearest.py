"""Replace characters that an output cannot show, such as one in Latin-1, with similar ones.

screens      a replacement is as wide as the character: rules and boards are drawn with ASCII,
             letters lose their accents, anything else becomes a question mark
documents    text for programs keeps every character: see `write_document`
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from typing import TextIO

ERRORS = "nearest"
"""The name under which the error handler `_nearest` is registered."""
FORMS = {
    **dict.fromkeys("─━╌\u2212", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("·•●", "*"),
    **dict.fromkeys("○□", "o"),
    **dict.fromkeys("█▉▊▋▌", "#"),
    **dict.fromkeys("▍▎▏", ":"),
    "═": "=",
    "▀": '"',
    "▄": "_",
    "✓": "v",
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    **dict.fromkeys("\u2018\u2019\u201a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    "\u00d7": "x",
    "\ufffd": "?",
}
"""Replacements, one column wide; `_form` returns `-` for other dashes, `+` for box characters."""
CORNERS = range(0x2500, 0x2580)


def show_nearest(*streams: TextIO) -> None:
    """Let streams show a similar character in place of one that they cannot show."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=ERRORS)


def is_utf8(stream: TextIO) -> bool:
    """Return whether a stream is UTF-8; a stream in memory, without an encoding, counts as one."""
    return codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name == "utf-8"


def write_document(text: str) -> None:
    """Write a document to stdout; a pipe or file gets it as UTF-8."""
    out = sys.stdout
    if is_utf8(out) or out.isatty():
        out.write(text)
    else:
        out.flush()
        out.buffer.write(text.encode("utf-8", "replace"))


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement of characters that cannot be encoded, and the place after them.

    Raises `error` unless it is a `UnicodeEncodeError`.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_form, error.object[error.start : error.end])), error.end


def _form(sign: str) -> str:
    """Return a similar character in ASCII, as wide as this one; "" for a mark without width."""
    if sign in FORMS:
        return FORMS[sign]
    if ord(sign) in CORNERS:
        return "+"
    kind = unicodedata.category(sign)
    if kind in ("Mn", "Me", "Cf"):
        return ""
    if kind == "Pd":
        return "-"
    base = unicodedata.normalize("NFKD", sign)[0]
    if base.isascii() and base.isprintable():
        return base
    return "??" if unicodedata.east_asian_width(sign) in "WF" else "?"


codecs.register_error(ERRORS, _nearest)
