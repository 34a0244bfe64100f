"""Receipts and signatures that somebody made to deceive: sound in form, and refused."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.services import folding
from campaign.services.handover import known_keys, receipts
from campaign.store import bundles, journal, keys, payloads
from campaign.store.database import writing
from campaign.store.keys import Signature
from tests.cli.forging import Manifest, Members, rechained, written
from tests.cli.test_handover_attacked import FAKE, attack, one_line
from tests.fixtures import Table, content, opened


def receipt_of(anna: Table, emil: Table, bundle: str) -> Path:
    """Emil's receipt for the city of wolf."""
    emil.does(["handover", "take", bundle, "--yes"])
    path = emil.folder / "receipt.json"
    emil.does(["handover", "accept", "wolf", "--as", "Emil", "-o", str(path), "--other-bundle"])
    return path


def signed_again(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """A receipt changed, its entry chained anew, signed with the key that is now in use."""
    said = json.loads(json.loads(path.read_text("utf-8"))["receipt"])
    change(said)
    entry = said.get("entry")
    if isinstance(entry, dict):
        if isinstance(entry["payload"], dict):
            entry["payload"] = written(entry["payload"])
        entry["hash"] = journal.entry_hash(
            entry["previous_hash"],
            "campaign/1",
            int(entry["seq"]),
            *(str(entry[key]) for key in ("kind", "author", "recorded_at", "payload")),
        )
    text = payloads.canonical_json(said)
    by = keys.sign(receipts.PURPOSE, text.encode())
    path.write_text(json.dumps({"receipt": text, **by._asdict()}), "utf-8")


def says(**values: Any) -> Callable[[dict[str, Any]], None]:
    """Other values in the acceptance of a receipt."""

    def change(content: dict[str, Any]) -> None:
        entry = content["entry"]
        entry["payload"] = json.loads(entry["payload"]) | values

    return change


RECEIPTS: dict[str, tuple[Callable[[dict[str, Any]], object], int, str]] = {
    "another seat that is not there": (says(seat="fox"), 6, "fox is not a seat"),
    "the fingerprint of somebody else": (says(key=FAKE.replace("U", "V")), 7, "acceptance names"),
    "a player as a list": (says(player=["x"]), 7, "player: ['x'] is not a text"),
    "a player with an escape": (says(player="E\x1bmil"), 7, "the control character U+001B"),
    "a seat as a number": (says(seat=5), 7, "seat: 5 is not a text"),
    "another head": (
        lambda c: (says(head="0" * 64)(c), c["entry"].update(previous_hash="0" * 64)),
        6,
        "has accepted another history",
    ),
    "another campaign": (lambda c: c.update(campaign="0" * 16), 4, "which is not in this database"),
    "another name of it": (lambda c: c.update(name="Friday"), 7, "is for a campaign called Friday"),
    "a campaign as a list": (lambda c: c.update(campaign=["x"]), 7, "campaign: ['x']"),
    "an entry as a list": (lambda c: c.update(entry=[]), 7, "entry: [] is not a table"),
    "no entry": (lambda c: c.pop("entry"), 7, "entry is missing"),
    "a number as a text": (lambda c: c["entry"].update(seq="5"), 7, "seq: '5'"),
    "a day of no calendar": (
        lambda c: c["entry"].update(recorded_at="2026-13-01T00:00:00Z"),
        7,
        "the calendar has no",
    ),
    "another kind of entry": (
        lambda c: c["entry"].update(
            kind="city named", payload=written({"seat": "wolf", "name": "Ulm"})
        ),
        7,
        "no acceptance",
    ),
}


@pytest.mark.parametrize("kind", RECEIPTS)
def test_a_receipt_is_of_this_campaign_seat_head_and_key(
    anna: Table, emil: Table, bundle: str, kind: str
) -> None:
    change, code, words = RECEIPTS[kind]
    path = receipt_of(anna, emil, bundle)
    signed_again(path, change)
    before = content(anna.db)
    output = anna(["handover", "receipt", str(path), "--take", "--yes", "--other-bundle"])
    assert (output.code, words in one_line(output)) == (code, True), output
    assert content(anna.db) == before


@pytest.mark.parametrize("line", ["handover receipt", "audit --head"])
def test_a_receipt_that_another_key_has_signed(
    anna: Table, emil: Table, bundle: str, line: str
) -> None:
    path = receipt_of(anna, emil, bundle)
    fay = Table(emil.run, emil.patch, emil.folder, "Fay")
    fay("handover key")
    signed_again(path, lambda _: None)
    output = anna([*line.split(), str(path)])
    assert (output.code, "but its acceptance names" in one_line(output)) == (7, True)


def test_an_audit_takes_no_receipt_in_the_name_of_somebody_with_another_key(
    anna: Table, emil: Table, bundle: str
) -> None:
    path = receipt_of(anna, emil, bundle)
    anna.does(["handover", "receipt", str(path), "--take", "--yes", "--other-bundle"])
    anna.does(["audit", "--head", str(path)])
    fay = Table(emil.run, emil.patch, emil.folder, "Fay")
    key = fay.does("handover key").split()[0]
    signed_again(path, says(key=key))
    output = anna(["audit", "--head", str(path)])
    assert (output.code, "ANOTHER KEY: Emil has signed" in one_line(output)) == (6, True)
    assert "ask Emil by phone or in person" in one_line(output)
    assert "--key" not in output.err


@pytest.mark.parametrize("line", ["audit --head", "handover receipt --take --yes"])
def test_nobody_signs_in_the_name_of_somebody_with_another_key(
    anna: Table, emil: Table, bundle: str, line: str
) -> None:
    """Also nobody whose own key is known: a bundle may come from another hand, no receipt may."""
    path = receipt_of(anna, emil, bundle)
    anna.does(["handover", "receipt", str(path), "--take", "--yes", "--other-bundle"])
    signs_as_known(anna, Table(emil.run, emil.patch, emil.folder, "Fay"), path)
    output = anna([*line.split(), str(path)])
    assert (output.code, "ANOTHER KEY: Emil has signed" in one_line(output)) == (6, True)


def test_an_audit_says_whose_key_signed_a_receipt(anna: Table, emil: Table, bundle: str) -> None:
    path = receipt_of(anna, emil, bundle)
    signs_as_known(anna, Table(emil.run, emil.patch, emil.folder, "Fay"), path)
    output = anna(["audit", "--head", str(path)])
    why = "in the name of Emil, is signed with a key that has signed as Fay before."
    assert (output.code, why in " ".join(output.out.split())) == (0, True), output


def signs_as_known(anna: Table, fay: Table, path: Path) -> None:
    """Let somebody whose key is known to Anna sign the receipt of another player."""
    key = fay.does("handover key").split()[0]
    with opened(anna.db) as database, writing(database) as session:
        uid = folding.read(session, "campaign/1").campaign.uid
        known_keys.remember(session, uid, "Fay", key)
    fay.does("handover key")
    signed_again(path, says(key=key))


def test_a_receipt_is_compared_by_the_whole_hash(anna: Table, emil: Table, bundle: str) -> None:
    """Whoever makes a history with the same eight characters has not the hash that was signed."""
    path = receipt_of(anna, emil, bundle)
    signed_again(
        path,
        lambda c: (
            says(head=c["entry"]["previous_hash"][:12] + "0" * 52)(c),
            c["entry"].update(previous_hash=c["entry"]["previous_hash"][:12] + "0" * 52),
        ),
    )
    output = anna(["audit", "--head", str(path)])
    assert output.code == 3
    assert "in the name of Emil" not in output.out
    assert "has not the whole hash that was signed" in " ".join(output.out.split())


def test_an_acceptance_that_a_carry_over_left_out_is_not_in_the_history(
    anna: Table, emil: Table, bundle: str
) -> None:
    """A carry-over states the hashes that it brought; nothing but the entries proves it."""
    path = receipt_of(anna, emil, bundle)
    accepted = json.loads(json.loads(path.read_text("utf-8"))["receipt"])["entry"]

    def change(members: Members, manifest: Manifest) -> None:
        *_, last = (json.loads(line) for line in members["journal.jsonl"].splitlines())
        entry = last | {
            "seq": last["seq"] + 1,
            "kind": "carried over",
            "payload": written({"whose": "Eve", "after": 1, "hashes": [accepted["hash"]]}),
        }
        members["journal.jsonl"] += f"{json.dumps(entry)}\n".encode()
        rechained(entry["seq"])(members, manifest)

    anna.does(["handover", "take", str(attack(emil, bundle, change)), "--yes"])
    output = anna(["handover", "receipt", str(path), "--take", "--yes", "--other-bundle"])
    assert output.code == 6
    assert "says that it carried this acceptance over, but it is not" in one_line(output)


def test_a_receipt_with_another_key_than_before(anna: Table, emil: Table, bundle: str) -> None:
    path = receipt_of(anna, emil, bundle)
    assert "A new key here: compare it with Emil" in anna.does(["handover", "receipt", str(path)])
    anna.does(["handover", "receipt", str(path), "--take", "--yes", "--other-bundle"])
    assert "A known key." in anna.does(["handover", "receipt", str(path)])
    (emil.folder / "Emil.pem").unlink()
    again = emil.folder / "again.json"
    emil.does(["handover", "accept", "bear", "--as", "Emil", "-o", str(again), "--other-bundle"])
    output = anna(["handover", "receipt", str(again)])
    assert (output.code, "ANOTHER KEY: Emil has signed" in one_line(output)) == (6, True)
    key = emil.does("handover key").split()[0]
    anna.does(
        ["handover", "receipt", str(again), "--key", key, "--take", "--yes", "--other-bundle"]
    )


# Keys.

P, L = keys.PRIME, keys.ORDER


def encoded(*numbers: int) -> str:
    """Numbers of 32 bytes each, as base64 text."""
    return base64.b64encode(b"".join(n.to_bytes(32, "little") for n in numbers)).decode()


def resigned(bundle: str, change: Callable[[Signature], Signature]) -> bytes:
    """A bundle with another signature."""
    data = bundles.unpack_bundle(Path(bundle).read_bytes())
    manifest = {k: v for k, v in data.manifest.items() if k not in ("format", "members")}
    text = bundles.manifest_text(manifest, data.members)
    return bundles.pack_bundle(text, change(data.by), data.members)


def with_spare_bits(text: str) -> str:
    """The same bytes as another base64 text: the last bits of the last digit are spare."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    body = text.rstrip("=")
    return body[:-1] + digits[digits.index(body[-1]) + 1] + text[len(body) :]


def with_order_added(by: Signature) -> Signature:
    """The same signature with another number: that of the points added."""
    data = base64.b64decode(by.signature)
    number = int.from_bytes(data[32:], "little") + L
    return by._replace(
        signature=base64.b64encode(data[:32] + number.to_bytes(32, "little")).decode()
    )


SIGNATURES: dict[str, Callable[[Signature], Signature]] = {
    "a key that signs anything": lambda by: Signature(encoded(1), encoded(1, 0)),
    "of order 8": lambda by: Signature(encoded(max(keys.SMALL - {P - 1})), encoded(1, 0)),
    "of order 8, the other": lambda by: Signature(encoded(sorted(keys.SMALL)[2]), encoded(1, 0)),
    "of order 2": lambda by: Signature(encoded(P - 1), encoded(1, 0)),
    "of order 4": lambda by: Signature(encoded(0), encoded(1, 0)),
    "of order 4, the other sign": lambda by: Signature(encoded(1 << 255), encoded(1, 0)),
    "not below the prime": lambda by: Signature(encoded(P + 1), encoded(1, 0)),
    "the prime itself": lambda by: Signature(encoded(P), encoded(1, 0)),
    "a key of spare bits": lambda by: by._replace(key=with_spare_bits(by.key)),
    "a signature of spare bits": lambda by: by._replace(signature=with_spare_bits(by.signature)),
    "a key with a line break": lambda by: by._replace(key=by.key + "\n"),
    "a number too large": with_order_added,
    "nothing": lambda by: Signature("", ""),
}


@pytest.mark.parametrize("kind", SIGNATURES)
def test_one_key_has_one_form_and_signs_one_text(
    anna: Table, emil: Table, bundle: str, kind: str
) -> None:
    path = emil.folder / "forged.zip"
    path.write_bytes(resigned(bundle, SIGNATURES[kind]))
    output = emil(["audit", "--file", str(path)])
    assert (output.code, "the signature does not fit" in one_line(output)) == (7, True), output


def test_the_small_points_are_those_of_order_eight() -> None:
    def doubled(x: int, y: int) -> tuple[int, int]:
        d = -121665 * pow(121666, -1, P) * x * x * y * y % P
        return 2 * x * y * pow(1 + d, -1, P) % P, (y * y + x * x) * pow(1 - d, -1, P) % P

    for y in keys.SMALL:
        square = (y * y - 1) * pow(-121665 * pow(121666, -1, P) * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
        assert (x * x - square) % P == 0
        assert doubled(*doubled(*doubled(x, y))) == (0, 1)
