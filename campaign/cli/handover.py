"""campaign handover: export a history, take one in, accept a city, check the receipt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, export_files, meant
from campaign.cli import handover_taking as taking
from campaign.cli.arguments import DryRun, LaterEvenings, Seat, Squares
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import FileProblem
from campaign.cli.files import is_database, read_bundle
from campaign.cli.handover_taking import Follow, Key, TakeoverOptions, Twice
from campaign.cli.registration import command, group
from campaign.display.html import photos as photo_pages
from campaign.display.html import proof
from campaign.display.json import handover as documents
from campaign.display.terminal import handover as screens
from campaign.display.text import handover as texts
from campaign.services import folding, names
from campaign.services.handover import known_keys, packing, receipts
from campaign.store import keys
from campaign.store import photos as store
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.services.handover.packing import BundledHistory

Seats = Annotated[
    str | None,
    typer.Argument(
        metavar="SEAT",
        help="The seat whose new player gets the letter.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A bundle, or a copy of a database.")]
ReceiptFile = Annotated[str, typer.Argument(metavar="FILE", help="The receipt.")]
Output = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where to.")]
ReceiptOutput = Annotated[
    str,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Where the receipt goes, - is standard output."
    ),
]
WithPhotos = Annotated[
    bool,
    typer.Option(
        "--photos", help="Include the photos of the evenings, as far as they are on this machine."
    ),
]
All = Annotated[bool, typer.Option("--all", help="A letter about every city.")]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Who takes the city over.")]
Take = Annotated[bool, typer.Option("--take", help="Add the acceptance to the history here.")]

OtherBundle = Annotated[
    bool,
    typer.Option("--other-bundle", help="Accept although the bundle was packed for another seat."),
]

app = group(
    "handover",
    "A history for somebody else: export it, take one in, accept a city.",
    menu=("Sharing", 2, "a history in one file"),
)


@command(
    app,
    "export",
    example="campaign handover export eagle -o for-emil.zip",
    also="share send bundle",
)
def export(
    env: Environment,
    output: Output,
    seat: Seats = None,
    everything: All = False,
    photos: WithPhotos = False,
) -> Reply[documents.BundleFileDocument]:
    """Pack the whole history, signed, with a letter to the new player."""
    if (seat is None) != everything:
        raise typer.BadParameter("name a seat, or --all")
    if output == "-":
        raise FileProblem("this is not text: name a file instead of standard output")
    export_files.confirm_replacing(env, [Path(output)])
    with env.reading() as session:
        history = env.campaign_history(session)
        seats = (names.seat_of(history.campaign, seat),) if seat else history.campaign.seats
        letter = texts.letter(history, seats)
        pictures: Mapping[str, bytes] = {}
        if photos:
            pictures = photo_pages.photos_in_folder(
                history, store.folder_of(env.database().url)
            ).pictures
        bundle = packing.pack(session, history, seats, letter, env.author_now(), photos=pictures)
    export_files.replace_file(Path(output), bundle, private=True)
    env.say(
        phrase(
            "{file} holds {campaign} up to entry {number}.",
            file=output,
            campaign=history.campaign.name,
            number=len(history.entries),
        ),
        phrase(
            "Signed with your key {fingerprint}: read these characters to the new player.",
            fingerprint=keys.own_fingerprint(),
        ),
        *([phrase("Photos in it: {count}", count=len(pictures))] if photos else []),
        phrase("Head for the box: {head}", head=history.head),
    )
    return Reply(lambda: documents.BundleFileDocument(path=output))


@command(app, "take", example="campaign handover take for-emil.zip", also="import receive take")
def take(
    env: Environment,
    file: File,
    follow: Follow = None,
    twice: Twice = None,
    later: LaterEvenings = None,
    sticker: Squares = None,
    key: Key = None,
    dry_run: DryRun = False,
) -> Reply[documents.BundleDocument]:
    """Take in a bundle or the copy of a database: show what is new in it, and add that."""
    return take_bundle(
        env, file, taking.TakeoverOptions(follow, twice, later, sticker, key, dry_run)
    )


def take_bundle(
    env: Environment, file: str, wishes: TakeoverOptions
) -> Reply[documents.BundleDocument]:
    """Take in a bundle or the copy of a database, as far as the user agrees.

    Raises `FileProblem` for a chronicle.
    """
    left = taking.LeftInCopy()
    if is_database(file):
        if wishes.key:
            raise typer.BadParameter(
                "--key goes with a bundle: nobody has signed the copy of a database"
            )
        handed, left = taking.read_database(env, file)
    else:
        handed = _read_bundle(file)
    compared = taking.prove_bundle(env, handed, wishes)
    taking.say_left_in_copy(env, left, file)
    taking.say_taken_back(env, handed, taking.taken_back_before(env, handed, compared.here))
    outcome = taking.take_in(env, handed, compared, wishes)
    history = outcome.taken.history if outcome.taken else compared.here
    if history and not wishes.dry_run:
        _keep_photos(env, packing.photos_in(handed, history.campaign))
    if outcome.taken and not (env.options.campaign or env.options.json):
        with env.reading() as session:
            env.say(*meant.warning(session, outcome.taken.history.stream))
    return Reply(
        lambda: documents.bundle(handed, compared, outcome.plan, taken=outcome.taken is not None)
    )


def _read_bundle(file: str) -> BundledHistory:
    """Return the history in a bundle; raises `FileProblem` for a chronicle."""
    data = read_bundle(file)
    if proof.is_page(data):
        raise FileProblem(
            phrase(
                "{file} is a chronicle and no bundle: campaign audit --file proves it; to go on "
                "with the campaign, ask for a bundle",
                file=file,
            )
        )
    return packing.unpack(data)


def _keep_photos(env: Environment, pictures: Mapping[str, bytes]) -> None:
    """Save the photos of a bundle, and say how many there are, or that they have no place here."""
    if not pictures:
        return
    folder = store.folder_of(env.database().url)
    if folder is None:
        env.say(
            phrase(
                "Photos that came with it, not kept: {count}. A server has no folder for photos: "
                "name one with {variable}, and take the bundle in again.",
                count=len(pictures),
                variable=store.VARIABLE,
            )
        )
        return
    for picture in pictures.values():
        store.save(folder, picture)
    env.say(phrase("Photos that came with it: {count}", count=len(pictures)))


@command(app, "accept", example="campaign handover accept eagle --as Emil -o receipt.json")
def accept(
    env: Environment,
    seat: Seat,
    name: As,
    output: ReceiptOutput,
    other_bundle: OtherBundle = False,
    dry_run: DryRun = False,
) -> Reply[documents.ReceiptFileDocument]:
    """Take a city over, with its history as it is here; the receipt is for the giver."""
    printed = output == "-"
    if printed and env.options.json:
        raise typer.BadParameter("--json lists the written files: give -o FILE")
    export_files.confirm_replacing(env, [] if printed or dry_run else [Path(output)])
    with env.reading() as session:
        history = env.campaign_history(session)
        seat = names.seat_of(history.campaign, seat)
        other_seats = receipts.packed_for(session, history, seat)
    name = names.spelled(history.campaign, name)
    env.confirm_names({seat: name}, history.campaign.seats)
    if dry_run:
        env.say(phrase("{player} would hold {seat}.", player=name, seat=seat))
    if other_seats or dry_run:
        env.confirm(
            phrase(
                "The bundle was packed for {others}, not for {seat}. Accept {seat}?",
                others=other_seats,
                seat=seat,
            ),
            flag="--other-bundle",
            agreed=other_bundle,
            dry_run=dry_run,
        )
    with env.writing() as session:
        history = folding.current(session, history)
        history, text = receipts.accept(session, history, seat, name, env.author_now())
        if not printed:
            export_files.replace_file(Path(output), text.encode())
    env.say(
        phrase(
            "{player} holds {seat}. Send {file} to the player who gave you the city.",
            player=name,
            seat=seat,
            file=phrase("the receipt") if printed else output,
        ),
        phrase("Head for the box: {head}", head=history.head),
    )
    return Reply(
        lambda: documents.ReceiptFileDocument(path=output), (lambda: text) if printed else None
    )


@command(app, "receipt", example="campaign handover receipt receipt.json --take")
def receipt(
    env: Environment,
    file: ReceiptFile,
    take: Take = False,
    other_bundle: OtherBundle = False,
    key: Key = None,
) -> Reply[documents.ReceiptDocument]:
    """Compare what a new player has accepted with the history that is here."""
    data = read_bundle(file)
    with env.reading() as session:
        checked = receipts.check(session, data, key)
        key_words = known_keys.in_words(
            session, checked.history.campaign.uid, checked.player, checked.fingerprint
        )
    taken = not checked.here and (take or env.can_ask)
    warned = checked.undone and not (env.options.campaign or env.options.json)
    screen = screens.receipt(checked, key_words, adds=taken)
    if taken:
        (env.say if env.options.json else env.print)(screen)
        env.confirm(
            phrase("Add the acceptance?"),
            flag="--other-bundle" if checked.bundle_for else "",
            agreed=other_bundle,
        )
        with env.writing() as session:
            history = receipts.take(session, data, env.author_now(), checked, key)
        env.say(phrase("Added. Head for the box: {head}", head=history.head))
    elif warned:
        env.print(screen)
        with env.reading() as session:
            env.say(*meant.warning(session, checked.history.stream))
    return Reply(
        lambda: documents.receipt(checked, taken=taken),
        None if taken or warned else lambda: screen,
    )


@command(app, "key", example="campaign handover key")
def key(env: Environment) -> Reply[documents.KeyDocument]:
    """Your own key: where it is, and its fingerprint to compare."""
    place = str(keys.default_location())
    fingerprint = keys.own_fingerprint()
    return Reply(
        lambda: documents.KeyDocument(fingerprint=fingerprint, path=place),
        lambda: f"{fingerprint}  {place}",
    )
