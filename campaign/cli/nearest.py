"""Outputs that cannot show every character, such as those of Latin-1: they show what is nearest.

screens      what cannot be shown is replaced, as wide as it was: rules and boards are drawn with
             ASCII, letters lose their accents, anything else is a question mark
documents    what is read by programs keeps every character: see `document`
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from typing import TextIO

ERRORS = "nearest"
"""The name under which a stream finds `_nearest`."""
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
"""Of one column each; every other dash is one, and what else draws corners is a plus."""
CORNERS = range(0x2500, 0x2580)


def shown_by(*streams: TextIO) -> None:
    """Let streams show what is nearest where they cannot show a character."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=ERRORS)


def is_utf8(stream: TextIO) -> bool:
    """Whether an output is UTF-8, or text in memory."""
    return codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name == "utf-8"


def document(text: str) -> None:
    """A document on stdout: in UTF-8 in a pipe or file, whatever else is said there."""
    out = sys.stdout
    if is_utf8(out) or out.isatty():
        out.write(text)
    else:
        out.flush()
        out.buffer.write(text.encode("utf-8", "replace"))


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """What is shown in place of what an encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_form, error.object[error.start : error.end])), error.end


def _form(sign: str) -> str:
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
