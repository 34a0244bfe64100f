"""What corrections of earlier releases left in a journal, for an audit to name.

a sticker for an earlier debt          a player placed it for a later evening
a score that no longer follows         the evening was proved, and ink about marks kept its scores
an impossible statement                see `stated`
a rule that does not count as it reads see `unsaid`: earlier releases took it into a pack
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.errors import EngineError
from engine.kernel.phrases import listed
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import stated
from engine.my_city.campaign.corrections import effective_entries, step_of, withdrawn_entries
from engine.my_city.campaign.deviations import deviation_in_words
from engine.my_city.campaign.entries import (
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    StickerPlaced,
    episode_in,
)
from engine.my_city.campaign.fold import campaign_of
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.pack.model import Pack, made_of
from engine.my_city.pack.unsaid import RANKS, unsaid


class Leftover(NamedTuple):
    """What is wrong with an entry, in words, and the command that mends it."""

    entry: int
    words: str
    remedy: str


def leftovers(entries: Sequence[Entry], campaign: Campaign) -> Iterator[Leftover]:
    """Yield what corrections of earlier releases left in a campaign; `entries` are its journal."""
    yield from _paid_earlier(entries, campaign)
    yield from _no_longer_proved(entries, campaign)
    yield from _cannot_be(campaign)
    yield from _does_not_count(campaign)


def _paid_earlier(entries: Sequence[Entry], campaign: Campaign) -> Iterator[Leftover]:
    """Yield stickers that were placed for one evening and now count for an earlier one."""
    if not withdrawn_entries(entries):
        return
    for city in campaign.cities:
        for sticker in city.stickers:
            entry = entries[sticker.entry - 1]
            if not sticker.chosen or not isinstance(entry, StickerPlaced) or entry.before:
                continue
            before = entries[: sticker.entry - 1]
            last_evening = max(
                (
                    (number, episode_in(earlier.record))
                    for number, earlier in effective_entries(before)
                    if isinstance(earlier, EpisodeRecorded)
                ),
                default=(0, 0),
            )
            placed_after, counts_for = last_evening[1], sticker.reason.episode
            if sticker.reason.kind == "preparation":
                counts_for -= 1
            if counts_for < placed_after:
                step = _when_withdrawn(entries, last_evening[0])
                yield Leftover(
                    sticker.entry,
                    f"entry {sticker.entry}: {city.seat} placed the {sticker.kind} on "
                    f"{sticker.square} after episode {placed_after}; since a correction it stands "
                    f"for {reason_in_words(sticker.reason)!s}",
                    f"campaign undo --to {step - 1}   takes that correction back",
                )


def _when_withdrawn(entries: Sequence[Entry], number: int) -> int:
    """The first entry of the correction that withdrew an entry."""
    for later in range(number + 1, len(entries) + 1):
        if number in withdrawn_entries(entries[:later]):
            return step_of(entries, later)[0]
    return len(entries) + 1


def _no_longer_proved(entries: Sequence[Entry], campaign: Campaign) -> Iterator[Leftover]:
    """Yield evenings that were proved when recorded, and whose scores no longer follow."""
    for played in no_longer_proved(entries, campaign):
        scores = ", ".join(f"{s.seat} {s.total}" for s in played.verdict.sheets)
        yield Leftover(
            played.entry,
            f"entry {played.entry}: episode {played.number} was proved, and since a correction "
            f"its moves give {scores}",
            f"campaign episode edit {played.number}   keeps it with the scores of the replay",
        )


def no_longer_proved(entries: Sequence[Entry], campaign: Campaign) -> Iterator[PlayedEpisode]:
    """Yield evenings that were proved when recorded, and whose scores no longer follow.

    Whoever amended such an evening has decided about its scores, even if the record is the same.
    """
    withdrawn_numbers = withdrawn_entries(entries)
    amended_numbers = {
        entry.entry
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, EpisodeAmended) and number not in withdrawn_numbers
    }
    for played in campaign.played:
        if (
            not played.as_played
            or played.verdict.kind is not VerdictKind.DIFFERS
            or played.entry in amended_numbers
        ):
            continue
        try:
            evening_then = campaign_of(entries[: played.entry]).played[-1]
        except EngineError:  # one of these entries no longer follows
            continue
        if evening_then.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE):
            yield played


def _cannot_be(campaign: Campaign) -> Iterator[Leftover]:
    """Yield records without moves that state what their rules cannot give, without `as_played`."""
    for played in campaign.played:
        if played.as_played:
            continue
        for deviation in stated.deviations(played.record, played.verdict):
            yield Leftover(
                played.entry,
                f"entry {played.entry}: episode {played.number}: {deviation_in_words(deviation)!s}",
                f"campaign episode edit {played.number} FILE   with possible values, or with "
                f"--as-played to keep what the table inked",
            )


def _does_not_count(campaign: Campaign) -> Iterator[Leftover]:
    """Yield rules that do not count as they read; one correction mends all evenings under them."""
    evenings_by_error: dict[str, list[PlayedEpisode]] = {}
    for played in campaign.played:
        pack: Pack = played.setup.header["pack"]
        for error in unsaid(pack, made_of(pack, [played.number])):
            evenings_by_error.setdefault(str(error), []).append(played)
    again = dict.fromkeys(
        played.number for evenings in evenings_by_error.values() for played in evenings
    )
    options = " ".join(f"--again {number}" for number in again)
    for words, evenings in evenings_by_error.items():
        why, _, line = words.partition(RANKS)
        numbers = listed([str(played.number) for played in evenings])
        yield Leftover(
            evenings[0].entry,
            f"episode {numbers!s}: {why}",
            f"campaign pack apply FILE {options}   where FILE has "
            + (line or "the rule as it should be"),
        )
