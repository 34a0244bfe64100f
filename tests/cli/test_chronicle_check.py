"""The check that a page carries in itself, in a real Chromium: good pages, and every damage."""

from __future__ import annotations

import base64
import io
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cli.browsing import Reader, violations
from tests.cli.browsing import browser as browser
from tests.cli.forging import Change, dropped, forged, rechained, replaced, stated
from tests.cli.test_handover_mutated import mutated
from tests.fixtures import CHAPTER, SLIPS, Table, head_of
from tests.soak import count
from tests.test_check_bundle import check, flipped, holds_here

PROOF = re.compile(r'(id="proof"[^>]*>)([A-Za-z0-9+/=]+)<')
DOTS = 96 / 25.4
"""Dots of a page to a millimetre."""
Open = Callable[[Path], Page]


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Reader:
    return Reader(browser)


@pytest.fixture
def opened(reader: Reader) -> Open:
    """Opens a page of which nothing may go wrong that is not said in it."""

    def call(path: Path) -> Page:
        return reader.opens(path, 800, 900)

    return call


@pytest.fixture
def page(anna: Table, tmp_path: Path) -> Path:
    """The chronicle of an evening."""
    path = tmp_path / "page.html"
    anna.does(["chronicle", "-o", str(path)])
    return path


def results(page: Page, head: str = "") -> str:
    """What the page says of itself once it was asked."""
    page.get_by_label("Eight characters from the note").fill(head)
    # What was said before the click is no answer to it.
    page.locator(".results").evaluate("list => list.replaceChildren()")
    page.get_by_role("button", name="Check this page").click()
    expect(page.locator(".results li").last).to_be_visible()
    return "\n".join(page.locator(".results li").all_text_contents())


def bundle_of(path: Path) -> bytes:
    match = PROOF.search(path.read_text("utf-8"))
    assert match
    return base64.b64decode(match[2])


def with_bundle(path: Path, data: bytes) -> Path:
    """The same page with another bundle in it."""
    packed = base64.b64encode(data).decode()
    text = PROOF.sub(lambda match: f"{match[1]}{packed}<", path.read_text("utf-8"))
    changed = path.with_name("changed.html")
    changed.write_text(text, "utf-8")
    return changed


def test_a_good_page_says_that_it_holds_and_that_a_page_can_lie(
    anna: Table, opened: Open, reader: Reader, page: Path
) -> None:
    shown = opened(page)
    part = shown.locator("#check")
    expect(part).to_contain_text("a page can lie about itself")
    expect(part).to_contain_text("campaign audit --file FILE.html")
    said = results(shown, head_of(anna))
    assert "DOES NOT HOLD" not in said
    assert said.count("Holds: ") == 6
    for words in ("it was signed with the key", "what was in envelope 1", "this whole history"):
        assert words in said
    assert said.split("with the key ")[1][:29] in anna("handover key").out
    assert head_of(anna) in said
    assert violations(shown) == []
    assert reader.faults == []
    assert reader.asked[-1] == page.as_uri()


def test_a_page_of_a_renamed_campaign_and_a_line_that_begins_with_an_accent_holds(
    anna: Table, opened: Open, tmp_path: Path
) -> None:
    for number, line in enumerate(("rename Wednesday", "undo", "redo", "rename Friday")):
        path = tmp_path / f"{number}.html"
        note = ["episode", "note", "1", "--note", f"{number}\n\u0301"]
        anna.does(f"{line} --yes", note, ["chronicle", "-o", str(path)])
        assert "DOES NOT HOLD" not in results(opened(path))


def test_a_head_may_be_typed_as_it_was_written(anna: Table, opened: Open, page: Path) -> None:
    shown, head = opened(page), head_of(anna)
    assert "this whole history" in results(shown, f" {head.lower().replace('-', ' ')} ")
    assert "Not checked: whether the whole history was made anew" in results(shown)
    assert "mistyped" in results(shown, head[:-1] + ("0" if head[-1] != "0" else "1"))
    for typed in (head[:-1] + ("0" if head[-1] != "0" else "1"), "0000-0000"):
        assert results(shown, typed).count("DOES NOT HOLD") == 1
    assert "no entry has the head 0000-0000" in results(shown, "0000-0000")


def test_an_earlier_head_speaks_for_what_came_before(
    anna: Table, opened: Open, tmp_path: Path
) -> None:
    head, path = head_of(anna), tmp_path / "later.html"
    record = ["episode", "record", str(CHAPTER / "episode-2.toml"), *SLIPS, "--yes"]
    anna.does(record, ["chronicle", "-o", str(path)])
    assert f"{head} is the head after entry 10 of 11, of " in results(opened(path), head)


def test_the_day_of_a_head_is_that_of_its_table(
    anna: Table, opened: Open, page: Path, tmp_path: Path
) -> None:
    at = rechained(10, recorded_at="2026-11-25T06:00:00Z[-10:00]")
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(bundle_of(page))
    changed = with_bundle(page, forged(str(bundle), at))
    (head,) = re.findall(r"the head ([0-9A-Z]{4}-[0-9A-Z]{4})\.", results(opened(changed)))
    assert f"{head} is the head of this whole history, of 2026-11-24" in results(
        opened(changed), head
    )


def later(members: dict[str, bytes], manifest: object) -> None:
    """Another time in an entry, whose chain is not made again."""
    text = members["journal.jsonl"].decode()
    lines = text.splitlines()
    lines[4] = re.sub(r'"recorded_at":"\d{4}', '"recorded_at":"2001', lines[4])
    members["journal.jsonl"] = ("\n".join(lines) + "\n").encode()


def gone(members: dict[str, bytes], manifest: object) -> None:
    """An entry that is left out."""
    lines = members["journal.jsonl"].splitlines(keepends=True)
    members["journal.jsonl"] = b"".join(lines[:5] + lines[6:])


SIGNED_AGAIN: dict[str, tuple[Change, str]] = {
    "an entry": (later, "DOES NOT HOLD: episode 1 (entries 5): an entry is not as it was"),
    "an entry left out": (gone, "DOES NOT HOLD: episode 1 (entries 6"),
    "the first entry": (
        replaced("journal.jsonl", b'"author":"Anna"', b'"author":"Ben"'),
        "DOES NOT HOLD: episode 1 (entries 1\u201310)",
    ),
    "a name": (
        stated("name", "Friday"),
        "these parts are not the ones that were signed: manifest.json",
    ),
    "a seal": (
        rechained(1, payload={"seals": {"1": "0" * 64}}),
        "DOES NOT HOLD: what is shown of envelope 1",
    ),
    "a member": (dropped("journal.jsonl"), "the history in this page is damaged"),
}
"""By what was changed and signed again by somebody else, what the page says."""


@pytest.mark.parametrize("what", SIGNED_AGAIN)
def test_what_was_changed_and_signed_again_is_named(
    opened: Open, page: Path, tmp_path: Path, what: str
) -> None:
    change, words = SIGNED_AGAIN[what]
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(bundle_of(page))
    said = results(opened(with_bundle(page, forged(str(bundle), change))))
    assert words in said
    assert "DOES NOT HOLD: this page, or the history in it" in said or "damaged" in words


def test_a_history_made_anew_has_another_head(
    anna: Table, opened: Open, page: Path, tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(bundle_of(page))
    changed = with_bundle(page, forged(str(bundle), rechained(3, author="Emil")))
    shown = opened(changed)
    assert "DOES NOT HOLD" not in results(shown)
    head = head_of(anna)
    assert f"no entry has the head {head}. Either it is of another campaign" in results(shown, head)


def test_a_flipped_byte_a_cut_file_and_another_content_are_found(opened: Open, page: Path) -> None:
    data = bundle_of(page)
    for damaged in (data[: len(data) // 2], data[:2000] + bytes([data[2000] ^ 1]) + data[2001:]):
        assert "DOES NOT HOLD" in results(opened(with_bundle(page, damaged)))
    text = page.read_text("utf-8")
    start = text.index('class="contents">')
    changed = text[:start] + text[start:].replace('\\"when\\"', '\\"then\\"', 1)
    page.with_name("content.html").write_text(changed, "utf-8")
    assert "what is shown of envelope 1 is not" in results(opened(page.with_name("content.html")))


def test_it_says_of_any_bundle_what_the_checkers_say(
    opened: Open, page: Path, tmp_path: Path
) -> None:
    """Of random values, chained and signed again, no sound ones are called false.

    A flipped byte may be called damage where it changes nothing that is read, such as a bit behind
    the end of what is packed: the program passes over it.
    """
    shown, dice = opened(page), random.Random(3)
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(bundle_of(page))
    for number in range(count(20, 1_000, ci=100)):
        data = (
            flipped(dice, bundle_of(page))
            if number % 4 == 0
            else forged(str(bundle), mutated(dice))
        )
        proof = base64.b64encode(data).decode()
        shown.evaluate("text => { document.getElementById('proof').textContent = text; }", proof)
        wrong = "DOES NOT HOLD" in results(shown)
        parts = {name for name, problems, _ in check(data) if problems}
        # The box and records in the file are for the checkers outside alone.
        if parts & {"signature", "members", "chain", "manifest"}:
            assert wrong, (number, parts)
        elif wrong and number % 4:
            assert not holds_here(with_bundle(page, data).read_bytes()), number


def test_a_signature_of_another_file_is_found(opened: Open, page: Path) -> None:
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(bundle_of(page))) as signed,
        zipfile.ZipFile(buffer, "w") as file,
    ):
        for name in signed.namelist():
            file.writestr(name, signed.read(name).replace(b'"by": "Anna"', b'"by": "Emma"'))
    assert "it was not signed with the key" in results(opened(with_bundle(page, buffer.getvalue())))


def test_a_browser_without_such_signatures_says_so(reader: Reader, page: Path) -> None:
    shown = reader.opens(page, 800, 900)
    shown.evaluate(
        "() => { const missing = new DOMException('', 'NotSupportedError');"
        " crypto.subtle.importKey = () => Promise.reject(missing); }"
    )
    said = results(shown)
    assert "Not checked: the signature: this browser does not know its kind" in said
    assert "DOES NOT HOLD" not in said
    shown.evaluate(
        "() => { globalThis.DecompressionStream = class { constructor(kind) {"
        " if (kind === 'deflate-raw') throw new TypeError(kind); } }; }"
    )
    assert results(shown).startswith("Not checked: this browser cannot make the check")
    shown.evaluate("delete globalThis.DecompressionStream")
    assert "this browser cannot make the check" in results(shown)


def test_print_has_the_words_and_not_the_keys(opened: Open, page: Path) -> None:
    shown = opened(page)
    shown.emulate_media(media="print")
    expect(shown.locator(".own-check")).to_be_hidden()
    expect(shown.locator("#check")).to_contain_text("campaign audit --file FILE.html")


def test_a_page_without_its_history_offers_no_check(
    anna: Table, opened: Open, tmp_path: Path
) -> None:
    path = tmp_path / "bare.html"
    anna.does(["chronicle", "-o", str(path), "--no-proof"])
    expect(opened(path).locator(".own-check")).to_have_count(0)


def test_a_report_checks_itself_reads_on_a_phone_and_prints(
    anna: Table, reader: Reader, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    anna.does(["audit", "report", "-o", str(path)])
    shown = reader.opens(path, 360, 640)
    assert "this whole history" in results(shown, head_of(anna))
    assert violations(shown) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    shown.emulate_media(media="print")
    breaks = "sections => sections.map(one => getComputedStyle(one).breakInside)"
    evenings = shown.locator("section", has=shown.get_by_role("heading", name="Episode"))
    assert evenings.evaluate_all(breaks) == ["avoid"] * evenings.count()
    for size in ("A4", "Letter"):
        printed = shown.pdf(format=size)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 3
        assert len(set(re.findall(rb"/MediaBox *\[([^\]]*)\]", printed))) == 1


def test_four_cards_of_the_size_a7_fill_a_page(anna: Table, reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    anna.does(["head", "--all", "-o", str(path)])
    shown = reader.opens(path, 800, 900)
    shown.emulate_media(media="print")
    boxes = [card.bounding_box() for card in shown.locator(".card").all()]
    size = {
        (round(box["width"] * 25.4 / 96), round(box["height"] * 25.4 / 96)) for box in boxes if box
    }
    assert (len(boxes), size) == (4, {(74, 105)})
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", shown.pdf(format=paper))) == 1
