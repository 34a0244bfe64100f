"""The reply of a command: a document for programs, and a screen for people.

    def standings(env: Environment) -> Reply[documents.CampaignStandingsDocument]:
        ...
        return Reply(lambda: documents.standings(history), lambda: screens.standings(history))

With `--json` the document is made and printed, without it the view. Only one of them is made, and
the modules of the other one are not loaded. The return annotation of a command names the documents
that it prints, also if it shows its reply with `env.show` and returns None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.display.json.parts import Document

Kind = TypeVar("Kind", bound="Document", covariant=True)


class Reply(NamedTuple, Generic[Kind]):
    """The reply of a command; without a view its messages have said everything to people."""

    document: Callable[[], Kind]
    view: Callable[[], RenderableType] | None = None
    code: int = 0
    """The exit code of the command, after the reply is shown."""
