"""The commands with which to type again what a correction has taken back."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import zip_longest

from campaign.display.text.history import entry_in_words
from campaign.services import episodes
from campaign.services.corrections.amending import (
    version_that_counted,
    versions_by_entry,
)
from campaign.services.corrections.cascade import CorrectionEffects
from campaign.services.folding import entries_of
from campaign.services.inscriptions import gains_in_words
from campaign.shell import command_with
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.campaign.corrections import place_of
from engine.my_city.campaign.entries import (
    BoardChecked,
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    Entry,
    EnvelopeOpened,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    PackApplied,
    PackUpdated,
    PhotoAdded,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
)
from engine.my_city.campaign.model import PlayedEpisode


def commands_again(
    cascade: CorrectionEffects, first: PlayedEpisode, files: Mapping[int, str]
) -> Iterator[tuple[Phrase, str]]:
    """Yield the commands for what counts no more, in its order.

    They are those of the `first` episode, of others with scores alone, which are no drafts, and of
    what is about no evening that is taken back: names, players, the pack, earlier evenings.
    """
    drafts = {played.entry for played in cascade.drafts}
    evenings = {played.entry: played for played in cascade.withdrawn_episodes}
    entries = dict(enumerate(entries_of(cascade.before.entries), 1))
    gone = sorted({*cascade.withdrawn, *evenings}, key=lambda at: _place(at, entries[at]))
    amended = ((at, entry) for at in gone if isinstance(entry := entries[at], EpisodeAmended))
    corrected = {entry.entry: at for at, entry in amended if not entry.step}
    for number, following in zip_longest(gone, gone[1:]):
        what = entry_in_words(cascade.before, number)
        words = phrase("entry {number}: {what}", number=number, what=what)
        match entries[number]:
            case EpisodeRecorded() if number == first.entry:
                command = _evening_again(cascade, first)
                words = phrase("to mend it and keep it")
                yield words, "campaign episode enter" if number in drafts else command
            case EpisodeRecorded() if number in evenings and number not in drafts:
                words = phrase("then episode {number}", number=evenings[number].number)
                yield words, _evening_again(cascade, evenings[number])
            case PlayerLeft(seat):
                match entries.get(following):
                    case PlayerJoined(taken_over) if taken_over == seat:
                        continue  # the command that joins says both
                yield words, f"campaign player leave {seat}"
            case EpisodeAmended(recorded) if corrected.get(recorded) != number:
                continue  # a later correction has all of it, or it follows from another
            case entry:
                if again := _entry_again(cascade, number, entry, files.get(number, "")):
                    yield words, again


def _place(at: int, entry: Entry) -> float:
    """Where an entry counts among others; a correction counts as the evening that it corrects."""
    return entry.entry if isinstance(entry, EpisodeAmended) else place_of(at, entry)


def _entry_again(cascade: CorrectionEffects, at: int, entry: Entry, file: str) -> str:
    """The command that makes an entry again which is about no evening that is taken back, or ""."""
    counting = {played.number for played in cascade.after.played}
    kept = {p.entry: p for p in cascade.before.campaign.played if p.number in counting}
    command: list[str] = []
    match entry:
        case PlayerJoined(seat, player, before=before) if before in kept:
            return command_with(f"campaign player join {seat} --from {kept[before].number}", player)
        case PlayerJoined(seat, player) | CityAccepted(seat, player):
            return command_with(f"campaign player join {seat}", player)
        case PlayerRenamed(player, name):
            return command_with("campaign player rename", player, name)
        case CityNamed(seat, name):
            return command_with(f"campaign city rename {seat}", name)
        case CampaignRenamed(name):
            return command_with("campaign rename", name)
        case EnvelopeOpened(number):
            return f"campaign envelope open {number}"
        case PackUpdated():
            return "campaign pack update"
        case PackApplied(_, reason, again) if file:
            command = ["pack", "apply", file, "--reason", reason]
            command += [word for number in again for word in ("--again", str(number))]
        case BoardChecked(seat, by, differs):
            command = ["confirm", seat, "--by", by, *(["--differs", differs] if differs else [])]
        case PhotoAdded(number, seat=seat):
            command = ["photo", "add", "FILE", "--episode", str(number)]
            command += ["--whose", seat] if seat else []
        case EpisodeNoted(number, place, minutes, note) if number in counting:
            command = ["episode", "note", str(number), "--where", place]
            command += ["--minutes", str(minutes), "--note", note]
        case EpisodeAmended(recorded, reason=reason, as_played=as_played) if recorded in kept:
            number, version = versions_by_entry(cascade.before)[at]
            command = ["episode", "edit", str(number), "-", "--yes", "--reason", reason]
            command += ["--as-played"] if as_played else []
            command += _as_dated(cascade, kept[recorded], at)
            written = kept[recorded].record.names
            for one in kept[recorded].participants:
                name = _name_then(cascade, one.player, recorded)
                if not one.substitute and written.get(one.seat, name) != name:
                    command += ["--slip", one.seat]
            shown = f"campaign episode show {number} --record-version {version}"
            return f"{shown} | {shlex.join(['campaign', *command])}"
    return shlex.join(["campaign", *command]) if command else ""


def _evening_again(cascade: CorrectionEffects, played: PlayedEpisode) -> str:
    """The command that keeps an evening as it was: its scores, or its record.

    Scores need a player for each city, which a record may leave out.
    """
    record, details = played.record, played.details
    noted = [
        ("--where", details.place),
        ("--minutes", str(details.minutes or "")),
        ("--note", details.note),
    ]
    nameless = any(not one.player and not one.absent for one in played.participants)
    if record.moves or played.recorded.as_played or nameless:
        version = version_that_counted(cascade.before, played.number)
        again = ["campaign", "episode", "record", "-", "--yes"]
        again += ["--as-played"] if played.recorded.as_played else []
        again += _as_dated(cascade, played, played.entry)
        again += [word for option, value in noted if value for word in (option, value)]
        shown = f"campaign episode show {played.number} --record-version {version}"
        return f"{shown} | {shlex.join(again)}"
    ranks: dict[int, list[str]] = {}
    for seat, rank in record.header.get("ranks", {}).items():
        ranks.setdefault(rank, []).append(seat)
    options = [
        ("--ranks", " ".join("=".join(ranks[rank]) for rank in sorted(ranks))),
        *(("--gained", words) for words in gains_in_words(record)),
        ("--played", record.played.isoformat() if record.played else ""),
        *(("--absent", seat) for seat in played.absent),
        *(("--substitute", f"{seat}={name}") for seat, name in _others(cascade, played)),
        *noted,
    ]
    words = [f"{sheet.seat}={sheet.total}" for sheet in played.sheets]
    for option, value in options:
        words += [option, value] if value else []
    words += _as_dated(cascade, played, played.entry)
    return shlex.join(["campaign", "episode", "result", *words])


def _as_dated(cascade: CorrectionEffects, played: PlayedEpisode, entry: int) -> list[str]:
    """The flag of an evening whose day was in doubt when its entry was made, and is in doubt again.

    Later evenings that are taken back raise no doubt: they are typed after it.
    """
    standing = {other.number for other in cascade.after.played}
    before = cascade.before.campaign
    others = [p for p in before.played if p.number < played.number or p.number in standing]
    then = date.fromisoformat(cascade.before.entries[entry - 1].day)
    doubt = episodes.doubt(before._replace(played=tuple(others)), played.record, then)
    return ["--as-dated"] if doubt else []


def _others(cascade: CorrectionEffects, played: PlayedEpisode) -> Iterator[tuple[str, str]]:
    """Yield who plays a city in an evening that is typed again, and does not hold it then.

    Takeovers and new names that are taken back are typed again after it, in their places.
    """
    entries = entries_of(cascade.before.entries)
    gone = [entries[number - 1] for number in cascade.withdrawn]
    moved = {entry.seat for entry in gone if isinstance(entry, PlayerJoined | PlayerLeft)}
    for one in played.participants:
        seat, name, substitute = one.seat, one.player, one.substitute
        holder = cascade.after.city(seat).player
        for at, entry in _renamed(cascade):
            holder = entry.name if at < played.entry and holder == entry.player else holder
        # Two substitutes may have one name since.
        name = played.record.names[seat] if substitute else _name_then(cascade, name, played.entry)
        if substitute if seat in moved else name not in ("", holder) and not one.absent:
            yield seat, name


def _name_then(cascade: CorrectionEffects, player: str, entry: int) -> str:
    """The name of a player of today at an entry, before the new names that are typed after it."""
    for at, renamed in reversed(_renamed(cascade)):
        player = renamed.player if at > entry and player == renamed.name else player
    return player


def _renamed(cascade: CorrectionEffects) -> list[tuple[int, PlayerRenamed]]:
    """The new names that are taken back, by number of the entry."""
    entries = entries_of(cascade.before.entries)
    gone = [(number, entries[number - 1]) for number in cascade.withdrawn]
    return [(number, entry) for number, entry in gone if isinstance(entry, PlayerRenamed)]
