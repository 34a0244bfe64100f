"""Laptops that go on apart by chance, with every option: what holds whenever two of them meet.

What counted on either side counts, or can be read. Where the program
says that it keeps everything of both, the campaign is what both sides have made of the last one
that they shared. An undo leads back to before, the same copy adds nothing a second time, and all
laptops end with one history.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.services import folding
from campaign.services.ancestry import entry_by_hash
from campaign.services.handover.comparing import compare
from campaign.services.handover.sides import content, versions
from campaign.services.values import History
from campaign.store import journal
from campaign.store.database import open_database, reading
from engine.kernel.record import format_record, parse_record
from engine.my_city.campaign.corrections import effective_entries, withdrawn_entries
from engine.my_city.campaign.entries import Entry, PlayerRenamed
from engine.my_city.campaign.fold import campaign_of
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from tests.cli.test_corrections_walks import told
from tests.cli.test_options_walks import OptionsWalk
from tests.cli.test_photos import picture
from tests.fixtures import Output, Run, Table
from tests.soak import count

MEETINGS = count(2, 4)
SEEDS = range(count(1, 400, ci=2))
KEEPS_BOTH = "Neither side changes what the other did"

Facts = Mapping[tuple[Any, ...], Any]
"""What counts in a campaign, each under what it is about."""


class Laptop(OptionsWalk):
    """A player's laptop, on which the campaign goes on by chance."""

    def __init__(self, table: Table, chance: Random, log: list[str]) -> None:
        self.table, self.chance, self.log = table, chance, log
        self.run: Run = table
        self.db, self.folder = table.db, table.folder

    def does(self, line: str) -> Output:
        output = self.table(line)
        self.log.append(f"{output.code}  {self.table.author}: {line}")
        assert output.code in (0, 2, 4, 6, 8), self.fails(output.err)
        return output

    def records(self) -> Iterator[str]:
        """Every record of an evening here, also in the histories that are kept to be read."""
        database = open_database(self.db)
        with reading(database) as session:
            for stream in journal.campaign_streams(session):
                entries = folding.entries_of(journal.read(session, stream))
                yield from (record for record, _ in versions(entries))
        database.dispose()

    def fails(self, what: object) -> str:
        return "\n".join((*self.log, f"{self.table.author}: {what}"))

    def history(self) -> History:
        return self.table.history()

    def tells(self) -> dict[str, Any]:
        self.table("status")  # so that the next lines run on this laptop
        return told(self.run, self.db)

    def corrections(self) -> list[Callable[[Campaign], object]]:
        return [*super().corrections(), self.photo]

    def photo(self, campaign: Campaign) -> None:
        """Attach a photo to an evening."""
        if campaign.played:
            file = self.folder / "photo.png"
            file.write_bytes(picture("PNG", (self.chance.randint(8, 9), 8)))
            number = self.chance.choice(campaign.played).number
            whose = self.one("", f"--whose {self.one(*campaign.seats)}")
            self.does(f"photo add '{file}' --episode {number} {whose} --yes")

    def packs(self) -> Path:
        path = self.folder / f"{len(self.log)}.zip"
        assert self.does(f"handover export --all -o '{path}'").code == 0
        return path

    def meets(self, other: Laptop) -> None:
        """Carry over what the other has done."""
        ours, theirs, before = self.history(), other.history(), self.tells()
        compared = compare(ours, theirs)
        path, twice = other.packs(), self.one("", "--twice theirs", "--twice ours")
        output = self.does(f"handover take '{path}' --yes")
        keeps_both = KEEPS_BOTH in output.err
        if output.code:
            output = self.does(f"handover take '{path}' --follow both {twice} {self.later()} --yes")
        assert output.code == 0, self.fails(output.err)
        self.is_sound()
        now, after = self.history(), self.tells()
        if "Carried over." in output.err:
            self.keeps(compared.shared, ours, theirs, keeps_both=keeps_both)
            assert self.does("undo --yes").code == 0, self.fails("undo")
            self.shows(before, "undone")
            self.is_sound()
            assert self.does("redo --yes").code == 0, self.fails("redo")
            self.shows(after, "done again")
            self.is_sound()
            now = self.history()
        self.does(f"handover take '{path}' --yes")
        assert self.history().head == now.head, self.fails("taken in twice")

    def gives(self, other: Laptop) -> None:
        """Give back what was carried over: there is nothing to decide."""
        assert other.does(f"handover take '{self.packs()}' --yes").code == 0, self.fails("back")
        assert other.history().head == self.history().head, self.fails("two heads")

    def keeps(self, shared: int, ours: History, theirs: History, *, keeps_both: bool) -> None:
        """Assert that what counted on either side counts or can be read."""
        now = self.history()
        readable = set(map(unnamed, self.records()))
        for played in (*ours.campaign.played, *theirs.campaign.played):
            text = played.recorded.record
            assert unnamed(text) in readable, self.fails(f"lost: {text}")
        common = entry_by_hash(ours.entries).keys() & entry_by_hash(theirs.entries).keys()
        if not keeps_both or len(common) > shared:
            return  # they have met before, and not agreed about all
        entries = [folding.entries_of(history.entries) for history in (ours, theirs)]
        if any(is_entered_again(side, shared) for side in entries):
            return  # as before, though the other side took it back: no facts tell this apart
        renamed = any(isinstance(one, PlayerRenamed) for side in entries for one in side[shared:])
        base, here, there, both = (
            facts(campaign, named=not renamed)
            for campaign in (
                campaign_of(entries[0][:shared]),
                ours.campaign,
                theirs.campaign,
                now.campaign,
            )
        )
        for key in {*base, *here, *there, *both}:
            was, our, their = (side.get(key) for side in (base, here, there))
            assert our == their or was in (our, their), self.fails(f"not asked: {key}")
            expected = their if our == was else our
            assert both.get(key) == expected, self.fails(
                f"{key}: {was=} {our=} {their=} now {both.get(key)}"
            )


def unnamed(text: str) -> str:
    """A record without its names: who held a city is said in another way where others hold it."""
    record = parse_record(text)
    header = {key: value for key, value in record.header.items() if key != "substitutes"}
    return format_record(record._replace(header=header, names={}))


def is_entered_again(entries: Sequence[Entry], shared: int) -> bool:
    """Whether a side took something back that both had, and entered the same once more."""
    taken_back = {content(entries[n - 1]) for n in withdrawn_entries(entries) if n <= shared}
    counting = effective_entries(entries)
    return any(content(entry) in taken_back for number, entry in counting if number > shared)


def facts(campaign: Campaign, *, named: bool) -> Facts:
    """What counts in a campaign, `named` with the names of players."""
    said: dict[tuple[Any, ...], Any] = {("name",): campaign.name}
    for city in campaign.cities:
        said["city", city.seat] = city.name
        if named:
            said["holder", city.seat] = city.player
        for sticker in city.stickers:
            lies = "sticker", city.seat, sticker.kind, sticker.square
            said[lies] = said.get(lies, 0) + 1
        for mark in city.marks:
            came = "marks", city.seat, mark.episode
            said[came] = said.get(came, 0) + mark.amount
    for number in campaign.opened:
        said["open", number] = True
    for played in campaign.played:
        said["evening", played.number] = evening(played)
        said["note", played.number] = played.details
        for photo in played.photos:
            said["photo", played.number, photo.photo, photo.seat] = True
        if named:
            said["players", played.number] = dict(played.names)
    return said


def evening(played: PlayedEpisode) -> tuple[Any, ...]:
    """How an evening ended, and what proves it."""
    sheets = tuple((sheet.seat, sheet.total, sheet.rank) for sheet in played.sheets)
    return sheets, played.as_played, played.verdict.kind, played.record.moves, played.inked


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_of_laptops_that_meet(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance, log = Random(seed), list[str]()
    names = ("Anna", "Ben", "Emil")[: 2 + seed % 2]
    laptops = [Laptop(Table(run, monkeypatch, tmp_path, one), chance, log) for one in names]
    anna, *others = laptops
    anna.begins()
    for _ in range(chance.randint(3, 14)):
        anna.step()
    for other in others:
        shutil.copy(anna.db, other.db)
    for _ in range(MEETINGS):
        for laptop in laptops:
            for _ in range(chance.randint(1, 4)):
                laptop.step()
        first, second = chance.sample(laptops, 2)
        first.meets(second)
        if chance.random() < 0.6:
            first.gives(second)
    for other in others:
        anna.meets(other)
    for other in others:
        anna.gives(other)
