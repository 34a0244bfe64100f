"""The screens of an evening in other languages; WRITE_SCREENS=1 writes them anew.

The invented language turns every letter that comes from a catalogue into one with a mark: what is
left in plain letters has no translation, and must be a name, a move or a command.
"""

from __future__ import annotations

import gettext
import os
import re
import shutil
from string import Formatter
from unicodedata import normalize

import pytest

from campaign.display.terminal import translation
from tests.cli.conftest import Prepared, Run
from tests.cli.test_screens import SCREENS

HEAD = r"[A-Z0-9]{4}-[A-Z0-9]{4}"
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


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command speak the invented language."""
    monkeypatch.setattr(translation, "speak", lambda _: translation._catalogue.set(Invented()))


def untranslated(screen: str) -> list[str]:
    """The words of a screen that come from no catalogue."""
    plain = re.sub(AS_TYPED, "", normalize("NFD", screen))
    return re.findall(rf"[A-Za-z]{{2,}}(?!{MARK})", re.sub(rf"\w{MARK}", "", plain))


EVENING = ("status", "brief", "brief deer", "episode show 1", "episode list", "sticker owed")


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("line", EVENING)
@pytest.mark.parametrize("state", ["sealed", "begun", "played", "settled", "chapter"])
def test_every_sentence_of_an_evening_can_be_said(
    run: Run, prepared: Prepared, state: str, line: str
) -> None:
    db = os.environ["CAMPAIGN_DB"]
    shutil.copy(getattr(prepared, state), db)
    output = run(line)
    assert [] == untranslated(output.out)


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
    shown = re.sub(HEAD, "HEAD-HEAD", played(f"{line} --language {language}").out)
    path = SCREENS / f"{name}_{language[:2]}.txt"
    if os.environ.get("WRITE_SCREENS"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_documents_and_journals_are_english_in_every_language(played: Run) -> None:
    for line in ("status --json", "episode show 1 --json", "brief --json", "episode template"):
        assert played(line).out == played(f"{line} --language zh").out
