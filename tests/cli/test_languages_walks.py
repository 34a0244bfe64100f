"""All that is shown of a campaign which is recorded and corrected by chance can be said.

The walk speaks the invented language of `test_languages`: what is left in plain letters has no
translation, and must be a name, a card, a sign on a board, a command, or technical on purpose.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.cli.test_languages import (
    AS_GIVEN,
    AS_TYPED,
    MARK,
    TYPED,
    invented,
    untranslated,
)
from tests.cli.test_options_walks import NAMES, OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

__all__ = ["invented"]

STEPS = count(10, 40)
SEEDS = range(count(1, 100, ci=2))
GIVEN = re.compile(
    rf"\b({'|'.join(NAMES)})o?\b|\b(slip|ours|club|Wednesday|Café|Rivers)\b"
    r"|\b(rank|marks|with|without|nugget|shaft|track(, tree, plain)?)\b"
    r"|\b(obstacle|cross|hall|chapel|stand_in_second)\b"
    r"|\b(bl|re|ye|sa|po|pa|Ch\d|build|blue|red|yellow)\b"
    r"|The chronicle of"
)
"""What a walk types, cards, a pack, signs on boards, and a letter in a page."""
ENGLISH = ("chronicle", "db", "doctor", "export", "handover key", "pack")
"""Commands that docs/languages.md leaves in English, or that print a path or a key."""


class LanguagesWalk(OptionsWalk):
    """A walk that collects the lines with words which come from no catalogue."""

    def does(self, line: str) -> Output:
        output = super().does(line)
        if not line.startswith(ENGLISH):
            for shown in (output.out + output.err).splitlines():
                if words := plain_words(shown):
                    whole = normalize("NFD", shown).replace(MARK, "")
                    self.left.append(f"{line}\n{whole}\n  {words}")
        return output

    def begins(self) -> None:
        self.left: list[str] = []
        super().begins()


def plain_words(shown: str) -> list[str]:
    """The words of a line that come from no catalogue, without what must stay as it is."""
    shown = re.sub(r"/\S+", "", shown).replace(platform.node(), "")
    for given in (AS_TYPED, TYPED, AS_GIVEN, GIVEN):
        shown = re.sub(given, "", shown)
    return untranslated(shown)


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_walk_shows_can_be_said(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    walk = LanguagesWalk(run, db, tmp_path, seed)
    for _ in range(STEPS):
        walk.step()
    walk.reads()
    assert not walk.left, "\n".join(walk.left)
