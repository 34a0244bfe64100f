"""The photos of an evening. A history has the hash of a photo's file; the file lies elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.texts import Digest, Word

MOST = 12
"""An evening has at most this many photos."""


class Photo(NamedTuple):
    """A photo: the SHA-256 of its file, the size of the file in bytes, the kind of picture, a seat.

    `seat` is the seat that the photo shows, "" for none.
    """

    photo: Digest
    size: int
    kind: Word
    seat: Word = ""


def with_photo(photos: tuple[Photo, ...], photo: Photo) -> tuple[Photo, ...]:
    """The photos of an evening with one more.

    Raises `NotAllowed` if the photo is there already or the evening has `MOST` photos.
    """
    if any(kept.photo == photo.photo for kept in photos):
        raise NotAllowed(
            phrase("this photo is there already"),
            phrase(
                "to say otherwise whose it is: {remove}, then add it again",
                remove=f"campaign photo remove {photo.photo[:12]}",
            ),
        )
    if len(photos) >= MOST:
        raise NotAllowed(phrase("an evening has at most {most} photos", most=MOST))
    return (*photos, photo)


def without_photo(photos: tuple[Photo, ...], photo: str) -> tuple[Photo, ...]:
    """The photos of an evening without one; raises `NotAllowed` if the photo is not there."""
    if all(kept.photo != photo for kept in photos):
        raise NotAllowed(phrase("there is no photo {photo}", photo=photo[:12]))
    return tuple(kept for kept in photos if kept.photo != photo)
