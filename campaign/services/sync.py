"""Exchanging copies of a history through a shared folder.

    FOLDER/campaign-UID-KEY.zip    a bundle for each copy, written only by its owner

Every file in the folder is read without trust, as any bundle is: its chain is computed again, and
its records are proved before anything is taken from it. Sync clients leave half files, old files
and conflict copies; each is a bundle like any other, or no bundle. Whoever controls the folder can
withhold files, and nothing else.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from campaign.services.ancestry import entry_by_hash
from campaign.services.handover import known_keys, packing
from campaign.services.handover.comparing import Relation, relation_of
from campaign.services.handover.packing import BundledHistory
from campaign.services.handover.sides import hashes_met
from campaign.services.lookalikes import look
from campaign.services.values import Author, History
from campaign.store import bundles, journal, parts, settings
from campaign.store.bundles import LARGEST_FILE
from campaign.store.errors import BadBundle, BadKey
from campaign.store.keys import own_fingerprint
from campaign.store.plain_files import read_plain
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, plural

COPY = "copy"
"""A setting under a campaign's uid: distinguishes files of several databases with one key."""
BEGINS, ENDS = "campaign-", ".zip"
MOST = 200
"""The highest number of files of a folder that are read; the newest files are read."""
PACKED = 64 * 2**20
"""The most bytes of these files together; the smallest are read first."""
UNPACKED, UNPACKED_OF_STRANGERS = 32 * 2**20, 16 * 2**20
"""The most bytes to which files of known and of new keys unpack; a copy has about one MiB."""
TOO_MUCH = "not read: the files in the folder are too large together"


class SharedCopy(NamedTuple):
    """A file of the folder: the history in it, or the `problem` why it cannot be read.

    `own` says that the key of this machine has signed it, `known` that files of its key are read,
    `left` that its key belongs to a player who no longer holds a city, `let_go` that somebody has
    said here that files of its key are no longer read. `signer` is the name under which its key is
    known here, "" for a new key and for the name that the copy states.
    """

    file: str
    handed: BundledHistory | None
    problem: str = ""
    own: bool = False
    known: bool = False
    left: bool = False
    let_go: bool = False
    signer: str = ""


class CopyRelation(NamedTuple):
    """The relation of a copy to the history here.

    `news` are the hashes that only the copy has, `lacks` the hashes that only this history has.
    """

    how: Relation
    news: frozenset[str]
    lacks: frozenset[str]


class SyncedCopy(NamedTuple):
    """A copy of the folder, its relation to the history here, and whether it was taken.

    `stand` is None for a file that could not be compared, `problem` says why nothing was taken,
    and `undone` that this is because it was taken back here.
    """

    copy: SharedCopy
    stand: CopyRelation | None = None
    taken: bool = False
    problem: Wording = ""
    undone: bool = False


class SyncNews(NamedTuple):
    """The state of a campaign's folder.

    `news` is the number of entries that are not here, in the copies of `givers`; `strangers` have
    signed copies with keys that nobody has confirmed or let go. `unwritten` is the number of
    entries that the file of this copy lacks. `problem` says why the folder cannot be read.
    """

    folder: Path
    news: int = 0
    givers: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    unwritten: int = 0
    problem: str = ""


def copy_relation(handed: BundledHistory, here: History) -> CopyRelation:
    """The relation of a copy to the history here, without a replay."""
    ours = hashes_met(here.entries, handed.entries)
    theirs = hashes_met(handed.entries, here.entries)
    how = relation_of(here.entries, handed.entries)[0]
    return CopyRelation(how, theirs - ours, ours - theirs)


def folder_of(session: Session, uid: str) -> Path | None:
    """The shared folder of a campaign; None if it has none, or in a damaged database no name."""
    folder = settings.read(session, uid, settings.FOLDER)
    return settings.path_of_text(folder) if folder and "\0" not in folder else None


def remember(session: Session, uid: str, folder: Path) -> None:
    """Keep the shared folder of a campaign."""
    where = settings.text_of_path(folder.expanduser().absolute())
    settings.write(session, uid, settings.FOLDER, where)
    if settings.read(session, uid, COPY) is None:
        settings.write(session, uid, COPY, secrets.token_hex(4))


def own_file(session: Session, uid: str) -> str:
    """The name of the file that only this copy of a campaign writes."""
    copy = settings.read(session, uid, COPY) or ""
    copy = copy if copy.isalnum() else ""  # a damaged database may have anything there
    key = own_fingerprint().replace("-", "")[:12].lower()
    return f"{_beginning(uid)}{key}-{copy}{ENDS}"


def copies_in(
    session: Session, folder: Path, here: History | None = None
) -> tuple[SharedCopy, ...]:
    """The copies in a folder, by name; with `here` only the copies of its campaign.

    Nothing is replayed. Raises `OSError` for a folder that cannot be read.
    """
    uid = here.campaign.uid if here else ""
    gone = _gone(here) if here else frozenset()
    outlined = []
    left = PACKED
    files, older = _files(folder, uid, own_file(session, uid) if uid else "")
    problems = [SharedCopy(older[0], None, _left_out(len(older)))] if older else []
    for size, path in files:
        left -= size
        try:
            if left < 0:
                raise BadBundle(TOO_MUCH)
            data = _read(path)
            signed = bundles.read_outline(data)
        except (BadBundle, OSError) as error:
            problems.append(_unread(path, error))
            continue
        known = bool(uid) and _is_known(session, uid, signed.fingerprint, gone)
        outlined.append((not known, signed.size, path, data))
    copies = [_copy(session, path, data, gone) for path, data in _within_room(outlined, problems)]
    return tuple(
        copy
        for copy in sorted(problems + copies, key=lambda copy: copy.file)
        if copy.handed is None or not uid or copy.handed.uid == uid
    )


def _within_room(
    outlined: list[tuple[bool, int, Path, bytes]], problems: list[SharedCopy]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the files that are unpacked, the smallest first; the others become `problems`.

    So nobody can keep others from being read with large files, nor fill the memory. Each file comes
    with whether its key is new here, and the bytes to which it unpacks.
    """
    left = {False: UNPACKED, True: UNPACKED_OF_STRANGERS}
    for is_new, size, path, data in sorted(outlined):
        left[is_new] -= size
        if left[is_new] < 0:
            problems.append(_unread(path, BadBundle(TOO_MUCH)))
        else:
            yield path, data


def _unread(path: Path, error: BadBundle | OSError) -> SharedCopy:
    why = str(error) if isinstance(error, BadBundle) else error.strerror or str(error)
    return SharedCopy(path.name, None, why)


def _copy(session: Session, path: Path, data: bytes, gone: frozenset[str]) -> SharedCopy:
    """Read a file of the folder; `gone` are the looks of players who no longer hold a city."""
    try:
        handed = packing.unpack(data)
        for problem in journal.chain_problems(handed.entries, handed.sealed_as):
            if problem.field != "payload":  # of earlier releases, which no hash contradicts
                raise BadBundle(f"its entries were changed: entry {problem.seq} does not fit")
    except BadBundle as error:
        return _unread(path, error)
    signed = session, handed.uid, handed.fingerprint
    known = _is_known(*signed, gone)
    left = not known and known_keys.name_looks_like(*signed, gone)
    own = handed.fingerprint == own_fingerprint()
    signer = known_keys.names_by_key(session, handed.uid).get(handed.fingerprint, "")
    if own or look(signer) == look(handed.giver):
        signer = ""
    let_go = known_keys.was_let_go(*signed)
    return SharedCopy(
        path.name, handed, own=own, known=known, left=left, let_go=let_go, signer=signer
    )


def _is_known(session: Session, uid: str, fingerprint: str, gone: frozenset[str]) -> bool:
    """Whether files with this key are read: our own, and those of keys that were confirmed."""
    own = fingerprint == own_fingerprint()
    return own or known_keys.files_are_read(session, uid, fingerprint, gone)


def _gone(here: History) -> frozenset[str]:
    """The looks of the names of players who held a city and no longer do."""
    campaign = here.campaign
    present = {look(city.player) for city in campaign.cities if city.player}
    return frozenset(look(tenure.player) for tenure in campaign.tenures) - present


def sync_news(session: Session, here: History) -> SyncNews | None:
    """The state of a campaign's folder, without a replay; None for a campaign without one."""
    folder = folder_of(session, here.campaign.uid)
    if folder is None:
        return None
    try:
        copies, own = copies_in(session, folder, here), own_file(session, here.campaign.uid)
    except OSError as error:
        return SyncNews(folder, problem=(error.strerror or str(error)).lower())
    except BadKey as error:  # which only keeps this command from reading the folder
        return SyncNews(folder, problem=f"{error} ({error.remedy})")
    stands = [
        (copy, copy.signer or copy.handed.giver, copy_relation(copy.handed, here))
        for copy in copies
        if copy.handed
    ]
    new = [(giver, stand) for copy, giver, stand in stands if copy.known and stand.news]
    unwritten = next((len(stand.lacks) for copy, _, stand in stands if copy.file == own), None)
    return SyncNews(
        folder,
        len({digest for _, stand in new for digest in stand.news}),
        tuple(dict.fromkeys(giver for giver, _ in new)),
        tuple(
            dict.fromkeys(
                giver
                for copy, giver, stand in stands
                if stand.news and not (copy.known or copy.let_go)
            )
        ),
        len(here.entries) if unwritten is None else unwritten,
    )


def write(session: Session, folder: Path, history: History, letter: str, by: Author) -> bool:
    """Write the file of this copy, whole or not at all; False if it has this history already.

    Raises `OSError`, and `NotAllowed` if the file has what is not here, as after an older copy of
    the database was restored: it may be the only file that has it.
    """
    path = folder / own_file(session, history.campaign.uid)
    existing = None
    with suppress(BadBundle, OSError):
        existing = packing.unpack(_read(path))
    if existing and existing.entries[-1].hash == history.entries[-1].hash:
        return False
    if existing and existing.fingerprint == own_fingerprint():
        news = copy_relation(existing, history).news
        if news and (missing := news - journal.hashes(session, "campaign")):
            raise NotAllowed(
                plural(
                    "{file} has {count} entry that is not here: {command} adds it",
                    "{file} has {count} entries that are not here: {command} adds them",
                    len(missing),
                    file=path.name,
                    command="campaign sync --follow both",
                )
            )
    data = packing.pack(session, history, history.campaign.seats, letter, by)
    with parts.replacing([path], mode=parts.mode_in(folder)) as (file,):
        file.write(data)
    return True


def _left_out(count: int) -> str:
    """Why the first of some files, by age, is not read."""
    older = f", nor are {count - 1:,} older ones" if count > 1 else ""
    return f"not read{older}: the newest {MOST} are"


def _files(folder: Path, uid: str, own: str) -> tuple[Sequence[tuple[int, Path]], Sequence[str]]:
    """The files that may be copies, with their sizes, the smallest first; and those left out.

    Among them are conflict files of sync clients, and always the file `own`. Those that are left
    out are names, the newest first.
    """
    files: list[tuple[bool, float, str, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name.casefold()
            if name.startswith(_beginning(uid)) and name.endswith(ENDS):
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        stat = entry.stat()
                        files.append((entry.name == own, stat.st_mtime, entry.name, stat.st_size))
    files.sort(reverse=True)
    read = sorted((size, folder / name) for *_, name, size in files[:MOST])
    return read, [name for *_, name, _ in files[MOST:]]


def _beginning(uid: str) -> str:
    """The beginning of the names of a campaign's files; without `uid`, of all campaigns' files."""
    return f"{BEGINS}{uid.casefold()[:12]}-" if uid else BEGINS


def _read(path: Path) -> bytes:
    """The bytes of a plain file, at most one more than a bundle may have; raises `OSError`."""
    return read_plain(path, LARGEST_FILE, flags=getattr(os, "O_NOFOLLOW", 0))


def longest_copies(copies: Sequence[SharedCopy]) -> Iterator[SharedCopy]:
    """The copy with the most entries of each campaign, for a machine without these campaigns."""
    most: dict[str, SharedCopy] = {}
    for copy in copies:
        if copy.handed and _entries(copy) > _entries(most.get(copy.handed.uid)):
            most[copy.handed.uid] = copy
    yield from most.values()


def _entries(copy: SharedCopy | None) -> int:
    """The number of entries of a copy, with those that it has carried over."""
    return len(entry_by_hash(copy.handed.entries)) if copy and copy.handed else 0
