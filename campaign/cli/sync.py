"""campaign sync: exchange the copies of a campaign through a shared folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from campaign.cli import handover, sync_keys, synced
from campaign.cli import handover_taking as taking
from campaign.cli.arguments import DryRun, LaterEvenings, Squares
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import FileProblem, FlagMissing
from campaign.cli.handover_taking import Follow, FollowedHistory, TakeoverOptions, Twice
from campaign.cli.interrupts import INTERRUPTED
from campaign.cli.registration import command, group
from campaign.display.json import handover as bundles
from campaign.display.json import sync as documents
from campaign.display.terminal import sync as screens
from campaign.display.text import handover as texts
from campaign.services import sync as service
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.services.handover import histories, known_keys, taking_back
from campaign.services.handover.comparing import Relation
from campaign.services.sync import CopyRelation, SharedCopy, SyncedCopy
from campaign.shell import quoted
from campaign.store.place import expand_home
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.names import comparable_name
from engine.kernel.phrases import Wording, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.services.handover.packing import BundledHistory
    from campaign.services.values import History

Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="FOLDER",
        help="The folder that the copies share; the program remembers it.",
        show_default=False,
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Option(
        "--key",
        metavar="FINGERPRINT",
        help="Read copies that this new key signs; its owner has given you the fingerprint.",
        show_default=False,
    ),
]
Without = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="NAME",
        help="Stop reading copies that this person's keys sign.",
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

    Instead of a folder you can name the copy of a database or a bundle, as for handover take.
    """
    env.database(create=True)
    folder = expand_home(folder).absolute() if folder else None
    keys = {fingerprint.upper() for fingerprint in key or ()}
    wishes = TakeoverOptions(follow, twice, later, sticker, dry_run=dry_run)
    if folder and folder.is_file():
        if without:
            raise typer.BadParameter("--without goes with a folder of copies, not with a file")
        if len(keys) > 1:
            raise typer.BadParameter("one --key goes with a file: it has one key")
        return handover.take_bundle(env, str(folder), wishes._replace(key=next(iter(keys), None)))
    wishes = wishes._replace(in_folder=True)
    if without:
        _stop_reading(env, without)
    new_copies, known = _take_new_campaigns(env, folder, keys, wishes) if folder else ([], None)
    no_folder = SeveralCampaigns(
        phrase("which folder do the copies share?"), "campaign sync FOLDER"
    )
    with env.reading() as session:
        if folder is None and not histories.followed_names(session):
            raise no_folder  # a new laptop: its campaign is in the folder
        history = known or env.campaign_history(session)
        remembered = service.folder_of(session, history.campaign.uid)
    shared_folder = folder or remembered
    if shared_folder is None:
        raise no_folder
    synced.warn_of_sync(env.say, env.database(), shared_folder)
    files = {result.copy.file for result in new_copies}
    results = new_copies + [
        result
        for result in _take_copies(env, history, shared_folder, keys, wishes)
        if result.copy.file not in files
    ]
    if all(result.copy.own for result in results):
        _warn_of_namesake(env, history, shared_folder)
    own_file = SyncFileResult(False) if dry_run else _write_copy(env, history, shared_folder)
    with env.reading() as session:
        history = histories.followed_history(session, history.campaign.uid) or history
        file = service.own_file(session, history.campaign.uid)
    is_stopped = any(
        result.undone
        or (
            result.problem
            and result.stand
            and result.stand.how in (Relation.DIVERGED, Relation.CARRIED)
        )
        for result in results
    )
    return Reply(
        lambda: documents.synced(history, shared_folder, results, **own_file._asdict()),
        lambda: screens.sync_result(
            history, shared_folder, results, file=file, dry_run=dry_run, **own_file._asdict()
        ),
        UNWRITTEN if own_file.unwritten else REFUSED if is_stopped else 0,
    )


def _stop_reading(env: Environment, whose: str) -> None:
    """Stop reading the copies that a person's keys sign."""
    with env.writing() as session:
        uid = env.campaign_history(session).campaign.uid
        name = known_keys.let_go(session, uid, whose)
    env.say(phrase("Copies that {name} signs are no longer read.", name=name))


def _listed(env: Environment, folder: Path, history: History | None) -> tuple[SharedCopy, ...]:
    """Return the copies in a folder; raises `FileProblem`."""
    try:
        with env.reading() as session:
            return service.copies_in(session, folder, history)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


def _take_new_campaigns(
    env: Environment, folder: Path, keys: set[str], wishes: TakeoverOptions
) -> tuple[list[SyncedCopy], History | None]:
    """Take in the campaigns of a folder: all into an empty database, else one that is named.

    Returns the campaign in use, too, if nothing was meant to be taken in. Raises `NotAllowed` if
    nothing of what is meant was taken in.
    """
    with env.reading() as session:
        here = histories.followed_names(session)
        history: History | None = None
        with suppress(UnknownName):
            history = env.campaign_history(session) if here else None
        remembered = service.folder_of(session, history.campaign.uid) if history else None
    if history and remembered == folder:
        return [], history
    copies = _listed(env, folder, None)
    told = [copy for copy in copies if copy.handed and copy.handed.fingerprint in keys]
    new = {
        copy.handed.name: copy
        for copy in (*service.longest_copies(copies), *service.longest_copies(told))
        if copy.handed and copy.handed.uid not in here
    }
    if history:
        _must_be_there(history, folder, copies, here, is_named=bool(env.options.campaign))
        return [], history
    named = comparable_name(env.options.campaign or "")
    meant = [copy for name, copy in new.items() if not here or comparable_name(name) == named]
    results = [_take(env, copy, keys, wishes) for copy in meant]
    if (results or not here) and not any(result.taken for result in results):
        problems = (
            *(result.problem for result in results),
            *(joined(": ", (copy.file, copy.problem)) for copy in copies if copy.problem),
            phrase("no copy of a campaign is there"),
        )
        raise NotAllowed(phrase("nothing was taken in: {why}", why=problems[0]))
    return results, None


def _must_be_there(
    history: History,
    folder: Path,
    copies: Sequence[SharedCopy],
    here: Mapping[str, str],
    *,
    is_named: bool,
) -> None:
    """Raise `SeveralCampaigns` if a folder has only copies of other campaigns.

    A campaign that `is_named` may be put there, too, unless one of them has its name. `here` has
    the names of the campaigns that are here, by their ids.
    """
    uid, ours = history.campaign.uid, history.campaign.name
    bundles_there = [copy.handed for copy in copies if copy.handed]
    others = dict.fromkeys(here.get(handed.uid, handed.name) for handed in bundles_there)
    if not others or any(handed.uid == uid for handed in bundles_there):
        return
    namesake = _namesake(history, others)
    if is_named and not namesake:
        return
    command = f"campaign sync {quoted(str(folder))} --campaign"
    remedy = phrase(
        "{command} takes in what is there; {other} puts {campaign} there, too",
        command=f"{command} {quoted(next(iter(others)))}",
        other=f"{command} {quoted(ours)}",
        campaign=ours,
    )
    if namesake:  # which began apart from the one here
        remedy = phrase(
            "{command}, then {sync}, or import it into another database, with --db FILE in each "
            "command",
            command=f"campaign rename NAME --campaign {quoted(ours)}",
            sync=f"{command} {quoted(namesake)}",
        )
    raise SeveralCampaigns(
        phrase(
            "the copies there are of {others}, and none is of {campaign} here",
            others=", ".join(others),
            campaign=ours,
        ),
        remedy,
    )


def _namesake(history: History, names: Iterable[str]) -> str:
    """Return the one of these names that the campaign has, too; "" if none is."""
    own_name = comparable_name(history.campaign.name)
    return next((name for name in names if comparable_name(name) == own_name), "")


def _warn_of_namesake(env: Environment, history: History, folder: Path) -> None:
    """Say that another campaign of this name is there, if the two were put there apart."""
    uid = history.campaign.uid
    bundles_there = [copy.handed for copy in _listed(env, folder, None) if copy.handed]
    if namesake := _namesake(history, [it.name for it in bundles_there if it.uid != uid]):
        env.say(
            phrase(
                "What is there is of another campaign named {campaign}, which began apart from the "
                "one here: the two never meet. Where it is meant: {command}, then {sync}",
                campaign=namesake,
                command=f"campaign rename NAME --campaign {quoted(history.campaign.name)}",
                sync=f"campaign sync {quoted(str(folder))} --campaign {quoted(namesake)}",
            )
        )


def _take_copies(
    env: Environment, history: History, folder: Path, keys: set[str], wishes: TakeoverOptions
) -> list[SyncedCopy]:
    """Take in the copies in a folder, one after the other, if they have something new.

    A copy that adds nothing to the history of the beginning is left alone: the user has left that
    history if the copy seems to add something once another one has taken its place.
    """
    results, begun = [], history
    copies = _listed(env, folder, history)
    if not wishes.dry_run:
        sync_keys.confirm(env, copies, keys)
    for copy in copies:
        with env.reading() as session:
            history = histories.followed_history(session, history.campaign.uid) or history
        stand = service.copy_relation(copy.handed, history) if copy.handed else None
        is_old = copy.handed and not service.copy_relation(copy.handed, begun).how.adds
        if stand and (is_old or not stand.how.adds or _is_own_and_undone(env, copy, history)):
            results.append(
                SyncedCopy(copy, stand, problem=sync_keys.why_not_believed(env, copy, keys))
            )
        else:
            results.append(_take(env, copy, keys, wishes, history, stand))
            forked = stand and stand.how is Relation.DIVERGED and results[-1].taken
            if forked and wishes.follow is FollowedHistory.THEIRS:
                wishes = wishes._replace(follow=None)  # of the next one somebody has to decide
    return _since_taken(env, history, results) if any(one.taken for one in results) else results


def _since_taken(env: Environment, history: History, results: list[SyncedCopy]) -> list[SyncedCopy]:
    """Results in which the copies that were left alone are compared with what is here by now."""
    with env.reading() as session:
        history = histories.followed_history(session, history.campaign.uid) or history
    return [
        result._replace(stand=service.copy_relation(result.copy.handed, history))
        if result.copy.handed and not (result.taken or result.problem)
        else result
        for result in results
    ]


def _take(
    env: Environment,
    copy: SharedCopy,
    keys: set[str],
    wishes: TakeoverOptions,
    here: History | None = None,
    stand: CopyRelation | None = None,
) -> SyncedCopy:
    """Take in a copy if its records hold and the user agrees; return the result or the reason.

    `here` is the history of its campaign here, `stand` how the copy relates to that.
    """
    if copy.handed is None:
        return SyncedCopy(copy, problem=copy.problem)
    fingerprint = copy.handed.fingerprint
    is_named = fingerprint in keys
    try:
        if not (copy.known or is_named) and (
            reason := sync_keys.why_unread(env, copy, copy.handed)
        ):
            return SyncedCopy(copy, stand, problem=reason)
        if not (copy.known or wishes.dry_run):
            sync_keys.confirm(env, (copy,), {fingerprint})
        if reason := _why_not_again(env, copy.handed, here, wishes):
            return SyncedCopy(copy, stand, problem=reason, undone=True)
        wishes = wishes._replace(key=fingerprint if is_named else None)
        compared = taking.prove_bundle(env, copy.handed, wishes)
        outcome = taking.take_in(env, copy.handed, compared, wishes)
    except NotAllowed as error:
        why = joined("; ", filter(None, (wording_of(error), error.remedy)))
        return SyncedCopy(copy, stand, problem=why)
    except FlagMissing as error:
        return SyncedCopy(copy, stand, problem=error.args[0])
    except typer.Exit as left:
        if left.exit_code == INTERRUPTED:
            raise
        return SyncedCopy(copy, stand, problem=phrase("it was not taken in"))
    return SyncedCopy(copy, stand, bool(outcome.taken and outcome.taken.added))


def _is_own_and_undone(env: Environment, copy: SharedCopy, history: History) -> bool:
    """Whether the file of this copy only has more because an import was taken back here since."""
    with env.reading() as session:
        is_own = copy.file == service.own_file(session, history.campaign.uid)
        return bool(
            is_own and copy.handed and taking_back.taken_back(session, copy.handed, history)
        )


def _why_not_again(
    env: Environment, handed: BundledHistory, here: History | None, wishes: TakeoverOptions
) -> Wording:
    """Return why a copy that was taken back here is not taken again; "" if the user wants it."""
    before = taking.taken_back_before(env, handed, here)
    if not before:
        return ""
    if wishes.follow or (env.can_ask and not wishes.dry_run):
        taking.say_taken_back(env, handed, before)
        if wishes.follow or env.ask_letter(phrase("Take it in again?"), "yN") == "y":
            return ""
    return phrase("{why}; to take it in again: {option}", why=before, option="--follow both")


class SyncFileResult(NamedTuple):
    """Whether the file of this copy was written; `unwritten` says why it could not be."""

    written: bool
    unwritten: Wording = ""


def _write_copy(env: Environment, history: History, folder: Path) -> SyncFileResult:
    """Remember the folder, write the file of this copy into it, and return the result."""
    with env.writing() as session:
        service.remember(session, history.campaign.uid, folder)
    with env.reading() as session:
        current = histories.followed_history(session, history.campaign.uid) or history
        letter = texts.letter(current, current.campaign.seats)
        try:
            return SyncFileResult(service.write(session, folder, current, letter, env.author_now()))
        except NotAllowed as error:
            return SyncFileResult(False, wording_of(error))
        except OSError as error:
            return SyncFileResult(False, (error.strerror or str(error)).lower())
