"""Read from the text of modules which commands they have, without importing the modules.

    @command(app, "cards", menu=("Boards", 1, "the buildings drawn"), also="pieces deck")
    def cards(env: Environment) -> None:
        \"\"\"All buildings with their names, and which cards are out in the open draft.\"\"\"

The help, the completion of the first word and what is suggested for a mistyped one need these
sentences at once. To import all modules of commands costs nine times the CPU of `campaign --help`,
to parse them whole as much again; this costs a tenth of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

GROUP = " = group("
QUOTES = '"' * 3
LAST = "Data"
"""The section of a command that says none."""

_REGISTRATION = re.compile(r"^(?:@command|command|\w+ = group)\(", re.MULTILINE)


class CommandStatement(NamedTuple):
    """A command as its module registers it, or a group of commands with a name of its own.

    `app` is the name of the module's group that it is registered in, `group` the words before
    its name. `section`, `place` and `short` say where in `campaign --help` it stands with which
    words. `also` are other words that somebody types for it. `reads` is set where it never writes.
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
        """The words that call it."""
        return f"{self.group} {self.name}".strip()


def stated(source: str, *, only: str = "") -> Iterator[CommandStatement]:
    """The commands of a module in the order of its text.

    `only` is what the registration of a command must hold to be read; groups always are.
    """
    if GROUP not in source:
        return
    groups: dict[str, str] = {}
    for match in _REGISTRATION.finditer(source):
        text = source[match.start() : _end(source, match)]
        if match[0].endswith(GROUP):
            if one := _group(ast.parse(text).body[0], groups):
                yield one
        elif only in text:
            yield _command(ast.parse(text).body[0], groups)


def _end(source: str, match: re.Match[str]) -> int:
    """Where a registration ends: with the docstring of its function, or before an empty line."""
    if not match[0].startswith("@"):
        return source.find("\n\n", match.end())
    return source.find(QUOTES, source.find(QUOTES, match.end()) + len(QUOTES)) + len(QUOTES)


def _group(node: Any, groups: dict[str, str]) -> CommandStatement | None:
    """A group from `app = group(...)`; None for one without a name."""
    app, (name, help_, *_) = node.targets[0].id, [*_texts(node.value), "", ""]
    groups[app] = name
    return CommandStatement(app, "", name, help_, **_more(node.value)) if name else None


def _command(node: Any, groups: dict[str, str]) -> CommandStatement:
    """A command from `@command(...)` above its function, or `command(...)(function)`."""
    if isinstance(node, ast.FunctionDef):
        call: Any = node.decorator_list[0]
        help_ = ast.get_docstring(node) or ""
    else:
        call, help_ = node.value.func, ""
    app = call.args[0].id
    (name,) = _texts(call)
    return CommandStatement(app, groups.get(app, ""), name, help_, **_more(call))


def _texts(call: ast.Call) -> list[str]:
    """The texts among the arguments of a call."""
    return [str(node.value) for node in call.args if isinstance(node, ast.Constant)]


def _more(call: ast.Call) -> dict[str, Any]:
    """What a registration says with `menu`, `also` and `reads`."""
    said = ("menu", "also", "reads")
    given = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg in said}
    section, place, short = given.pop("menu", (LAST, 0, ""))
    return {"section": section, "place": place, "short": short, **given}
