"""What `campaign --help` shows, and what is suggested for a word that is no command.

    Evening  meet        the evening in steps   status      what is next and owed
              ...

The program itself needs this module: it imports nothing but Typer.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from typer.core import TyperGroup

GROUPS = {
    "Evening": {
        "meet": "the evening in steps",
        "status": "what is next and owed",
        "brief": "a page before you play",
        "episode": "record, enter, show",
        "envelope": "open it, read it",
        "sticker": "place what is owed",
        "session": "games beside My City",
        "draft": "what is being entered",
    },
    "Boards": {
        "cards": "the buildings drawn",
        "city": "boards and names",
        "checklist": "what boards must show",
        "confirm": "note that they agree",
        "hindsight": "what the cards allowed",
        "quadropolis": "score cities",
    },
    "History": {
        "standings": "marks and reasons",
        "stats": "points, passes, luck",
        "history": "every entry so far",
        "undo": "take back an entry",
        "redo": "take back the undo",
        "what-if": "try it, write nothing",
        "audit": "prove all of it again",
        "chronicle": "a page to keep",
    },
    "Sharing": {
        "player": "who plays which city",
        "handover": "a history in one file",
        "import": "many sessions at once",
        "export": "tables of all plays",
    },
    "Data": {
        "new": "begin a campaign",
        "list": "all campaigns",
        "use": "choose a campaign",
        "pack": "rules and corrections",
        "simulate": "let programs play",
        "demo": "see a short campaign",
        "db": "copies and repair",
        "fleet": "many databases",
    },
}
"""Every command once, in the order of the help, each with a few words: at most 22 characters."""

MEANINGS = {
    "undo": "undo delete remove erase cancel revert back rollback withdraw rm mistake oops wrong",
    "chronicle": "page html web print book story pictures",
    "brief": "rules rule prepare briefing remind reminder",
    "hindsight": "best optimum possible better solve solver ghost benchmark",
    "cards": "buildings pieces shapes deck",
    "pack show": "rules rule explain",
    "episode edit": "edit correct fix change repair mend mistake wrong",
    "episode amend": "amend replace",
    "episode enter": "enter play type input add absent missing substitute",
    "episode record": "record add save log file",
    "session enter": "enter play",
    "session record": "record",
    "stats": "statistics luck points passes",
    "session stats": "statistics dice",
    "session list": "games sessions",
    "episode show": "show sheet score scores result results",
    "episode replay": "replay watch moves",
    "episode list": "episodes evenings",
    "envelope open": "open unseal envelopes",
    "sticker place": "place stick stickers",
    "sticker owed": "owed owe todo",
    "city show": "show board boards map view cities",
    "city rename": "rename name",
    "standings": "marks ranking rank leaderboard table winner",
    "status": "next where now info state what",
    "meet": "start evening tonight begin go",
    "new": "create init begin start",
    "list": "campaigns ls",
    "use": "switch select choose",
    "history": "log journal entries events",
    "audit": "verify check prove proof validate",
    "checklist": "tick compare",
    "handover export": "share send bundle",
    "export bgstats": "bgg boardgamegeek",
    "export csv": "excel spreadsheet table tables",
    "handover import": "import receive take",
    "import records": "load folder bulk batch",
    "player leave": "leave quit",
    "player join": "join takeover handover",
    "player show": "profile page person",
    "player list": "players who",
    "draft list": "drafts unfinished resume continue",
    "db backup": "backup copy dump",
    "db restore": "restore recover",
    "db path": "where path location database",
    "what-if": "try whatif suppose dry-run",
    "simulate": "random bots bot generate",
    "demo": "example examples tour tutorial",
    "--help": "help commands usage ?",
    "--version": "version",
}
"""By command, words of other programs and of the table that somebody types who means it."""

ALIKE = 0.7
"""How alike a mistyped word and a known one must be, of 1."""
MOST = 3
"""So many suggestions at most."""
LABEL, NAME, COLUMN = 9, 12, 35
"""Columns of a group's title, of a command's name, and of a command with its words."""


class SuggestingGroup(TyperGroup):
    """A group of commands that answers an unknown word with the commands that it may mean."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; else the error names what may be meant."""
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and word not in self.commands:
            meant = suggestions(word, [*self.commands], root=ctx.parent is None)
            ctx.fail(f"No such command {word!r}.{_question(meant)}")
        return super().resolve_command(ctx, args)


def suggestions(word: str, commands: list[str], *, root: bool) -> list[str]:
    """Commands that a word may mean: by its meaning, else by letters, else by a like meaning.

    `commands` are those that could stand in its place. Below the root a command that is meant
    is given from its beginning, `campaign undo`.
    """
    typed = word.lower()
    meanings: dict[str, list[str]] = {}
    for command, words in MEANINGS.items():
        for known in words.split():
            meanings.setdefault(known, []).append(command if root else f"campaign {command}")
    close = get_close_matches(typed, commands, n=2, cutoff=ALIKE)
    if close and typed not in meanings:
        return close
    return [
        command
        for known in get_close_matches(typed, meanings, n=1, cutoff=ALIKE)
        for command in meanings[known][:MOST]
    ]


def _question(meant: list[str]) -> str:
    if not meant:
        return ""
    *first, last = [repr(command) for command in meant]
    return f" Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"


def overview(width: int) -> str:
    """The commands in their groups, as many side by side as the width allows."""
    across = max(1, (width - LABEL) // COLUMN)
    lines = []
    for title, commands in GROUPS.items():
        cells = [f"{name:<{NAME}}{words}" for name, words in commands.items()]
        for first in range(0, len(cells), across):
            row = "".join(f"{cell:<{COLUMN}}" for cell in cells[first : first + across])
            lines.append(f"{'' if first else title:<{LABEL}}{row}".rstrip())
    return "\n".join(lines)
