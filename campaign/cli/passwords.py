"""Hide passwords in what is said of a mistyped word: an address may stand where a file is meant."""

from __future__ import annotations

import re

_IN_ADDRESS = re.compile(r"(?i)(\b(?:postgres|psql)[\w+]*:/+[^\s/@:]*):[^\s@]*@")
_IN_QUERY = re.compile(r"(?i)(?<=[?&]password=)[^&\s]*")


def hidden(text: str) -> str:
    """A text with stars in place of the passwords in addresses of servers."""
    return _IN_QUERY.sub("***", _IN_ADDRESS.sub(r"\1:***@", text))
