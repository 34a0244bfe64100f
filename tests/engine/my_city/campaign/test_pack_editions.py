"""A newer edition of the stand-in: from the next envelope on, wherever a campaign stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.errors import NotAllowed
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import Entry, PackApplied, PackUpdated
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.recount import discrepancies
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.checks import problems
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rows_in_force, rules_of
from engine.my_city.pack.overlay import closed_in
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.engine.my_city.pack.test_apart import of_a_site
from tests.soak import SOAK

FIRST, SECOND = load("stand_in"), load("stand_in_second")


def newer(campaign: Campaign) -> PackUpdated:
    closed = closed_in(campaign.pack, campaign.opened)
    return PackUpdated(
        SECOND.name, {str(e.number): e.seal("") for e in SECOND.envelopes if e.number in closed}
    )


def until(envelope: int, seats: int = 2) -> tuple[list[Entry], Campaign]:
    """A campaign up to the opening of an envelope."""
    first = created(FIRST, seats)
    entries: list[Entry] = [first]
    campaign = fold.begin(first)
    for entry, after in rehearse(first, 5):
        if len(campaign.opened) == envelope and campaign.sealed_next:
            break
        entries.append(entry)
        campaign = after
    return entries, campaign


@pytest.mark.parametrize("envelope", range(8) if SOAK else (0, 2, 3, 6))
def test_a_campaign_goes_on_with_it_from_the_next_envelope(envelope: int) -> None:
    entries, campaign = until(envelope)
    update = newer(campaign)
    after = fold.apply(campaign, update)
    played = [*entries, update]
    for number in FIRST.episodes:
        e = after.pack.envelope_of(number)
        assert e
        edition = FIRST if e.number <= envelope else SECOND
        assert e.digest == edition.seals[str(e.number)]
    for entry, now in rehearse(created(FIRST, 2), 6, begun=after):
        played.append(entry)
        after = now
    assert [*FIRST.episodes] == [one.number for one in after.played]
    assert not [*discrepancies(after)]
    assert after.cities == fold.campaign_of(played).cities
    for one in campaign.played:
        assert one.sheets == after.episode(one.number).sheets


def test_what_is_newest_is_not_taken_twice() -> None:
    _, campaign = until(2)
    after = fold.apply(campaign, newer(campaign))
    with pytest.raises(NotAllowed, match="of the newest edition already"):
        fold.apply(after, newer(after))
    second = fold.begin(created(SECOND, 2))
    with pytest.raises(NotAllowed, match="no newer edition of the pack stand_in_second"):
        fold.apply(second, newer(second))


def test_corrections_of_the_owner_stay() -> None:
    """An own mill is told apart from that of the newer edition, and an own map stays."""
    _, campaign = until(1)
    text = of_a_site("sawmill", "F5").replace("number = 1", "number = 3")
    text += '[squares]\ncells = "G1 D2"\nsource = "owner"\n'
    closed = closed_in(campaign.pack, campaign.opened)
    campaign = fold.apply(campaign, PackApplied(text, "ours", boards=True, apart=closed))
    after = fold.apply(campaign, newer(campaign))
    assert "G1 D2" == after.pack.files["box.toml"]["squares"]["cells"]
    rules = rules_of(after.pack, 8)
    assert ["H11", "I11"] == [*rules.grid.names(rules.land[""].layers[rules.layer("sawmill-3")])]


def differing() -> Iterator[tuple[int, str]]:
    """The rules that the second edition says otherwise, by episode."""
    for number in FIRST.episodes:
        first, second = (
            {row.name: row.values for row, _ in rows_in_force(pack, number)}
            for pack in (FIRST, SECOND)
        )
        for name in first.keys() | second.keys():
            if first.get(name) != second.get(name):
                yield number, name


def test_the_second_edition_differs_where_players_have_described_it() -> None:
    names = {name for _, name in differing()}
    assert {
        *("sawmill", "anchor", "stickers", "standings", "gardens", "spared trees"),
        *("blue shaft", "red shaft", "yellow shaft", "wells dry up", "sawmill closes"),
        *("port connection", "track below the board"),
    } == names
    assert min(number for number, _ in differing()) == 7
    assert [] == [*problems(SECOND)]


@pytest.mark.parametrize(
    ("episode", "at"), [(7, "river"), (8, "sawmill"), (12, "sawmill"), (13, "river")]
)
def test_the_first_building_stands_at_the_sawmill_in_episodes_8_to_12(
    episode: int, at: str
) -> None:
    assert at == rules_of(SECOND, episode).anchor.name


def test_the_last_gets_nothing_in_chapter_7() -> None:
    gifts = {gift.standing: gift.kind for gift in rules_of(SECOND, 20).gifts}
    assert {"first": "rock", "other": "tree"} == gifts
    assert "last" == rules_of(SECOND, 20).standings[3][2]
