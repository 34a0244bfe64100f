"""The statement of an audit: for each fact a campaign of which it is stated, and one not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from campaign.display.text.audit_statement import fact_in_words
from campaign.services import folding
from campaign.services.audit.circumstances import notable_facts
from campaign.services.audit.testimony import ExaminedHistory, statement_of
from campaign.services.statement import FactKind
from campaign.services.values import AuditCheck, History
from campaign.store import stamps
from campaign.store.database import open_database, reading
from engine.kernel.replay import VerdictKind
from tests.cli.test_audit_checks import DATABASE, DECLARED, FOUND_BY, SESSIONS, Stage
from tests.cli.test_audit_checks import stage as stage  # a fixture
from tests.fixtures import CHAPTER, ROOT, SLIPS, Prepared, Run, Table, head_of

COAST = ROOT / "tests" / "packs" / "coast"
"""A pack that the program does not have."""

Told = dict[str, dict[str, Any]]
MOVES = re.compile(r'(?s)^moves = """.*?^"""\n', re.MULTILINE)
DAY = re.compile(r"^played = .*\n", re.MULTILINE)


def stated(run: Run, line: str = "audit") -> Told:
    """The facts of a campaign by their kinds, the last of each."""
    audits = json.loads(run(f"{line} --json").out)["audits"]
    statement = audits[-1]["statement"]
    return {fact["kind"]: fact for facts in statement.values() for fact in facts}


def record(folder: Path, number: int, change: Callable[[str], str]) -> str:
    """The file of an episode of the examples, changed."""
    path = folder / f"changed-{number}.toml"
    path.write_text(change((CHAPTER / f"episode-{number}.toml").read_text("utf-8")), "utf-8")
    return str(path)


def does(run: Run, *lines: str | list[str]) -> None:
    for line in lines:
        output = run(line)
        assert output.code == 0, output.err


def keeps(run: Run, path: str) -> None:
    does(run, ["episode", "record", path, *SLIPS, "--yes"])


def plain(chapter: Run, *_: Any) -> None:
    """The chapter as it is."""


def no_day(chapter: Run, folder: Path, _: pytest.MonkeyPatch) -> None:
    amends(chapter, record(folder, 3, lambda text: DAY.sub("", text)), 3)


def amends(run: Run, path: str, number: int, *more: str) -> None:
    reason = ["--reason", "misread the sheet"]
    does(run, ["episode", "edit", str(number), path, *reason, *more, "--yes"])


def without_moves(chapter: Run, folder: Path, _: pytest.MonkeyPatch) -> None:
    amends(chapter, record(folder, 3, lambda text: MOVES.sub("", text)), 3)


def kept_as_played(chapter: Run, folder: Path, _: pytest.MonkeyPatch) -> None:
    changed = record(folder, 3, lambda text: text.replace("wolf = 22", "wolf = 23"))
    amends(chapter, changed, 3, "--as-played")


def by_another(chapter: Run, folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("CAMPAIGN_AUTHOR", "Ben")
    kept_as_played(chapter, folder, patch)


def taken_back(chapter: Run, *_: Any) -> None:
    does(chapter, 'undo --reason "another evening" --yes')


def takeover(chapter: Run, *_: Any) -> None:
    does(chapter, "player join wolf Emil --yes")


def takeover_dated_back(chapter: Run, *_: Any) -> None:
    does(chapter, "player join wolf Emil --from 2 --yes")
    words = stated(chapter)["held since"]["words"]
    assert words.startswith("That Emil took wolf over before episode 2 was written down later, on ")
    does(chapter, "player rename Emil Eva --yes", "player rename Dora Emil --yes")
    assert stated(chapter)["held since"]["words"].startswith("That Eva took wolf over")


def dated_later(chapter: Run, folder: Path, _: pytest.MonkeyPatch) -> None:
    amends(
        chapter,
        record(folder, 3, lambda text: DAY.sub("played = 2199-01-01\n", text)),
        3,
        "--as-dated",
    )


def compared(chapter: Run, *_: Any) -> None:
    does(chapter, *(f"confirm {seat} --by Ben" for seat in ("eagle", "bear", "deer", "wolf")))


def one_differs(chapter: Run, *_: Any) -> None:
    does(chapter, "confirm eagle --by Ben --differs 'a tree on D2'")


def compared_earlier(settled: Run, *_: Any) -> None:
    compared(settled)
    keeps(settled, str(CHAPTER / "episode-2.toml"))


def moved_after_check(settled: Run, *_: Any) -> None:
    compared(settled)
    does(settled, "sticker move eagle well F7 F2 --yes")
    assert "of this board has changed since" in settled("checklist eagle").out
    assert "of this board has changed since" not in settled("checklist bear").out
    assert settled("audit report").out.count("of this board has changed since") == 1
    boards = json.loads(settled("checklist --json").out)["boards"]
    checks = {board["seat"]: board["checked"] for board in boards}
    assert [seat for seat, check in checks.items() if check["changed_since"]] == ["eagle"]


def corrected_box(chapter: Run, *_: Any) -> None:
    overlay = str(Path(__file__).parent / "our_box.toml")
    does(chapter, ["pack", "apply", overlay, "--reason", "our box", "--yes"])


STANDS: dict[FactKind, tuple[str, Callable[..., None], str, Callable[..., None]]] = {
    "moves": ("chapter", plain, "begun", plain),
    "no gap": ("chapter", plain, "chapter", without_moves),
    "none missing": ("chapter", without_moves, "chapter", plain),
    "never corrected": ("chapter", plain, "begun", plain),
    "state": ("chapter", plain, "chapter", kept_as_played),
    "envelopes": ("chapter", plain, "sealed", plain),
    "played so": ("chapter", plain, "begun", plain),
    "last evening": ("chapter", plain, "begun", plain),
    "made up": ("chapter", plain, "begun", plain),
    "results only": ("chapter", without_moves, "chapter", plain),
    "never confirmed": ("chapter", plain, "chapter", compared),
    "confirmed before": ("settled", compared_earlier, "chapter", compared),
    "changed after check": ("settled", moved_after_check, "settled", compared),
    "no day": ("chapter", no_day, "chapter", plain),
    "recorded late": ("chapter", plain, "begun", plain),
    "dated ahead": ("chapter", dated_later, "chapter", plain),
    "recorded at once": ("chapter", plain, "settled", plain),
    "scores changed": ("chapter", kept_as_played, "chapter", no_day),
    "record changed": ("chapter", no_day, "chapter", kept_as_played),
    "corrected by another": ("chapter", by_another, "chapter", kept_as_played),
    "taken back": ("chapter", taken_back, "chapter", plain),
    "held since": ("chapter", takeover_dated_back, "chapter", takeover),
    "pack corrected": ("begun", corrected_box, "chapter", plain),
    "same hand": ("chapter", plain, "chapter", by_another),
    "as played": ("chapter", kept_as_played, "chapter", plain),
    "board differs": ("chapter", one_differs, "chapter", compared),
}
"""By kind a campaign of which it is stated, and one of which it is not."""
ELSEWHERE: set[FactKind] = {
    "failed",
    "unchanged",
    "no head",
    "head missing",
    "head not held",
    "before head",
    "after head",
    "head of another day",
    "signed for another",
    "dated before head",
    "dated before entry",
    "unchecked",
    "signed",
    "witnessed",
    "accepted",
    "other record",
    "page",
    "page except hindsight",
    "page of another version",
    "report not compared",
    "possible",
    "simulated",
    "by hand",
    "without rules",
    "declared",
    "own pack",
    "state from declared",
    "envelopes replaced",
}
"""Kinds that tests of their own are about."""


@pytest.mark.parametrize("kind", STANDS)
def test_a_fact_is_stated_where_it_stands_and_nowhere_else(
    kind: FactKind,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there, makes, elsewhere, makes_none = STANDS[kind]
    run = request.getfixturevalue(there)
    makes(run, tmp_path, monkeypatch)
    assert kind in stated(run)
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Anna")
    if elsewhere == there:
        monkeypatch.setenv("CAMPAIGN_DB", str(tmp_path / "other.db"))
        prepared = getattr(request.getfixturevalue("prepared"), there)
        (tmp_path / "other.db").write_bytes(prepared.read_bytes())
    else:
        run = request.getfixturevalue(elsewhere)
    makes_none(run, tmp_path, monkeypatch)
    assert kind not in stated(run)


def test_every_kind_of_fact_has_a_test() -> None:
    assert set(get_args(FactKind)) == {*STANDS, *ELSEWHERE}


def test_a_correction_that_was_undone_changes_no_score(chapter: Run, tmp_path: Path) -> None:
    """The next one changed the score that counted before it, which is the first one."""
    noted = (CHAPTER / "episode-3.toml").read_text("utf-8")
    first = int(noted.partition("[result]")[2].partition("eagle = ")[2].split()[0])
    for more in (1, 2):
        path = tmp_path / f"{more}.toml"
        path.write_text(noted.replace(f"eagle = {first}\n", f"eagle = {first + more}\n"), "utf-8")
        amends(chapter, str(path), 3, "--as-played", "--reason", f"slip {more}")
        if more == 1:
            does(chapter, "undo --yes")
            facts = stated(chapter)
            assert "scores changed" not in facts
            assert facts["taken back"]["episodes"] == [3]
    words = stated(chapter)["scores changed"]["words"]
    assert f"eagle {first} to {first + 2}" in words


def test_who_is_found_to_have_played_has_a_score_that_changed(begun: Run, tmp_path: Path) -> None:
    """The audit said that the record was changed, but none of its scores."""
    line = "episode result eagle=5 bear=7 deer=3 --absent wolf --house-rule --yes"
    does(begun, line)
    there = json.loads(begun("episode show 1 --json").out)["record"]
    path = tmp_path / "came-late.toml"
    with_wolf = there.replace('absent = ["wolf"]\n', "").replace('"deer"]', '"deer", "wolf"]')
    path.write_text(f"{with_wolf.rstrip()}\nwolf = 9\n", "utf-8")
    amends(begun, str(path), 1)
    assert "wolf absent to 9" in stated(begun)["scores changed"]["words"]
    path.write_text(there, "utf-8")
    amends(begun, str(path), 1, "--house-rule")
    fact = stated(begun)["scores changed"]
    assert fact["scores"] == [{"seat": "wolf", "before": 9, "after": None}]
    assert "wolf 9 to absent" in fact["words"]


# Heads.


def test_what_was_not_checked_is_stated(chapter: Run) -> None:
    facts = stated(chapter, "audit --from-entry 9")
    assert facts["unchecked"]["entries"] == list(range(1, 9))
    assert "unchecked" not in stated(chapter)


# What only some records, rules or bundles give.


def with_verdict(history: History, **changes: Any) -> Told:
    """What is stated where the verdict on the first episode is otherwise."""
    first, *others = history.campaign.played
    changed = first._replace(verdict=first.verdict._replace(**changes))
    campaign = history.campaign._replace(played=(changed, *others))
    checks = tuple(AuditCheck(name, "", 0.0) for name in ("campaign", "replay"))
    examined = ExaminedHistory(history.entries, history._replace(campaign=campaign), checks)
    return {fact.kind: fact._asdict() for facts in statement_of(examined) for fact in facts}


def test_an_order_that_was_found_is_possible(history: History) -> None:
    facts = with_verdict(history, kind=VerdictKind.POSSIBLE)
    assert facts["possible"]["episodes"] == (1,)
    assert facts["moves"]["episodes"] == (2, 3)


def test_moves_of_which_the_rules_are_missing_are_not_proved(history: History) -> None:
    facts = with_verdict(history, kind=VerdictKind.UNVERIFIABLE, state=None)
    assert facts["without rules"]["episodes"] == (1,)
    assert "results only" not in facts
    assert "without rules" not in with_verdict(history)


def test_lines_by_hand_are_not_proved(history: History) -> None:
    facts = with_verdict(history, state=SimpleNamespace(by_hand=4))
    assert (facts["by hand"]["episodes"], facts["by hand"]["amount"]) == ((1,), 4)
    assert "by hand" not in with_verdict(history)


def test_a_state_that_was_declared_is_not_proved(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "state.toml"
    state.write_text(DECLARED, "utf-8")
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    does(run, ["new", "Later", *seats, "--from", "4", "--state", str(state)])
    does(run, "envelope open 2 --yes", "episode result eagle=5 bear=4 --yes")
    facts = stated(run)
    assert facts["declared"]["words"].startswith("What came before episode 4: the boards and marks")
    assert "from what was declared before episode 4, and" in facts["state from declared"]["words"]
    assert "state" not in facts
    does(run, "new Friday --seat eagle=Emil --seat bear=Fay")
    assert "declared" not in stated(run)


def test_a_bundle_is_signed_and_nothing_else_is(anna: Table, bundle: str) -> None:
    audits = json.loads(anna(f"audit --file {bundle} --json").out)["audits"]
    (signed,) = (fact for fact in audits[0]["statement"]["proved"] if fact["kind"] == "signed")
    assert signed["names"] == [
        check["note"] for check in audits[0]["checks"] if check["name"] == "key"
    ]
    assert "signed" not in stated(anna)


def test_a_receipt_is_a_head_with_a_witness(
    anna: Table, emil: Table, bundle: str, tmp_path: Path
) -> None:
    receipt = str(tmp_path / "receipt.json")
    assert "accepted" not in stated(anna)
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", receipt, "--yes"])
    facts = stated(anna, f"audit --head {receipt}")
    assert facts["witnessed"]["names"][0] == "Emil"
    assert facts["witnessed"]["entries"] == list(range(1, 11))
    assert "witnessed" not in stated(anna, f"audit --head {head_of(anna)}")
    assert stated(emil)["accepted"]["amount"] == 10
    assert "in the name of Emil" in " ".join(anna(f"audit --head {receipt}").out.split())
    does(emil, "player rename Emil Emilio --yes")
    assert stated(emil)["accepted"]["words"].startswith("Emilio took eagle over on ")
    path = Path(receipt)
    path.write_text(path.read_text("utf-8").replace("Emil", "Fay"), "utf-8")
    assert anna(f"audit --head {receipt}").code == 7


def test_the_rules_of_a_pack_that_came_along_are_not_proved(run: Run) -> None:
    """Its values may name any source, and the moves are legal by its rules alone."""
    does(run, f"new Coast --pack '{COAST}' --seat eagle=Anna --seat bear=Ben --yes")
    words = stated(run)["own pack"]["words"]
    assert "its own pack along, coast, and the program has nothing to compare it with" in words
    assert "That the rules, boards and buildings" in " ".join(run("audit report").out.split())


def test_an_acceptance_that_was_taken_back_is_not_stated(emil: Table, bundle: str) -> None:
    receipt = str(emil.folder / "receipt.json")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", receipt, "--yes"])
    assert "accepted" in stated(emil)
    emil.does("undo --yes")
    assert "accepted" not in stated(emil)


def test_boards_of_an_evening_as_played_are_not_proved(chapter: Run, tmp_path: Path) -> None:
    kept_as_played(chapter, tmp_path, pytest.MonkeyPatch())
    facts = stated(chapter)
    assert "no gap" not in facts
    assert facts["none missing"]["episodes"] == [1, 2, 3]


def test_a_bundle_is_held_against_a_head(anna: Table, bundle: str) -> None:
    head = head_of(anna)
    facts = stated(anna, f"audit --file {bundle} --head {head}")
    assert facts["unchanged"]["head"] == head
    assert anna(f"audit --file {bundle} --head 0000-0000").code == 3


def test_a_page_shows_its_history(anna: Table, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    anna.does(["chronicle", "-o", str(page)])
    facts = stated(anna, f"audit --file {page}")
    assert "page" in facts
    assert "page of another version" not in facts
    page.write_text(page.read_text("utf-8").replace("Anna", "Anne", 1), "utf-8")
    assert "page" not in stated(anna, f"audit --file {page}")
    program = re.compile('data-program="[^"]*"')
    page.write_text(program.sub('data-program="0.0.9"', page.read_text("utf-8")), "utf-8")
    facts = stated(anna, f"audit --file {page}")
    assert facts["page of another version"]["names"][0] == "0.0.9"


@pytest.fixture
def history(prepared: Prepared) -> Iterator[History]:
    """The chapter of the examples."""
    database = open_database(prepared.chapter, create=False)
    with reading(database) as session:
        yield folding.read(session, "campaign/1")
    database.dispose()


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 1), (60, 1), (89, 2), (599, 10)])
def test_what_was_recorded_at_once_was_so_within_the_stated_minutes(
    history: History, seconds: int, minutes: int
) -> None:
    """89 seconds were called one minute."""
    first, *_, last = (played.entry for played in history.campaign.played)
    began = datetime(2026, 10, 6, 20, tzinfo=UTC)
    entries = tuple(
        entry._replace(
            recorded_at=stamps.stamp(began + timedelta(seconds=seconds * (entry.seq == last)))
        )
        if entry.seq >= first
        else entry
        for entry in history.entries
    )
    changed = history._replace(entries=entries)
    facts = {fact.kind: fact for fact in notable_facts(changed, ())}
    assert facts["recorded at once"].amount == minutes
    assert "the first on 6 Oct 2026" in str(fact_in_words(facts["recorded at once"]))


# What does not hold is named with its evening.

TOUCHED: dict[str, list[int]] = {
    "hash chain": [1, 2, 3],
    "payloads": [],
    "values": [1, 2, 3],
    "seals": [],
    "campaign": [2],
    "replay": [3],
    "corrections": [3],
    "tenures": [3],
}
"""By check the evenings that its forgery touches."""


@pytest.mark.parametrize(
    ("where", "change"), FOUND_BY.items(), ids=[", ".join(where) for where in FOUND_BY]
)
def test_a_forgery_is_found_in_words_with_its_evening(
    stage: Stage, where: tuple[str, str], change: Callable[[Stage], None]
) -> None:
    change(stage)
    output = stage.run("audit --all" if where[0] == SESSIONS else "audit")
    assert output.code == 3
    words = output.out.partition("What does not hold")[2]
    assert words
    if where[0] in (DATABASE, SESSIONS):
        return
    facts = json.loads(stage.run("audit --json").out)["audits"][-1]["statement"]["found"]
    assert [fact["names"] for fact in facts] == [[where[1]]]
    assert facts[0]["episodes"] == TOUCHED.get(where[1], [])
    assert facts[0]["words"] in " ".join(words.replace(" - ", " ").split())


def test_an_unfolded_history_proves_nothing_of_its_evenings(stage: Stage) -> None:
    FOUND_BY["campaign/1", "campaign"](stage)
    facts = stated(stage.run)
    assert not {"moves", "state", "no gap"} & facts.keys()


# The screen.


def test_the_checks_are_in_words_of_players_and_technical_with_verbose(chapter: Run) -> None:
    shown = chapter("audit").out
    for word in ("payload", "canonical", "hash chain", "stored views", "rights and marks"):
        assert word not in shown
    assert "moves and scores" in shown
    technical = chapter("audit --verbose").out
    assert "in canonical form" in technical
    assert "Not proved" in technical


def test_three_readers_find_their_answer(chapter: Run, tmp_path: Path) -> None:
    by_words = {
        "scores were changed": "Scores of episode 3 were changed by Anna on",
        "an evening is missing": "No evening is missing between the first and the last",
        "never heard of hashes": "eight characters that somebody wrote down",
    }
    kept_as_played(chapter, tmp_path, pytest.MonkeyPatch())
    shown = " ".join(chapter("audit").out.split())
    assert [words for words in by_words.values() if words not in shown] == []
    assert "wolf 22 to 23" in shown


def test_an_audit_of_many_campaigns_states_none(chapter: Run) -> None:
    does(chapter, "new Friday --seat eagle=Emil --seat bear=Fay")
    assert "Not proved" not in chapter("audit --all").out
