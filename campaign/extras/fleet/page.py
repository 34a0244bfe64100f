"""The pages of many groups: chronicles, sessions and statistics of each, and an index of them all.

path of a group ── pages_of ──> Group of pages ── new_file_name ──> files ── index ──> index.html
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize
from urllib.parse import quote

from sqlmodel import Session

from campaign.display.html import proof
from campaign.display.html.chronicle import ChronicleChoices, ExtraKnowledge, chronicle_of, standing
from campaign.display.html.page import page
from campaign.display.html.sessions import session_list
from campaign.display.text.records import label_phrase
from campaign.display.text.statistics import are_figures, columns_of, omission, rows_of, share_of
from campaign.display.text.translation import Speaker, speaker_of
from campaign.extras.extra import hook_answers
from campaign.extras.fleet import groups as fleet_groups
from campaign.extras.fleet import groups_work
from campaign.extras.fleet.groups import Group
from campaign.services import campaigns, folding, sessions_list
from campaign.services.campaigns import ListPlace
from campaign.services.statistics import campaigns as of_campaigns
from campaign.services.statistics import sessions as of_sessions
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import BarCell, StatisticsTable
from campaign.services.values import Author, History
from campaign.services.words import many
from campaign.shell import quoted
from campaign.store.plain_files import read_plain
from engine import my_city
from engine.kernel.phrases import joined, phrase

INDEX = "index.html"
GENERATOR = b'<meta name="generator" content="campaign '
"""What stands near the beginning of every page of this program."""
TEMPLATES = Path(__file__).parent / "templates"
LONGEST = 80
"""The most bytes of a name within the name of a file, which may have 255."""


class FleetPage(NamedTuple):
    """A page: the standing of what it shows, in words, and its text."""

    stands: str
    text: str


class IndexLine(NamedTuple):
    """A line of the index: group, campaign, its standing in words, the file of its page."""

    group: str
    campaign: str
    stands: str
    file: str


def pages_of(choices: ChronicleChoices, by: Author, path: str) -> Group:
    """The group of a database or bundle: its result has a `Group` with a `FleetPage` for each page.

    A campaign that cannot be drawn does not stop the others. An empty database has no pages. A
    bundle is proved first; its page contains no history, because the bundle itself has it.
    """
    if fleet_groups.is_bundle(path):
        return fleet_groups.result_of_file(path, lambda: (_of_bundle(choices, path),))
    return fleet_groups.result_of_database(
        path, lambda session: tuple(_pages(choices, by, session))
    )


def holds_pages(folder: Path) -> bool:
    """Whether a folder has pages and nothing else."""
    names = [path.suffix for path in folder.iterdir()] if folder.is_dir() else []
    return set(names) == {".html"} and (folder / INDEX).is_file()


def holds_own_pages(folder: Path) -> bool:
    """Whether a folder has pages of this program and nothing else."""
    return holds_pages(folder) and all(map(_is_own_page, folder.iterdir()))


def _is_own_page(file: Path) -> bool:
    return file.is_file() and GENERATOR in read_plain(file, 4_096)


def new_file_name(taken: set[str], *words: str) -> str:
    """A new name of a file, made from the names of group and campaign, and added to `taken`."""
    stem = "-".join(map(_plainly, words))
    name, number = f"{stem}.html", 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}.html"
    taken.add(name)
    return name


def without_path(why: str, path: str) -> str:
    """Why a file was not read, with its name in place of its path, as a page is public."""
    if "://" in path:
        return why
    forms = {os.path.realpath(path), str(Path(path).absolute()), path}
    forms |= {quoted(form)[1:-1] for form in forms}
    for form in sorted(forms, key=len, reverse=True):
        why = why.replace(form, Path(path).name)
    return why


def index(
    lines: Sequence[IndexLine],
    standings: Sequence[StatisticsTable],
    broken: Sequence[tuple[str, str]],
    speaker: Speaker,
) -> str:
    """The page that leads to all others, with the standings over all groups.

    It also names what could not be read, with the reasons.
    """
    groups = {line.group for line in lines} | {name for name, _ in broken}
    return page(
        "fleet.html",
        many(len(groups), "group"),
        speaker,
        [],
        TEMPLATES,
        rows=[line._replace(file=quote(line.file)) for line in lines],
        standings=[*map(_shown, standings)],
        broken=broken,
    )


def _pages(choices: ChronicleChoices, by: Author, session: Session) -> Iterator[Group]:
    """The pages of a database, one after the other, without archived campaigns."""
    for stream, campaign in campaigns.known(session).items():
        if campaign.place is ListPlace.FOLLOWED:
            draw = partial(_of_campaign, choices, by, session, stream)
            yield fleet_groups.attempt(campaign.name, campaign.name, draw)
    if rows := sessions_list.listed(session):
        speaker = speaker_of(choices.language)
        stands = speaker.say(many(len(rows), "session"))
        yield Group(speaker.say(phrase("Sessions")), FleetPage(stands, session_list(rows, speaker)))
    yield from _statistics(choices, session, sorted({row.log.game for row in rows}))


def _statistics(
    choices: ChronicleChoices, session: Session, games: Iterable[str]
) -> Iterator[Group]:
    """A page of statistics for each game of a database; the page of My City has its campaigns."""
    count: Callable[[], StatisticsTables] = partial(of_campaigns.of_all, session, None)
    groups = [fleet_groups.attempt(my_city.TITLE, my_city.NAME, count)]
    for game in games:
        if game != my_city.NAME:
            count = partial(of_sessions.statistics, session, game, None, choices.language)
            groups.append(fleet_groups.attempt(game, game, count))
    speaker = speaker_of(choices.language)
    for group in groups:
        figures: StatisticsTables | None = group.result
        if figures and figures.tables:
            title = joined(": ", (phrase("Statistics"), label_phrase(figures.title)))
            tables = [*map(_shown, figures.tables)]
            note = omission(figures) if figures.left_out else ""
            text = page("statistics.html", title, speaker, [], TEMPLATES, all=tables, note=note)
            stands = speaker.say(many(figures.sessions, figures.what))
            yield Group(speaker.say(title), FleetPage(stands, text))
        elif group.why:
            yield group


def _shown(table: StatisticsTable) -> dict[str, Any]:
    """A table in the form that the templates use: figures stand at the right, shares are bars."""
    right = [*map(are_figures, columns_of(table))]
    return {
        "title": label_phrase(table.title),
        "columns": [*zip(map(label_phrase, table.columns), right, strict=True)],
        "rows": [
            [
                (text, share_of(cell) if isinstance(cell, BarCell) else None, figure)
                for cell, text, figure in zip(row, texts, right, strict=True)
            ]
            for row, texts in zip(table.rows, rows_of(table), strict=True)
        ],
        "note": table.note and label_phrase(table.note),
    }


def _of_campaign(choices: ChronicleChoices, by: Author, session: Session, stream: str) -> FleetPage:
    history = folding.read(session, stream)
    markup = proof.chronicle_proof(session, history, choices, by)
    return _drawn(history, choices, markup, hook_answers("page", session, history))


def _of_bundle(choices: ChronicleChoices, path: str) -> Group:
    """The page of the campaign in a bundle; raises `BadBundle` if its audit finds a problem."""
    handed, campaign = groups_work.proved(Path(path))
    return Group(
        handed.name, _drawn(proof.history_of(handed, campaign), choices._replace(proof=False))
    )


def _drawn(
    history: History,
    choices: ChronicleChoices,
    markup: str = "",
    beside: Sequence[ExtraKnowledge] = (),
) -> FleetPage:
    page, stands = chronicle_of(history, choices, markup, beside), standing(history.campaign)
    if history.campaign.simulated:
        stands = joined(": ", (phrase("simulated"), stands))
    return FleetPage(speaker_of(choices.language).say(stands), page)


def _plainly(words: str) -> str:
    """The letters and figures of a name, in lower case, with hyphens for all else."""
    hyphenated = re.sub(r"[\W_]+", "-", normalize("NFKC", words).casefold()).strip("-")
    short = normalize("NFC", hyphenated).encode()[:LONGEST].decode(errors="ignore").strip("-")
    return short or "group"
