"""Bundles and receipts that somebody made to deceive: sound in form, signed, and refused."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.services.handover import receipts
from campaign.store import bundles, journal, keys, payloads
from campaign.store.keys import Signature
from tests.cli.forging import Change, Manifest, Members, added, forged, rechained, stated, written
from tests.fixtures import Output, Table, content, tamper

FAKE = "JCM5-7QK2-9FMD-AAAA-BBBB-FFKJ"
Attacks = dict[str, tuple[Change, int, str]]


def one_line(output: Output) -> str:
    """The message of an error, which is one line and what belongs to it."""
    assert output.err.startswith("error: "), output
    assert "unforeseen" not in output.err
    assert "Traceback" not in output.err
    return " ".join(output.err.split())


def attack(emil: Table, bundle: str, change: Change) -> Path:
    """A forged bundle, signed with Emil's own key."""
    emil("handover key")
    path = emil.folder / "forged.zip"
    path.write_bytes(forged(bundle, change))
    return path


NAMES = {
    "with a key in it and blanks": f"Anna, key {FAKE}" + " " * 40,
    "with a key in it": f"Anna {FAKE}",
    "with a key in other dashes": f"Anna {FAKE}".replace("-", "\u2011"),
    "with a key in hyphen bullets": f"Anna {FAKE}".replace("-", "\u2043"),
    "with a key in long-vowel marks": f"Anna {FAKE}".replace("-", "\u30fc"),
    "of two lines": "Anna\nKey " + FAKE[:9],
    "that runs backwards": "Anna\u202e",
    "with an escape": "Anna\x1b[8m",
    "that nobody sees": "\u3164",
    "of nothing": " ",
    "too long": "A" * 61,
    "that is none": 5,
    "that is a list": ["Anna"],
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_cannot_show_another_key(anna: Table, emil: Table, bundle: str, kind: str) -> None:
    path = str(attack(emil, bundle, stated("by", NAMES[kind])))
    for line in (["audit", "--file", path], ["handover", "take", path, "--yes"]):
        output = emil(line)
        assert (output.code, output.out) == (7, "")
        assert "the manifest: by: " in one_line(output)
    assert not emil.db.exists()


def test_a_campaign_is_not_called_like_a_key(anna: Table, emil: Table, bundle: str) -> None:
    def renamed(members: Members, manifest: Manifest) -> None:
        rechained(1, payload={"name": FAKE})(members, manifest)
        manifest["name"] = FAKE

    path = str(attack(emil, bundle, renamed))
    for line in (["audit", "--file", path], ["handover", "take", path, "--yes"]):
        assert "the manifest: name: a name that looks like a key" in one_line(emil(line))
    output = emil(["new", FAKE, "--seat", "eagle=Anna", "--seat", "bear=Ben"])
    assert (output.code, "looks like the name of a key" in one_line(output)) == (6, True)
    assert not emil.db.exists()


def test_a_letter_cannot_speak_for_the_program(anna: Table, emil: Table, bundle: str) -> None:
    text = f"Dear Emil\n\nKey {FAKE}\nA known key. {'x' * 65} Key {FAKE}\n"
    path = str(attack(emil, bundle, added("letter.txt", text.encode())))
    letter = emil.does(["audit", "--file", path]).partition("The letter in it:\n")[2]
    assert letter.count(f"\n  Key {FAKE}\n") == 2
    assert all(line.startswith("  ") for line in letter.splitlines() if line)


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_key_stands_on_its_own_line_and_is_never_cut(
    anna: Table, emil: Table, bundle: str, columns: str
) -> None:
    path = str(attack(emil, bundle, stated("by", "Anna " + "x" * 55)))
    key = emil.does("handover key").split()[0]
    emil.patch.setenv("COLUMNS", columns)
    assert key in emil(["audit", "--file", path]).out
    text = emil(["handover", "take", path]).err
    assert f"\nKey {key}\n" in text


VALUES: Attacks = {
    "a month 19": (rechained(1, recorded_at="2026-19-01T00:00:00Z"), 7, "calendar"),
    "a day 31 in June": (rechained(2, recorded_at="2026-06-31T00:00:00Z"), 7, "calendar"),
    "an hour 29": (rechained(3, recorded_at="2026-06-01T29:00:00Z"), 7, "calendar"),
    "an author in two lines": (rechained(2, author="Anna\u2028"), 7, "author: the control"),
    "seals as a list": (rechained(1, payload={"seals": []}), 7, "seals: [] is not a table"),
    "a seal as a number": (rechained(1, payload={"seals": {"box": 5}}), 7, "5 is not a text"),
    "players as a list": (rechained(1, payload={"seats": [1]}), 7, "seats: [1] is not"),
    "a player as a list": (
        rechained(1, payload={"seats": {"eagle": ["x"]}}),
        7,
        "eagle: ['x'] is not a text",
    ),
    "a name as a number": (rechained(1, payload={"name": 5}), 7, "name: 5 is not a text"),
    "an escape in a name": (rechained(1, payload={"name": "\x1b[2J"}), 7, "U+001B"),
    "an escape in the state": (
        rechained(1, payload={"declared": {"episode": 2, "cities": {"eagle": {"name": "\x1b"}}}}),
        7,
        "declared: the control character U+001B",
    ),
    "a salt as a list": (rechained(2, payload={"salt": []}), 7, "salt: [] is not a text"),
    "a record as a table": (rechained(3, payload={"record": {}}), 7, "record: {} is not a text"),
    "a mark as a text": (rechained(3, payload={"as_played": "yes"}), 7, "'yes' is not true"),
    "a field more": (rechained(3, payload={"more": 1}), 7, "'more' is not known here"),
    "a square as a number": (rechained(4, payload={"square": 5}), 7, "square: 5"),
    "a name in the manifest": (stated("name", ["Tuesday"]), 7, "the manifest: name"),
    "seats in the manifest": (stated("seats", 5), 7, "the manifest: seats: 5 is not a list"),
    "a head in the manifest": (stated("head", "0"), 7, "the manifest: head"),
    "a day in the manifest": (stated("at", 5), 7, "the manifest: at: 5 is not a text"),
    "a day of no calendar": (stated("at", "2026-02-30T00:00:00Z"), 7, "the calendar has no"),
    "a campaign as a list": (stated("campaign", []), 7, "the manifest: campaign"),
    "a letter with an escape": (added("letter.txt", b"\x1b[2J"), 7, "the letter in the bundle"),
    "a secret with an escape": (added("secret.txt", b"\x1b[2J"), 7, "the secret of the bundle"),
}


@pytest.mark.parametrize("kind", VALUES)
def test_every_value_has_its_form(anna: Table, emil: Table, bundle: str, kind: str) -> None:
    change, code, words = VALUES[kind]
    path = str(attack(emil, bundle, change))
    for line in (["audit", "--file", path], ["handover", "take", path, "--yes"]):
        output = emil(line)
        assert (output.code, words in one_line(output)) == (code, True), output
    assert not emil.db.exists()


STORED = (
    "recorded_at = '2026-19-01T00:00:00Z'",
    "recorded_at = ''",
    "author = 'A' || char(27) || '[2Jnna'",
)


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("change", STORED)
def test_what_is_stored_already_is_shown_as_it_is(anna: Table, change: str, number: int) -> None:
    tamper(
        anna.db, "DROP TRIGGER entry_no_update", f"UPDATE entry SET {change} WHERE seq = {number}"
    )
    output = anna("audit")
    assert output.code == 3
    assert f"values: entry {number}" in output.out
    for line in ("history", "status", "player list", "city show eagle", "envelope list", "list"):
        output = anna(line)
        assert (output.code, output.err) == (0, ""), output
        assert "\x1b" not in output.out
    assert anna("audit report").code == 3
    path = anna.folder / "out.zip"
    assert "no copy of the program could read" in one_line(
        anna(["handover", "export", "--all", "-o", str(path)])
    )
    assert not path.exists()


def test_a_stored_value_that_stops_the_fold_is_named(anna: Table) -> None:
    tamper(
        anna.db,
        "DROP TRIGGER entry_no_update",
        """UPDATE entry SET payload = replace(payload, '"Anna"', '5') WHERE seq = 1""",
    )
    assert "entry 1 (created): seats: eagle: 5 is not a text" in one_line(anna("status"))
    output = anna("audit")
    assert (output.code, "seats: eagle: 5 is not a text" in output.out) == (3, True)


STRANGE_MEMBERS = {
    "an episode that was not played": "records/episode-99.toml",
    "the episode after the last": "records/episode-02.toml",
    "a closed envelope": "packs/stand_in/envelope_2.toml",
    "a pack that is not in use": "packs/other/box.toml",
}


@pytest.mark.parametrize("kind", STRANGE_MEMBERS)
def test_members_that_the_journal_does_not_give_are_named(
    anna: Table, emil: Table, bundle: str, kind: str
) -> None:
    name = STRANGE_MEMBERS[kind]
    path = str(attack(emil, bundle, added(name)))
    for line in (["audit", "--file", path], ["handover", "take", path, "--yes"]):
        output = emil(line)
        assert output.code == 3
        assert f"the journal gives no {name}" in " ".join((output.out + output.err).split())
    assert not emil.db.exists()


ALIKE = {
    "a blank behind": "Anna ",
    "a Cyrillic letter": "\u0410nna",
    "a Greek letter": "\u0391nna",
    "a Cherokee letter": "\u13aanna",
    "a small Cherokee letter": "\uab7anna",
    "a letter of Lisu": "\ua4eenna",
    "a Coptic letter": "\u2c80nna",
    "a small capital": "\u1d00nna",
    "Armenian letters": "A\u0578\u0578a",
    "wide letters": "\uff21nna",
    "another case": "ANNA",
    "an accent": "Ann\u00e1",
    "two blanks within": "An  na",
}


@pytest.mark.parametrize("kind", ALIKE)
def test_a_name_that_looks_like_one_with_a_key_is_refused(
    anna: Table, emil: Table, bundle: str, kind: str
) -> None:
    fay = Table(emil.run, emil.patch, emil.folder, "Fay")
    fay.does(["handover", "take", bundle, "--yes"])
    path = str(attack(emil, bundle, stated("by", ALIKE[kind])))
    key = emil.does("handover key").split()[0]
    output = fay(["handover", "take", path, "--yes"])
    assert output.code == 6
    assert "ANOTHER KEY: Anna has signed this campaign with" in one_line(output)
    text = fay.does(["handover", "take", path, "--key", key, "--yes"])
    assert f"\nKey {key}\nA new key here" in text


def test_a_key_is_remembered_by_its_fingerprint(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    assert "\nA known key.\n" in emil.does(["handover", "take", bundle])
    anna("handover key")
    other = emil.folder / "other.zip"
    other.write_bytes(forged(bundle, stated("by", "\u0410nna")))
    text = emil.does(["handover", "take", str(other)])
    assert "A known key: it has signed as Anna before. The two names only look alike." in text
    with closing(sqlite3.connect(emil.db)) as connection:  # as earlier releases kept it
        connection.execute(
            "UPDATE setting SET value = replace(key, 'signed with ', ''), key = 'key of Anna' "
            "WHERE key LIKE 'signed with %'"
        )
        connection.commit()
    assert "\nA known key.\n" in emil.does(["handover", "take", bundle])


def test_players_whose_names_look_alike_are_named(anna: Table) -> None:
    anna.does("player leave bear")
    text = anna.does(["player", "join", "bear", "\u0410nna"])
    assert "Anna and \u0410nna look alike and are two players" in text
    assert "look alike" not in anna.does("player rename \u0410nna Ben2")


@pytest.mark.parametrize("follow", ["both", "ours", "theirs"])
def test_a_campaign_with_the_id_of_another_is_not_taken_for_it(
    anna: Table, emil: Table, bundle: str, follow: str
) -> None:
    """Its cities may be others, which no comparison had room for."""
    uid = bundles.unpack_bundle(Path(bundle).read_bytes()).manifest["campaign"]
    emil.does("new Evil --seat eagle=Eve --seat bear=Moe --yes")
    made = emil.folder / "evil.zip"
    emil.does(["handover", "export", "--all", "-o", str(made), "--yes"])

    def change(members: Members, manifest: Manifest) -> None:
        rechained(1, payload={"uid": uid})(members, manifest)
        manifest["campaign"] = uid

    path = str(attack(emil, str(made), change))
    output = anna(["handover", "take", path, "--yes", "--follow", follow])
    assert output.code == 6
    assert "Evil has the id of Tuesday here, but did not begin as that" in one_line(output)


# Receipts.


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


def test_a_receipt_that_another_key_has_signed(anna: Table, emil: Table, bundle: str) -> None:
    path = receipt_of(anna, emil, bundle)
    fay = Table(emil.run, emil.patch, emil.folder, "Fay")
    fay("handover key")
    signed_again(path, lambda _: None)
    output = anna(["handover", "receipt", str(path)])
    assert (output.code, "its acceptance names" in one_line(output)) == (7, True)


def test_an_audit_takes_no_receipt_that_another_key_has_signed(
    anna: Table, emil: Table, bundle: str
) -> None:
    path = receipt_of(anna, emil, bundle)
    fay = Table(emil.run, emil.patch, emil.folder, "Fay")
    fay("handover key")
    signed_again(path, lambda _: None)
    output = anna(["audit", "--head", str(path)])
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
