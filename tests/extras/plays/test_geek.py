"""campaign import bgg: the plays that BoardGameGeek gives as XML; hostile files are refused."""

from __future__ import annotations

import json

import pytest

from campaign.extras.plays import imported_geek
from campaign.extras.plays.imported import episode_of
from engine.kernel.errors import RecordError
from tests.fixtures import Refuses, Run

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
PLAYS = f"""{HEAD}<plays username="anna" userid="7" total="4" page="1"
    termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
  <play id="101" date="2026-11-12" quantity="1" length="45" incomplete="0" nowinstats="0"
      location="Am Fenster">
    <item name="Machi Koro" objecttype="thing" objectid="143884">
      <subtypes><subtype value="boardgame"/></subtypes>
    </item>
    <comments>Close &amp; loud.
Anna's first win.</comments>
    <players>
      <player username="" userid="0" name="Ben" startposition="2" color="" score="3"
          new="0" win="0"/>
      <player username="anna" userid="7" name="Anna" startposition="1" score="4"
          rating="0" win="1"/>
    </players>
  </play>
  <play id="102" date="2026-11-13" quantity="2" length="0" incomplete="0" location="">
    <item name="Quadropolis: Public Services" objecttype="thing" objectid="176396"/>
    <comments>Expert</comments>
    <players>
      <player username="dora" userid="9" name="" startposition="" score="30" win="0"/>
      <player username="" userid="0" name="Anna" startposition="" score="41" win="1"/>
    </players>
  </play>
  <play id="103" date="2026-11-14" quantity="1" length="0" incomplete="1" location="">
    <item name="Machi Koro" objecttype="thing" objectid="143884"/>
    <players><player name="Anna" score="1"/><player name="Ben" score="2"/></players>
  </play>
  <play id="104" date="0000-00-00" quantity="1" length="0" incomplete="0" location="">
    <item name="Azul" objecttype="thing" objectid="230802"/>
  </play>
</plays>
"""


def test_plays_of_the_site_become_sessions_of_results(run: Run) -> None:
    output = run("import bgg - --yes", stdin=PLAYS)
    assert output.code == 0, output.err
    assert "4 plays, 3 of our games: 2 new" in output.out
    assert "1 play that were not finished" in output.out
    assert "1 play logged once for several: kept once" in output.out
    rows = json.loads(run("session list --json").out)["sessions"]
    assert [(row["game"], row["played"], row["verdict"]) for row in rows] == [
        ("machi-koro", "2026-11-12", "unverifiable"),
        ("quadropolis", "2026-11-13", "unverifiable"),
    ]
    assert [row["names"] for row in rows] == [
        {"p1": "Anna", "p2": "Ben"},
        {"p1": "dora", "p2": "Anna"},
    ]
    record = json.loads(run("session show 2 --json").out)["record"]
    assert 'mode = "expert"' in record
    shown = run("session show 1").out
    assert json.loads(run("session show 2 --json").out)["details"]["note"] is None
    assert all(words in shown for words in ("Am Fenster", "45", "Close & loud.", "first win"))
    again = run("import bgg - --yes", stdin=PLAYS)
    assert "0 new, 2 here already" in again.out
    assert run("import withdraw --yes").code == 0
    assert run("audit --all").code == 0


def test_a_page_of_several_says_so(run: Run) -> None:
    first = PLAYS.replace('total="4"', 'total="240"')
    assert "The file has 4 of 240 plays" in run("import bgg - --dry-run", stdin=first).err


def test_an_episode_of_a_campaign_is_for_the_campaign(begun: Run) -> None:
    scores = {"Anna": 9, "Ben": 7, "Chen": 5, "Dora": 3}
    players = "".join(f'<player name="{name}" score="{n}"/>' for name, n in scores.items())
    text = (
        '<plays total="1"><play id="5" date="2026-11-12"><item name="My City" objectid="295486"/>'
        f"<comments>Episode 1, what a start</comments><players>{players}</players></play></plays>"
    )
    assert "--episodes keeps the next one" in begun("import bgg - --dry-run", stdin=text).out
    unfinished = text.replace('id="5"', 'id="5" incomplete="1"')
    assert begun("import bgg - --episodes --yes", stdin=unfinished).code == 4
    assert begun("import bgg - --episodes --yes", stdin=text).code == 0
    shown = json.loads(begun("episode show 1 --json").out)
    assert {sheet["seat"]: sheet["score"] for sheet in shown["sheets"]}["eagle"] == 9


@pytest.mark.parametrize(
    ("comment", "episode"),
    [
        ("We needed 45 minutes. Episode 3 was long.", 3),
        ("Chapter 2, episode 5", 5),
        ("At 7 pm, episodes #12", 12),
        (" #4 ", 4),
        ("no episode, 2 hours", None),
        ("Episode 123", None),
        ("Episode" + " " * 500_000, None),
    ],
)
def test_the_episode_in_a_comment_is_the_number_after_the_word(
    comment: str, episode: int | None
) -> None:
    assert episode_of(comment) == episode


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10))
WRONG = {
    "entities that grow": (f"{HEAD}<!DOCTYPE p [{LAUGHS}]><plays>&l9;</plays>", "document type"),
    "an entity of a file": (
        f'{HEAD}<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><plays>&x;</plays>',
        "document type",
    ),
    "a DTD elsewhere": (
        f'{HEAD}<!DOCTYPE p SYSTEM "http://localhost/p.dtd"><plays/>',
        "document type",
    ),
    "an entity that nobody declared": (f"{HEAD}<plays>&x;</plays>", "undefined entity"),
    "depth": (f"{HEAD}<plays>{'<a>' * 100_000}", "more than 8 elements within each other"),
    "a part of a file": (PLAYS[:700], "not XML, or only a part of a file"),
    "no XML": ('{"plays": []}', "not XML, or only a part of a file"),
    "nothing": ("", "not XML, or only a part of a file"),
    "an error of the site": ("<errors><error>no</error></errors>", "no plays of BoardGameGeek"),
    "a day that is none": (
        PLAYS.replace("2026-11-12", "2026-02-30"),
        "the site writes a day as 2026-11-12",
    ),
    "a play without an id": (PLAYS.replace('id="101"', ""), "id is missing"),
    "two of one id": (PLAYS.replace('id="102"', 'id="101"'), "two plays have the id"),
    "an encoding that nobody knows": ('<?xml version="1.0" encoding="x-y"?><plays/>', "not XML"),
    "an encoding of several bytes": ('<?xml version="1.0" encoding="gb18030"?><plays/>', "not XML"),
    "an id of a megabyte": (PLAYS.replace('id="101"', f'id="{"1" * 10**6}"'), "at most 60"),
    "a length below zero": (PLAYS.replace('length="45"', 'length="-1"'), "length"),
}


@pytest.mark.parametrize(("text", "why"), WRONG.values(), ids=WRONG)
def test_what_is_no_file_of_the_site_is_refused_in_a_line(run: Run, text: str, why: str) -> None:
    refused = run("import bgg - --yes", stdin=text)
    assert refused.code == 7
    assert why in refused.err
    assert len(refused.err) < 500
    assert run("session list").code == 5, "no database was made"


def test_values_may_be_missing_and_encodings_others() -> None:
    text = '<plays><play id="1"><item name="Zoë"/></play></plays>'
    for encoding in ("utf-8-sig", "utf-16", "iso-8859-1"):
        head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
        (play,) = imported_geek.read(f"{head}{text}".encode(encoding)).plays
        assert (play.game, play.played, play.seats, play.board) == ("Zoë", None, (), "")
    with pytest.raises(RecordError, match="game is missing"):
        imported_geek.read(b'<plays><play id="1"/></plays>')


def test_a_day_that_hardly_anybody_means_is_asked_about(run: Run, refuses: Refuses) -> None:
    future = PLAYS.replace("2026-11-12", "2062-11-12")
    refused = run("import bgg - --yes", stdin=future)
    assert refused.code == 8
    assert "12 Nov 2062 is in the future" in refused.err
