"""What `pack check` passes can be played: packs that nobody made, every episode, every rank."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.fast.log import read_acts
from engine.kernel.game import Setup
from engine.kernel.phrases import Phrase
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.campaign.recount import discrepancies
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Pack, rows_in_force
from engine.my_city.pack.words import words_of
from tests.engine.my_city.campaign.test_rehearsal import created, in_one_place
from tests.packs.generated import pack_of
from tests.soak import SOAK, count

LARGEST = count(9, 20)
SEEDS = range(count(12, 5000))


@pytest.mark.parametrize("some", [SEEDS[i : i + 250] for i in range(0, len(SEEDS), 250)])
def test_what_the_check_passes_can_be_played(some: range, monkeypatch: pytest.MonkeyPatch) -> None:
    used = set[str]()
    for seed in some:
        pack = pack_of(seed, LARGEST)
        monkeypatch.setattr(fold, "load", lambda _, pack=pack: pack)
        first = created(pack, 2 + seed % 3)
        rest = list(rehearse(first, seed))
        after = rest[-1][1]
        assert sorted(pack.episodes) == [played.number for played in after.played], seed
        again = fold.campaign_of([first, *(entry for entry, _ in rest)])
        assert (again.cities, again.owed) == (after.cities, ()), seed
        assert [] == [*discrepancies(after)], seed
        for played in after.played:
            assert played.verdict.kind is VerdictKind.VERIFIED, (seed, played.number)
            in_one_place(played.verdict.state)
            assert _by_words(pack, played) == my_city.score(played.verdict.state), seed
        for row, _ in (row for number in pack.episodes for row in rows_in_force(pack, number)):
            used.add(row["does"])
            assert words_of(pack, row), seed
            assert isinstance(words_of(pack, row, brief=True), str | Phrase), seed
    assert not SOAK or KINDS.keys() <= used


def _by_words(pack: Pack, played: PlayedEpisode) -> object:
    """The sheets of an episode whose boards are given in the words of a record."""
    boards = {seat: played.boards[seat] for seat in played.record.seats}
    header = {**played.record.header, "pack": pack, "boards": boards}
    state = my_city.start(Setup(played.record.seats, header))
    return my_city.score(my_city.play(state, read_acts(my_city, played.record.moves or ())))
