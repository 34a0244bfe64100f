"""Names, seats, envelopes, stickers, usage: one clear error, its exit code, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures import CHAPTER, ETERNAL, NEW, Refuses, Run

PAIR = "--seat eagle=Anna --seat bear=Ben"
LONG = "x" * 10_000

# Campaigns.

CAMPAIGNS = {
    "1 seat": ("new A --seat eagle=Anna", "1 at the table: My City is for 2 to 4"),
    "5 seats": (NEW.replace("Tuesday", "A") + " --seat fox=Emil", "5 at the table"),
    "a seat that is none": ("new A --seat fox=Anna --seat bear=Ben", "fox is not a seat"),
    "a name of blanks": (f"new '  ' {PAIR}", "the campaign needs a name"),
    "a control character": (f"new 'a\tb' {PAIR}", "'a\\tb' holds a control character"),
    "an escape sequence": (f"new 'a\x1b[31mb' {PAIR}", "holds a control character"),
    "10,000 characters": (f"new {LONG} {PAIR}", "10,000 characters, at most 40"),
    "a player without a name": ("new A --seat eagle= --seat bear=B", "the player of eagle needs"),
    "a player with a bell": ("new A --seat 'eagle=A\a' --seat bear=B", "control character"),
    "a player of 10,000": (f"new A --seat eagle={LONG} --seat bear=B", "10,000 characters"),
}


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_that_cannot_begin(refuses: Refuses, db: Path, name: str) -> None:
    line, words = CAMPAIGNS[name]
    refuses(line, 6, words, "Nothing was written.")
    assert not db.exists()


def test_a_long_name_is_not_repeated(refuses: Refuses) -> None:
    assert LONG not in refuses(f"new {LONG} {PAIR}", 6).err


def test_a_name_is_taken_once(begun: Run, refuses: Refuses) -> None:
    refuses(NEW, 6, "there is a campaign Tuesday already", "choose another name")


def test_an_unknown_campaign(begun: Run, refuses: Refuses) -> None:
    for line in ("status --campaign Friday", "--campaign Friday audit", "use Friday"):
        refuses(line, 4, "there is no campaign Friday", "there are: Tuesday")
        assert "ci sono: Tuesday" in begun(f"{line} --language it").err


def test_no_campaign_yet(run: Run, refuses: Refuses) -> None:
    assert run("db upgrade").code == 0
    refuses("status", 4, "there is no campaign yet", "campaign new NAME --seat")


def test_of_several_campaigns_one_has_to_be_named(
    begun: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(NEW.replace("Tuesday", "Friday"))
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")  # who began none of them
    for line in ("status", "city rename eagle Ulm", "episode template", "audit"):
        refuses(line, 2, "There are 2: Tuesday, Friday", "--campaign", "campaign use NAME")


def test_names_that_differ_in_capitals_are_told_apart_exactly(run: Run, refuses: Refuses) -> None:
    """Nobody can write more of a name that is written in full."""
    for name in ("Tue", "tue"):
        assert run(f"new {name} --seat eagle=Anna --seat bear=Ben --yes").code == 0
    refuses("status --campaign TUE", 2, "write it exactly as it is spelled")
    assert run("status --campaign Tue").out.startswith("Tue ")


def test_a_campaign_without_seats_asks_only_at_a_terminal(refuses: Refuses) -> None:
    refuses("new A", 2, "there is no terminal to type at: campaign new NAME --seat")


# Cities.

CITIES = {
    "blanks around": (["eagle", " Ulm"], "without blanks around it"),
    "a control character": (["eagle", "U\nlm"], "'U\\nlm' holds a control character"),
    "10,000 characters": (["eagle", LONG], "10,000 characters, at most 40"),
}


@pytest.mark.parametrize("name", CITIES)
def test_a_city_name_that_cannot_be(begun: Run, refuses: Refuses, name: str) -> None:
    words, reason = CITIES[name]
    refuses(["city", "rename", *words], 6, reason)


def test_a_city_name_that_another_city_has(begun: Run, refuses: Refuses) -> None:
    assert begun("city rename bear Ulm").code == 0
    refuses("city rename eagle Ulm", 6, "another city is called Ulm already")


# Envelopes.


def test_an_envelope_opens_once(begun: Run, refuses: Refuses) -> None:
    refuses("envelope open 1 --yes", 6, "envelope 1 is open already")


@pytest.mark.parametrize("number", ["0", "9", "99"])
def test_an_envelope_that_there_is_not(begun: Run, refuses: Refuses, number: str) -> None:
    refuses(f"envelope open {number} --yes", 6, f"there is no envelope {number}")
    refuses(f"envelope show {number}", 4, f"there is no envelope {number}")


def test_no_template_before_the_envelope_is_open(sealed: Run, refuses: Refuses) -> None:
    refuses("episode template", 6, "envelope 1 is still sealed", "campaign envelope open 1")


def test_no_sticker_before_the_envelope_is_open(sealed: Run, refuses: Refuses) -> None:
    refuses("sticker place eagle tree G1 --yes", 6, "eagle is owed no sticker")


# Stickers: after episode 1 the eagle is owed a tree and a well, the deer a rock and a well.

STICKERS = {
    "on a covered cell": ("eagle tree C2", "C2: something lies there already"),
    "not on a small square": ("eagle tree C1", "C1: it has no small square"),
    "on a mountain": ("eagle tree A1", "A1: it is not light-green"),
    "off the board": ("eagle tree Z1", "Z1 is not a cell of the board"),
    "on no cell at all": ("eagle tree home", "HOME is not a cell of the board"),
    "of the wrong kind": (
        "eagle rock G1",
        "eagle is not owed a rock sticker, but a tree and a well",
    ),
    "of no kind": ("eagle banana G1", "is not owed a banana sticker"),
}


@pytest.mark.parametrize("name", STICKERS)
def test_a_sticker_that_may_not_go_there(played: Run, refuses: Refuses, name: str) -> None:
    line, words = STICKERS[name]
    refuses(f"sticker place {line} --yes", 6, words)


def test_the_free_squares_are_named(played: Run, refuses: Refuses) -> None:
    refuses("sticker place eagle tree C1 --yes", 6, "free small squares:", "G1", "F7")


def test_a_sticker_is_owed_once(played: Run, refuses: Refuses) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    refuses("sticker place eagle tree F7 --yes", 6, "eagle is not owed a tree sticker, but a well")


def test_a_second_sticker_on_the_same_square(played: Run, refuses: Refuses) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    refuses("sticker place eagle well G1 --yes", 6, "G1: something lies there already")


def test_no_sticker_is_owed_when_all_are_placed(settled: Run, refuses: Refuses) -> None:
    refuses("sticker place eagle tree G2 --yes", 6, "eagle is owed no sticker")


# What is not there.

NOT_THERE = {
    "episode show 7": "episode 7 has not been recorded",
    "episode replay 7": "episode 7 has not been recorded",
    "city show fox": "fox is no seat, player or city of Tuesday",
    "episode result eagle=4 bear=3 deer=2 wolf=1 --gained ' '": '"" is no seat, player or city',
    "city rename fox Ulm": "fox is no seat, player or city of Tuesday",
    "sticker place fox tree G1 --yes": "fox is no seat, player or city of Tuesday",
    "city show eagle --at 7": "episode 7 has not been recorded",
    "session show 7": "there is no session 7",
    "session replay 7": "there is no session 7",
}


@pytest.mark.parametrize("line", NOT_THERE)
def test_what_is_not_there(played: Run, refuses: Refuses, line: str) -> None:
    output = refuses(line, 4, NOT_THERE[line])
    assert "Nothing was written." not in output.err  # nobody wanted to write


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("undo --episode 0", "episode 0 has not been recorded"),
        ("pack show --episode 0", "there is no episode 0"),
        ("session reinstate 1 --record-version 0", "session 1 has no version 0"),
    ],
)
def test_nothing_is_not_the_last_one(played: Run, refuses: Refuses, line: str, words: str) -> None:
    assert played(f"session record '{ETERNAL}' --yes").code == 0
    assert played("session withdraw 1 --reason twice --yes").code == 0
    refuses(f"{line} --yes", 4, words)


@pytest.mark.parametrize("line", ["rules my-city", "chronicle -o - --new-since"])
def test_a_number_without_end_is_of_nothing(played: Run, refuses: Refuses, line: str) -> None:
    refuses(f"{line} {'9' * 5000}", 4, "99999")


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ("audit --head nonsense", False),
        ("pack check nowhere.toml", False),
        ("--campaign Tuesday quadropolis score nowhere.toml", False),
        ("pack simulate nowhere.toml", False),
        ("session enter quadropolis --totals", True),
        ("episode record nowhere.toml", True),
        ("--campaign Tuesday session record nowhere.toml", True),
    ],
)
def test_only_commands_that_write_say_that_nothing_was_written(
    played: Run, line: str, writes: bool
) -> None:
    output = played(line)
    assert output.err.startswith("error: ")
    assert ("Nothing was written." in output.err) == writes


# Questions without a terminal.


@pytest.mark.parametrize("line", ["envelope open 1", "db rebuild"])
def test_without_a_terminal_nothing_is_asked(sealed: Run, refuses: Refuses, line: str) -> None:
    refuses(line, 2, "there is no terminal to ask at: add --yes")


# Wrong usage: how to use the command, then what is wrong with it.

USAGE = {
    "statsu": "Did you mean 'stats' or 'status'?",
    "episode": "Commands:",
    "episode shwo 1": "Did you mean 'show'?",
    "status --jsn": "--jsn",
    "episode note": "'N'",
    "episode show one": "'N'",
    "new A --seat Anna --seat bear=Ben": "'Anna': write a seat and a player, such as eagle=Anna",
    "new A --seat eagle=A --seat eagle=B": "eagle is given twice",
    "simulate my-city --seats 0": "--seats",
    "simulate my-city -n 0": "-n",
    f"db path{' x' * 3000}": "Too many words: 'x', 'x', 'x', 'x', 'x' and 2,995 more.",
    f"db path {'x' * 100_000}": f"Too many words: '{'x' * 59}...",
}


@pytest.mark.parametrize("line", USAGE)
def test_wrong_usage_is_explained(run: Run, db: Path, line: str) -> None:
    output = run(line)
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith("Usage: campaign ")
    assert USAGE[line] in output.err
    assert "Traceback" not in output.err
    assert not db.exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("episode replay 1 --moves x", "--moves x: write two numbers, such as 3-8"),
        ("episode replay 1 --moves 0-3", "--moves 0-3: write two numbers, such as 3-8"),
        ("episode replay 1 --moves 3-x", "--moves 3-x: write two numbers, such as 3-8"),
        ("episode replay 1 --moves 5-3", "--moves 5-3: write two numbers, such as 3-8"),
        ("episode replay 1 --moves 900-", "--moves 900-: the record has 118 moves"),
        ("episode replay 1 --moves 3-8 --json", "--json lists every move: leave out --moves"),
        ("stats --luck -o luck.svg", "--luck has no picture: leave out --luck or -o"),
        ("episode edit 1 --gained 'bear tree' --inked 'bear rank 2'", "give a FILE, or one of"),
        ("episode edit 1 --who bear=Ben --editor", "give a FILE, or one of"),
        ("episode edit 1 nowhere.toml --swap bear eagle", "give a FILE, or one of"),
        ("audit report -o x.md --with eternal", "--with goes without report and -o: it compares"),
        ("audit --with eternal --head 7QK2-9FM7", "--with goes without --head: it compares"),
        ("audit --with eternal --from-entry 3", "--with goes without --from-entry: it compares"),
        ("audit report --verbose", "report goes without --verbose: the report has every check"),
        ("audit --all --from-entry 3", "--all goes without --from-entry: those are for one"),
        ("audit --file nowhere --from-entry 3", "--file goes without --from-entry: a file is"),
    ],
)
def test_nothing_that_is_given_is_left_out_of_account(
    played: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    output = played(line)
    assert (output.code, output.out) == (2, "")
    assert words in " ".join(output.err.split())
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        ("episode edit 1 --who deer=Xa --who deer=Ya", 6, "deer"),
        ("episode edit 1 --who deer=Xa --swap deer bear", 6, "deer"),
        ("episode template --substitute deer=Xa --substitute deer=Ya", 6, "deer"),
        ("episode record {episode} --substitute deer=Xa --takeover deer=Ya", 6, "deer"),
        ("episode record {episode} --takeover deer=Xa --slip deer", 6, "deer"),
        ("simulate quadropolis --simple-player p1=greedy --simple-player p1=random", 7, "p1"),
        ("simulate quadropolis --simple-player greedy --simple-player random", 7, "every seat"),
        ("import csv - --game-is a=my-city --game-is a=quadropolis", 2, "a"),
        ("import csv - --player-is a=Anna --player-is a=Ben", 2, "a"),
        ("export bgstats --bgg-id my-city=1 --bgg-id my-city=2", 2, "my-city"),
    ],
)
def test_nothing_is_said_twice(settled: Run, line: str, code: int, what: str) -> None:
    """The last of them held, without a word."""
    before, rows = settled("history").out, "game,player,score\na,a,1\na,b,2\n"
    output = settled(line.format(episode=CHAPTER / "episode-2.toml") + " --yes", stdin=rows)
    assert (output.code, output.out) == (code, "")
    assert f"{what} is given twice" in output.err
    assert settled("history").out == before


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("--db '' list", "--db"),
        ("list --db=", "--db"),
        ("status --campaign ''", "--campaign"),
        ("audit --file ''", "--file"),
        ("audit --with=", "--with"),
        ("audit --all --head ''", "--head"),
        ("withdraw '' --yes", "NAME"),
        ("archive '' --yes", "NAME"),
        ("use ''", "NAME"),
        ("new '' --seat eagle=Anna --seat bear=Ben", "NAME"),
        ("new Other --seat eagle=Anna --seat bear=Ben --seat ''", "--seat"),
        ("city rename eagle ''", "NAME"),
        ("player show ''", "PLAYER"),
        ("photo remove '' --yes", "PHOTO"),
        ("undo --reason '' --yes", "--reason"),
        ("episode list --player ''", "--player"),
        ("export csv -o ''", "--output"),
        ("handover take '' --yes", "FILE"),
    ],
)
def test_an_empty_word_is_not_left_out(
    begun: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, what: str
) -> None:
    """A variable that a script has not set meant the campaign in use, or all of them."""
    monkeypatch.chdir(tmp_path)
    before, files = begun("history").out, sorted(tmp_path.iterdir())
    output = begun(line)
    assert (output.code, output.out) == (2, "")
    assert output.err.endswith(f"{what}': it is empty\n") or "env var: 'CAMPAIGN_DB'" in output.err
    assert (begun("history").out, sorted(tmp_path.iterdir())) == (before, files)


# Simulated games.

GAMES = {
    "simulate go": (4, "go"),
    "simulate my-city --seats 9": (7, "9"),
    "simulate my-city --seats 1": (7, "1"),
    "simulate my-city --episode 77": (7, "77"),
}


@pytest.mark.parametrize("line", GAMES)
def test_a_game_that_cannot_be_played(begun: Run, refuses: Refuses, line: str) -> None:
    refuses(line, *GAMES[line])


@pytest.mark.parametrize("line", GAMES)
def test_a_game_that_cannot_be_played_makes_no_database(refuses: Refuses, line: str) -> None:
    refuses(line, *GAMES[line])


def test_a_game_that_cannot_be_played_makes_no_folder(refuses: Refuses, tmp_path: Path) -> None:
    refuses(f"simulate go -o {tmp_path / 'games'}", 4, "go")
    assert not (tmp_path / "games").exists()


PLACES = {
    "a name that is too long": ("pack check " + "x" * 3000, 7, "file name too long"),
    "the folder of all": ("db backup -o /", 5, "/ exists already"),
    "the home of nobody": ("db backup -o ~nobody-here/x", 5, "~nobody-here is no home folder"),
    "a device as a copy": (
        "db restore /dev/null --replace",
        5,
        "this is a pipe or a device, not a database: /dev/null",
    ),
    "a campaign of 100,000 letters": (
        f"status --campaign {'x' * 100_000}",
        4,
        f"no campaign {'x' * 60}...\n",
    ),
    "a draft of 20 digits": (f"draft show {'9' * 20}", 4, f"there is no draft {'9' * 20}"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_cannot_be(begun: Run, refuses: Refuses, place: str) -> None:
    line, code, words = PLACES[place]
    refuses(line, code, words)


def test_no_file_is_overwritten(run: Run, refuses: Refuses, tmp_path: Path) -> None:
    line = f"simulate my-city --seed 3 -o {tmp_path}"
    assert run(line).code == 0
    refuses(line, 7, f"{tmp_path}/my-city-3.toml: file exists")


@pytest.mark.parametrize(
    "line",
    ["chronicle", "head --all", "audit report", "handover export eagle", "export csv plays"],
)
def test_no_output_replaces_a_database(settled: Run, refuses: Refuses, db: Path, line: str) -> None:
    refuses(f"{line} -o {db} --replace", 7, "campaign.db is a database: name another file")
    assert settled("audit").code == 0


# The debug option.


@pytest.mark.parametrize("line", ["--debug use Friday", "use Friday --debug"])
def test_debug_shows_the_traceback_before_the_message(begun: Run, line: str) -> None:
    output = begun(line)
    assert output.code == 4
    traceback, message = output.err.split("error: ", 1)
    assert "Traceback" in traceback
    assert message.startswith("there is no campaign Friday")


@pytest.mark.parametrize(
    "line", ["episode result --played Smarch eagle=3", "episode list --since 24/12/2026"]
)
def test_what_is_no_day_is_named_with_a_day(begun: Run, line: str) -> None:
    wrong = begun(line)
    assert 2 == wrong.code
    assert "is no day such as 2026-11-25" in wrong.err
    assert "%Y" not in wrong.err
