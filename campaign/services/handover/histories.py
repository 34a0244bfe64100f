"""Histories that change hands: exported, verified without a database, compared, imported.

    pack ──> bytes ──> unpack ──> Handed ── audit, compare ──> take

A history is never merged. One that is longer than the one that is here is taken as it goes on;
where the two part, one is followed and the other is kept to be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from enum import StrEnum
from itertools import takewhile
from typing import Any, NamedTuple

from sqlmodel import Session, select

from campaign.services import campaigns
from campaign.services.audit import checks
from campaign.services.differences import differences
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import SECRET
from campaign.services.values import Audit, By, Check, History
from campaign.store import bundles, journal, origins, settings
from campaign.store.bundles import Bundle
from campaign.store.errors import BadBundle
from campaign.store.keys import sign
from campaign.store.models import campaigns as models
from campaign.store.origins import Origin
from engine.kernel.errors import Refused
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack.load import texts

JOURNAL, SEALS, LETTER = "journal.jsonl", "secret.txt", "letter.txt"
KNOWN_KEY = "key of "
"""A setting under a campaign's uid: the key with which somebody has signed it before."""
LONGEST = 20_000
"""Entries that a history may have."""


class Handed(NamedTuple):
    """A history in a bundle, and what else the bundle holds."""

    bundle: Bundle
    entries: tuple[journal.Entry, ...]
    secret: str
    letter: str

    @property
    def uid(self) -> str:
        """What the campaign is known by everywhere."""
        return str(self.entries[0].payload.get("uid"))

    @property
    def name(self) -> str:
        """What its players call it."""
        return str(self.entries[0].payload.get("name"))

    @property
    def sealed_as(self) -> str:
        """How its chain names it."""
        return self.entries[0].stream

    @property
    def giver(self) -> str:
        """Who packed it, by their own word."""
        return str(self.bundle.manifest.get("by"))

    @property
    def head(self) -> str:
        """Its head in the short form."""
        return journal.short_head(self.entries[-1].hash)


class How(StrEnum):
    """How a history from elsewhere stands to the one that is here."""

    NEW = "new"
    IDENTICAL = "identical"
    BEHIND = "behind"
    AHEAD = "ahead"
    DIVERGED = "diverged"


class Compared(NamedTuple):
    """A history from elsewhere beside the one that is here.

    `shared` entries are the same; `changes` are what differs in the campaign, in words.
    `behind` is what is here being shorter, `ahead` longer.
    """

    how: How
    here: History | None
    shared: int
    changes: tuple[str, ...]


def pack(session: Session, history: History, seats: Sequence[str], letter: str, by: By) -> bytes:
    """A bundle of a campaign, for the players of some seats; raises `Refused`, `BadKey`."""
    for seat in seats:
        history.campaign.city(seat)
    members = {
        JOURNAL: "".join(
            f"{journal.canonical(values_of(entry))}\n" for entry in history.entries
        ).encode(),
        SEALS: (settings.read(session, history.stream, SECRET) or "").encode(),
        LETTER: letter.encode(),
        **records_of(history.campaign),
        **packs_of(history.campaign),
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
            "at": by.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        },
        members,
    )
    return bundles.packed(manifest, sign(bundles.PURPOSE, manifest), members)


def unpack(data: bytes) -> Handed:
    """The history in a bundle, not yet proved; raises `BadBundle`."""
    bundle = bundles.unpacked(data)
    for name in (JOURNAL, SEALS, LETTER):
        if name not in bundle.members:
            raise BadBundle(f"the bundle has no {name}")
    stream = bundle.manifest.get("stream")
    if not (isinstance(stream, str) and journal.STREAM.fullmatch(stream)):
        raise BadBundle("the manifest names no stream")
    entries = tuple(_entries(bundle.members[JOURNAL], stream))
    if not entries:
        raise BadBundle("the journal in the bundle is empty")
    try:
        secret = bundle.members[SEALS].decode("ascii")
        letter = bundle.members[LETTER].decode("utf-8")
    except UnicodeDecodeError:
        raise BadBundle("the letter or the secret of the bundle is no text") from None
    if not re.fullmatch(r"[0-9a-zA-Z-]{0,100}", secret):
        raise BadBundle("the secret of the bundle is not valid")
    return Handed(bundle, entries, secret, letter)


def audit(handed: Handed) -> Audit:
    """Everything that can be proved of a bundle without a database."""
    history = checks.StoredHistory(
        handed.sealed_as, handed.entries, Origin(handed.sealed_as), handed.secret or None
    )
    manifest = handed.bundle.manifest
    signature = f"by {handed.giver}, key {handed.bundle.by.fingerprint}"
    results = [Check("signature", signature, 0.0)]
    results += checks.of_journal(history, None, 1)
    campaign, of_campaign = checks.of_campaign(history)
    results += of_campaign
    last = handed.entries[-1]
    stated = {
        "campaign": handed.uid,
        "name": handed.name,
        "head": {"seq": last.seq, "hash": last.hash},
    }
    wrong = [key for key, value in stated.items() if manifest.get(key) != value]
    problems = [f"the manifest has another {key} than the journal" for key in wrong]
    if campaign:
        for name, held in {**records_of(campaign), **packs_of(campaign)}.items():
            if handed.bundle.members.get(name) != held:
                problems.append(f"{name} is not what the journal and this program give")
    count = len(handed.bundle.members)
    results.append(Check("members", f"{count} as the journal has them", 0.0, tuple(problems)))
    return Audit(handed.name, tuple(results))


def compare(session: Session, handed: Handed) -> Compared:
    """The history of a bundle beside the one of the same campaign that is followed here."""
    here = followed(session, handed.uid)
    theirs = campaigns.campaign_of(handed.entries)
    if here is None:
        return Compared(How.NEW, None, 0, ())
    pairs = zip(here.entries, handed.entries, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))
    how = {
        (True, True): How.IDENTICAL,
        (True, False): How.BEHIND,
        (False, True): How.AHEAD,
        (False, False): How.DIVERGED,
    }[shared == len(here.entries), shared == len(handed.entries)]
    changes = () if how is How.IDENTICAL else differences(here.campaign, theirs)
    return Compared(how, here, shared, tuple(changes))


def check_key(session: Session, handed: Handed, trusted: str | None) -> None:
    """Refuse a giver's second key, unless its fingerprint is confirmed; raises `Refused`."""
    known = settings.read(session, handed.uid, f"{KNOWN_KEY}{handed.giver}")
    now = handed.bundle.by.fingerprint
    if trusted and trusted.upper() != now:
        raise Refused(f"the bundle is signed by the key {now}, not by {trusted}")
    if known and known != now and not trusted:
        raise Refused(
            f"ANOTHER KEY: {handed.giver} has signed this campaign with {known} before, this "
            f"bundle is signed with {now}",
            f"ask {handed.giver} by phone or in person; if the key is right, add --key {now}",
        )


def take(session: Session, handed: Handed, by: By, *, follow: str | None = None) -> History:
    """Take a history in, in the caller's transaction; raises `Refused`.

    `follow` is "theirs" or "ours" if the two diverge; the other is set aside and stays readable.
    """
    compared = compare(session, handed)
    _room_for(session, handed, compared)
    settings.write(session, handed.uid, f"{KNOWN_KEY}{handed.giver}", handed.bundle.by.fingerprint)
    if compared.here and compared.how in (How.IDENTICAL, How.AHEAD):
        return compared.here
    if compared.here and compared.how is How.BEHIND:
        origins.adopt(session, compared.here.stream, handed.entries, handed.sealed_as)
        history = campaigns.read(session, compared.here.stream)
        update_campaign(session, history)
        return history
    if compared.here and follow not in ("theirs", "ours"):
        raise Refused(
            f"the two histories diverge after entry {compared.shared}: which one continues?",
            "--follow theirs, or --follow ours; the other stays readable",
        )
    when = by.now.astimezone(UTC).strftime("%Y-%m-%d")
    if compared.here and follow == "theirs":
        why = f"diverged after entry {compared.shared}, set aside by {by.author} on {when}"
        origins.mark(session, compared.here.stream, compared.here.origin._replace(aside=why))
        update_campaign(session, campaigns.read(session, compared.here.stream))
    aside = (
        f"from {handed.giver}, diverged after entry {compared.shared}, not followed since {when}"
        if follow == "ours" and compared.here
        else ""
    )
    stream = journal.new_stream(session, campaigns.FAMILY)
    origins.mark(session, stream, Origin(handed.sealed_as, aside))
    origins.adopt(session, stream, handed.entries, handed.sealed_as)
    if handed.secret:
        settings.write(session, stream, SECRET, handed.secret)
    history = campaigns.read(session, stream)
    update_campaign(session, history)
    return history


def records_of(campaign: Campaign) -> dict[str, bytes]:
    """The records that count, as members of a bundle."""
    return {
        f"records/episode-{played.number:02}.toml": played.recorded.record.encode()
        for played in campaign.played
    }


def packs_of(campaign: Campaign) -> dict[str, bytes]:
    """The box and the opened envelopes of the pack, as members: nothing of a closed one."""
    name = campaign.pack.name
    opened = {f"envelope_{number}.toml" for number in campaign.opened}
    return {
        f"packs/{name}/{file}": text.encode()
        for file, text in texts(name).items()
        if file == "box.toml" or file in opened
    }


def followed(session: Session, uid: str) -> History | None:
    """The history of a campaign that is followed here, if there is one."""
    stream = session.exec(select(models.Campaign.stream).where(models.Campaign.uid == uid)).first()
    return campaigns.read(session, stream) if stream else None


def _room_for(session: Session, handed: Handed, compared: Compared) -> None:
    """Refuse a second campaign of one name."""
    if compared.here is None and handed.name in campaigns.names(session).values():
        raise Refused(
            f"there is another campaign {handed.name} here already",
            "import it into another database, with --db FILE",
        )


def values_of(entry: journal.Entry) -> dict[str, Any]:
    """An entry as a file tells it; the twin of `entry_of`."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "payload": entry.text,
        "author": entry.author,
        "recorded_at": entry.recorded_at,
        "previous_hash": entry.previous_hash,
        "hash": entry.hash,
    }


FORMS = {
    "kind": journal.KIND,
    "author": re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,60}"),
    "recorded_at": re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ", re.ASCII),
    "previous_hash": re.compile(r"([0-9a-f]{64})?"),
    "hash": re.compile(r"[0-9a-f]{64}"),
}
"""What the texts of an entry look like; more is said by the chain."""
_TEXTS = ("kind", "payload", "author", "recorded_at", "previous_hash", "hash")


def _entries(data: bytes, stream: str) -> Iterator[journal.Entry]:
    lines = data.splitlines()
    if len(lines) > LONGEST:
        raise BadBundle(f"the journal has {len(lines):,} entries, at most {LONGEST:,}")
    for number, line in enumerate(lines, 1):
        yield entry_of(bundles.read_json(line, f"entry {number}"), stream, number)


def entry_of(values: Mapping[str, Any], stream: str, number: int) -> journal.Entry:
    """An entry as a file tells it; raises `BadBundle`."""
    if set(values) != {"seq", *_TEXTS} or not all(type(values[key]) is str for key in _TEXTS):
        raise BadBundle(f"entry {number} does not hold what an entry holds")
    if values["seq"] != number:
        raise BadBundle(f"entry {number} says that it is entry {values['seq']}")
    for key, form in FORMS.items():
        if not form.fullmatch(values[key]):
            raise BadBundle(f"entry {number}: this is no {key.replace('_', ' ')} of an entry")
    text = values["payload"]
    return journal.Entry(
        stream,
        number,
        values["kind"],
        journal.load(text),
        text,
        values["author"],
        values["recorded_at"],
        values["previous_hash"],
        values["hash"],
    )
