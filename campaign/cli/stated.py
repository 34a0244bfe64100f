"""Read the commands of a module from its text, without importing the module.

    @command(app, "cards", menu=("Boards", 1, "the buildings drawn"), also="pieces deck")
    def cards(env: Environment) -> None:
        \"\"\"All buildings with their names, and which cards have come in the open draft.\"\"\"

The help, the completion of the first word and the suggestions for a mistyped word need the
statements of all commands. Importing all their modules would cost nine times the CPU time of
`campaign --help`, and parsing their whole text as much as that help. This module costs a tenth of
it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

GROUP = " = group("
QUOTES = '"' * 3
LAST = "Data"
"""The section of a command whose registration names no section."""

_REGISTRATION = re.compile(r"^(?:@command|command|\w+ = group)\(", re.MULTILINE)


class CommandStatement(NamedTuple):
    """A command as its module registers it, or a group of commands with a name of its own.

    `app` is the variable of the group in the module, `group` the words before the command's name.
    `section`, `place` and `short` are its section in `campaign --help`, its place there, and its
    few words. `also` are other words that people type for it. `reads` says that it never writes.
    """

    app: str
    group: str
    name: str
    help: str
    section: str = LAST
    place: int = 0
    short: str = ""
    also: str = ""
    reads: bool = False

    @property
    def words(self) -> str:
        """The words that call the command."""
        return f"{self.group} {self.name}".strip()


def read_statements(source: str, *, only: str = "") -> Iterator[CommandStatement]:
    """Yield the commands of a module in the order of its text.

    A command is read only if its registration contains `only`; groups are always read.
    """
    if GROUP not in source:
        return
    groups: dict[str, str] = {}
    for match in _REGISTRATION.finditer(source):
        text = source[match.start() : _end(source, match)]
        if match[0].endswith(GROUP):
            if statement := _group(ast.parse(text).body[0], groups):
                yield statement
        elif only in text:
            yield _command(ast.parse(text).body[0], groups)


def _end(source: str, match: re.Match[str]) -> int:
    """Return the end of a registration: after its function's docstring, or at an empty line."""
    if not match[0].startswith("@"):
        return source.find("\n\n", match.end())
    return source.find(QUOTES, source.find(QUOTES, match.end()) + len(QUOTES)) + len(QUOTES)


def _group(node: Any, groups: dict[str, str]) -> CommandStatement | None:
    """Return the group of `app = group(...)`; None for a group without a name."""
    app, (name, help_, *_) = node.targets[0].id, [*_texts(node.value), "", ""]
    groups[app] = name
    return CommandStatement(app, "", name, help_, **_more(node.value)) if name else None


def _command(node: Any, groups: dict[str, str]) -> CommandStatement:
    """Return the command of `@command(...)` above a function, or of `command(...)(function)`."""
    if isinstance(node, ast.FunctionDef):
        call: Any = node.decorator_list[0]
        help_ = ast.get_docstring(node) or ""
    else:
        call, help_ = node.value.func, ""
    app = call.args[0].id
    (name,) = _texts(call)
    return CommandStatement(app, groups.get(app, ""), name, help_, **_more(call))


def _texts(call: ast.Call) -> list[str]:
    """Return the constant positional arguments of a call, as texts."""
    return [str(node.value) for node in call.args if isinstance(node, ast.Constant)]


def _more(call: ast.Call) -> dict[str, Any]:
    """Return the fields that `menu`, `also` and `reads` of a registration state."""
    names = ("menu", "also", "reads")
    values = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg in names}
    section, place, short = values.pop("menu", (LAST, 0, ""))
    return {"section": section, "place": place, "short": short, **values}
