"""Write pictures to files: SVG, or PNG with the extra png; `-` is standard output."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from campaign import installation
from campaign.cli import export_files
from campaign.cli.arguments import CardFormat
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.stdout import print_line
from campaign.display.svg import picture as pictures
from campaign.display.svg.cards import A6, WIDE, Format

if TYPE_CHECKING:
    from campaign.display.svg.picture import Picture

SVG, PNG = ".svg", ".png"
SCALE = 2
"""The pixels of a PNG for each unit of the picture."""


def format_of(card: CardFormat | None, output: Path | None) -> Format | None:
    """Return the format of the card, None without a card; raises `BadParameter` without a file."""
    if card and output is None:
        raise typer.BadParameter(f"--card goes with -o FILE: -o card{PNG}")
    return {None: None, CardFormat.WIDE: WIDE, CardFormat.A6: A6}[card]


def check_not_drawn(card: CardFormat | None, output: Path | None) -> None:
    """Raise `BadParameter` if an older record is to be drawn, which is only printed."""
    if card or output:
        raise typer.BadParameter("--record-version prints a record and draws nothing: leave out -o")


def write(env: Environment, path: Path, picture: Picture) -> None:
    """Write a picture to a file, or print it for `-`; ask before an existing file is replaced.

    Raises `FileProblem`, and `BadParameter` if standard output is needed for JSON.
    """
    text = pictures.document(picture)
    if str(path) == "-":
        if env.options.json:
            raise typer.BadParameter("--json lists the picture: name its file with -o FILE")
        print_line(text)
        return
    kind = path.suffix.lower()
    if kind not in (SVG, PNG):
        raise FileProblem(
            f"{path}: a picture is a file such as {path.stem}{SVG} or {path.stem}{PNG}"
        )
    data = text.encode() if kind == SVG else _png(text)
    export_files.write_file(env, path, data)
    env.say(f"{path}: {picture.title}")


def _png(text: str) -> bytes:
    """Return a picture as PNG; raises `FileProblem` if the extra png is not installed."""
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise FileProblem(*installation.explain_missing_extra("PNG", "png")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=SCALE))
