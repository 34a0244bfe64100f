"""Screens of photos of evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.photos import SHORT, EveningPhoto
from campaign.services.photos_cleaning import CleanPhoto
from engine.kernel.photos import Photo
from engine.kernel.phrases import Wording, joined, phrase


def added_lines(one: EveningPhoto, clean: CleanPhoto) -> Iterator[RenderableType]:
    """Yield a line on an attached photo, and a line on what was removed from its file."""
    yield attached(one)
    size = phrase("{width} x {height} pixels", width=clean.width, height=clean.height)
    out = (
        joined(", ", clean.taken_out)
        if clean.taken_out
        else phrase("nothing, there was only the picture")
    )
    yield parts.line(
        phrase(
            "Only the picture is kept: {size}, {bytes}. Taken out: {what}.",
            size=size,
            bytes=_size(one.photo),
            what=out,
        )
    )


def attached(one: EveningPhoto) -> RenderableType:
    """A line with a photo and its evening."""
    return parts.line(
        phrase("Photo {photo} of {evening}", photo=one.photo.photo[:SHORT], evening=_about(one))
    )


def photo_list(some: Sequence[EveningPhoto], campaign: str) -> RenderableType:
    """The photos, one on a line: hash, evening, size, and whether the file is here.

    They are those of all evenings that count, or of a `campaign`.
    """
    if not some:
        words = phrase("No evening that counts has a photo.")
        if campaign:
            words = phrase("No evening of {campaign} has a photo.", campaign=campaign)
        return parts.lines(parts.line(words), parts.command("campaign photo add FILE"))
    headings = map(phrase, ("Photo", "Of", "Size", "File"))
    table = parts.table(*headings, right=("Size",), notes=("Of", "File"))
    for photo in some:
        file = photo.path if photo.state == "here" else phrase(photo.state)
        table.add_row(photo.photo.photo[:SHORT], _about(photo), _size(photo.photo), file)
    return table


def photos_of(photos: Sequence[Photo]) -> Iterator[RenderableType]:
    """Yield a line for each photo of an evening."""
    for photo in photos:
        words: Wording = phrase("Photo {photo}", photo=photo.photo[:SHORT])
        yield parts.line(joined(", ", [part for part in (words, photo.seat, _size(photo)) if part]))


def _about(photo: EveningPhoto) -> Wording:
    return joined(", ", [words for words in (photo.evening, photo.photo.seat) if words])


def _size(photo: Photo) -> Wording:
    return phrase("{size} kB", size=f"{max(1, round(photo.size / 1000)):,}")
