"""Photos of evenings on a chronicle, if they are asked for; they are not part of the proof.

    history ── hashes ──┐
    files ── pictures ──┴──> a section with each picture whose hash is in an entry

The check of a page takes the pictures from the page and compares their hashes with the history.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from campaign.display.html.chronicle import Section
from campaign.display.html.page import data
from campaign.services.photos import SHORT
from campaign.services.values import AuditCheck, History
from campaign.store import photos as store
from engine.kernel.photos import Photo
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.model import Campaign

NAME = "photos"
NOTE = phrase(
    "The pictures are not part of the signed history; it has only the hash of each photo. A "
    "picture with a different hash is not the attached one. What a photo shows is not proved."
)
_START = f"data:{store.JPEG};base64,"
_PICTURE = re.compile(rf'<img src="{_START}([A-Za-z0-9+/=]+)"')


class PagePictures(NamedTuple):
    """The pictures of a page by their hashes."""

    pictures: Mapping[str, bytes]

    def section(self, campaign: Campaign, *, proof: bool) -> Section | None:
        """The section with the pictures, or None; with `proof` it has its `rows`."""
        attached = [
            (number, photo) for number, photo in _photos(campaign) if photo.photo in self.pictures
        ]
        if not attached:
            return None
        table = {
            "label": phrase("Photos"),
            "heads": [phrase("Photo"), phrase("Episode"), phrase("City")],
            "rows": [
                {"label": photo.photo[:SHORT], "cells": [number, photo.seat], "total": False}
                for number, photo in attached
            ],
        }
        pictures = [
            (
                joined(", ", (phrase("Episode {number}", number=number), photo.seat))
                if photo.seat
                else phrase("Episode {number}", number=number),
                _START + base64.b64encode(self.pictures[photo.photo]).decode(),
            )
            for number, photo in attached
        ]
        rows = data([photo.photo for _, photo in attached]) if proof else ""
        return Section(NAME, "pictures", NOTE, table, (), rows, pictures)

    def missed_answer(self, history: History, number: int) -> Wording:
        """Return "": photos say nothing about moves."""
        return ""

    def check(self, history: History) -> AuditCheck | None:
        """Check that each picture has the hash of a photo of the history; None without pictures."""
        if not self.pictures:
            return None
        known_hashes = {attached.photo for _, attached in _photos(history.campaign)}
        problems = [
            f"the picture {photo[:SHORT]} is no photo of the history"
            for photo in self.pictures
            if photo not in known_hashes
        ]
        return AuditCheck(NAME, f"{len(self.pictures)} with their hashes", 0.0, tuple(problems))


def photos_in_folder(history: History, folder: Path | None) -> PagePictures:
    """The pictures for a page: photos of a campaign whose files are in a folder, unaltered."""
    read = {photo.photo: store.read(folder, photo.photo) for _, photo in _photos(history.campaign)}
    return PagePictures({photo: picture for photo, picture in read.items() if picture})


def read(text: str) -> PagePictures:
    """The pictures on a page."""
    return PagePictures(
        {hashlib.sha256(picture).hexdigest(): picture for picture in _decoded(text)}
    )


def _decoded(text: str) -> Iterator[bytes]:
    for written in _PICTURE.findall(text):
        try:
            yield base64.b64decode(written, validate=True)
        except binascii.Error:
            continue  # the comparison of the page with its history finds this


def _photos(campaign: Campaign) -> Iterator[tuple[int, Photo]]:
    """The photos of a campaign, each with its episode."""
    return ((played.number, photo) for played in campaign.played for photo in played.photos)
