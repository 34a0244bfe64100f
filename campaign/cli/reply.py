"""What a command answers: a document for programs, and what of it is shown to people.

    return Reply(lambda: documents.standings(history), lambda: screens.standings(history))

With `--json` the document is made and printed, without it the view. Only one of them is ever
made, and the modules of the other are not even loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rich.console import RenderableType


class Reply(NamedTuple):
    """The answer of a command; without a view its messages have said everything to people."""

    document: Callable[[], dict[str, Any]]
    view: Callable[[], RenderableType] | None = None
    code: int = 0
    """The exit code of the command, once the answer is shown."""
