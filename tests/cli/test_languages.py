"""The screens of an evening in other languages; WRITE_SCREENS=1 writes them anew.

The invented language turns every letter that comes from a catalogue into one with a mark: what is
left in plain letters has no translation, and must be a name, a move or a command.
"""

from __future__ import annotations

import gettext
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from string import Formatter
from unicodedata import normalize

import pytest

from campaign.cli import environment
from campaign.cli.entering import prompt
from campaign.cli.entering.prompt import Offers, no_offers
from campaign.cli.environment import Environment
from campaign.display.text import translation
from campaign.display.text.translation import ENGLISH, Speaker
from campaign.extras.hindsight import search
from campaign.services import games
from campaign.services.differences import CampaignDifference, difference_in_words
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.names import comparable_name
from engine.kernel.parts import players_of
from engine.kernel.phrases import Wording
from engine.kernel.record import parse_record
from engine.my_city.pack import load as packs
from engine.my_city.pack.model import rows_in_force
from engine.my_city.pack.words import words_of
from tests.cli.test_entering import EPISODE, Typist, answers
from tests.engine.replaying import verify
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Prepared, Run, is_screen
from tests.messages import NAMED
from tests.soak import CI

HEAD = r"[A-Z0-9]{4}-[A-Z0-9]{4}"
TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d"
MARK = "\N{COMBINING DIAERESIS}"
AS_TYPED = re.compile(
    r"campaign [a-z][^,()\n]*|Tuesday|Anna|Ben|Chen|Dora|eagle|bear|deer|wolf|" + HEAD
)
"""Names, seats, heads and commands."""


class Invented(gettext.NullTranslations):
    """A language whose every letter has a mark."""

    def gettext(self, message: str) -> str:
        return "".join(
            re.sub("[A-Za-z]", lambda letter: letter[0] + MARK, text)
            + (f"{{{name}{f':{form}' if form else ''}}}" if name is not None else "")
            for text, name, form, _ in Formatter().parse(message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


INVENTED = Speaker("en", Invented())


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command speak the invented language.

    A module that is first imported meanwhile would speak it in all later tests, too.
    """
    import_module("campaign.display.html.chronicle")
    for module in (environment, translation):
        monkeypatch.setattr(module, "speaker_of", lambda language: INVENTED)


def untranslated(screen: str) -> list[str]:
    """The words of a screen that come from no catalogue."""
    plain = re.sub(AS_TYPED, "", normalize("NFD", screen))
    return re.findall(rf"[A-Za-z]{{2,}}(?!{MARK})", re.sub(rf"\w{MARK}", "", plain))


SCREENS_OF_AN_EVENING = (
    *("status", "brief", "brief deer", "episode show 1", "episode list", "sticker owed"),
    *("standings", "cards", "envelope list", "envelope show 1", "draft list", "player show Anna"),
)
STATES = ("sealed", "begun", "played", "settled", "chapter")


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("line", SCREENS_OF_AN_EVENING)
@pytest.mark.parametrize("state", STATES if CI else STATES[::2])
def test_every_sentence_of_an_evening_can_be_said(
    run: Run, prepared: Prepared, state: str, line: str
) -> None:
    db = os.environ["CAMPAIGN_DB"]
    shutil.copy(getattr(prepared, state), db)
    output = run(line)
    assert [] == untranslated(output.out)


@pytest.mark.parametrize("name", packs.names())
def test_every_rule_of_a_pack_can_be_said(name: str) -> None:
    pack, chinese = packs.load(name), translation.speaker_of("zh-Hant")
    rules = {
        chinese.say(words_of(pack, row, brief=brief))
        for episode in pack.episodes
        for row, _ in rows_in_force(pack, episode)
        for brief in (False, True)
    }
    assert [] == [rule for rule in rules if untranslated(rule)]


LOOKING_BACK = (
    *("history", "episode diff 1", "undo --dry-run", "undo --to 4 --dry-run", "undo --to 40"),
    *("undo --episode 2", "redo --dry-run", "episode show 2", "redo", "redo", "draft list"),
    *("sticker move wolf tree G1 D2", "sticker move wolf tree G1 D2 --later keep"),
    *("history", "undo", "undo", "sticker move deer tree A1 B1", "episode edit 2"),
    *("episode edit 3 --inked 'deer marks 1'", "episode edit 3 --inked 'deer has it'", "undo"),
    *("player join wolf Emil", "player leave wolf", "status", "player leave wolf", "player list"),
    *("player join wolf Emil", "player rename Emil Emilia", "player show nobody", "history"),
    *("episode list", "city rename eagle Rivers", "city list", "city show eagle", "checklist"),
    *("city diff deer 0 3", "confirm eagle --by Anna --differs mud", "handover export eagle -o B"),
    *("handover take B", "handover accept wolf --as Emil -o R", "handover receipt R", "list"),
    *("envelope open 7", "episode result eagle=3", "hindsight 1 --seconds 0", "standings --all"),
    *("undo --episode 3", "what-if CHAPTER/episode-3.toml"),
    *(
        "stats",
        "stats --all",
        "session stats my-city",
        "session record ETERNAL",
        "session list",
        "session show 1",
    ),
    *("session withdraw 1 --reason mud", "session list --withdrawn", "session reinstate 1"),
)
"""What a group does that has mistyped, forgotten or left, one after the other."""
AS_GIVEN = re.compile(
    r"' [a-z-]+ (?=S)|--[a-z-]+( (keep|draft|as-played))?|\[a-z]+\]|"
    r"\b(ok|Emil(ia)?|Rivers|mud|nobody|undone|inked|moves|FILE|[BR])\b|marks 1|has it|"
    r"\w+ [A-K]\d+\b|\bE\d\b|(?m:^[-+@].*|^  campaign .*)|-m pip install|ortools|(\w{4}-){7}\w{4}"
)
"""Stickers to be typed, options, what was typed, reasons, lines of a record, and a key."""
OF_FILES = re.compile(
    r"\b(public|rulebook|placeholder|ours|stand_in(_second)?|eternal\.toml|My City)\b"
)
"""The sources in packs, their names, names of files and games."""


def left_in_english(
    run: Run, lines: Iterable[str], files: Mapping[str, str]
) -> dict[str, list[str]]:
    """The words that commands show and no catalogue has, by command; `files` are paths by name."""
    left = {}
    for line in lines:
        typed = line
        for word, file in files.items():
            typed = re.sub(rf"{word}\b", file, typed)
        output = run(f"--yes {typed}")
        shown = re.sub(r"/\S+", "", output.out + output.err).replace(platform.node(), "")
        for known in (OF_FILES, AS_TYPED, TYPED, AS_GIVEN):
            shown = re.sub(known, "", shown)
        if words := untranslated(shown):
            left[line] = words
    return left


@pytest.mark.usefixtures("invented")
def test_every_sentence_about_mistakes_and_absences_can_be_said(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setattr(search, "has_solver", lambda: False)
    files = {" B": f" {tmp_path}/B", " R": f" {tmp_path}/R", "CHAPTER": str(CHAPTER)}
    files |= {"ETERNAL": str(ETERNAL)}
    assert {} == left_in_english(chapter, LOOKING_BACK, files)


OF_THE_BOX = (
    *("pack show", "pack check BOX"),
    *("pack apply BOX --dry-run", "pack apply BOX --again 3", "pack diff ours stand_in"),
    *("pack eternal", "pack update", "photo list", "photo list --campaign Tuesday"),
    *("import records RECORDS", "import records RECORDS", "import csv PLAYS", "import csv PLAYS"),
    *("import withdraw", "chronicle -o PAGE", "session chronicle -o SESSIONS", "db status"),
    *("db backup -o COPY", "city rename eagle Rivers", "db restore COPY --dry-run"),
    *("db restore COPY --replace", "db restore COPY --replace"),
)
"""What a group does that corrects the pack from its box, imports, prints, and keeps copies."""


@pytest.mark.usefixtures("invented")
def test_every_sentence_about_a_box_and_lists_can_be_said(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    (tmp_path / "RECORDS").mkdir()
    shutil.copy(ETERNAL, tmp_path / "RECORDS")
    shutil.copy(ROOT / "tests" / "cli" / "our_box.toml", tmp_path / "BOX")
    plays = ("play,game,player,score", "1,My City,Anna,20", "1,My City,Ben,17", "2,Chess,Anna,1")
    (tmp_path / "PLAYS").write_text("\n".join(plays), encoding="utf-8")
    names = ("BOX", "RECORDS", "PLAYS", "PAGE", "SESSIONS", "COPY")
    files = {name: str(tmp_path / name) for name in names}
    assert {} == left_in_english(chapter, OF_THE_BOX, files)


@pytest.mark.usefixtures("invented")
def test_every_question_about_later_evenings_can_be_said(
    chapter: Run, types: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "can_ask", True)
    shown = types(
        "episode edit 1 --reason x --yes", "f", "21 deer p", "", "zz", "?", "board", "f11", "x", ""
    )
    shown += types("sticker move wolf tree G1 D2 --yes", "x", "d")
    assert "f11" in shown
    shown = re.sub(AS_TYPED, "", shown)
    assert [] == untranslated(re.sub(AS_GIVEN, "", re.sub(TYPED, "", shown)))


@pytest.mark.parametrize("language", ["zh-Hant", "it"])
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("status", "status"),
        ("brief", "brief"),
        ("episode_show", "episode show 1"),
        ("sticker_owed", "sticker owed"),
    ],
)
def test_a_screen_in_another_language(played: Run, name: str, line: str, language: str) -> None:
    shown = played(f"{line} --language {language}").out
    is_screen(f"{name}_{language[:2]}", re.sub(HEAD, "HEAD-HEAD", shown))


def test_games_and_their_modes_are_named_in_chinese(run: Run) -> None:
    output = run("rules machi-koro nonsense --language zh-Hant")
    assert ("骰子街" in output.err, "Machi Koro" in output.err) == (True, False)
    city = """mode = "classic"\nenergy = 1\ncity = '''\nT . .\n. . . .\n. . . .\n. . . .\n'''\n"""
    output = run("quadropolis score - --language zh-Hant", stdin=city)
    assert ("經典模式" in output.err, "classic" in output.err) == (True, False)


def test_shafts_and_sources_are_named_in_chinese(chapter: Run) -> None:
    chinese = translation.speaker_of("zh-Hant")
    for words in (("shaft Y 9",), tuple(f"shaft Y {depth}" for depth in range(1, 10))):
        shown = chinese.say(
            difference_in_words(CampaignDifference("board", (), words, seat="deer"))
        )
        assert ("礦井" in shown, "shaft" in shown) == (True, False)
    shown = chapter("pack show --episode 3 --language zh-Hant").out
    assert ("暫定" in shown, "placeholder" in shown) == (True, False)


@pytest.mark.parametrize(("language", "verdict"), [("zh-Hant", "成立"), ("it", "Regge")])
def test_what_a_copy_holds_is_no_verdict(chapter: Run, language: str, verdict: str) -> None:
    chapter("db backup")
    shown = chapter(f"db restore --language {language}").out
    assert ("Tuesday" in shown, verdict in shown) == (True, False)


class Transcript(Typist):
    """Types lines, and writes each with its question to where the messages are."""

    speaker = ENGLISH

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        typed = super().__call__(prompt, offers, default)
        sys.stderr.write(f"{self.speaker.say(prompt)}{typed}\n")
        return typed


@pytest.fixture
def types(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command at which lines are typed; gives the screen with questions and answers."""

    def call(line: str, *typed: str) -> str:
        typist = Transcript(typed)

        def editor(_: str, speaker: Speaker) -> Transcript:
            typist.speaker = speaker
            return typist

        monkeypatch.setattr(prompt, "editor", editor)
        return run(line).err

    return call


CARDS = [line for line in answers(EPISODE) if line != "y"]
FIRST, *OTHERS = CARDS[0].split()
REST = answers(EPISODE)[1:]
MISTAKES = (FIRST, "x", "q", "n", "?", "A1", " ".join(OTHERS), "lines", "fix 9", "fix 1 Z9 E5")
BEGINNING = ("x", "help", "?", "score", *MISTAKES, "fix", "x", "u 9", "u", "u", CARDS[0])
END = ("x", "n", "x", "7", "", "", "", "n", "d", "x", "2026-11-20", "f", "1", "", "")
STICKERS = ("?", "board", "help", "u", "Z9", "A1", "G1", "u", "g1", "", "save")
TYPED = re.compile(
    r"\b(oo|tt)(?![a-z])|\b(Enter|reveal|cafe|fix|insert|delete|undo|back|anna|who|phones|rock|help|lines|boards?|save|score|zz|where|minutes|note|rules|Café)\b"
)
"""What was typed, or is typed so in every language, and signs of a board."""


@pytest.mark.usefixtures("invented")
def test_every_sentence_of_the_guided_entry_can_be_said(
    sealed: Run, types: Callable[..., str]
) -> None:
    begun = types("meet", "x", "y", "9", "1", *BEGINNING, "save")
    ended = types("meet", "y", *REST, *END, *STICKERS)
    for screens in (begun, ended):
        assert [] == untranslated(re.sub(TYPED, "", screens.replace(platform.node(), "")))
    assert "2026-11-20" in ended
    assert "HEAD" in re.sub(HEAD, "HEAD", ended)


MISTAKES_IN = {
    "machi-koro": ("zz", "7", "k", "cafe"),
    "dilluvia": ("zz", "p2 p2", "1 income"),
    "quadropolis": ("zz", "lay zz", "3n2", "t1 zz", "u"),
}
OTHER_GAMES = tuple(MISTAKES_IN)
AS_IN_RECORDS = re.compile(
    rf"\b({'|'.join(word for name in NAMED for word in (name, comparable_name(name)))})\b|"
    r"fruit_market|"
    r"\b(p[1-4]|[A-Z][A-Z0-9_]+|enter|help|lines|boards?|save|score|fix|insert|cafe|where|minutes|note|rules|Café|x\d+|"
    r"bakery|mine|deck|nothing|roll|reroll|keep|pass|done|build|use|claim|take|airship|buy|lay|north|dice)\b|"
    r"\b(order|income|white|black|brown|purple|claims|market|garden|switch|goods|prestige|worker|money5)\b"
)
"""What is typed, or stands so in records: seats, ids of tiles, areas, verbs; names of buildings."""


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_every_sentence_of_another_game_can_be_said(
    run: Run, types: Callable[..., str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(Environment, "terminal_size", lambda _: (400, 10_000))
    monkeypatch.setenv("COLUMNS", "400")
    game = games.find(name)
    player = next(iter(players_of(game).values()))
    record = deal(game, Setup(game.SEATS[:2], game.ALONE), 3, player)
    lines = answers(record)
    asked = [word for i, line in enumerate(lines) for word in (*["?"] * (i % 7 == 0), line)]
    asked = [*MISTAKES_IN[name], *asked]
    shown = types(f"session enter {name} --seat Anna --seat Ben", *asked, "n", "save")
    shown += types(f"session enter {name}", "y", "u 3", "board", "score", "help", "lines", "save")
    shown = re.sub(TYPED, "", re.sub(AS_IN_RECORDS, "", shown.replace(platform.node(), "")))
    assert set() == set(untranslated(shown))


def test_why_a_move_is_refused_can_be_said() -> None:
    for file in sorted(Path("tests/records").glob("*_illegal_*.toml")):
        verdict = verify(parse_record(file.read_text("utf-8")))
        shown = re.sub(TYPED, "", re.sub(AS_IN_RECORDS, "", INVENTED.say(verdict.reason)))
        assert not set(untranslated(shown)) - set(verdict.words.split()), file.name


@pytest.mark.parametrize("language", ["zh-Hant", "it"])
def test_the_guided_entry_in_another_language(
    begun: Run, types: Callable[..., str], language: str
) -> None:
    line = f"episode enter --played 2026-11-12 --language {language}"
    shown = types(line, *BEGINNING, "save") + types(line, "y", *REST, "", "?", "G1", "save")
    for form, word in ((HEAD, "HEAD-HEAD"), (TIME, "TIME"), (re.escape(platform.node()), "HERE")):
        shown = re.sub(form, word, shown)
    is_screen(f"entering_{language[:2]}", shown)


def test_documents_and_journals_are_english_in_every_language(played: Run) -> None:
    for line in ("status --json", "episode show 1 --json", "brief --json", "episode template"):
        assert played(line).out == played(f"{line} --language zh").out


def test_why_a_move_in_a_file_is_refused_is_said_in_italian(begun: Run, tmp_path: Path) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    file = tmp_path / "slip.toml"
    file.write_text(re.sub(r"build (\w+)@\w+", r"build \1@A1", text, count=1), "utf-8")
    refused = begun(["--language", "it", "episode", "record", str(file), "--yes"])
    assert refused.code == 6
    said = " ".join(refused.err.split())
    assert re.search(r"errore: mossa \d+, .*: sta su: .*slip\.toml, riga \d+ sarebbe lecito", said)


def test_the_source_of_a_rule_is_said_in_italian(begun: Run) -> None:
    shown = begun("pack show --episode 1 --language it").out
    assert "(regolamento)" in shown
    assert "(rulebook)" not in shown


def test_why_an_undo_stays_is_said_in_italian(played: Run) -> None:
    for line in ("sticker place deer rock D2", "undo", "sticker place deer rock D2"):
        assert played(f"{line} --yes").code == 0
    refused = " ".join(played("redo --yes --language it").err.split())
    assert "(adesivo applicato): deer non deve applicare un adesivo roccia" in refused


def test_a_mistyped_head_is_refused_in_italian(begun: Run) -> None:
    refused = begun("audit --head 7QK2-9FM8 --language it")
    assert "l'ultimo carattere non si accorda con gli altri" in " ".join(refused.err.split())
