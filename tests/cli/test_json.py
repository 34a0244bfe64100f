"""`--json`: one document a command, as its model says, and the JSON Schema of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine.kernel.record import parse_record
from tests import docs
from tests.extras.plays.plays import a_log
from tests.fixtures import CHAPTER, ETERNAL, NEW, ROOT, Run, tamper
from tests.json_documents import checked, of_kind

BOX = ROOT / "tests" / "cli" / "our_box.toml"
COMMANDS = {
    "use Tuesday": "campaigns",
    'rename "Late Tuesday"': "campaigns",
    "archive": "campaigns",
    "db upgrade": "contents",
    "status": "status",
    "list": "campaigns",
    "brief": "brief",
    "brief eagle": "brief",
    "cards": "cards",
    "standings": "standings",
    "standings --all": "overall",
    "history": "history",
    "episode template": "template",
    "rules machi-koro 4": "rulebook",
    "episode list": "episodes",
    "episode show 1": "episode",
    "episode note 1 --where club": "episode",
    "episode replay 1": "replay",
    "episode replay 1 --step": "replay",
    f"episode record '{CHAPTER / 'episode-2.toml'}' --yes": "episode",
    "envelope list": "envelopes",
    "envelope show 1": "envelope",
    "sticker owed": "owed",
    "sticker list": "stickers",
    "city list": "cities",
    "city show eagle": "city",
    "city show wolf --at 1": "city",
    "city show wolf --bare": "city",
    "city rename eagle Ulm": "cities",
    "city diff deer 0 1": "difference",
    "undo --dry-run": "cascade",
    "player list": "players",
    "player show Anna": "player",
    "checklist": "checklists",
    "confirm eagle --by Anna": "checklists",
    "episode diff 1": "versions",
    "pack show": "rules",
    "pack placeholders": "placeholders",
    "pack placeholders --episode 3": "to_check",
    f"pack diff ours '{BOX}'": "pack_difference",
    "pack template": "overlay",
    f"pack check '{BOX}'": "pack",
    f"pack apply '{BOX}' --reason ours --dry-run": "correction",
    "new Later --seat eagle=A --seat bear=B --from 2": "state",
    f"session record '{ETERNAL}' --doubles --yes": "session",
    "session list": "sessions",
    "session show 1": "session",
    "session note 1 --where club": "session",
    "photo list": "photos",
    "session show 1 --record-version 1": "session_version",
    "session withdraw 1 --reason twice --yes": "session",
    "session list --withdrawn": "withdrawn",
    "session replay 1": "replay",
    "audit": "audit",
    "audit --all": "audit",
    "audit --from-entry 5": "audit",
    "audit report": "report",
    "head": "heads",
    "audit --with stand_in": "under",
    "handover key": "key",
    "sync .": "synced",
    "handover export eagle -o BUNDLE": "exported",
    "chronicle -o PAGE": "chronicle",
    "handover take BUNDLE": "bundle",
    "handover accept wolf --as Emil -o RECEIPT": "accepted",
    "handover receipt RECEIPT": "receipt",
    "export csv -o FOLDER": "export",
    "export bgstats --link --episode 1": "play_link",
    "export bgstats -o FILE": "export",
    "export records -o FOLDER": "exported_records",
    "hindsight 1 --whose deer --seconds 0": "hindsight",
    "what-if -": "what_if",
    f"quadropolis score '{ROOT / 'examples' / 'city.toml'}'": "city_score",
    "draft list": "drafts",
    "db path": "database",
    "doctor": "doctor",
    "db status": "contents",
    "db check": "audit",
    "db backup": "backup",
    "db copy campaign.db other.db": "contents",
    "db restore": "copies",
    "db rebuild --yes": "rebuild",
    "session stats machi-koro": "statistics",
    "stats": "statistics",
    "stats --all": "statistics",
    f"session record '{ROOT / 'examples' / 'machi-koro.toml'}' --yes": "session",
    "simulate my-city --seats 2 --keep": "simulated",
    "simulate machi-koro --simple-player random": "simulated",
    NEW.replace("Tuesday", "Friday"): "status",
    f"import records '{ROOT / 'examples'}' --yes --keep-going": "imported_records",
    "import bgstats LOG --yes": "imported_plays",
    "import withdraw --yes": "withdrawn_import",
}
SILENT = {"demo", "envelope correct", "fleet serve", "meet", "pack paint"}
"""The commands that print no document: some show what others print, or serve; the others ask."""
DRAWN = {
    "standings": "standings",
    "stats": "statistics",
    "session stats my-city": "statistics",
    "episode show 1": "episode",
    "session show 1": "session",
    "city show eagle": "city",
    "city diff eagle 0 1": "difference",
}
"""The commands that draw with -o what they show."""


def document(run: Run, line: str, **more: str) -> dict[str, Any]:
    """The one document that a command prints, checked by its model."""
    output = run(f"{line} --json", **more)
    assert "\x1b" not in output.out
    return checked(output.out)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_prints_one_document_of_its_shape(
    settled: Run, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    assert settled(["session", "record", str(ETERNAL), "--yes", "-q"]).code == 0
    (tmp_path / "LOG").write_text(json.dumps(a_log()), encoding="utf-8")
    if "import withdraw" in line:
        assert settled("import bgstats LOG --yes").code == 0
    if "handover take" in line:
        assert settled("handover export --all -o BUNDLE").code == 0
    if "receipt" in line:
        assert settled("handover accept wolf --as Emil -o RECEIPT").code == 0
    shown = document(settled, line)
    assert (shown["schema"], shown["kind"]) == (1, COMMANDS[line])
    stated = {words for commands in of_kind()[shown["kind"]].values() for words in commands}
    assert any(line.startswith(words) for words in stated)


def test_commands_that_change_something_print_what_is_there_now(sealed: Run) -> None:
    opened = document(sealed, "envelope open 1 --yes")
    assert opened["open"]
    assert sealed(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]).code == 0
    owed = document(sealed, "sticker place eagle tree G1 --yes")
    assert len(owed["owed"]) == 6


def test_every_kind_is_printed_by_a_command() -> None:
    """A draft is shown in tests of their own."""
    assert {*COMMANDS.values(), "draft"} == set(of_kind())


def test_every_command_states_what_it_prints() -> None:
    stated = {
        words for models in of_kind().values() for every in models.values() for words in every
    }
    assert {" ".join(words) for words in docs.commands()} - stated == SILENT


def test_a_command_has_a_json_schema(run: Run) -> None:
    schema = json.loads(run(["--json-schema", "pack check"]).out)
    assert (schema["title"], [*schema["properties"]]) == (
        "PackDocument",
        ["schema", "kind", "ok", "episodes"],
    )
    assert schema["required"] == ["schema", "kind", "ok", "episodes"]
    either = json.loads(run(["--json-schema", "standings"]).out)
    names = ("CampaignStandingsDocument", "StandingsDocument")
    assert [{"$ref": f"#/$defs/{name}"} for name in names] == either["anyOf"]


@pytest.mark.parametrize("line", DRAWN)
def test_a_picture_in_a_file_goes_with_its_document(
    settled: Run, line: str, tmp_path: Path
) -> None:
    assert settled(["session", "record", str(ETERNAL), "--yes", "-q"]).code == 0
    file = tmp_path / "drawn.svg"
    assert document(settled, f"{line} -o '{file}'")["kind"] == DRAWN[line]
    assert file.read_text("utf-8").startswith("<svg")
    refused = settled(f"{line} -o - --json")
    assert (refused.code, refused.out) == (2, "")
    assert settled(f"{line} -o '{file}' --replace").out == ""


@pytest.mark.parametrize("line", ["demo", "envelope correct 1", "meet", "pack paint"])
def test_what_has_no_document_says_so(begun: Run, line: str) -> None:
    output = begun(f"{line} --json")
    assert (output.code, output.out) == (2, "")
    assert "has no JSON document" in json.loads(output.err)["error"]


@pytest.mark.parametrize("words", ["", "poem", "episode", "episode poem", "status now", "demo"])
def test_what_prints_no_document_has_no_schema(run: Run, words: str) -> None:
    output = run(["--json-schema", words])
    assert (output.code, output.out) == (2, "")
    assert words in output.err


def test_a_closed_envelope_gives_no_word_of_its_content(sealed: Run) -> None:
    known = {"number", "opens_with_episode", "open"}
    assert document(sealed, "envelope show 1").keys() == {"schema", "kind", "campaign", *known}
    assert all(one.keys() == known for one in document(sealed, "envelope list")["envelopes"])


def test_a_new_campaign_has_its_nulls(sealed: Run) -> None:
    shown = document(sealed, "status")
    assert (shown["next_episode"], shown["envelope_to_open"]) == (1, 1)
    assert shown["cities"][0]["name"] is None
    city = document(sealed, "city show eagle")
    assert (city["after_episode"], city["buildings"]) == (None, [])


def test_after_a_chapter_the_next_envelope_is_due(chapter: Run) -> None:
    shown = document(chapter, "status")
    due = (shown["next_episode"], shown["envelope_to_open"], len(shown["episodes"]))
    assert due == (4, 2, 3)


def test_nothing_yet_is_an_empty_list(run: Run) -> None:
    assert run("db upgrade").code == 0
    assert document(run, "list")["campaigns"] == []
    assert document(run, "session list")["sessions"] == []


def test_the_points_add_up_and_the_marks_follow(played: Run) -> None:
    episode = document(played, "episode show 1")
    for sheet in episode["sheets"]:
        assert sheet["score"] == sum(line["points"] for line in sheet["lines"]), sheet["seat"]
    assert episode["marks"] == {c["seat"]: c["marks"] for c in document(played, "status")["cities"]}


def test_the_board_is_rows_of_cells(played: Run) -> None:
    city = document(played, "city show deer")
    assert len({len(row) for row in city["board"]}) == 1
    covered = [cell for building in city["buildings"] for cell in building["cells"]]
    assert len(covered) == len(set(covered))


def test_the_template_of_the_document_is_that_of_the_screen(settled: Run) -> None:
    text = document(settled, "episode template")["record"]
    assert text == settled("episode template").out
    assert parse_record(text).header == {"episode": 2}


def test_kept_as_played_is_said(begun: Run) -> None:
    text = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")
    inked = text.replace("\nwolf = 2\n", "\nwolf = 30\n")
    shown = document(begun, "episode record - --yes --as-played", stdin=inked)
    assert (shown["verdict"], shown["as_played"]) == ("result differs", True)
    assert [s["score"] for s in shown["sheets"] if s["seat"] == "wolf"] == [30]


def test_results_only_have_sheets_without_lines(begun: Run) -> None:
    text = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")
    results = re.sub(r'moves = """.*?"""\n', "", text, flags=re.DOTALL)
    shown = document(begun, "episode record - --yes", stdin=results)
    assert shown["verdict"] == "unverifiable"
    assert document(begun, "episode replay 1")["moves"] == []
    assert document(begun, "city show eagle")["buildings"] == []


def test_a_whole_campaign_is_told_as_the_models_say(run: Run, tmp_path: Path) -> None:
    """Late boards have what no early one has: names of buildings in the place of cells."""
    database = ["--db", str(tmp_path / "whole.db")]
    assert run(["demo", "--whole", *database]).code == 0
    lines = ["status", "history", "standings", "sticker list", "city show wolf", "checklist"]
    lines += ["envelope show 8", "episode show 24", "pack show --episode 24", "stats", "audit"]
    lines += ["city diff eagle 0 24", "undo --episode 10 --and-later --dry-run"]
    for line in lines:
        checked(run([*line.split(), *database, "--json"]).out)


def test_an_audit_that_found_something_says_so(settled: Run, db: Any) -> None:
    tamper(db, "UPDATE city SET marks = 9 WHERE seat = 'eagle'")
    output = settled("audit --json")
    printed = checked(output.out)
    assert (output.code, printed["ok"]) == (3, False)
    wrong = [
        p for audit in printed["audits"] for check in audit["checks"] for p in check["problems"]
    ]
    assert wrong == ["city row campaign/1 eagle: marks is 9, the journal gives 0"]


def test_an_error_prints_no_document(begun: Run) -> None:
    output = begun("episode show 9 --json")
    assert (output.code, output.out) == (4, "")
    assert json.loads(output.err)["error"] == "episode 9 has not been recorded"


@pytest.mark.parametrize(
    "change",
    [{"count": "2"}, {"count": True}, {"more": 1}, {"schema": 2}, {"count": None}],
)
def test_the_check_finds_what_is_wrong(change: dict[str, object]) -> None:
    good = {"schema": 1, "kind": "rebuild", "count": 2}
    assert checked(json.dumps(good)) == good
    with pytest.raises(ValidationError):
        checked(json.dumps({**good, **change}))


def test_the_check_knows_the_form_of_a_text() -> None:
    good = {"schema": 1, "kind": "key", "fingerprint": "-".join(["0AZ9"] * 6), "path": "key.pem"}
    assert checked(json.dumps(good)) == good
    with pytest.raises(ValidationError, match="is not like"):
        checked(json.dumps({**good, "fingerprint": "0AZ9"}))
