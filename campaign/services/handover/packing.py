"""Packing a history into a bundle, and unpacking it without trust.

    pack ──> bytes ──> unpack ──> BundledHistory

Every value has a form; a value of another form is refused before it is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from sqlmodel import Session

from campaign.services import forms
from campaign.services.seals import SECRET
from campaign.services.values import Author, History
from campaign.store import bundles, journal, payloads, settings, stamps
from campaign.store.bundles import BundleFile
from campaign.store.errors import BadBundle
from campaign.store.keys import looks_like_a_fingerprint, sign
from campaign.store.photos import BEGINS
from engine.kernel.texts import Digest, Salt, ValueForm, Word, lines, name, pattern
from engine.my_city.campaign.entries import KINDS
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack.apart import file_of
from engine.my_city.pack.load import load, texts
from engine.my_city.pack.tables import BOX

JOURNAL, SEALS, LETTER = "journal.jsonl", "secret.txt", "letter.txt"
LONGEST = 20_000
"""The highest number of entries of a history."""

_LETTER = lines(100_000)
_PERSON, _CAMPAIGN = name(60), name(40)


def _no_giver(text: str) -> str:
    """Why a text cannot be the name of the giver; "" if it can."""
    return _PERSON.problem(text.strip()) or _as_a_key(text)


def _no_campaign(text: str) -> str:
    """Why a text cannot be the name of a campaign in a bundle; "" if it can."""
    return _CAMPAIGN.problem(text) or _as_a_key(text)


def _as_a_key(text: str) -> str:
    """Why a name must not be shown beside the name of a key; "" if it may."""
    return "a name that looks like a key" if looks_like_a_fingerprint(text) else ""


class Head(NamedTuple):
    """The last entry of a history."""

    seq: int
    hash: Digest


class Manifest(NamedTuple):
    """The form of the manifest of a bundle."""

    format: Word
    campaign: Word
    name: Annotated[str, ValueForm(_no_campaign)]
    stream: Annotated[str, pattern(journal.STREAM.pattern, "a stream")]
    head: Head
    seats: tuple[Word, ...]
    by: Annotated[str, ValueForm(_no_giver)]
    at: forms.Stamp
    members: Mapping[Word, Any]


class EntrySummary(NamedTuple):
    """An entry as bundles and receipts hold it."""

    seq: int
    kind: Annotated[str, pattern(journal.KIND.pattern, "a kind of entry")]
    payload: str
    author: str
    recorded_at: str
    previous_hash: Annotated[str, pattern("([0-9a-f]{64})?", "a digest")]
    hash: Digest


class BundledHistory(NamedTuple):
    """A history in a bundle, with the secret, the letter and the manifest.

    `copied` says that it was packed here, from the copy of a database that nobody has signed.
    """

    bundle: BundleFile
    manifest: Manifest
    entries: tuple[journal.Entry, ...]
    secret: str
    letter: str
    copied: bool = False

    @property
    def uid(self) -> str:
        """The id of the campaign, the same in every database."""
        return str(self.entries[0].payload.get("uid"))

    @property
    def name(self) -> str:
        """The name of the campaign."""
        return self.manifest.name

    @property
    def sealed_as(self) -> str:
        """The name that the stream of this history has in the hash chain."""
        return self.entries[0].stream

    @property
    def giver(self) -> str:
        """The name of the person who packed it, as stated in the manifest.

        Of the copy of a database, the author of its last entry.
        """
        return self.entries[-1].author if self.copied else self.manifest.by.strip()

    @property
    def fingerprint(self) -> str:
        """The short name of the key with which it is signed."""
        return self.bundle.by.fingerprint

    @property
    def head(self) -> str:
        """The short head of the history."""
        return journal.short_head(self.entries[-1].hash)


def pack(
    session: Session,
    history: History,
    seats: Sequence[str],
    letter: str,
    by: Author,
    *,
    secret: bool = True,
    photos: Mapping[str, bytes] = MappingProxyType({}),
) -> bytes:
    """Pack a campaign into a signed bundle for the players of some seats.

    `photos` are pictures by their hashes. A bundle without the `secret` of the seals proves the
    history, but nobody can continue it. Raises `NotAllowed`, `BadKey`, and `BadBundle` if the
    bundle could not be read, for example because an entry does not have the form of its kind.
    """
    for seat in seats:
        history.campaign.city(seat)
    members = {
        JOURNAL: "".join(f"{_line_of(entry)}\n" for entry in history.entries).encode(),
        SEALS: ((secret and settings.read(session, history.stream, SECRET)) or "").encode(),
        LETTER: letter.encode(),
        **records_of(history.campaign),
        **packs_of(history.campaign),
        **{photo_name(photo): picture for photo, picture in photos.items()},
    }
    last = history.entries[-1]
    manifest = bundles.manifest_text(
        {
            "campaign": history.campaign.uid,
            "name": history.campaign.name,
            "stream": history.origin.sealed_as,
            "head": {"seq": last.seq, "hash": last.hash},
            "seats": list(seats),
            "by": by.author,
            "at": stamps.stamp(by.now),
        },
        members,
    )
    data = bundles.pack_bundle(manifest, sign(bundles.PURPOSE, manifest), members)
    try:
        unpack(data)
    except BadBundle as error:
        raise BadBundle(
            f"no copy of the program could read this bundle: {error}",
            "leave --photos out: photos are files, which go any other way" if photos else "",
        ) from None
    return data


def unpack(data: bytes) -> BundledHistory:
    """The history in a bundle, not yet proved; raises `BadBundle`."""
    bundle = bundles.unpack_bundle(data)
    for member in (JOURNAL, SEALS, LETTER):
        if member not in bundle.members:
            raise BadBundle(f"the bundle has no {member}")
    if why := forms.form_problem(bundle.manifest, Manifest):
        raise BadBundle(f"the manifest: {why}")
    manifest = Manifest(**{**bundle.manifest, "head": Head(**bundle.manifest["head"])})
    entries = tuple(_entries(bundle.members[JOURNAL], manifest.stream))
    if not entries:
        raise BadBundle("the journal in the bundle is empty")
    try:
        secret = bundle.members[SEALS].decode("ascii")
        letter = bundle.members[LETTER].decode("utf-8")
    except UnicodeDecodeError:
        raise BadBundle("the letter or the secret of the bundle is no text") from None
    if why := forms.why_not(secret, Salt):
        raise BadBundle(f"the secret of the bundle: {why}")
    if why := _LETTER.problem(letter):
        raise BadBundle(f"the letter in the bundle: {why}")
    return BundledHistory(bundle, manifest, entries, secret, letter)


def photo_name(photo: str) -> str:
    """The name of a photo as a member of a bundle."""
    return f"photos/{photo[:40]}.jpg"


def photos_in(handed: BundledHistory, campaign: Campaign) -> dict[str, bytes]:
    """The photos in a bundle that belong to evenings of its campaign, by their hashes."""
    members = handed.bundle.members
    return {
        photo.photo: picture
        for played in campaign.played
        for photo in played.photos
        for picture in [members.get(photo_name(photo.photo), b"")]
        if picture.startswith(BEGINS) and hashlib.sha256(picture).hexdigest() == photo.photo
    }


def records_of(campaign: Campaign) -> dict[str, bytes]:
    """The records of a campaign that count, as members of a bundle."""
    return {
        f"records/episode-{played.number:02}.toml": played.recorded.record.encode()
        for played in campaign.played
    }


def packs_of(campaign: Campaign) -> dict[str, bytes]:
    """The box and the opened envelopes of a campaign's pack, as members of a bundle.

    Empty for a pack that the journal itself carries.
    """
    if campaign.hidden is not None:
        return {}
    files = {(campaign.pack.name, BOX)}
    for number in campaign.opened:
        newer = [update.pack for update in campaign.updates if str(number) in update.seals]
        name = newer[-1] if newer else campaign.pack.name
        files |= {(name, file_of(number)), (name, BOX)}
    bases = {load(name).files[BOX].get("base", "") for name, _ in files}
    files |= {(base, BOX) for base in bases if base}
    return {f"packs/{name}/{file}": texts(name)[file].encode() for name, file in sorted(files)}


def values_of(entry: journal.Entry) -> dict[str, Any]:
    """The values of an entry for a bundle or receipt; `entry_of` reads them."""
    values = {**entry._asdict(), "payload": entry.text}
    return {field: values[field] for field in EntrySummary._fields}


def _line_of(entry: journal.Entry) -> str:
    """The line of an entry in a bundle.

    Its texts are composed (NFC) already. Its payload is JSON: composed once more, an accent behind
    the escape of a line break would become one character with the letter of the escape.
    """
    return json.dumps(values_of(entry), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def entry_of(values: Mapping[str, Any], stream: str, number: int | None = None) -> journal.Entry:
    """Read an entry of a bundle or receipt; raises `BadBundle`, also if its number differs."""
    if why := forms.form_problem(values, EntrySummary):
        raise BadBundle(f"entry {number or 'of the receipt'}: {why}")
    written = EntrySummary(**values)
    if number not in (None, written.seq):
        raise BadBundle(f"entry {number} says that it is entry {written.seq}")
    entry = journal.Entry(
        stream,
        written.seq,
        written.kind,
        payloads.load(written.payload),
        written.payload,
        written.author,
        written.recorded_at,
        written.previous_hash,
        written.hash,
    )
    if why := forms.problem(entry, KINDS):
        raise BadBundle(f"entry {entry.seq} ({entry.kind}): {why}")
    return entry


def _entries(data: bytes, stream: str) -> Iterator[journal.Entry]:
    texts_of_entries = data.splitlines()
    if len(texts_of_entries) > LONGEST:
        count = len(texts_of_entries)
        raise BadBundle(f"the journal has {count:,} entries, at most {LONGEST:,}")
    for number, line in enumerate(texts_of_entries, 1):
        yield entry_of(bundles.read_json(line, f"entry {number}"), stream, number)
