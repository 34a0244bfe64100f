"""Files from which everything can be recorded again: one for each record, and the commands.

    sessions/000012-GAME.toml        a session outside a campaign, by number
    sessions/tables/1f3a....toml           the owner's corrections that some of them name
    campaign-01/episode-03.toml            an episode, by number
    campaign-01/pack/                      its pack, if the program does not have it
    campaign-01/steps.sh                   the commands of the campaign, in their order

A corrected record is written once, as it counts now. Withdrawn records are left out.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.extras.plays.plays import CampaignExport, CountedPlay, unnamed
from campaign.services.folding import entries_of
from campaign.services.history import note_holders
from campaign.services.record_files import STEPS as STEPS
from campaign.services.record_files import tables_file
from engine.kernel.record import Record, format_record, parse_record
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import (
    BoardChecked,
    CampaignCreated,
    CityAccepted,
    CityNamed,
    Entry,
    EnvelopeOpened,
    EpisodeNoted,
    EpisodeRecorded,
    PackApplied,
    PackUpdated,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
)
from engine.my_city.campaign.fold import begin
from engine.my_city.campaign.overlays import pack_after
from engine.my_city.pack.start import ABSENT, SUBSTITUTES
from engine.my_city.pack.writing import file_text

SESSIONS = "sessions"
PACK = "pack"
"""The folder of a pack that the program does not have, as far as its envelopes are open."""
HEAD = """#!/bin/sh
# A campaign again, command by command: into the database of CAMPAIGN_DB, or your own.
set -e
cd "$(dirname "$0")"
"""


class RecordFile(NamedTuple):
    """A file of the folder: its path within it, and its text."""

    path: str
    text: str


def files(item: CountedPlay | CampaignExport, *, anonymous: bool) -> Iterator[RecordFile]:
    """The files of a campaign with its episodes, or of a session outside one.

    A session with corrections of the tables also gives the file of these corrections; equal
    corrections have the same file.
    """
    if isinstance(item, CampaignExport):
        yield from _campaign(item, anonymous=anonymous)
    elif item.number is not None:
        text = format_record(item.record)
        yield RecordFile(f"{SESSIONS}/{item.number:06}-{item.record.game}.toml", text)
        if item.overlay:
            yield RecordFile(f"{SESSIONS}/{tables_file(item.overlay)}", item.overlay)


def folder_of(whole: CampaignExport) -> str:
    """The folder of a campaign."""
    return f"campaign-{whole.number:02}"


def _campaign(whole: CampaignExport, *, anonymous: bool) -> Iterator[RecordFile]:
    folder, lines = folder_of(whole), [HEAD]
    packs, holders = 0, dict[str, str]()
    effective = effective_entries(entries_of(whole.history.entries))
    recorded, again = set[int](), whole.history.campaign.again
    minutes = dict[int, int]()
    pack = begin(next(e for _, e in effective if isinstance(e, CampaignCreated))).pack
    for _, entry in effective:
        name, slips = "", list[str]()
        before, pack = pack, pack_after(pack, entry, whole.history.campaign.hidden)
        if isinstance(entry, CampaignCreated) and entry.box:
            known = whole.history.campaign.pack.files.items()
            yield from (
                RecordFile(f"{folder}/{PACK}/{file}", file_text(data)) for file, data in known
            )
        if isinstance(entry, CampaignCreated) and entry.declared:
            name = "state.toml"
            yield RecordFile(f"{folder}/{name}", _state(entry.declared, anonymous=anonymous))
        elif isinstance(entry, EpisodeRecorded):
            record = parse_record(entry.record)
            name = f"episode-{record.header['episode']:02}.toml"
            slips += () if anonymous else _slips(record, holders)
            text = format_record(unnamed(record)) if anonymous else entry.record
            yield RecordFile(f"{folder}/{name}", text)
            recorded.add(record.header["episode"])
            if record.header["episode"] in again:  # its scores may be those of a later pack
                entry = entry._replace(as_played=True)
        elif isinstance(entry, PackApplied):
            entry = entry._replace(again=tuple(n for n in entry.again if n in recorded))
            if not entry.again and pack.files == before.files:
                continue  # it only judged evenings again that do not count any more
            packs += 1
            name = f"pack-{packs:02}.toml"
            yield RecordFile(f"{folder}/{name}", entry.overlay)
        if isinstance(entry, CampaignCreated):
            entry = entry._replace(name=whole.name)  # its last one, so that no command renames it
        if isinstance(entry, CityAccepted) and (
            holders[entry.seat] == entry.player or (anonymous and holders[entry.seat])
        ):
            continue
        if isinstance(entry, EpisodeNoted) and anonymous:  # without what another note changed
            if entry.minutes == minutes.get(entry.episode, 0):
                continue
            minutes[entry.episode] = entry.minutes
        if words := _words(entry, name, anonymous=anonymous):
            command, arguments, options = words
            options = [*options, *slips]
            if not isinstance(entry, CampaignCreated):
                options = [*options, f"--campaign={whole.name}"]
            lines.append(_line(command, arguments, options))
        note_holders(holders, entry)
    yield RecordFile(f"{folder}/{STEPS}", "".join(lines))


def _slips(record: Record, holders: Mapping[str, str]) -> Iterator[str]:
    """Yield an option for each seat whose holder the record calls by another name."""
    for seat, name in record.names.items():
        if holders[seat] not in ("", name) and seat not in record.header.get(SUBSTITUTES, ()):
            yield f"--slip={seat}"


Words = tuple[list[str], list[str], list[str]]
"""A command: its own words, its arguments, its options."""


def _words(entry: Entry, file: str, *, anonymous: bool) -> Words | None:
    """The command that makes an entry, with `file` as its file; None if the entry needs none.

    An anonymous command leaves out notes, names of cities and new names of players.
    """
    match entry:
        case CampaignCreated(name, _, pack, _, seats, declared, box):
            options = [f"--seat={s}={s if anonymous else player}" for s, player in seats.items()]
            options.append(f"--pack={PACK if box else pack}")
            if declared:
                options += [f"--from={declared['episode']}", f"--state={file}"]
            return ["new"], [name], options
        case EnvelopeOpened(number):
            return ["envelope", "open"], [str(number)], []
        case EpisodeRecorded(record, _, _, as_played):
            options = ["--as-played"] if as_played else []
            if parse_record(record).header.get(ABSENT):
                options.append("--house-rule")
            return ["episode", "record"], [file], options
        case EpisodeNoted(number, place, minutes, note):
            options = [f"--minutes={minutes}"]
            options += [] if anonymous else [f"--where={place}", f"--note={note}"]
            return ["episode", "note"], [str(number)], options
        case StickerPlaced(seat, kind, square):
            return ["sticker", "place"], [seat, kind, square], []
        case PackApplied(_, reason, again):
            options = [f"--reason={'correction' if anonymous else reason}"]
            options += [f"--again={n}" for n in again]
            return ["pack", "apply"], [file], [*options, *["--later=as-played"] * bool(again)]
        case PackUpdated():
            return ["pack", "update"], [], []
        case PlayerLeft(seat):
            return ["player", "leave"], [seat], []
        case PlayerJoined(seat, player) | CityAccepted(seat, player):
            options = [] if anonymous or not (note := _note(entry)) else [f"--reason={note}"]
            return ["player", "join"], [seat, seat if anonymous else player], options
        case CityNamed(seat, name) if not anonymous:
            return ["city", "rename"], [seat, name], []
        case PlayerRenamed(player, name) if not anonymous:
            return ["player", "rename"], [player, name], []
        case BoardChecked(seat, by, differs, other_board=False, unless_after=0) if not anonymous:
            options = [f"--differs={differs}"] if differs else []
            return ["confirm"], [seat], [f"--by={by}", *options]
    return None


def _note(entry: PlayerJoined | CityAccepted) -> str:
    return entry.note if isinstance(entry, PlayerJoined) else ""


def _line(command: list[str], arguments: list[str], options: list[str]) -> str:
    """A line of the shell that asks nothing; `--` protects arguments that look like options."""
    separator = ["--"] if any(word.startswith("-") for word in arguments) else []
    answers = ["--yes", "--as-dated", "--as-named", "--quiet"]
    words = ["campaign", *command, *options, *answers, *separator, *arguments]
    return shlex.join(words) + "\n"


def _state(declared: Mapping[str, Any], *, anonymous: bool) -> str:
    """The filled-in form of a campaign that was begun without this program."""
    lines = [f"{key} = {_toml(value)}\n" for key, value in declared.items() if not _is_table(value)]
    for seat, city in declared["cities"].items():
        lines.append(f"\n[cities.{seat}]\n")
        lines += [
            f"{key} = {_toml(value)}\n"
            for key, value in city.items()
            if not (anonymous and key == "name")
        ]
    return "".join(lines)


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _toml(value: int | str | Sequence[str]) -> str:
    """A value of the form: a whole number, a text, or a list of texts."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return f"[{', '.join(map(_toml, value))}]"
