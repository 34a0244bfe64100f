"""Make the man page from the program's own help; `python -m tests.docs` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from campaign import __version__
from campaign.cli.main import app
from tests import docs
from tests.fixtures import ROOT

PAGE = ROOT / "docs" / "campaign.1"
NOTES = (
    ("Data goes", "OUTPUT"),
    ("With `--json`", "JSON"),
    ("Exit codes:", "EXIT STATUS"),
    ("`CAMPAIGN_DB`", "ENVIRONMENT"),
    ("A seat", "SEATS"),
)
"""The beginnings of the paragraphs at the top of docs/cli.md, and their section titles here."""
FILES = """\
The database is the file campaign.db in the data folder of the user, unless --db or CAMPAIGN_DB
names another one; on Linux ~/.local/share/campaign. `campaign db path` says where it is."""
HEAD = f'.TH CAMPAIGN 1 "" "campaign {__version__}" "User Commands"\n'


def page() -> str:
    """Return the man page, as roff."""
    return HEAD + "".join(_sections())


def _sections() -> Iterator[str]:
    about = (app.info.help or "").removesuffix(".")
    yield _section("NAME", f"campaign \\- {_escaped(about[:1].lower() + about[1:])}\n")
    yield _section("SYNOPSIS", ".B campaign\n[OPTIONS] COMMAND [ARGS]...\n")
    paragraphs = docs.HEAD.split("\n\n")
    for beginning, title in NOTES:
        (text,) = (paragraph for paragraph in paragraphs if paragraph.startswith(beginning))
        yield _section(title, _text(text))
    yield _section("OPTIONS OF EVERY COMMAND", _as_it_is(docs.shared_help()))
    commands = (
        f'.SS "campaign {" ".join(words)}"\n{_as_it_is(docs.own_help(*words))}'
        for words in docs.commands()
    )
    yield _section("COMMANDS", "".join(commands))
    yield _section("FILES", _text(FILES))


def _section(title: str, body: str) -> str:
    return f'.SH "{title}"\n{body}'


def _text(paragraph: str) -> str:
    """Return a paragraph as roff, with commands in bold."""
    lines = re.sub(r"`([^`]+)`", "\0\\1\1", paragraph).strip()
    return _escaped(lines).replace("\0", "\\fB").replace("\1", "\\fP") + "\n"


def _as_it_is(text: str) -> str:
    """Return lines as roff that keeps them unchanged."""
    return f".nf\n{_escaped(text)}\n.fi\n"


def _escaped(text: str) -> str:
    """Return a text whose characters have no meaning to roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"(?m)^(?=\.)", r"\\&", text)
