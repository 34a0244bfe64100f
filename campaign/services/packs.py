"""The pack of a campaign: its rules in words, its made-up values, and the owner's corrections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple

from campaign.services.corrections.cascade import CorrectionEffects
from campaign.services.corrections.decisions import FixedDecisions
from campaign.services.corrections.later import preview_with_later
from campaign.services.differences import DueSticker, EpisodePlacing
from campaign.services.errors import UnknownName
from campaign.services.reasons import UNDER_PACK
from campaign.services.record_differences import OutcomeDifference
from campaign.services.values import History
from campaign.services.words import spans
from engine import my_city
from engine.kernel.errors import EngineError, NotAllowed, PackError, wording_of
from engine.kernel.game import Setup
from engine.kernel.phrases import Wording, joined, phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind, replay
from engine.my_city.campaign import ink, stickers
from engine.my_city.campaign.entries import PackApplied
from engine.my_city.campaign.model import Campaign, PlayedEpisode, StickerRight
from engine.my_city.campaign.outcome import counted_sheets
from engine.my_city.pack import lines
from engine.my_city.pack.apart import new_words
from engine.my_city.pack.checks import problems
from engine.my_city.pack.forms import overlay_form
from engine.my_city.pack.kinds import KINDS, remarks_in
from engine.my_city.pack.load import NEWEST, load
from engine.my_city.pack.model import Pack, rows_in_force, rules_of
from engine.my_city.pack.overlay import NAME, closed_in, problems_of, with_overlay
from engine.my_city.pack.read import check_pack, parse, read_pack
from engine.my_city.pack.sharing import readable
from engine.my_city.pack.tables import BOX, LISTS, TABLES
from engine.my_city.pack.words import RuleInWords, rules_in_words, words_of


class MadeUpValue(NamedTuple):
    """A value that the publisher has not released: its place, and its words."""

    where: str
    words: Wording


class EpisodeUnderPack(NamedTuple):
    """The changes of a recorded episode under another pack; `again` says if it is judged again."""

    episode: int
    again: bool
    changes: tuple[OutcomeDifference, ...]


class CorrectionPreview(NamedTuple):
    """A pack correction before it is kept: the changed rules and recorded episodes."""

    cascade: CorrectionEffects
    rules: tuple[Wording, ...]
    episodes: tuple[EpisodeUnderPack, ...]
    decide: FixedDecisions
    """The decisions about recorded evenings that do not hold under the corrected pack."""


def template(history: History, chapter: int | None) -> str:
    """The text of an overlay with every value known so far, or with the values of one envelope.

    Chapter 0 is the box. Raises `UnknownName`, or `NotAllowed` while the envelope is closed.
    """
    pack, opened = history.campaign.pack, sorted(history.campaign.opened)
    if chapter is not None and chapter not in (0, *opened):
        if chapter in {envelope.number for envelope in pack.envelopes}:
            raise NotAllowed(
                phrase("envelope {number} is sealed", number=chapter), "campaign envelope list"
            )
        raise UnknownName(
            phrase("there is no envelope {number}", number=chapter), "campaign envelope list"
        )
    envelopes = opened if chapter is None else [chapter] if chapter else []
    return overlay_form(pack, envelopes, box=not chapter)


def line_of(text: str, error: PackError) -> int:
    """The line of an error in a file; 0 if unknown."""
    return lines.line_of(text, error.path) if error.path else 0


def in_words(history: History, episode: int | None) -> tuple[int, tuple[RuleInWords, ...]]:
    """An episode and its rules in words; without a number the next one whose envelope is open.

    Raises `UnknownName`, or `NotAllowed` while the envelope is closed.
    """
    campaign = history.campaign
    upcoming = min(campaign.next_episode or campaign.pack.last, campaign.known)
    number = upcoming if episode is None else episode
    envelope = campaign.pack.envelope_of(number)
    if number not in campaign.pack.episodes:
        last = campaign.pack.last
        raise UnknownName(
            phrase(
                "there is no episode {number}: the pack has {first} to {last}",
                number=number,
                first=campaign.pack.first,
                last=last,
            )
        )
    if envelope and envelope.number not in campaign.opened:
        raise NotAllowed(
            phrase(
                "episode {number} comes with envelope {envelope}, which is sealed",
                number=number,
                envelope=envelope.number,
            ),
            "campaign envelope list",
        )
    return number, rules_in_words(campaign.pack, number)


def made_up_values(history: History) -> tuple[MadeUpValue, ...]:
    """The placeholders of the box and of the envelopes that are open."""
    pack, opened = history.campaign.pack, history.campaign.opened
    values = [MadeUpValue("box", text) for text in pack.placeholders.get(BOX, ())]
    progress = pack.files[BOX].get("progress", {})
    if progress.get("source") == "placeholder":  # no episode relies on it
        values.append(MadeUpValue("box", f"progress: {progress.get('note', 'the whole table')}"))
    made_up_rows = [row for row in pack.rules if row["source"] == "placeholder"]
    values += [MadeUpValue("box", words_of(pack, row)) for row in made_up_rows]
    for envelope in (e for e in pack.envelopes if e.number in opened):
        texts = pack.placeholders.get(f"envelope_{envelope.number}.toml", ())
        values += [MadeUpValue(f"envelope {envelope.number}", text) for text in texts]
        for episode in envelope.episodes:
            values += [
                MadeUpValue(f"episode {episode}", joined(": ", (row.name, words_of(pack, row))))
                for row in pack.episodes[episode]
                if row["source"] == "placeholder"
            ]
    return tuple(values)


def check_files(files: Mapping[str, str]) -> tuple[Pack, tuple[PackError, ...]]:
    """Read a pack from the texts of its files; return it with the errors in it.

    Raises `PackError` if no rules can be made of it.
    """
    pack = read_pack(files, load)
    check_pack(pack)
    return pack, tuple(problems(pack))


def check_overlay(history: History, text: str) -> tuple[Pack, tuple[PackError, ...]]:
    """The campaign's pack with an overlay applied, and the errors in the overlay.

    Raises `PackError` if no rules can be made of it.
    """
    pack, opened = history.campaign.pack, history.campaign.opened
    text = readable(text, opened).text
    return with_overlay(pack, text, opened), tuple(problems_of(pack, text, opened))


CORRECTS_NOTHING = phrase("the file corrects nothing: take the # away from what you correct")


def check_beginning(text: str) -> None:
    """Check that a campaign of the newest pack can begin with an overlay.

    Raises `PackError`, or `NotAllowed` if the overlay corrects nothing.
    """
    pack = load(NEWEST)
    known, waiting = readable(text, ())
    if not (parse(NAME, known) or waiting):
        raise NotAllowed(CORRECTS_NOTHING)
    with_overlay(pack, known, ())
    for error in problems_of(pack, known, ()):
        raise error


def corrected_pack(history: History, text: str) -> Pack:
    """The campaign's pack with an overlay applied; raises the first `PackError` in it."""
    pack, wrong = check_overlay(history, text)
    if wrong:
        raise wrong[0]
    return pack


def preview(
    history: History, text: str, reason: str, again: Sequence[int], decide: FixedDecisions
) -> CorrectionPreview:
    """Preview a correction of the pack by an overlay; raises `PackError`, `NotAllowed`.

    `again` are recorded episodes to judge again. `decide` decides about recorded evenings that do
    not hold under the corrected pack.
    """
    text = readable(text, history.campaign.opened).text
    pack = corrected_pack(history, text)
    if unplayed := set(again) - {played.number for played in history.campaign.played}:
        raise NotAllowed(
            phrase(
                "no record of episode {number} counts: it cannot be judged again",
                number=min(unplayed),
            )
        )
    before = history.campaign.pack
    closed = closed_in(before, history.campaign.opened)
    apart = closed if new_words(before, parse(NAME, text), closed) else ()
    entry = PackApplied(text, reason, tuple(sorted(set(again))), boards=True, apart=apart)
    cascade = preview_with_later(history, (entry,), UNDER_PACK.format(reason=reason), decide)
    return CorrectionPreview(
        cascade,
        (*_changed_rules(history.campaign, pack, entry.again), *_confirmed(parse(NAME, text))),
        tuple(episode_under_pack(played, pack, entry.again) for played in history.campaign.played),
        decide,
    )


def check_effect(history: History, text: str) -> None:
    """Check that an overlay would change the pack; raises `NotAllowed` if nothing would change."""
    part, waiting = readable(text, history.campaign.opened)
    if not (parse(NAME, part) or waiting):
        raise NotAllowed(CORRECTS_NOTHING)
    if corrected_pack(history, part).files != history.campaign.pack.files:
        return
    if waiting:
        raise NotAllowed(
            plural(
                "nothing in the file is new here; envelope {numbers} is still closed",
                "nothing in the file is new here; envelopes {numbers} are still closed",
                len(waiting),
                numbers=spans(waiting),
            )
        )
    raise NotAllowed(phrase("the pack has these values already"), "campaign pack show")


def _changed_rules(campaign: Campaign, pack: Pack, again: Sequence[int]) -> Iterator[Wording]:
    """The changes in the rules and boards known so far, in words."""
    recorded = {played.number for played in campaign.played}.difference(again)
    old = campaign.pack
    known_episodes = [n for e in old.envelopes if e.number in campaign.opened for n in e.episodes]
    for seat in sorted({*old.printed, *pack.printed}):
        yield from _changed_board(old, pack, seat)
    if old.banks != pack.banks:
        yield phrase("the banks of the river")
    if _meaning(old.files[BOX].get("progress")) != _meaning(pack.files[BOX].get("progress")):
        yield OF_TABLES["progress"]
    last_known = max(known_episodes, default=pack.first)
    old_contents = {content.id: content for content in old.contents}
    for content in pack.contents:
        if old_contents.get(content.id) != content and pack.knows(content.id, last_known):
            yield phrase("what {name} is on a board", name=content.id)
    for id, piece in pack.pieces.items():
        if old.pieces.get(id) != piece and pack.knows(id, last_known):
            yield phrase("the building {name}", name=id)
    for id, colour in pack.colours.items():
        if old.colours.get(id) != colour:
            yield phrase("the colour {name}", name=id)
    for number in known_episodes or [pack.first]:
        old_rows = {row.name: row.values for row, _ in rows_in_force(old, number)}
        for row, since in rows_in_force(pack, number):
            new_here = since == number or number == pack.first
            if new_here and _meaning(old_rows.get(row.name)) != _meaning(row.values):
                stays = KINDS[row["does"]].once and number in recorded
                episode = phrase("episode {number}", number=number)
                rule = words_of(pack, row)
                if stays:
                    rule = phrase(
                        "{rule}; the boards keep what lies there without {option}",
                        rule=rule,
                        option=f"--again {number}",
                    )
                yield joined(": ", (episode, rule))


def _confirmed(overlay: Mapping[str, Any]) -> Iterator[Wording]:
    """The values that an overlay confirms for the owner's box, in words."""
    rows: list[tuple[Wording, Any]] = [
        (OF_TABLES.get(name, name), overlay[name]) for name in TABLES if name in overlay
    ]
    for name in LISTS:
        rows += [(f"{name} {row.get('id')}", row) for row in overlay.get(name, ())]
    rules = [*overlay.get("rule", ())]
    for episode in overlay.get("episode", ()):
        rules += episode.get("rule", ())
    rows += [(str(row.get("name")), row) for row in rules]
    same = [name for name, row in rows if row.keys() <= NAMED]
    if same:
        things = joined(", ", dict.fromkeys(same))
        yield phrase("the same in your box, and no longer made up: {things}", things=things)


NAMED = frozenset({"id", "variant", "name", "source"})
"""The keys of a row that change no value."""
OF_TABLES = {
    "terrain": phrase("the board"),
    "banks": phrase("the river"),
    "squares": phrase("the small squares"),
    "progress": phrase("the circles of the progress marks"),
}
"""The words of players for the tables of a box."""


def _changed_board(old: Pack, pack: Pack, seat: str) -> Iterator[Wording]:
    """The changes on the printed board of a seat, in words; "" is the common board."""
    old_board, new_board = (
        printed.get(seat, printed[""]) for printed in (old.printed, pack.printed)
    )
    layers = zip(pack.contents, old_board.layers, new_board.layers, strict=False)
    for subject, cells in (
        ("light-green", old_board.light ^ new_board.light),
        ("forest", old_board.forest ^ new_board.forest),
        ("mountain", old_board.mountain ^ new_board.mountain),
        ("small squares", old_board.squares ^ new_board.squares),
        *((content.id, before ^ after) for content, before, after in layers),
    ):
        if cells:
            names = " ".join(pack.grid.names(cells))
            words = phrase("{what}: changed on {cells}", what=phrase(subject), cells=names)
            yield joined(", ", (seat, words)) if seat else words


def _meaning(values: Mapping[str, object] | None) -> Mapping[str, object] | None:
    """The values of a rule without its source and its remarks."""
    return values and {k: v for k, v in values.items() if k not in ("source", *remarks_in(values))}


def episode_under_pack(
    played: PlayedEpisode, pack: Pack, again: Sequence[int] = ()
) -> EpisodeUnderPack:
    """Replay a recorded episode under another pack than the one that it was played with."""
    boards = {
        seat: _instead(played.setup.header["pack"], pack, played.number, played.boards[seat])
        for seat in played.record.seats
    }
    header = {**played.setup.header, "pack": pack, "boards": boards}
    setup = played.setup._replace(header=header)
    changes = outcome_changes(played, played.record, setup)
    return EpisodeUnderPack(played.number, played.number in again, changes)


def _instead(old: Pack, new: Pack, episode: int, words: Sequence[str]) -> list[str]:
    """A board before an episode, with the stickers that another pack puts on all boards."""
    board = list(words)
    old_stickers, new_stickers = (_on_all_boards(pack, episode) for pack in (old, new))
    for name in dict.fromkeys((*old_stickers, *new_stickers)):
        before, after = old_stickers.get(name, ()), new_stickers.get(name, ())
        if set(before) != set(after):
            at = min((board.index(text) for text in before if text in board), default=len(board))
            kept = [text not in before for text in board]
            board = [
                *compress(board[:at], kept),
                *after,
                *compress(board[at:], kept[at:]),
            ]
    return board


def _on_all_boards(pack: Pack, episode: int) -> dict[str, tuple[str, ...]]:
    """The stickers that each rule puts on all boards up to an episode, in words, by rule."""
    return {
        change.name: tuple(f"{change.content} {cell}" for cell in pack.grid.names(change.cells))
        for number in sorted(pack.episodes)
        if number <= episode
        for change in rules_of(pack, number).changes
        if change.cells
    }


def outcome_changes(
    played: PlayedEpisode, record: Record, setup: Setup
) -> tuple[OutcomeDifference, ...]:
    """The changes that another record and setup of a recorded episode would make."""
    old, changes = played.verdict, list[OutcomeDifference]()
    try:
        new = replay(my_city, record, setup)
    except EngineError as error:
        return (OutcomeDifference("unplayable", why=wording_of(error)),)
    if new.kind is not old.kind:
        changes.append(
            OutcomeDifference("verdict", old.kind, new.kind, move=new.move, why=new.reason)
        )
    if new.kind not in (VerdictKind.ILLEGAL, VerdictKind.INCOMPLETE) and new.sheets:
        changes += _other_results(played, record, new, setup.header["pack"])
    return tuple(changes)


def _other_results(
    played: PlayedEpisode, record: Record, new: Verdict, pack: Pack
) -> Iterator[OutcomeDifference]:
    """The scores, ranks, marks and stickers that would change.

    What the table inked of an evening that is kept as played counts under every pack.
    """
    rules = rules_of(pack, played.number)
    old_rules = played.rules
    sheets = new.sheets
    if played.as_played:
        sheets = counted_sheets(record, new, as_played=True)
        sheets = ink.with_inked_ranks(sheets, ink.read(record))
        replayed = {sheet.seat: sheet.total for sheet in played.verdict.sheets}
        for sheet in new.sheets:
            if sheet.seat in replayed and replayed[sheet.seat] != sheet.total:
                yield OutcomeDifference("by replay", replayed[sheet.seat], sheet.total, sheet.seat)
    for sheet in sheets:
        old = next(
            played_sheet for played_sheet in played.sheets if played_sheet.seat == sheet.seat
        )
        old_result, new_result = (
            EpisodePlacing(old.total, old.rank),
            EpisodePlacing(sheet.total, sheet.rank),
        )
        if old_result != new_result:
            yield OutcomeDifference("result", old_result, new_result, sheet.seat)
        count = len(sheets)
        marks = [
            in_force.marks.get(stickers.standing(in_force, rank, count), 0)
            for in_force, rank in ((old_rules, old.rank), (rules, sheet.rank))
        ]
        if marks[0] != marks[1]:
            yield OutcomeDifference("marks", marks[0], marks[1], sheet.seat)
    before = _gifts(stickers.earned_rights(old_rules, played.number, played.sheets, played.absent))
    after = _gifts(stickers.earned_rights(rules, played.number, sheets, played.absent))
    if before != after:
        yield OutcomeDifference("stickers", before, after)


def _gifts(earned: Sequence[StickerRight]) -> tuple[DueSticker, ...]:
    return tuple(sorted(DueSticker(right.seat, right.kind) for right in earned))
