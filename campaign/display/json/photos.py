"""Photos of evenings as a JSON document."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from campaign.display.json import parts
from campaign.display.json.parts import Document, Items, OrNull
from campaign.services.photos import EveningPhoto


class AttachedPhoto(parts.PhotoPart):
    """A photo, its evening and its file."""

    campaign: OrNull[str] = Field(description="null for a session outside a campaign")
    episode: OrNull[int]
    session: OrNull[int]
    day: str = Field(description="the day of the evening")
    state: str = Field(description="the state of its file: `here`, `missing` or `altered`")
    path: OrNull[str] = Field(description="where its file lies, or would")


class PhotosDocument(Document, kind="photos"):
    """Photos of evenings that count."""

    photos: Items[AttachedPhoto]


def photos(some: Iterable[EveningPhoto]) -> PhotosDocument:
    """The document of photos, each with its evening."""
    return PhotosDocument.from_value(
        photos=[AttachedPhoto.from_value(photo, **photo.photo._asdict()) for photo in some]
    )
