"""campaign sync: exchange the copies of a campaign through a folder that people share anyway."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from campaign.cli import handover, synced
from campaign.cli import handover_taking as taking
from campaign.cli.arguments import DryRun, LaterEvenings, Squares
from campaign.cli.environment import Environment, Reply, command, group
from campaign.cli.errors import FileProblem
from campaign.cli.handover_taking import Follow, TakeoverOptions, Twice
from campaign.display.json import handover as bundles
from campaign.display.json import sync as documents
from campaign.display.terminal import sync as screens
from campaign.display.text import handover as texts
from campaign.services import campaigns
from campaign.services import sync as service
from campaign.services.errors import SeveralCampaigns
from campaign.services.handover import histories, known_keys
from campaign.services.handover.comparing import Relation
from campaign.services.sync import CopyStand, SharedCopy, SyncedCopy
from campaign.store.place import expanded
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.services.handover.packing import BundledHistory
    from campaign.services.values import History

Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="FOLDER", help="Where copies meet; it is remembered.", show_default=False
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Option(
        "--key",
        metavar="FINGERPRINT",
        help="A new key whose copies are read, as its owner gave it to you.",
        show_default=False,
    ),
]
Without = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="NAME",
        help="Read no more what this person's keys sign.",
        show_default=False,
    ),
]
REFUSED = 6
"""The exit code if a copy was not taken in because somebody has to decide about it."""
UNWRITTEN = 7
"""The exit code if the file of this copy could not be written."""

app = group()


@command(
    app,
    "sync",
    example="campaign sync ~/Shared/tuesday",
    menu=("Data", 8, "copies in a folder"),
    also="sync synchronise synchronize share folder syncthing dropbox nextcloud laptop",
)
def sync(
    env: Environment,
    folder: Folder = None,
    follow: Follow = None,
    twice: Twice = None,
    later: LaterEvenings = None,
    sticker: Squares = None,
    key: Keys = None,
    without: Without = None,
    dry_run: DryRun = False,
) -> Reply[documents.SyncDocument | bundles.BundleDocument]:
    """Write this copy of a campaign into a shared folder, and take in what others have there.

    In place of a folder it takes the copy of a database, or a bundle, as handover take does.
    """
    env.database(create=True)
    folder = expanded(folder) if folder else None
    keys = {fingerprint.upper() for fingerprint in key or ()}
    wishes = TakeoverOptions(follow, twice, later, sticker, dry_run=dry_run)
    if folder and folder.is_file():
        return handover.take_bundle(env, str(folder), wishes._replace(key=next(iter(keys), None)))
    with env.reading() as session:
        is_empty = not campaigns.known(session)
    if without:
        _let_go(env, without)
    begun: list[SyncedCopy] = []
    if is_empty and folder:
        begun = _begun(env, folder, keys, wishes)
        if not any(result.taken for result in begun):
            problem = next(
                (result.problem for result in begun),
                phrase("no copy of a campaign is there"),
            )
            raise NotAllowed(phrase("nothing was taken in: {why}", why=problem))
    with env.reading() as session:
        history = env.campaign_history(session)
        remembered = service.folder_of(session, history.campaign.uid)
    where = folder or remembered
    if where is None:
        raise SeveralCampaigns(
            phrase("in which folder do the copies meet?"), "campaign sync FOLDER"
        )
    where = where.absolute()
    synced.warn_of_sync(env.say, env.database(), where)
    files = {result.copy.file for result in begun}
    done = begun + [
        result
        for result in _taken(env, history, where, keys, wishes)
        if result.copy.file not in files
    ]
    own_file = SyncFileResult(False) if dry_run else _written(env, history, where)
    with env.reading() as session:
        history = histories.followed(session, history.campaign.uid) or history
    stopped = any(
        result.problem and result.stand and result.stand.how is Relation.DIVERGED for result in done
    )
    return Reply(
        lambda: documents.synced(history, where, done, **own_file._asdict()),
        lambda: screens.synced(history, where, done, **own_file._asdict()),
        UNWRITTEN if own_file.unwritten else REFUSED if stopped else 0,
    )


def _let_go(env: Environment, whose: str) -> None:
    with env.writing() as session:
        uid = env.campaign_history(session).campaign.uid
        name = known_keys.let_go(session, uid, whose)
    env.say(phrase("Copies that {name} signs are read no more.", name=name))


def _listed(env: Environment, folder: Path, history: History | None) -> tuple[SharedCopy, ...]:
    """Return the copies in a folder; raises `FileProblem`."""
    try:
        with env.reading() as session:
            return service.copies_in(session, folder, history)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


def _begun(
    env: Environment, folder: Path, keys: set[str], wishes: TakeoverOptions
) -> list[SyncedCopy]:
    """Take in the campaigns of a folder into a database that has none yet."""
    copies = service.best(_listed(env, folder, None))
    return [_take(env, copy, keys, wishes) for copy in copies]


def _taken(
    env: Environment, history: History, folder: Path, keys: set[str], wishes: TakeoverOptions
) -> list[SyncedCopy]:
    """Take in from the copies in a folder, one after the other, what is not here yet."""
    done = []
    copies = _listed(env, folder, history)
    if not wishes.dry_run:
        _confirm(env, copies, keys)
    for copy in copies:
        with env.reading() as session:
            history = histories.followed(session, history.campaign.uid) or history
        stand = service.stand_of(copy.handed, history) if copy.handed else None
        if stand and not stand.how.adds:
            done.append(SyncedCopy(copy, stand))
        else:
            done.append(_take(env, copy, keys, wishes, stand))
    return done


def _confirm(env: Environment, copies: Sequence[SharedCopy], keys: set[str]) -> None:
    """Remember keys that the user says are right, even if their copies have nothing new yet."""
    bundles_by_key = {copy.handed.fingerprint: copy.handed for copy in copies if copy.handed}
    for fingerprint in sorted(keys):
        if handed := bundles_by_key.get(fingerprint):
            with env.writing() as session:
                known_keys.confirm(session, handed.uid, handed.giver, fingerprint)
        else:
            env.say(phrase("No copy there is signed with {key}.", key=fingerprint))


def _take(
    env: Environment,
    copy: SharedCopy,
    keys: set[str],
    wishes: TakeoverOptions,
    stand: CopyStand | None = None,
) -> SyncedCopy:
    """Take in a copy if its records hold and the user agrees; else return why not."""
    if copy.handed is None:
        return SyncedCopy(copy, problem=copy.problem)
    fingerprint = copy.handed.fingerprint
    is_named = fingerprint in keys
    try:
        if not (copy.known or is_named) and (reason := _why_unread(env, copy, copy.handed)):
            return SyncedCopy(copy, stand, problem=reason)
        if not (copy.known or wishes.dry_run):
            _confirm(env, (copy,), {fingerprint})
        wishes = wishes._replace(key=fingerprint if is_named else None)
        compared = taking.prove_bundle(env, copy.handed, wishes)
        outcome = taking.take_in(env, copy.handed, compared, wishes)
    except NotAllowed as error:
        return SyncedCopy(copy, stand, problem=wording_of(error))
    except typer.Exit:
        return SyncedCopy(copy, stand, problem=phrase("it was not taken"))
    return SyncedCopy(copy, stand, outcome.taken is not None)


def _why_unread(env: Environment, copy: SharedCopy, handed: BundledHistory) -> Wording:
    """Return why a copy is not read because of its key; "" if the user accepts the key."""
    option = f"--key {handed.fingerprint}"
    try:
        with env.reading() as session:
            known_keys.check_key(session, handed.uid, handed.giver, handed.fingerprint)
    except NotAllowed as another:
        return phrase("{why}; if it is right: {option}", why=wording_of(another), option=option)
    env.say(screens.new_key(copy, handed))
    if env.can_ask and env.ask_yes(phrase("Read the copies that this key signs?")):
        return ""
    if copy.left:
        return phrase("holds no city any more; to read it: {option}", option=option)
    return phrase("its key is new: {option}", option=option)


class SyncFileResult(NamedTuple):
    """Whether the file of this copy was written; `unwritten` says why it could not be."""

    written: bool
    unwritten: str = ""


def _written(env: Environment, history: History, folder: Path) -> SyncFileResult:
    """Remember the folder, write the file of this copy into it, and return the result."""
    with env.writing() as session:
        service.remember(session, history.campaign.uid, folder)
    with env.reading() as session:
        current = histories.followed(session, history.campaign.uid) or history
        letter = texts.letter(current, current.campaign.seats)
        try:
            return SyncFileResult(service.write(session, folder, current, letter, env.author_now()))
        except OSError as error:
            return SyncFileResult(False, (error.strerror or str(error)).lower())
