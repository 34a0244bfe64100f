"""The check of an audit that no file of a photo was altered."""

from __future__ import annotations

from pathlib import Path

from sqlmodel import Session

from campaign.services import photos
from campaign.services.audit.checks import Result, timed_check
from campaign.services.photos import SHORT, EveningPhoto
from campaign.services.values import AuditCheck
from campaign.services.words import many
from engine.kernel.phrases import Wording, phrase

REMEDY = "campaign photo remove PHOTO, and attach it again"


def check(session: Session, folder: Path | None) -> tuple[AuditCheck, ...]:
    """The check that no file of a photo was altered; none without photos.

    A missing file is named and is no problem of the history: it may never have come here.
    """
    if not photos.are_attached(session):
        return ()

    def looked_at() -> Result:
        attached_photos = list(photos.every(session, folder))
        altered = [
            f"{_named(attached)} was altered: {attached.path}"
            for attached in attached_photos
            if attached.state == "altered"
        ]
        note: Wording = many(len(attached_photos), "photo")
        if missing := ", ".join(
            _named(attached) for attached in attached_photos if attached.state == "missing"
        ):
            note = phrase("{photos}, not here: {missing}", photos=note, missing=missing)
        return altered, note

    return (timed_check("photos", looked_at, REMEDY),)


def _named(attached: EveningPhoto) -> str:
    return f"{attached.photo.photo[:SHORT]} of {attached.evening!s}"
