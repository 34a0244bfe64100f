"""Closed envelopes: no command, help text, error, completion or document shows a word of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from campaign.cli import completion
from campaign.games.kit import kits
from campaign.services import founding, steps
from campaign.services.values import Author
from campaign.store import schema
from campaign.store.database import open_database, writing
from engine import my_city
from engine.my_city.pack.load import load
from tests import docs
from tests.fixtures import CHAPTER, ROOT, Run
from tests.soak import SOAK
from tests.store.conftest import NOW

PACKS = ROOT / "engine" / "my_city" / "packs"
CAMPAIGN = ROOT / "examples" / "campaign"
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
OPEN = (0, 1, 2, 4, 7) if SOAK else (0, 2)
"""How many envelopes are open when everything is read."""

READING = (
    "status",
    "list",
    "standings",
    "stats",
    "brief",
    "cards",
    "brief eagle",
    "history",
    "episode template",
    "episode template --boards",
    "episode list",
    "envelope list",
    *(f"envelope show {number}" for number in range(1, 9)),
    "sticker owed",
    "sticker list",
    "city list",
    "city show eagle",
    "city show eagle --bare",
    "city diff bear 0 3",
    "city diff bear 0 10",
    *(f"{line} -o -" for line in ("city show eagle", "city diff bear 0 3", "standings", "stats")),
    "chronicle -o - --no-proof",
    "chronicle -o - --anonymous",
    "pack show",
    *(f"pack show --episode {number}" for number in (1, 4, 9, 13, 16, 19, 22, 25)),
    "pack placeholders",
    "pack placeholders --episode 24",
    "pack diff stand_in ours",
    "pack template",
    *(f"pack template --chapter {number}" for number in range(9)),
    "session list",
    "audit",
    "audit report",
    *(f"export csv {table}" for table in ("plays", "lines", "moves", "stickers", "marks")),
    "checklist",
    "player list",
    "db check",
    "db path",
)
REFUSED = (
    *(f"envelope open {number} --yes" for number in range(1, 10)),
    "sticker place eagle dragon G1",
    "sticker place eagle tree Z9",
    "episode show 24",
    "city show eagle --at 20",
    "pack check BAD",
    "pack apply BAD --reason x --yes",
    "session record ODD --yes",
)
BAD = '[[episode]]\nnumber = 1\n[[episode.rule]]\nname = "x"\ndoes = "volcano"\nsource = "owner"\n'


def words(text: str) -> set[str]:
    """The words of a text, without case and plural."""
    return {word.rstrip("s") for word in re.findall(r"[a-z]{3,}", text.lower())}


def named_in(data: object) -> Iterator[str]:
    """What a file of a pack names: its title, rules, contents, kinds, keys, forms of pieces."""
    match data:
        case dict():
            for key, value in data.items():
                yield key
                if key not in ("source", "does", "note", "words", "map", "cells", "shape"):
                    yield from named_in(value)
        case list():
            for item in data:
                yield from named_in(item)
        case str():
            yield data


def words_of(number: int) -> set[str]:
    """The words of one envelope."""
    text = (PACKS / "stand_in" / f"envelope_{number}.toml").read_text("utf-8")
    return words(" ".join(named_in(tomli.loads(text))))


def forbidden(opened: int) -> set[str]:
    """The words of the envelopes that are closed, less those that everybody knows."""
    known = "the new land first second other variant after before points name set single "
    known += "plain without dry best boxes allowed "
    for file in ("stand_in/box.toml", "eternal/box.toml"):
        known += " " + (PACKS / file).read_text("utf-8")
    common = words(known) | words((ROOT / "docs" / "rules" / "my_city.md").read_text("utf-8"))
    for number in range(1, opened + 1):
        common |= words_of(number)
    return {word for number in range(opened + 1, 9) for word in words_of(number)} - common


def test_there_is_something_to_hide() -> None:
    assert {"sawmill", "palace", "railroad", "investor", "prosperity", "mine"} <= forbidden(0)
    assert "sawmill" not in forbidden(4)


@pytest.fixture(params=OPEN, ids=lambda opened: f"{opened} open")
def opened(request: pytest.FixtureRequest, db: Path) -> int:
    """The campaign of the examples up to the opening of an envelope."""
    count: int = request.param
    text = (CAMPAIGN / "steps.txt").read_text("utf-8")
    last = f"envelope open {count + 1}\n"
    text = text[: text.index(last)]
    if count:
        text = text[: text.index(f"envelope open {count}\n")] + f"envelope open {count}\n"
    database = open_database(db)
    schema.ensure(database)
    by = Author("Anna", NOW)
    founded = founding.creation("Tuesday", SEATS, pack="stand_in", uid="u", secret="s")
    with writing(database) as session:
        history = founding.begin(session, founded, by)

        def read(name: str) -> str:
            return (CAMPAIGN / name).read_text("utf-8")

        for _ in steps.follow(session, history, text, read, by):
            pass
    database.dispose()
    return count


def test_no_word_of_a_closed_envelope_is_shown(opened: int, run: Run, tmp_path: Path) -> None:
    secret = forbidden(opened)
    bad, odd = tmp_path / "bad.toml", tmp_path / "odd.toml"
    bad.write_text(BAD, "utf-8")
    record = (CHAPTER / "episode-1.toml").read_text("utf-8")
    odd.write_text(record.replace("moves =", 'boards = {eagle = ["dragon G1"]}\nmoves ='), "utf-8")
    for line in (*READING, *REFUSED):
        line = line.replace("BAD", str(bad)).replace("ODD", str(odd))
        for form in (line, f"{line} --json"):
            if opened == 0 and line.startswith("envelope open 1"):
                continue
            output = run(form)
            shown = (output.out + output.err).replace(str(tmp_path), "")
            assert words(shown) & secret == set(), form


def test_no_help_shows_a_word_of_an_envelope() -> None:
    secret = forbidden(0)
    for command in (*docs.commands(), ()):
        assert words(docs.help_of(*command)) & secret == set(), command


def opened_before(episode: int) -> int:
    """How many envelopes are open when a campaign is taken up before an episode."""
    return sum(min(envelope.episodes) < episode for envelope in load("stand_in").envelopes)


@pytest.mark.parametrize("episode", range(1, 25))
def test_the_form_of_a_state_shows_no_word_of_a_closed_envelope(
    run: Run, tmp_path: Path, episode: int
) -> None:
    secret = forbidden(opened_before(episode))
    new = f"new Ulm --pack stand_in --seat eagle=Anna --seat bear=Ben --from {episode}"
    form = run(new)
    assert form.code == 0
    assert words(form.out + form.err) & secret == set()
    state = tmp_path / "state.toml"
    for odd in (form.out.replace("marks = 0", "crowns = 0"), f"crowns = 0\n{form.out}"):
        state.write_text(odd, "utf-8")
        refused = run(f"{new} --state {state}")
        assert refused.code == 6
        assert words(refused.err) & secret == set()


def test_no_completion_shows_a_word_of_an_envelope() -> None:
    offered = [
        *completion.sticker_kinds(""),
        *completion.episodes(""),
        *completion.envelopes(""),
        *completion.games(""),
        *completion.seat_and_player(""),
    ]
    assert words(" ".join(offered)) & forbidden(0) == set()


def without_other_games(page: str) -> str:
    """A page without its sections on other games, whose cards have words of their own."""
    for kit in kits():
        if kit.name != my_city.NAME:
            page = re.sub(rf"(?ms)^## {kit.title}$.*?(?=^## )", "", page)
    return page


def test_the_papers_that_all_read_show_no_word_of_an_envelope() -> None:
    secret = forbidden(0)
    pages = ["README.md", "examples/README.md", "examples/campaign/README.md", "docs/cli.md"]
    pages += [
        "docs/tour.md",
        "docs/your_box.md",
        "docs/notation.md",
        "docs/json.md",
        "docs/rules/my_city.md",
    ]
    for page in pages:
        text = without_other_games((ROOT / page).read_text("utf-8"))
        assert words(text) & secret == set(), page


def test_a_pack_has_as_many_envelopes_as_these_tests_think() -> None:
    assert len(load("stand_in").envelopes) == 8
