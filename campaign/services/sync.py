"""Copies of a history that find each other through a folder which people share anyway.

    FOLDER/campaign-UID-KEY.zip    one file a copy, a bundle, written by its owner alone

The folder is only a mailbox: whatever lies in it is read with suspicion, as any bundle is, and
proved before anything is taken. Sync clients leave half files, old files and conflict copies; each
is a bundle like any other, or none. Whoever controls the folder can withhold, and nothing else.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from campaign.services.ancestry import had
from campaign.services.handover import known_keys, packing
from campaign.services.handover.comparing import Relation, standing
from campaign.services.handover.packing import BundledHistory
from campaign.services.lookalikes import look
from campaign.services.values import Author, History
from campaign.store import parts, settings
from campaign.store.bundles import LARGEST_FILE
from campaign.store.errors import BadBundle
from campaign.store.keys import own_fingerprint
from engine.kernel.phrases import Wording

COPY = "copy"
"""A setting under a campaign's uid: what tells the file of this database from others of its key."""
BEGINS, ENDS = "campaign-", ".zip"
MOST = 200
"""Files of a folder that are read, the newest ones."""


class SharedCopy(NamedTuple):
    """A file of the folder: the history in it, or why it cannot be read.

    `own` says that this machine has signed it, `known` that its key may be read, `left` that it is
    the key of somebody who holds no city any more.
    """

    file: str
    handed: BundledHistory | None
    problem: str = ""
    own: bool = False
    known: bool = False
    left: bool = False


class CopyStand(NamedTuple):
    """How a copy stands to the history here.

    `news` are the entries that it has and are not here, `lacks` those that are here and not in it.
    """

    how: Relation
    news: frozenset[str]
    lacks: frozenset[str]


class SyncedCopy(NamedTuple):
    """A copy of the folder, how it stood to the one here, and what became of it.

    `stand` is None for a file that could not be compared, `problem` says why nothing was taken.
    """

    copy: SharedCopy
    stand: CopyStand | None = None
    taken: bool = False
    problem: Wording = ""


class SyncNews(NamedTuple):
    """What a look into the folder of a campaign finds.

    `news` are entries that are not here, in the copies of `givers`; `strangers` have signed copies
    with keys that are not read. `unwritten` entries are not in the file of this copy. `problem`
    says why the folder cannot be read.
    """

    folder: Path
    news: int = 0
    givers: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    unwritten: int = 0
    problem: str = ""


def stand_of(handed: BundledHistory, here: History) -> CopyStand:
    """How a copy stands to the history here; nothing is replayed."""
    ours, theirs = had(here.entries).keys(), had(handed.entries).keys()
    how = standing(here.entries, handed.entries)[0]
    return CopyStand(how, frozenset(theirs - ours), frozenset(ours - theirs))


def folder_of(session: Session, uid: str) -> Path | None:
    """The folder in which the copies of a campaign meet, if there is one."""
    folder = settings.read(session, uid, settings.FOLDER)
    return Path(folder) if folder else None


def remember(session: Session, uid: str, folder: Path) -> None:
    """Let a campaign meet its other copies in a folder from now on."""
    settings.write(session, uid, settings.FOLDER, str(folder.expanduser().absolute()))
    if settings.read(session, uid, COPY) is None:
        settings.write(session, uid, COPY, secrets.token_hex(4))


def own_file(session: Session, uid: str) -> str:
    """The name of the file that only this copy of a campaign writes."""
    copy = settings.read(session, uid, COPY) or ""
    key = own_fingerprint().replace("-", "")[:12].lower()
    return f"{_beginning(uid)}{key}-{copy}{ENDS}"


def copies_in(
    session: Session, folder: Path, here: History | None = None
) -> tuple[SharedCopy, ...]:
    """The copies in a folder, by name; only those of the campaign that is `here`, if it is.

    Nothing is replayed. Raises `OSError` for a folder that cannot be read.
    """
    uid = here.campaign.uid if here else ""
    gone = _gone(here) if here else frozenset()
    return tuple(
        copy
        for path in _files(folder, uid)
        for copy in [_copy(session, path, gone)]
        if copy.handed is None or not uid or copy.handed.uid == uid
    )


def _copy(session: Session, path: Path, gone: frozenset[str]) -> SharedCopy:
    """A file as it lies there by now; `gone` are the looks of those who hold no city any more."""
    try:
        handed = packing.unpack(_read(path))
    except (BadBundle, OSError) as error:
        why = str(error) if isinstance(error, BadBundle) else error.strerror or str(error)
        return SharedCopy(path.name, None, why)
    signed = session, handed.uid, handed.fingerprint
    own = handed.fingerprint == own_fingerprint()
    known = own or known_keys.is_read(*signed, gone)
    left = not known and known_keys.is_of(*signed, gone)
    return SharedCopy(path.name, handed, own=own, known=known, left=left)


def _gone(here: History) -> frozenset[str]:
    """The looks of the names of those who held a city and hold none any more."""
    campaign = here.campaign
    present = {look(city.player) for city in campaign.cities if city.player}
    return frozenset(look(tenure.player) for tenure in campaign.tenures) - present


def waiting(session: Session, here: History) -> SyncNews | None:
    """What waits in the folder of a campaign, if it has one; nothing is replayed."""
    folder = folder_of(session, here.campaign.uid)
    if folder is None:
        return None
    try:
        copies = copies_in(session, folder, here)
    except OSError as error:
        return SyncNews(folder, problem=error.strerror or str(error))
    stands = [
        (copy, copy.handed.giver, stand_of(copy.handed, here)) for copy in copies if copy.handed
    ]
    new = [(giver, stand) for copy, giver, stand in stands if copy.known and stand.news]
    own = own_file(session, here.campaign.uid)
    unwritten = next((len(stand.lacks) for copy, _, stand in stands if copy.file == own), None)
    return SyncNews(
        folder,
        len({digest for _, stand in new for digest in stand.news}),
        tuple(dict.fromkeys(giver for giver, _ in new)),
        tuple(
            dict.fromkeys(giver for copy, giver, stand in stands if not copy.known and stand.news)
        ),
        len(here.entries) if unwritten is None else unwritten,
    )


def write(session: Session, folder: Path, history: History, letter: str, by: Author) -> bool:
    """Write the file of this copy, whole or not at all; whether it was not there so already.

    Raises `OSError`.
    """
    path = folder / own_file(session, history.campaign.uid)
    with suppress(BadBundle, OSError):
        there = packing.unpack(_read(path))
        if there.entries[-1].hash == history.entries[-1].hash:
            return False
    data = packing.pack(session, history, history.campaign.seats, letter, by)
    hidden = path.with_name(f".{path.name}")
    part = parts.part_of(hidden)
    parts.remove_dead(folder, hidden.name)
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return True


def _files(folder: Path, uid: str) -> Sequence[Path]:
    """The files that may be copies, by name: also what sync clients call conflicts of them."""
    found: list[tuple[float, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name.casefold()
            if name.startswith(_beginning(uid)) and name.endswith(ENDS):
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        found.append((entry.stat().st_mtime, entry.name))
    newest = sorted(found, reverse=True)[:MOST]
    return [folder / name for name in sorted(name for _, name in newest)]


def _beginning(uid: str) -> str:
    """How the names of the files of a campaign begin; of any campaign without its uid."""
    return f"{BEGINS}{uid.casefold()[:12]}-" if uid else BEGINS


def _read(path: Path) -> bytes:
    """The bytes of a plain file, one more than a bundle may have at most; raises `OSError`."""
    handle = os.open(
        path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    )
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "no plain file", str(path))
        return file.read(LARGEST_FILE + 1)


def best(copies: Sequence[SharedCopy]) -> Iterator[SharedCopy]:
    """For each campaign the copy with the most entries, for a machine without that campaign."""
    most: dict[str, SharedCopy] = {}
    for copy in copies:
        if copy.handed and _entries(copy) > _entries(most.get(copy.handed.uid)):
            most[copy.handed.uid] = copy
    yield from most.values()


def _entries(copy: SharedCopy | None) -> int:
    """How many entries a copy has, with those that it has carried over."""
    return len(had(copy.handed.entries)) if copy and copy.handed else 0
