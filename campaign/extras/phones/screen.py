"""The invitation to the phones: the code to scan, the address to type, and who is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from campaign.display.terminal import parts
from campaign.extras.phones.guard import Device
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase, plural

LISTED = 8
"""The most devices that are listed."""
BESIDE = 34
"""The fewest columns for the words beside the code."""


def invitation(
    url: str, code: Sequence[Sequence[bool]], here: RenderableType, columns: int
) -> RenderableType:
    """The code, with address and seats beside it; in a narrow window, the address is below it.

    `code` has the rows of modules, True for a dark one.
    """
    drawn = _blocks(code)
    address = (
        parts.line(phrase("Phones in the same network: scan, or open")),
        Text(url, style="bold", no_wrap=True, overflow="fold"),
    )
    if columns < len(code[0]) + 2 + max(BESIDE, cell_len(url)):
        return parts.lines(drawn, *address)
    again = parts.line(phrase("phones: this again; it ends with this command."))
    side_by_side = Grid.grid(padding=(0, 2, 0, 0))
    side_by_side.add_row(drawn, parts.lines(*address, Text(""), here, Text(""), again))
    return side_by_side


def who_is_there(names: Mapping[Seat, str], here: Mapping[Seat, bool]) -> RenderableType:
    """The seats, each with its phone: here, away or none."""
    if not names:
        return parts.line(phrase("Nobody has been seated yet."))
    return parts.lines(*map(parts.one_line, _places(names, here)))


def watching(devices: Mapping[Device, bool]) -> RenderableType:
    """The newest devices without a seat; in `devices` True is one that is here."""
    shown = list(devices.items())[-LISTED:]
    unlisted = len(devices) - len(shown)
    lines = [
        phrase("device {number} watches from {host}", number=device.number, host=device.host)
        if here
        else phrase("device {number} from {host} is away", number=device.number, host=device.host)
        for device, here in shown
    ]
    if unlisted:
        lines.insert(0, plural("{count} more device", "{count} more devices", unlisted))
    drops = phrase(
        "phones forget {number} drops this device, phones forget drops all of these.",
        number=shown[-1][0].number,
    )
    return parts.lines(*map(parts.one_line, lines), parts.line(drops))


def _places(names: Mapping[Seat, str], here: Mapping[Seat, bool]) -> Iterator[Wording]:
    for seat, name in names.items():
        who = name or seat
        if seat not in here:
            yield phrase("{who} has no phone", who=who)
        elif here[seat]:
            yield phrase("{who} is here", who=who)
        else:
            yield phrase("{who} is away", who=who)


def _blocks(code: Sequence[Sequence[bool]]) -> Text:
    """The code in half blocks, two rows a line; the light modules are drawn on black."""
    if len(code) % 2:
        code = [*code, [False] * len(code[0])]
    rows = []
    for upper, lower in zip(code[::2], code[1::2], strict=True):
        rows.append(
            "".join(_BLOCKS[above, below] for above, below in zip(upper, lower, strict=True))
        )
    return Text("\n".join(rows), style="bright_white on black", no_wrap=True)


_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
