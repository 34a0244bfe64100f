"""campaign handover: a history packed, proved, taken in, accepted, and the receipt for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, FileProblem, read_bytes, write_bytes
from campaign.cli.options import command, group

FOUND_SOMETHING = 3

Seats = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEAT]",
        help="Whose letter goes with it.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=completion.seats)
]
File = Annotated[str, typer.Argument(metavar="FILE", help="The bundle.")]
ReceiptFile = Annotated[str, typer.Argument(metavar="FILE", help="The receipt.")]
Output = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where to.")]
ReceiptOutput = Annotated[
    str, typer.Option("-o", "--output", metavar="FILE", help="Where the receipt goes.")
]
All = Annotated[bool, typer.Option("--all", help="A letter about every city.")]
Follow = Annotated[
    str | None,
    typer.Option(
        "--follow",
        metavar="ours|theirs",
        help="Where the histories have parted: which goes on; the other is kept to be read.",
        show_default=False,
    ),
]
Key = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="FINGERPRINT",
        help="The key that it must be signed with, as its owner told you.",
        show_default=False,
    ),
]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Who takes the city over.")]
Take = Annotated[bool, typer.Option("--take", help="Add the acceptance to the history here.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    handover = group(app, "handover", "A history for somebody else: pack, prove, take in, accept.")

    @command(handover, "export", example="campaign handover export eagle -o for-emil.zip")
    def export(desk: Desk, output: Output, seat: Seats = None, everything: All = False) -> None:
        """Pack the whole history, signed, with a letter to the new player."""
        from campaign.display.json import handover as documents
        from campaign.display.text.handover import letter
        from campaign.services.handover import histories

        if (seat is None) != everything:
            raise typer.BadParameter("name a seat, or --all")
        if Path(output).exists():
            raise FileProblem(f"{output}: file exists")
        with desk.reading() as session:
            kept = desk.campaign(session)
            seats = (seat,) if seat else kept.campaign.seats
            for each in seats:
                kept.campaign.city(each)
            data = histories.pack(session, kept, seats, letter(kept, seats), desk.by())
        write_bytes(output, data)
        desk.say(f"{output} holds {kept.campaign.name} up to entry {len(kept.entries)}.")
        desk.say(f"Signed with your key {_own_key()}: tell it to the new player.")
        desk.say(f"Head for the box: {kept.head}")
        if desk.options.json:
            desk.show("", documents.exported(output))

    @command(handover, "verify", example="campaign handover verify for-emil.zip")
    def verify(desk: Desk, file: File) -> None:
        """Prove a bundle without a database: signature, chain, seals, every record."""
        from campaign.display.json import audit as documents
        from campaign.display.terminal import audit as display
        from campaign.services.handover import histories

        handed = histories.unpack(read_bytes(file))
        found = histories.audit(handed)
        desk.show(display.audits([found]), documents.audits([found]))
        if not found.ok:
            raise typer.Exit(FOUND_SOMETHING)
        desk.say("", handed.letter.rstrip())

    @command(handover, "import", example="campaign handover import for-emil.zip")
    def import_(desk: Desk, file: File, follow: Follow = None, key: Key = None) -> None:
        """Show what a bundle has that is not here, and take it in."""
        from campaign.display.json import handover as documents
        from campaign.display.terminal import audit as audit_display
        from campaign.display.terminal import handover as display
        from campaign.services.handover import histories

        if follow not in (None, "ours", "theirs"):
            raise typer.BadParameter(f"--follow ours or --follow theirs, not {follow}")
        handed = histories.unpack(read_bytes(file))
        proof = histories.audit(handed)
        if not proof.ok:
            desk.say(audit_display.audits([proof]))
            raise typer.Exit(FOUND_SOMETHING)
        desk.database(create=True)
        with desk.reading() as session:
            histories.check_key(session, handed, key)
            found = histories.compare(session, handed)
        desk.say(display.bundle(handed, found))
        nothing = found.how in (histories.How.IDENTICAL, histories.How.AHEAD)
        if not nothing:
            desk.confirm("Take it in?")
            with desk.writing() as session:
                histories.check_key(session, handed, key)
                kept = histories.take(session, handed, desk.by(), follow=follow)
            desk.say(f"Taken in as {kept.called}: campaign status --campaign '{kept.called}'")
        if desk.options.json:
            desk.show("", documents.bundle(handed, found, taken=not nothing))

    @command(handover, "accept", example="campaign handover accept eagle --as Emil -o receipt.json")
    def accept(desk: Desk, seat: Seat, name: As, output: ReceiptOutput) -> None:
        """Take a city over, with its history as it is here; the receipt is for the giver."""
        from campaign.display.json import handover as documents
        from campaign.services.handover import receipts

        if Path(output).exists():
            raise FileProblem(f"{output}: file exists")
        with desk.writing() as session:
            kept = desk.campaign(session)
            kept, text = receipts.accept(session, kept, seat, name, desk.by())
            write_bytes(output, text.encode())
        desk.say(f"{name} holds {seat}. Send {output} to whoever gave it to you.")
        desk.say(f"Head for the box: {kept.head}")
        if desk.options.json:
            desk.show("", documents.accepted(output))

    @command(handover, "receipt", example="campaign handover receipt receipt.json --take")
    def receipt(desk: Desk, file: ReceiptFile, take: Take = False) -> None:
        """Check what a new player has accepted against the history that is here."""
        from campaign.display.json import handover as documents
        from campaign.display.terminal import handover as display
        from campaign.services.handover import receipts

        data = read_bytes(file)
        with desk.reading() as session:
            found = receipts.check(session, data)
        desk.show(display.receipt(found), documents.receipt(found, taken=take))
        if take and not found.here:
            desk.confirm("Add the acceptance?")
            with desk.writing() as session:
                kept = receipts.take(session, data)
            desk.say(f"Added. Head for the box: {kept.head}")

    @command(handover, "key", example="campaign handover key")
    def key(desk: Desk) -> None:
        """Your own key: where it lies, and its short name to be compared."""
        from campaign.display.json import handover as documents
        from campaign.store import keys

        place = str(keys.default_location())
        found = _own_key()
        desk.show(f"{found}  {place}", documents.key(found, place))


def _own_key() -> str:
    from campaign.store.keys import own_fingerprint

    return own_fingerprint()
