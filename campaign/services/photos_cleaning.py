"""Cleaning a picture from a phone or camera: its pixels alone are kept, up to a maximum size.

    bytes ──is it a picture, and nothing else?──> Pillow ──turned upright, made smaller──> JPEG

The picture is drawn anew, so that nothing beside its pixels is kept: position, camera, time,
remarks, a preview, bytes behind its end. Pillow is an extra and may be missing.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from campaign import installation
from campaign.services.errors import ServiceError
from campaign.store.photos import BEGINS, JPEG
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, many, phrase

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 60_000_000
"""The highest number of pixels of a picture; a larger one is refused before it is decoded."""
EDGE = 2_048
"""The highest length of an edge of a kept photo, in pixels."""
QUALITY = 85
MOST_SCANS = 40
"""The highest number of passes in which a JPEG is drawn; programs that save pictures make ten.

Each pass goes over all pixels, so a small file with thousands of them would take hours.
"""
MOST_PARTS = 2_000
"""The highest number of parts of a JPEG, such as tables and notes; cameras write a few dozen.

Pillow joins notes one by one, so a file of a million would take hours.
"""
FORMATS = ("JPEG", "PNG", "WEBP")
"""The accepted formats; JPEG includes files of phones with more pictures behind it (MPO)."""
_GPS, _MAKE, _MODEL, _TIMES = 0x8825, 0x010F, 0x0110, (0x0132, 0x9003)
_OTHERS = {b"%PDF-": "a PDF", b"<html": "a page", b"<script": "a page", b"<?php": "a program"}
"""Bytes that show that a file is also something else, and what it is."""


class CleanPhoto(NamedTuple):
    """A photo in the form to keep, with its size, and what was removed from the picture."""

    data: bytes
    width: int
    height: int
    taken_out: tuple[Wording, ...]
    kind: str = JPEG


def cleaned(data: bytes) -> CleanPhoto:
    """Clean a picture; raises `NotAllowed` for another file, `ServiceError` without Pillow."""
    _check_alone(data)
    _check_parts(data)
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415  an extra
    except ModuleNotFoundError:
        raise ServiceError(*installation.explain_missing_extra("a photo", "photos")) from None
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            warnings.simplefilter("ignore")  # what Pillow finds odd beside the pixels is taken out
            if picture.width * picture.height > MOST_PIXELS:
                raise NotAllowed(
                    phrase(
                        "the picture has {width} x {height} pixels, more than {most} million",
                        width=picture.width,
                        height=picture.height,
                        most=MOST_PIXELS // 1_000_000,
                    )
                )
            taken_out = tuple(_beside(picture, data))
            picture.thumbnail((EDGE, EDGE))  # first, so that nothing else holds all pixels
            upright = ImageOps.exif_transpose(picture)
            drawn = Image.new("RGB", upright.size, "white")
            with_holes = upright.convert("RGBA")
            drawn.paste(with_holes, mask=with_holes.getchannel("A"))
    except NotAllowed:
        raise
    except UnidentifiedImageError:
        raise NotAllowed(
            phrase("the file is no picture in an accepted format: JPEG, PNG or WebP"),
            phrase("save a photo of another kind, such as HEIC, as JPEG first"),
        ) from None
    except (Image.DecompressionBombError, MemoryError):
        raise NotAllowed(phrase("the picture claims to be larger than any photo")) from None
    except Exception as error:  # a damaged picture may raise anything while it is drawn
        words = " ".join(str(error).split())[:80] or type(error).__name__
        raise NotAllowed(phrase("the picture cannot be drawn: {why}", why=words)) from None
    kept = io.BytesIO()
    drawn.save(kept, "JPEG", quality=QUALITY, optimize=True)
    return CleanPhoto(kept.getvalue(), *drawn.size, taken_out)


def _check_alone(data: bytes) -> None:
    """Raise `NotAllowed` for a file that is also something other than a picture."""
    other_kind = next((kind for beginning, kind in _OTHERS.items() if beginning in data), "")
    if not other_kind and zipfile.is_zipfile(io.BytesIO(data)):
        other_kind = "an archive"
    if other_kind:
        raise NotAllowed(
            phrase("the file is also {what}, not a picture alone", what=phrase(other_kind))
        )


_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])", re.DOTALL)
"""Matches a marker of a JPEG that is the end, or has a length behind it."""
_SCAN, _END = b"\xda", b"\xd9"


def _check_parts(data: bytes) -> None:
    """Raise `NotAllowed` for a JPEG that would take for ever: of too many parts or passes."""
    if not data.startswith(BEGINS):
        return
    at, scans, parts = 2, 0, 0
    while (marker := _MARKER.search(data, at)) and marker[1] != _END:
        parts += 1
        gap = 0 if scans else marker.start() - at  # filled; pixels only come behind a scan's marker
        if scans > MOST_SCANS or parts > MOST_PARTS or gap > MOST_PARTS:
            raise NotAllowed(
                phrase("the picture consists of far more parts than a photo has"),
                phrase("save it anew with another program first"),
            )
        scans += marker[1] == _SCAN
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2], "big")


def _beside(picture: Image, data: bytes) -> Iterator[Wording]:
    """The contents beside the pixels of a picture, in words."""
    exif = picture.getexif()
    if exif.get_ifd(_GPS):
        yield phrase("where it was taken")
    if exif.get(_MAKE) or exif.get(_MODEL):
        yield phrase("the camera")
    if any(exif.get(tag) or exif.get_ifd(0x8769).get(tag) for tag in _TIMES):
        yield phrase("when it was taken")
    elif exif:
        yield phrase("what the camera noted (EXIF)")
    info = picture.info
    if "xmp" in info or "XML:com.adobe.xmp" in info:
        yield phrase("remarks of programs (XMP)")
    if "photoshop" in info:
        yield phrase("words about it (IPTC)")
    if "comment" in info or getattr(picture, "text", None):
        yield phrase("comments")
    if picture.format in ("JPEG", "MPO"):
        end = data.rfind(b"\xff\xd9") + 2
        if getattr(picture, "n_frames", 1) > 1:
            yield phrase("more pictures behind it")
        elif behind := len(data) - end:
            yield phrase("{bytes} behind its end", bytes=many(behind, "byte"))
