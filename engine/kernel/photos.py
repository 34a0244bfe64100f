"""A photo of an evening as a history knows it: by the hash of its file, which lies elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.texts import Digest, Word

MOST = 12
"""Photos that an evening has at most."""


class Photo(NamedTuple):
    """A photo: the SHA-256 of its file, its bytes, what kind of picture, the seat it is about."""

    photo: Digest
    size: int
    kind: Word
    seat: Word = ""


def added(photos: tuple[Photo, ...], photo: Photo) -> tuple[Photo, ...]:
    """The photos of an evening with one more; raises `NotAllowed`."""
    if any(one.photo == photo.photo for one in photos):
        raise NotAllowed(phrase("this photo is there already"))
    if len(photos) >= MOST:
        raise NotAllowed(phrase("an evening has at most {most} photos", most=MOST))
    return (*photos, photo)


def removed(photos: tuple[Photo, ...], photo: str) -> tuple[Photo, ...]:
    """The photos of an evening without one; raises `NotAllowed` where it is none of them."""
    if all(one.photo != photo for one in photos):
        raise NotAllowed(phrase("there is no photo {photo}", photo=photo[:12]))
    return tuple(one for one in photos if one.photo != photo)
