"""Hide the passwords in addresses of servers, before an address or a message is shown."""

from __future__ import annotations

import re

_IN_TEXT = re.compile(r"(?i)(\b(?:postgres|psql)[\w+]*:/+[^\s/@:]*):[^\s@]*@")
_IN_QUERY = re.compile(r"(?i)(?<=password=)[^&\s]*")


def hide_in_text(text: str) -> str:
    """Return a text with `***` instead of the passwords in the addresses that it contains."""
    return _hide_in_query(_IN_TEXT.sub(r"\1:***@", text))


def hide_in_address(address: str) -> str:
    """Return an address, which may be mistyped, without its user and password."""
    address = _hide_in_query(re.sub(r"(?<=://)[^/@]*:.*@", "", address))
    return re.sub(r"(?<![/\s])[:=][^/\s].*@", ":***@", address)


def _hide_in_query(text: str) -> str:
    return _IN_QUERY.sub("***", text)
