"""A campaign as a list of commands, one on each line, written to files and carried out again.

envelope open 1
episode record episode-01.toml
sticker place bear tree E9
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator

from sqlmodel import Session

from campaign.services import changes, episodes
from campaign.services.errors import SeveralCampaigns
from campaign.services.values import Author, History
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import Entry, EnvelopeOpened, EpisodeRecorded, StickerPlaced


def step_of(entry: Entry, name: str = "") -> str:
    """The command that makes an entry; `name` is the file of an episode's record.

    Raises `TypeError` for an entry that no command makes.
    """
    match entry:
        case EnvelopeOpened(number):
            return f"envelope open {number}"
        case EpisodeRecorded():
            return f"episode record {name}"
        case StickerPlaced(seat, kind, square):
            return f"sticker place {seat} {kind} {square}"
    raise TypeError(f"no command makes {entry!r}")


def follow(
    session: Session, history: History, steps: str, read: Callable[[str], str], by: Author
) -> Iterator[tuple[str, History]]:
    """Carry out the commands one after the other; `read` returns the text of a file.

    Yields each line with the campaign after it. Raises `SeveralCampaigns` for a line that is no
    command, and the errors of the commands.
    """
    for number, line in enumerate(steps.splitlines(), 1):
        match shlex.split(line, comments=True):
            case []:
                continue
            case ["envelope", "open", n] if n.isdecimal():
                opened = changes.opening_entry(session, history, int(n))
                history = changes.add(session, history, opened, by)
            case ["episode", "record", file]:
                history = episodes.keep(session, episodes.preview(history, read(file)), by)
            case ["sticker", "place", seat, kind, square]:
                history = changes.add(session, history, StickerPlaced(seat, kind, square), by)
            case _:
                raise SeveralCampaigns(
                    phrase(
                        "line {number}, {line!r}: not a command of a list of steps",
                        number=number,
                        line=line,
                    )
                )
        yield line, history
