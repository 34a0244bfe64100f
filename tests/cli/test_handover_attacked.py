"""Bundles and receipts that somebody made to deceive: sound in form, signed, and refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store import bundles
from tests.cli.forging import Change, Manifest, Members, added, forged, rechained, stated
from tests.fixtures import Output, Table, tamper

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
