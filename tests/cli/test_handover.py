"""A history that changes hands: packed here, proved and taken in there, accepted, receipted."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from campaign.store import bundles
from tests.cli.forging import dropped, forged, replaced, stated
from tests.fixtures import CHAPTER, Refuses, Run, Table, content, entries, head_of, tamper


def test_a_city_is_handed_over_and_receipted(anna: Table, emil: Table, bundle: str) -> None:
    output = emil(["audit", "--file", bundle])
    assert output.code == 0
    for words in ("signature", "by Anna", "key", "envelopes", "9 of 9", "The episode is verified."):
        assert words in output.out
    assert "The city of eagle has" in output.err
    assert not emil.db.exists()  # nothing is needed for it

    text = emil.does(["handover", "take", bundle, "--yes"])
    assert "This campaign is not among those here." in text
    assert head_of(emil) == head_of(anna)
    receipt = str(emil.folder / "receipt.json")
    emil.does("audit --all", ["handover", "accept", "eagle", "--as", "Emil", "-o", receipt])
    assert json.loads(emil("status --json").out)["cities"][0]["player"] == "Emil"
    words = " ".join(emil.does("history").split())
    assert "Anna leaves eagle; Emil accepts eagle and its" in words

    output = anna(["handover", "receipt", receipt])
    assert "The acceptance is the next entry" in output.out
    assert "Anna holds eagle now, and leaves it then." in output.out
    assert head_of(anna) != head_of(emil)
    anna.does(["handover", "receipt", receipt, "--take", "--yes"], "audit")
    assert head_of(anna) == head_of(emil)
    assert "The acceptance is in the history." in anna.does(["handover", "receipt", receipt])


def test_a_receipt_that_comes_late_names_who_would_leave(
    anna: Table, emil: Table, bundle: str
) -> None:
    """Fay has taken the city over meanwhile; an acceptance that is here says nothing of this."""
    receipt = str(emil.folder / "receipt.json")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", receipt])
    anna.does("player join eagle Fay --yes")
    shown = ["handover", "receipt", receipt]
    assert "Fay holds eagle now, and leaves it then." in anna.does(shown)
    anna.does([*shown, "--take", "--yes"])
    assert "leaves it" not in anna.does(shown)


def test_a_receipt_is_printed_for_a_dash(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    accept = ["handover", "accept", "eagle", "--as", "Emil", "-o", "-"]
    assert emil([*accept, "--json"]).code == 2
    printed = emil(accept)
    assert "Send the receipt to the player who gave you the city." in printed.err
    receipt = anna.folder / "receipt.json"
    receipt.write_text(printed.out, "utf-8")
    assert "The acceptance is the next entry" in anna.does(["handover", "receipt", str(receipt)])
    refused = anna(["handover", "export", "eagle", "-o", "-"])
    assert (refused.code, "this is not text" in refused.err) == (7, True)


def test_a_city_that_the_bundle_is_not_for_is_asked_and_marked(
    anna: Table, emil: Table, bundle: str
) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    receipt = str(emil.folder / "receipt.json")
    asked = emil(["handover", "accept", "Dora", "--as", "Emil", "-o", receipt])
    assert (8, False) == (asked.code, Path(receipt).exists())
    emil.does(["handover", "accept", "Dora", "--as", "Emil", "-o", receipt, "--other-bundle"])
    shown = anna.does(["handover", "receipt", receipt, "--take", "--other-bundle"])
    assert "The bundle was packed for eagle, not for wolf." in shown
    for table in (anna, emil):
        audited = " ".join(table.does("audit").split())
        assert "Emil took wolf over on" in audited
        assert "The bundle was packed for eagle." in audited
        history = " ".join(table.does("history").split())
        assert "Emil accepts wolf and its history up to" in history
        assert "the bundle was for eagle" in history


def test_a_history_that_went_on_is_taken_up(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    text = emil.does(["handover", "take", bundle])
    assert "It is the history that is here" in text
    anna.does("city rename eagle Rivers", f"episode record '{CHAPTER / 'episode-2.toml'}' --yes")
    more = str(anna.folder / "more.zip")
    anna.does(["handover", "export", "--all", "-o", more])
    text = emil.does(["handover", "take", more, "--yes"], "audit --all")
    assert "it continues with 2 entries" in emil.does(["handover", "take", more, "--yes"]) or text
    assert head_of(emil) == head_of(anna)
    older = anna.does(["handover", "take", bundle, "--follow", "theirs"])
    assert "It is the beginning of what is here." in older
    assert "Nothing is added." in older


def test_what_is_added_is_not_said_to_be_nothing(
    anna: Table, emil: Table, bundle: str, receipt: str
) -> None:
    """It is said first what theirs is, and then what is done."""
    anna.does("city rename bear Hills", ["handover", "receipt", receipt, "--take", "--yes"])
    more, own = str(anna.folder / "more.zip"), str(anna.folder / "own.zip")
    anna.does(["handover", "export", "--all", "-o", more])
    emil.does(["handover", "export", "--all", "-o", own])
    head = head_of(emil)
    kept = emil.does(["handover", "take", more, "--follow", "ours", "--yes"])
    assert "carried over, and would take its place." in kept
    assert "Nothing is added." in kept
    assert head_of(emil) == head
    assert "Nothing is added." in anna.does(["handover", "take", own])
    taken = anna.does(["handover", "take", own, "--follow", "theirs", "--yes"])
    assert "All of it was carried over here already." in taken
    assert "Added as Tuesday" in taken
    assert "Nothing is added." not in taken


def test_a_letter_says_until_when_only_of_what_has_ended(
    anna: Table, emil: Table, bundle: str
) -> None:
    """Whoever reads it reads it later: the day of packing is not today."""
    said = " ".join(emil.does(["audit", "--file", bundle]).split())
    assert "Anna has held it since " in said
    assert "until today" not in said + anna.does("audit report")


def test_what_the_rest_brings_is_shown_first(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    anna.does("city rename eagle Rivers", f"episode record '{CHAPTER / 'episode-2.toml'}' --yes")
    more = str(anna.folder / "more.zip")
    anna.does(["handover", "export", "--all", "-o", more])
    before = content(emil.db)
    output = emil(["handover", "take", more])
    assert output.code == 2  # nobody can be asked
    for words in ("it continues with 2 entries", "episode 2 counts now", "eagle, name: none"):
        assert words in output.err
    assert content(emil.db) == before


def parted(anna: Table, emil: Table, bundle: str) -> str:
    """A later bundle of Anna's, after both have gone on in their own way."""
    emil.does(["handover", "take", bundle, "--yes"], "city rename bear Hills")
    anna.does("city rename eagle Rivers")
    path = str(anna.folder / "other.zip")
    anna.does(["handover", "export", "--all", "-o", path])
    return path


def test_parted_histories_are_never_merged_unasked(anna: Table, emil: Table, bundle: str) -> None:
    other = parted(anna, emil, bundle)
    count = entries(emil.db)
    shared = len(json.loads(emil("history --json").out)["entries"]) - 1
    output = emil(["handover", "take", other])
    assert output.code == 6
    assert (
        f"They diverge after entry {shared}; since then 1 entry here, 1 entry there." in output.err
    )
    assert "--follow both carries theirs over after yours" in output.err
    assert head_of(anna) in output.err
    assert head_of(emil) in output.err
    assert entries(emil.db) == count


@pytest.mark.parametrize(("follow", "name"), [("theirs", "Rivers"), ("ours", "Hills")])
def test_one_is_followed_the_other_kept_to_be_read(
    anna: Table, emil: Table, bundle: str, follow: str, name: str
) -> None:
    other, head = parted(anna, emil, bundle), head_of(anna)
    said = emil.does(["handover", "take", other, "--follow", follow, "--yes"])
    assert ("Added as Tuesday" in said) is (follow == "theirs")
    assert ("Tuesday goes on without it." in said) is (follow == "ours")
    assert name in emil.does("city list")
    assert emil("audit --all").code == 0
    assert "1 other history, to be read: campaign list --histories" in emil.does("list")
    assert "(history " in emil.does("list --histories")
    aside = f"Tuesday (history {1 if follow == 'theirs' else 2})"
    assert "calls" not in emil.does(["history", "--campaign", aside])
    output = emil(["city", "rename", "deer", "Woods", "--campaign", aside])
    assert output.code == 6
    assert "can only be read" in output.err
    if follow == "ours":
        output = emil(f"audit --head {head}")
        assert output.code == 3
        assert f"{head} is of {aside}, which diverges from this history" in " ".join(
            output.out.split()
        )
    emil.does("db rebuild --yes")
    assert emil("audit --all").code == 0


def test_the_head_of_a_copy_that_was_carried_over_is_said_to_be_that(
    anna: Table, emil: Table, bundle: str
) -> None:
    """It does not prove this history, and does not say either that somebody rewrote it."""
    other, head = parted(anna, emil, bundle), head_of(anna)
    emil.does(["handover", "take", other, "--follow", "both", "--yes"])
    output = emil(f"audit --head {head}")
    assert output.code == 3
    said = " ".join(output.out.split())
    assert f"{head} is the head of another copy, which entry" in said
    assert "is not as it was written down" not in said
    assert "db restore" not in said
    assert "campaign list --histories" in said
    assert emil(["audit", "--campaign", "Tuesday (history 2)", "--head", head]).code == 0


def test_another_key_is_loud(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    (anna.folder / "Anna.pem").unlink()
    anna.does("city rename eagle Rivers")
    other = str(anna.folder / "other.zip")
    anna.does(["handover", "export", "--all", "-o", other])
    output = emil(["handover", "take", other, "--yes"])
    assert output.code == 6
    assert "ANOTHER KEY: Anna has signed this campaign with" in output.err
    key = anna.does("handover key").split()[0]
    assert key in output.err
    wrong = emil(["handover", "take", other, "--key", "AAAA-BBBB", "--yes"])
    assert (wrong.code, "not by AAAA-BBBB" in wrong.err) == (6, True)
    emil.does(["handover", "take", other, "--key", key, "--yes"])


def test_a_second_campaign_of_the_same_name(anna: Table, emil: Table, bundle: str) -> None:
    emil.does("new Tuesday --seat eagle=Emil --seat bear=Fay")
    output = emil(["handover", "take", bundle, "--yes"])
    assert output.code == 6
    assert "there is another campaign Tuesday here already" in output.err
    remedy = 'campaign rename NAME --campaign "Tuesday"'
    assert remedy in " ".join(output.err.split())
    emil.does(remedy.removeprefix("campaign ").replace("NAME", "Thursday"))
    emil.does(["handover", "take", bundle, "--yes"])


def test_a_bundle_holds_nothing_of_a_closed_envelope(bundle: str) -> None:
    members = bundles.unpack_bundle(Path(bundle).read_bytes())
    assert sorted(members.members) == [
        "journal.jsonl",
        "letter.txt",
        "packs/stand_in/box.toml",
        "packs/stand_in/envelope_1.toml",
        "records/episode-01.toml",
        "secret.txt",
    ]
    assert "church" not in members.members["letter.txt"].decode().lower()


def test_a_letter_says_whom_nobody_plays(settled: Run, tmp_path: Path) -> None:
    assert settled("player leave bear").code == 0
    path = tmp_path / "city.zip"
    assert settled(f"handover export bear -o '{path}' --yes").code == 0
    members = bundles.unpack_bundle(path.read_bytes())
    letter = " ".join(members.members["letter.txt"].decode().split())
    assert "Its players are Anna (eagle), Chen (deer) and Dora (wolf). Nobody holds bear." in letter


FORGED = {
    "a player": (replaced("journal.jsonl", b"Anna", b"Anne"), 3, "hash chain"),
    "a score": (replaced("records/episode-01.toml", b"eagle = ", b"eagle = 1"), 3, "records/"),
    "a pack": (replaced("packs/stand_in/box.toml", b"4", b"5"), 3, "packs/stand_in/box.toml"),
    "a record that is missing": (dropped("records/episode-01.toml"), 3, "records/episode-01"),
    "a head": (stated("head", {"seq": 1, "hash": "0" * 64}), 3, "another head"),
    "a secret": (
        lambda members, _: members.update({"secret.txt": b"0"}),
        3,
        "envelope 2: sealed as",
    ),
    "no journal": (dropped("journal.jsonl"), 7, "no journal.jsonl"),
    "an entry left out": (replaced("journal.jsonl", b'"seq":3}', b'"seq":4}'), 7, "entry 3 says"),
    "no entry at all": (replaced("journal.jsonl", b"{", b""), 7, "entry 1 is damaged"),
    "a stream": (stated("stream", "../../x"), 7, "stream: '../../x' is not a stream"),
    "an author": (replaced("journal.jsonl", b'"Anna",', b'"\\u001b[2J",'), 7, "author"),
    "no letter": (dropped("letter.txt"), 7, "no letter.txt"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_what_was_changed_and_signed_again_is_found(
    anna: Table, emil: Table, bundle: str, kind: str
) -> None:
    change, code, words = FORGED[kind]
    path = emil.folder / "forged.zip"
    path.write_bytes(forged(bundle, change))
    for line in (["audit", "--file", str(path)], ["handover", "take", str(path), "--yes"]):
        output = emil(line)
        assert output.code == code, output
        assert words in " ".join((output.out + output.err).split())
        assert "Traceback" not in output.err
    assert not emil.db.exists()


# Receipts.


def a_receipt(anna: Table, emil: Table, bundle: str) -> Path:
    emil.does(["handover", "take", bundle, "--yes"])
    path = emil.folder / "receipt.json"
    emil.does(["handover", "accept", "wolf", "--as", "Emil", "-o", str(path), "--other-bundle"])
    return path


def test_a_receipt_after_the_history_has_gone_on(anna: Table, emil: Table, bundle: str) -> None:
    path = str(a_receipt(anna, emil, bundle))
    anna.does("city rename eagle Rivers")
    assert "Since then 1 entry came here: --take adds the acceptance after them." in anna.does(
        ["handover", "receipt", path]
    )
    assert "Since then 1 entry came here: the acceptance follows them." in anna.does(
        ["handover", "receipt", path, "--take", "--other-bundle"]
    )
    text = anna.does("audit", "status", "history")
    assert "Emil accepts wolf" in " ".join(text.split())
    assert "The acceptance is in the history." in anna.does(["handover", "receipt", path])
    back = str(anna.folder / "back.zip")
    anna.does(["handover", "export", "--all", "-o", back])
    assert "It has all of the history here, carried over" in emil.does(
        ["handover", "take", back, "--yes"]
    )
    assert head_of(emil) == head_of(anna)
    emil.does("audit --all")


@pytest.fixture
def receipt(emil: Table, bundle: str, tmp_path: Path) -> str:
    """Emil has taken the eagle over, and this is his receipt."""
    path = str(tmp_path / "receipt.json")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", path])
    return path


def test_an_acceptance_that_was_taken_back_is_said_to_be(
    anna: Table, emil: Table, receipt: str
) -> None:
    taking = ["handover", "receipt", receipt, "--take", "--yes"]
    anna.does(taking, "undo --and-later --yes")
    anna.patch.setenv("COLUMNS", "120")
    was = "The acceptance was taken back here"
    assert f"{was}. To let Emil hold eagle: campaign redo\n" in anna.does(taking)
    anna.does("redo --yes")
    assert "The acceptance is in the history." in anna.does(taking)
    anna.does("undo --and-later --yes", "city rename bear Hills", "undo --yes")
    joining = 'campaign player join eagle "Emil"'
    assert f"{was}. To let Emil hold eagle: {joining}\n" in anna.does(taking)
    anna.does("new Friday --seat eagle=Emil --seat bear=Fay --yes")
    assert '  --campaign "Tuesday"' in anna.does(taking).splitlines()
    anna.does(f"{joining.removeprefix('campaign ')} --campaign Tuesday --yes")
    assert f"{was}; Emil holds eagle all the same." in anna.does(taking)


def test_the_document_of_a_receipt_says_only_what_was_done(
    anna: Table, emil: Table, receipt: str
) -> None:
    taking = ["handover", "receipt", receipt, "--take", "--json"]
    asked = anna(taking)
    assert (asked.code, asked.out) == (2, "")
    assert "Emil accepted eagle" in asked.err
    for here in (False, True):
        document = json.loads(anna([*taking, "--yes"]).out)
        assert (document["here"], document["taken"]) == (here, not here)


def test_a_receipt_after_the_campaign_was_renamed(anna: Table, emil: Table, receipt: str) -> None:
    anna.does("rename Wednesday")
    said = anna.does(["handover", "receipt", receipt, "--take", "--yes"])
    assert "Emil accepted eagle of Wednesday" in said
    assert "Emil" in anna.does("status")
    assert "All 13 checks passed" in anna.does("audit")


def test_a_receipt_of_another_history(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"], "city rename bear Hills")
    path = str(emil.folder / "receipt.json")
    emil.does(["handover", "accept", "wolf", "--as", "Emil", "-o", path, "--other-bundle"])
    output = anna(["handover", "receipt", path])
    assert (output.code, "another history" in output.err) == (6, True)
    anna.does("city rename bear Woods", "city rename bear Moors")
    diverged = anna(["handover", "receipt", path])
    assert "campaign handover take BUNDLE   shows where" in diverged.err
    assert "first take" not in diverged.err


def test_a_city_that_was_handed_on_has_two_receipts(
    anna: Table, emil: Table, receipt: str, tmp_path: Path
) -> None:
    """The second is for the history with the first: without it, the refusal names it."""
    fay, bundle, second = Table(emil.run, emil.patch, tmp_path, "Fay"), "on.zip", "second.json"
    emil.patch.chdir(tmp_path)
    emil.does(f"handover export eagle -o {bundle}")
    fay.does(f"handover take {bundle} --yes", f"handover accept eagle --as Fay -o {second}")
    refused = anna(f"handover receipt {second} --take --yes")
    assert refused.code == 6
    assert "first take the receipt of whoever handed the city on" in " ".join(refused.err.split())
    for file in (receipt, second):
        anna.does(["handover", "receipt", file, "--take", "--yes"], "audit")
    assert head_of(anna) == head_of(fay)


def test_receipts_that_are_none(anna: Table, emil: Table, bundle: str) -> None:
    path = a_receipt(anna, emil, bundle)
    text = path.read_text("utf-8")
    for other, reason in (
        ("{}", "this is no receipt"),
        ("Dear Anna", "does not begin as one"),
        ("PK\3\4", "is a bundle, not a receipt"),
        (text.replace("wolf", "bear"), "was changed after it was signed"),
        ("{" * 200_000, "far larger"),
    ):
        path.write_text(other, "utf-8")
        output = anna(["handover", "receipt", str(path)])
        assert output.code == 7
        assert reason in output.err
    path.write_text(text, "utf-8")
    for line in ("handover take", "sync", "audit --file"):
        refused = anna([*line.split(), str(path)])
        assert (refused.code, "handover receipt FILE --take" in refused.err) == (7, True)
    friday = Table(anna.run, anna.patch, anna.folder, "Fay")
    friday.does("new Friday --seat eagle=Fay --seat bear=Ben")
    output = friday(["handover", "receipt", str(path)])
    assert (output.code, "which is not in this database" in output.err) == (4, True)


def test_an_acceptance_that_names_another_head_is_found(anna: Table, bundle: str) -> None:
    path = str(anna.folder / "receipt.json")
    anna.does(["handover", "accept", "wolf", "--as", "Emil", "-o", path, "--other-bundle"])
    tamper(
        anna.db,
        "DROP TRIGGER entry_no_update",
        'UPDATE entry SET payload = replace(payload, \'"head":"\', \'"head":"0\') '
        "WHERE kind = 'city accepted'",
    )
    output = anna("audit")
    assert output.code == 3
    assert "accepts another history than the one before it" in " ".join(output.out.split())


# Wrong input.


def test_what_cannot_be_packed_or_read(
    anna: Table, refuses: Refuses, bundle: str, tmp_path: Path
) -> None:
    anna("status")
    for line, reason in (
        (["handover", "export", "-o", "x.zip"], "name a seat, or --all"),
        (["handover", "take", bundle, "--follow", "all"], "'all' is not one of"),
    ):
        output = anna(line)
        assert (output.code, reason in output.err) == (2, True)
    anna.patch.setenv("CAMPAIGN_DB", str(tmp_path / "campaign.db"))
    refuses(["handover", "export", "eagle", "-o", bundle], 8, "Only with --replace")
    line = ["handover", "export", "eagle", "--replace", "-o"]
    refuses([*line, os.devnull], 7, f"{os.devnull}: no plain file")
    Path(bundle).chmod(0o644)
    assert anna([*line, bundle]).code == 0
    assert Path(bundle).stat().st_mode & 0o777 == 0o600
    refuses(["handover", "export", "fox", "-o", str(tmp_path / "y.zip")], 4, "fox is no seat")
    refuses(["audit", "--file", str(tmp_path / "none.zip")], 7, "no such file")
    refuses(["handover", "accept", "fox", "--as", "Emil", "-o", str(tmp_path / "r")], 4, "fox")
    assert not (tmp_path / "r").exists()
    assert not (tmp_path / "y.zip").exists()


def test_an_interrupted_export_leaves_no_half_bundle(
    anna: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_handle: int) -> None:
        raise KeyboardInterrupt

    line = ["handover", "export", "--all", "-o", str(tmp_path / "all.zip")]
    anna.does("handover key")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        assert anna(line).code == 130
    anna.does(line)


def test_a_dry_run_shows_what_a_bundle_has_and_takes_nothing(emil: Table, bundle: str) -> None:
    text = emil.does(["handover", "take", bundle, "--dry-run"])
    assert "Tuesday" in text
    assert [] == json.loads(emil.does("list --json"))["campaigns"]
