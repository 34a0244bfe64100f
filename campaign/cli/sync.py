"""campaign sync: the copies of a campaign meet in a folder that people share anyway."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import handover_taking as taking
from campaign.cli import synced
from campaign.cli.arguments import DryRun, LaterEvenings, Squares
from campaign.cli.environment import Environment, Reply, command, group
from campaign.cli.errors import FileProblem
from campaign.cli.handover_taking import Follow, Twice, Wishes
from campaign.display.json import sync as documents
from campaign.display.terminal import sync as screens
from campaign.display.text import handover as texts
from campaign.services import campaigns
from campaign.services import sync as service
from campaign.services.errors import Unclear
from campaign.services.handover import histories, known_keys
from campaign.services.handover.comparing import How
from campaign.services.sync import SharedCopy, SyncedCopy
from engine.kernel.errors import Refused, wording_of
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.values import History

Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]", help="Where copies meet; it is remembered.", show_default=False
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
"""Exit code where a copy was left that has to be decided about."""

app = group()


@command(
    app,
    "sync",
    example="campaign sync ~/Shared/tuesday",
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
) -> Reply[documents.Synced]:
    """Write this copy of a campaign into a shared folder, and take in what others have there."""
    env.database(create=True)
    folder = folder.expanduser() if folder else None
    keys = {one.upper() for one in key or ()}
    wishes = Wishes(follow, twice, later, sticker, dry_run=dry_run)
    with env.reading() as session:
        is_empty = not campaigns.known(session)
    if without:
        _let_go(env, without)
    done: list[SyncedCopy] = []
    if is_empty and folder:
        done += _begun(env, folder, keys, wishes)
        if not any(one.taken for one in done):
            why = next((one.problem for one in done), phrase("no copy of a campaign is there"))
            raise Refused(phrase("nothing was taken in: {why}", why=why))
    with env.reading() as session:
        here = env.campaign(session)
        remembered = service.folder_of(session, here.campaign.uid)
    where = folder or remembered
    if where is None:
        raise Unclear(phrase("in which folder do the copies meet?"), "campaign sync FOLDER")
    synced.mention(env.say, env.database(), where)
    done += _taken(env, here, where, keys, wishes)
    written = False if dry_run else _written(env, here, where)
    with env.reading() as session:
        here = histories.followed(session, here.campaign.uid) or here
    code = REFUSED if any(one.problem and one.how is How.DIVERGED for one in done) else 0
    return Reply(
        lambda: documents.synced(here, where, done, written=written),
        lambda: screens.synced(here, where, done, written=written),
        code,
    )


def _let_go(env: Environment, whose: str) -> None:
    with env.writing() as session:
        uid = env.campaign(session).campaign.uid
        name = known_keys.let_go(session, uid, whose)
    env.say(phrase("Copies that {name} signs are read no more.", name=name))


def _listed(env: Environment, folder: Path, here: History | None) -> tuple[SharedCopy, ...]:
    """The copies in a folder; raises `FileProblem`."""
    try:
        with env.reading() as session:
            return service.copies_in(session, folder, here)
    except OSError as error:
        raise FileProblem.of(folder, error) from None


def _begun(env: Environment, folder: Path, keys: set[str], wishes: Wishes) -> list[SyncedCopy]:
    """Take in the campaigns of a folder where there is none yet."""
    copies = service.best(_listed(env, folder, None))
    return [_take(env, copy, keys, wishes) for copy in copies]


def _taken(
    env: Environment, here: History, folder: Path, keys: set[str], wishes: Wishes
) -> list[SyncedCopy]:
    """Take in what the copies in a folder have that is not here, one after the other."""
    done = []
    for copy in _listed(env, folder, here):
        with env.reading() as session:
            here = histories.followed(session, here.campaign.uid) or here
        how = service.how_it_stands(copy.handed, here) if copy.handed else None
        if how and not how.adds:
            done.append(SyncedCopy(copy, how))
        else:
            done.append(_take(env, copy, keys, wishes))
    return done


def _take(env: Environment, copy: SharedCopy, keys: set[str], wishes: Wishes) -> SyncedCopy:
    """Take in what a copy has, as far as it holds and somebody agrees."""
    if copy.handed is None:
        return SyncedCopy(copy, problem=copy.problem)
    fingerprint = copy.handed.fingerprint
    trusted = fingerprint in keys
    if not (copy.known or trusted):
        env.say(screens.new_key(copy.handed))
        question = phrase("Read the copies that this key signs?")
        if not (env.can_ask and env.agrees(question)):
            return SyncedCopy(copy, problem=phrase("its key is new: --key {key}", key=fingerprint))
    wishes = wishes._replace(key=fingerprint if trusted else None)
    how: How | None = None
    try:
        compared = taking.proved(env, copy.handed, wishes)
        how = compared.how
        outcome = taking.take_in(env, copy.handed, compared, wishes)
    except Refused as error:
        return SyncedCopy(copy, how, problem=wording_of(error))
    except typer.Exit:
        return SyncedCopy(copy, how, problem=phrase("it was not taken"))
    return SyncedCopy(copy, how, outcome.taken is not None)


def _written(env: Environment, here: History, folder: Path) -> bool:
    """Write the file of this copy and remember the folder; raises `FileProblem`."""
    with env.writing() as session:
        service.remember(session, here.campaign.uid, folder)
    with env.reading() as session:
        now = histories.followed(session, here.campaign.uid) or here
        letter = texts.letter(now, now.campaign.seats)
        try:
            return service.write(session, folder, now, letter, env.by())
        except OSError as error:
            raise FileProblem.of(folder, error) from None
