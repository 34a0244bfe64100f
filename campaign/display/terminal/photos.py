"""Photos of evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.photos import SHORT, EveningPhoto
from campaign.services.photos_cleaning import CleanPhoto
from engine.kernel.photos import Photo
from engine.kernel.phrases import Wording, joined, phrase


def added(one: EveningPhoto, clean: CleanPhoto) -> Iterator[RenderableType]:
    """Lines: a photo was attached, and what was taken out of the picture."""
    yield attached(one)
    size = phrase("{width} x {height} pixels", width=clean.width, height=clean.height)
    out = joined(", ", clean.taken_out) if clean.taken_out else phrase("nothing stood beside them")
    yield parts.line(
        phrase(
            "Kept are {size} alone, {bytes}. Taken out: {what}.",
            size=size,
            bytes=_size(one.photo),
            what=out,
        )
    )


def attached(one: EveningPhoto) -> RenderableType:
    """A photo and its evening in a line."""
    return parts.line(
        phrase("Photo {photo} of {evening}", photo=one.photo.photo[:SHORT], evening=_about(one))
    )


def photo_list(some: Sequence[EveningPhoto]) -> RenderableType:
    """A line a photo: its hash, its evening, its size, and whether its file is here."""
    if not some:
        return parts.lines(
            parts.line(phrase("No evening has a photo.")), parts.command("campaign photo add FILE")
        )
    headings = map(phrase, ("Photo", "Of", "Size", "File"))
    table = parts.table(*headings, right=("Size",), notes=("Of", "File"))
    for one in some:
        file = one.path if one.state == "here" else phrase(one.state)
        table.add_row(one.photo.photo[:SHORT], _about(one), _size(one.photo), file)
    return table


def photos_of(photos: Sequence[Photo]) -> Iterator[RenderableType]:
    """The photos of an evening, below what is shown of it."""
    for photo in photos:
        words: Wording = phrase("Photo {photo}", photo=photo.photo[:SHORT])
        yield parts.line(joined(", ", [one for one in (words, photo.seat, _size(photo)) if one]))


def _about(one: EveningPhoto) -> Wording:
    return joined(", ", [words for words in (one.evening, one.photo.seat) if words])


def _size(photo: Photo) -> Wording:
    return phrase("{size} kB", size=f"{max(1, round(photo.size / 1000)):,}")
