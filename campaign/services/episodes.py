"""Episodes of a campaign: a record to fill in, and the preview of a record before it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import attendance, changes, days, folding, games
from campaign.services.attendance import Attendance
from campaign.services.changes import HistoryChange
from campaign.services.deadline import DEADLINE, Deadline
from campaign.services.errors import not_as_shown
from campaign.services.inscriptions import with_gains
from campaign.services.players import joining, other_hands
from campaign.services.records import check_new_names, read_record, with_moves
from campaign.services.values import Author, History
from engine import my_city
from engine.kernel.details import NOTHING, Details
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Phrase, listed, phrase, plural
from engine.kernel.record import Record, format_record
from engine.kernel.replay import Verdict, VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import Entry, EpisodeNoted, EpisodeRecorded
from engine.my_city.campaign.episodes import EpisodeJudgement, check_stated, judge_record, setup_of
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import Campaign, City
from engine.my_city.campaign.stated import AS_PLAYED
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.start import check_header
from engine.my_city.play.ruleset import EpisodeRules


class EpisodePreview(NamedTuple):
    """A record before it is kept: its verdict, and the change that it makes to the campaign.

    `change` is None if the campaign refuses the record; `refusal` is then the reason.
    """

    judged: EpisodeJudgement
    change: HistoryChange | None
    refusal: NotAllowed | None = None

    @property
    def record(self) -> Record:
        """The record with its moves."""
        return self.judged.record

    @property
    def verdict(self) -> Verdict:
        """The verdict of the replay."""
        return self.judged.verdict

    @property
    def entry(self) -> EpisodeRecorded:
        """The entry that would be kept."""
        return self.judged.entry

    @property
    def after(self) -> Campaign | None:
        """The campaign with the episode; None if it refuses the record."""
        return self.change.after if self.change else None


def preview(
    history: History,
    text: str,
    *,
    details: Details = NOTHING,
    as_played: bool = False,
    deadline: Deadline = DEADLINE,
) -> EpisodePreview:
    """Preview what a record would do to a campaign. `details` are noted with it.

    Raises `RecordError`, `SetupError` and `NotAllowed` for a record that cannot be replayed here.
    """
    record = read_record(text)
    return preview_record(history, record, details=details, as_played=as_played, deadline=deadline)


def preview_record(
    history: History,
    written: Record,
    *,
    takeovers: Mapping[str, str] = MappingProxyType({}),
    details: Details = NOTHING,
    as_played: bool = False,
    deadline: Deadline = DEADLINE,
) -> EpisodePreview:
    """Preview a record that was read already, as `preview` does; it is replayed once.

    `takeovers` are the players who take over a seat before the episode, by seat. Each is a step of
    its own; the `details` are one step with the record. Raises as `preview` does.
    """
    changes.check_open(history)
    games.game_of_record(written)  # missing rules are the first error to report
    check_new_names(written, history.campaign.people)
    if written.game == my_city.NAME:  # of another game `setup_of` says where it belongs
        check_header(written.header)
    joins: list[Entry] = []
    for seat, name in takeovers.items():
        joins += joining(history, seat, name, ahead=len(joins))
    campaign = history.campaign
    for join in joins:
        campaign = fold.apply(campaign, join)
    setup = setup_of(campaign, written)
    record = with_moves(written, setup, deadline)
    entry = EpisodeRecorded(
        record=format_record(record),
        edition=record.edition,
        pack=campaign.pack.digest_of(record.header["episode"]),
        as_played=as_played,
        layout="" if record is written else format_record(written),
    )
    judged = judge_record(campaign, entry, record)
    proved = judged.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
    if as_played and proved and INKED not in record.header:
        # Then nothing is kept as it was played, and a later pack decides about the scores anew.
        entry = entry._replace(as_played=False)
        judged = judged._replace(entry=entry)
    try:
        check_stated(judged)
        after = fold.apply(campaign, judged)
    except NotAllowed as refusal:
        return EpisodePreview(judged, None, refusal)
    entries: tuple[Entry, ...] = (*joins, entry)
    if details != NOTHING:
        number = record.header["episode"]
        noted = EpisodeNoted(number, *details, step=len(history.entries) + len(entries))
        after, entries = fold.apply(after, noted), (*entries, noted)
    return EpisodePreview(judged, HistoryChange(history, entries, after))


def preview_scores(history: History, text: str, details: Details) -> EpisodePreview:
    """As `preview`, for a record that `only_results` made: its commands have no --as-played."""
    previewed = preview(history, text, details=details)
    if previewed.refusal and previewed.refusal.remedy == AS_PLAYED:
        previewed.refusal.remedy = phrase(
            "correct the scores; or write them under [result] of {template}, take its moves out, "
            "and keep what the table inked with {record}",
            template="campaign episode template > evening.toml",
            record="campaign episode record evening.toml --as-played",
        )
    return previewed


def note(history: History, number: int, details: Details) -> HistoryChange:
    """Preview other details of an episode; raises `NotAllowed`."""
    if history.campaign.episode(number).details == details:
        raise NotAllowed(phrase("episode {number} has these details already", number=number))
    return changes.preview(history, EpisodeNoted(number, *details))


def doubt(campaign: Campaign, record: Record, today: date) -> Phrase | None:
    """Why the day of an episode's record is doubtful; None if it is plausible or missing."""
    evenings = [
        days.EpisodeDay(played.number, played.record.played)
        for played in campaign.played
        if played.record.played
    ]
    number: int = record.header["episode"]
    before = [evening for evening in evenings if evening.episode < number]
    after = [evening for evening in evenings if evening.episode > number]
    return days.doubt(record, today, next(reversed(before), None), next(iter(after), None))


def keep(session: Session, preview: EpisodePreview, by: Author) -> History:
    """Keep a record as it was previewed; raises `NotAllowed` if it cannot be kept.

    It cannot if a city that was played came into other hands since: the evening would count for its
    new holder. Nor can it if the boards were corrected since, so that it counts otherwise.
    """
    if preview.change is None:
        raise preview.refusal or NotAllowed(phrase("{why}", why=preview.verdict.reason))
    before = preview.change.before
    now = folding.current(session, before)
    cities = (before.campaign.city(seat) for seat in preview.record.seats)
    shown = preview.record._replace(names={c.seat: c.player for c in cities if c.player})
    for other in () if now is before else attendance.other_names(now, now.campaign, shown):
        raise other_hands(other.seat, other.name, other.holder)
    after = changes.keep(session, preview.change, by)
    number = preview.record.header["episode"]
    shown_sheets = preview.change.after.episode(number).sheets
    if after.campaign.episode(number).sheets != shown_sheets:
        raise not_as_shown()
    return after


def only_results(
    history: History,
    results: Mapping[str, int],
    day: date,
    present: Attendance | None = None,
    places: Sequence[Sequence[str]] = (),
    gained: Sequence[str] = (),
) -> str:
    """The text of a record of the next episode with only scores; raises `NotAllowed`.

    `places` are the seats of each rank, from first to last, if the table broke a tie; `gained` are
    words such as `eagle nugget`.
    """
    campaign = history.campaign
    present = present or attendance.of_options(campaign)
    empty = head(history, day, present)
    for seat in results:
        if seat in present.absent and not campaign.city(seat).player:
            raise NotAllowed(
                phrase("nobody holds {seat}: who played it?", seat=seat),
                f"--substitute {seat}=NAME",
            )
        if seat in present.absent:
            raise NotAllowed(phrase("{seat} is absent but has a score", seat=seat))
    missing = [seat for seat in campaign.seats if seat not in (*results, *present.absent)]
    if missing:
        raise NotAllowed(
            plural(
                "the score of {seats} is missing",
                "the scores of {seats} are missing",
                len(missing),
                seats=listed(missing),
            ),
            phrase("a city that nobody played: {option}", option=f"--absent {missing[0]}"),
        )
    record = empty._replace(result=results)
    if places:
        ordered = [seat for place in places for seat in place]
        if sorted(ordered) != sorted(results):
            raise NotAllowed(
                phrase(
                    "the ranks must name each of these seats exactly once: {seats}",
                    seats=", ".join(results),
                )
            )
        ranks = {seat: ordered.index(place[0]) + 1 for place in places for seat in place}
        record = record._replace(header={**record.header, "ranks": ranks})
    if gained:
        record = with_gains(campaign, record, gained)
    return format_record(record)


def head(history: History, day: date, present: Attendance | None = None) -> Record:
    """The record of the next episode before its first move; raises `NotAllowed`.

    Without `present` all holders of cities play.
    """
    changes.check_open(history)
    campaign = history.campaign
    if campaign.next_episode is None:
        raise NotAllowed(
            phrase("{campaign} has played every episode of its pack", campaign=campaign.name)
        )
    return _next(campaign, day, present or attendance.of_options(campaign))


def _next(campaign: Campaign, day: date, present: Attendance) -> Record:
    """The empty record of the next episode."""
    empty = Record(
        game=my_city.NAME,
        edition=my_city.EDITION,
        seats=(),
        header={"episode": campaign.next_episode},
        played=day,
    )
    return attendance.with_attendance(campaign, empty, present)


def template(
    history: History, today: date, present: Attendance | None = None, *, boards: bool = False
) -> str:
    """A record of the next episode to fill in, with this campaign's seats and boards.

    With `boards` it has boards to draw on in place of moves. Raises `NotAllowed` if no episode is
    next, or its envelope is sealed.
    """
    campaign = history.campaign
    number = campaign.next_episode
    if number is None:
        raise NotAllowed(
            phrase("{campaign} has played every episode of its pack", campaign=campaign.name)
        )
    if campaign.sealed_next:
        raise NotAllowed(
            phrase("envelope {number} is still sealed", number=campaign.sealed_next),
            f"campaign envelope open {campaign.sealed_next}",
        )
    rules = rules_of(campaign.pack, number)
    record = _next(campaign, today, present or attendance.of_options(campaign))
    cities = [campaign.city(seat) for seat in record.seats]
    head, _, names = format_record(record).partition("\n[names]\n")
    lines = [
        f"# {campaign.name}, episode {number}. Fill in the {'boards' if boards else 'moves'} "
        "and the result, then:",
        "#   campaign episode record FILE",
        "# Everything after a # is a comment: keep it or delete it.",
        *(f"# The board of {_who(city)}: {', '.join(city.board)}" for city in cities if city.board),
        head.rstrip(),
        "",
        *(_boards(cities, rules) if boards else _moves(cities, rules)),
        "",
        "[names]",
        names.rstrip(),
        "",
        "# The score of each seat as the table noted it. The program only compares it.",
        "[result]",
        *(f"# {seat} = 0" for seat in record.seats),
    ]
    return "\n".join(lines) + "\n"


def _moves(cities: Sequence[City], rules: EpisodeRules) -> Iterator[str]:
    """The part of a template for the moves."""
    seat = cities[0].seat
    yield "# One move a line. First the card that came, then what each player did with it,"
    yield "# in any order:"
    yield "#   *: reveal Y4"
    yield f"#   {seat}: build Y4@E5/1    building @ cell of its first square in reading order,"
    yield "#                          / quarter turns clockwise (left out for none)"
    yield f"#   {seat}: pass             token -{rules.passing.cost}"
    yield f"#   {seat}: quit             no more buildings in this episode"
    yield f"# Cards: {' '.join(rules.deck)}"
    yield 'moves = """'
    yield '"""'


def _boards(cities: Sequence[City], rules: EpisodeRules) -> Iterator[str]:
    """The part of a template for the boards, one to draw on for each seat."""
    grid = rules.grid
    yield "# The cards in the order in which they came, to the last one that anybody answered."
    yield "# Without this line the program searches for an order that fits the boards and scores."
    yield f'# deck = "{" ".join(rules.deck)}"'
    yield ""
    yield "# What each player built in this episode: on every cell of a building its code, such"
    yield '# as Y4. Nothing stands on --. Or a list in its place: "Y4@E5/1 R8@F6".'
    yield "[layout]"
    yield f"#   {'  '.join(chr(65 + column) for column in range(grid.columns))}"
    for city in cities:
        ground = rules.ground(city.land)
        yield f'{city.seat} = """'
        for row in range(grid.rows):
            bits = (1 << row * grid.columns + column for column in range(grid.columns))
            yield " ".join(".." if bit & ground else "--" for bit in bits)
        yield '"""'
    yield ""
    yield "# How often each player passed after their last building, if anybody remembers."
    yield "# [passes]"
    yield from (f"# {city.seat} = 0" for city in cities)


def _who(city: City) -> str:
    return f"{city.seat} ({city.player})" if city.player else city.seat
