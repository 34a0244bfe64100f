"""Every list, page and statistic says what somebody at the table has written down: by chance.

    walk      a club plays, mistypes, corrects, renames and merges, and writes it down (`notebook`)
    screens   lists of evenings, sessions and players with their filters, status, standings,
              statistics and pages, as text and with --json: all from the notebook, computed here

Who is one person is said in one database alone: what shows a campaign has the names of its history,
what counts over all has persons. What the boards bring at the very end is not in the notebook.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.kernel.phrases import listed
from tests.cli.notebook import GAMES, LAST, SEATS, Campaign, Club, Notebook, Play, ranks_of
from tests.fixtures import Run
from tests.soak import count

STEPS = count(20, 60)
SEEDS = range(count(1, 100, ci=2))
CHAPTERS = {number: (number + 2) // 3 for number in range(1, LAST + 1)}


class Filter(NamedTuple):
    """What a list is asked for; an empty value asks for all."""

    player: str = ""
    game: str = ""
    where: str = ""
    since: str = ""
    until: str = ""

    @property
    def options(self) -> str:
        said = zip(self._fields, self, strict=True)
        return " ".join(f"--{name} {shlex.quote(value)}" for name, value in said if value)

    def takes(self, play: Play, game: str, person: str) -> bool:
        """Whether it takes a game in, of persons."""
        return (
            (not self.player or person in play.who.values())
            and (not self.game or self.game == game)
            and (not self.where or self.where in play.where.lower().replace("é", "e"))
            and (not self.since or self.since <= play.day)
            and (not self.until or play.day <= self.until)
        )


def cells(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


def in_words(day: str) -> str:
    return f"{date.fromisoformat(day):%-d %b %Y}"


def in_order(seats: Iterable[str]) -> list[str]:
    return sorted(seats, key=SEATS.index)


def tenths(total: int, count: int) -> str:
    """A mean with one decimal, half rounded away from zero, from whole numbers alone."""
    tenth = (20 * abs(total) + count) // (2 * count)
    return f"{'-' * (total < 0)}{tenth // 10}.{tenth % 10}"


class Screens:
    """What the program shows, each compared with the notebook."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.notebook: Notebook = club.notebook

    def says(self, line: str) -> tuple[Any, list[str]]:
        """What a command says with --json, and the lines of its text."""
        document, text = self.club.run(f"{line} --json"), self.club.run(line)
        assert (document.code, text.code) == (0, 0), self.club.told(line, document.err, text.err)
        return json.loads(document.out), text.out.splitlines()

    def same(self, line: str, shown: object, expected: object) -> None:
        assert shown == expected, self.club.told(f"{line}: says", shown, "and not", expected)

    def asked(self, names: Iterable[str], *games: str) -> tuple[Filter, Callable[..., bool]]:
        """A filter, and whether it takes a game in."""
        one = self.club.one
        days = [(date(2024, 1, 1) + timedelta(one(*range(60)))).isoformat() for _ in "12"]
        chosen = Filter(
            one("", "", *sorted(names)),
            one("", *games),
            one("", "", "cafe", "club"),
            one("", min(days)),
            one("", max(days)),
        )
        person = self.notebook.person(chosen.player)
        return chosen, lambda play, game="": chosen.takes(play, game, person)

    def show(self) -> None:
        for campaign in self.notebook.campaigns.values():
            self.marks = self.marks_of(campaign)
            self.evenings(campaign)
            self.status(campaign)
            self.standings(campaign)
            self.tenures(campaign)
            self.chapters(campaign)
        self.leaders()
        self.sessions()
        people = sorted({name for *_, play in self.notebook.plays() for name in play.who.values()})
        for person in self.club.chance.sample(people, min(3, len(people))):
            self.page(person)

    # One campaign

    def marks_of(self, campaign: Campaign) -> dict[str, Counter[int]]:
        """The marks of each city by evening; 0 is what it began with."""
        marks = {seat: Counter({0: campaign.declared[seat]}) for seat in campaign.held}
        for number, play in campaign.evenings.items():
            for seat in campaign.held:
                marks[seat][number] = play.marks(seat)
            if number == LAST:
                shown, _ = self.says(f"--campaign {campaign.name} episode show {number}")
                for seat in campaign.held:
                    brought = shown["marks"][seat] - marks[seat][number]
                    assert brought in (0, 2, 4, 6), self.club.told(shown["marks"])
                    marks[seat][number] += brought
        return marks

    def evenings(self, campaign: Campaign) -> None:
        """The list of evenings, and one of them."""
        chosen, takes = self.asked(campaign.players())
        line = f"--campaign {campaign.name} episode list {chosen.options}"
        document, text = self.says(line)
        expected = {
            number: play
            for number, play in campaign.evenings.items()
            if takes(self.notebook.of_persons(play))
        }
        self.same(
            line,
            {
                one["episode"]: (
                    one["played"],
                    one["details"]["place"] or "",
                    {sheet["seat"]: sheet["score"] for sheet in one["sheets"]},
                    {sheet["seat"]: sheet["rank"] for sheet in one["sheets"]},
                    {p["seat"]: p["player"] for p in one["participants"] if not p["absent"]},
                )
                for one in document["episodes"]
            },
            {n: (p.day, p.where, p.scores, p.ranks, p.who) for n, p in expected.items()},
        )
        shown = {int(row[0]): row[1:-1] for row in map(cells, text) if row[0].isdigit()}
        rows = {}
        for number, play in expected.items():
            won = str(listed(f"{seat} ({play.who[seat]})" for seat in in_order(play.first)))
            points = str(max(play.scores[seat] for seat in play.first))
            rows[number] = [in_words(play.day), *filter(None, [play.where]), won, points]
        self.same(line, shown, rows)
        if expected:
            number = self.club.one(*expected)
            line = f"--campaign {campaign.name} episode show {number}"
            document, text = self.says(line)
            said = {
                row[0]: [int(n) for n in row[1:]]
                for row in map(cells, text)
                if row[0] in ("score", "rank")
            }
            play = expected[number]
            self.same(line, document["marks"], {s: self.marks[s][number] for s in campaign.held})
            self.same(
                line,
                {key: sorted(row) for key, row in said.items()},
                {"score": sorted(play.scores.values()), "rank": sorted(play.ranks.values())},
            )

    def status(self, campaign: Campaign) -> None:
        """Who holds which city with how many marks and wins, who won last, and who is behind."""
        totals = {seat: sum(counts.values()) for seat, counts in self.marks.items()}
        won = {s: sum(s in play.first for play in campaign.evenings.values()) for s in totals}
        line = f"--campaign {campaign.name} status"
        document, text = self.says(line)
        self.same(line, document["next_episode"], campaign.next)
        self.same(
            line,
            {c["seat"]: (c["player"] or "", c["marks"]) for c in document["cities"]},
            {seat: (campaign.held[seat], totals[seat]) for seat in totals},
        )
        shown = {row[0]: row for row in map(cells, text) if row[0] in SEATS and len(row) > 5}
        for seat, player in campaign.held.items():
            row = [player or "nobody", str(totals[seat]), str(won[seat])]
            self.same(line, [shown[seat][2], *shown[seat][4:6]], row)
        if campaign.evenings:
            number, last = max(campaign.evenings.items())
            names = str(
                listed(
                    f"{seat} ({last.who[seat]}{' then' * (last.who[seat] != campaign.held[seat])})"
                    for seat in in_order(last.first)
                )
            )
            words = f"Last played {in_words(last.day)}: episode {number}, won by {names}, "
            assert text[1].startswith(words), self.club.told(text[1], words)
        document, _ = self.says(f"--campaign {campaign.name} checklist")
        self.same("checklist", {b["seat"]: b["marks"] for b in document["boards"]}, totals)
        if campaign.next:
            document, _ = self.says(f"--campaign {campaign.name} brief")
            self.same(
                "brief",
                {b["city"]["seat"]: (b["city"]["marks"], b["behind"]) for b in document["boards"]},
                {seat: (totals[seat], max(totals.values()) - totals[seat]) for seat in totals},
            )

    def standings(self, campaign: Campaign) -> None:
        """The marks of each city, and who brought them; of an absence, whoever held it then."""
        totals = {seat: sum(counts.values()) for seat, counts in self.marks.items()}
        ranks = ranks_of(totals)
        expected = {}
        for seat, counts in self.marks.items():
            brought = Counter[str]()
            for number, amount in counts.items():
                play = campaign.evenings.get(number)
                brought[play.who.get(seat, play.held[seat]) if play else ""] += amount
            expected[seat] = (ranks[seat], campaign.held[seat], totals[seat], dict(+brought))
        line = f"--campaign {campaign.name} standings"
        document, text = self.says(line)
        self.same(
            line,
            {
                c["seat"]: (c["rank"], c["player"] or "", c["marks"], c["by_player"])
                for c in document["standings"]
            },
            expected,
        )
        shown = {row[1]: row[:4] for row in map(cells, text) if len(row) > 3 and row[1] in SEATS}
        self.same(
            line,
            shown,
            {
                seat: [str(rank), seat, player or "nobody", str(total)]
                for seat, (rank, player, total, _) in expected.items()
            },
        )

    def tenures(self, campaign: Campaign) -> None:
        """Who held a city, or played it for an evening: evenings, marks, first places."""
        expected = defaultdict[tuple[str, str, bool], list[int]](list)
        for number, play in campaign.evenings.items():
            for seat, name in play.who.items():
                expected[self.notebook.person(name), seat, name != play.held[seat]].append(number)
        line = f"--campaign {campaign.name} player list"
        document, text = self.says(line)
        shown = defaultdict[tuple[str, str, bool], list[int]](list)
        for one in document["players"]:
            seat, numbers = one["seat"], one["episodes"]
            if numbers:
                shown[one["player"], seat, one["substitute"]] += numbers
            marks = sum(self.marks[seat][number] for number in numbers)
            won = sum(seat in campaign.evenings[number].first for number in numbers)
            self.same(line, (one["marks"], one["won"]), (marks, won))
            if not one["substitute"] and one["until"] is None:
                self.same(line, one["player"], self.notebook.person(campaign.held[seat]))
        self.same(line, {key: sorted(all_) for key, all_ in shown.items()}, dict(expected))
        self.same(
            line,
            [
                (row[0], row[1], row[5], row[6])
                for row in map(cells, text)
                if len(row) == 7 and row[1] in SEATS
            ],
            [
                (one["player"], one["seat"], str(one["won"]), str(one["marks"]))
                for one in document["players"]
                if one["episodes"]
            ],
        )

    def chapters(self, campaign: Campaign) -> None:
        """Marks and average points by chapter and person."""
        chosen, takes = self.asked(campaign.players())
        points = defaultdict[tuple[int, str], list[int]](list)
        marks = Counter[tuple[int, str]]()
        taken = 0
        for number, play in campaign.evenings.items():
            if not takes(self.notebook.of_persons(play)):
                continue
            taken += 1
            for seat, score in play.scores.items():
                key = CHAPTERS[number], self.notebook.person(play.who[seat])
                points[key].append(score)
                marks[key] += self.marks[seat][number]
        line = f"--campaign {campaign.name} stats {chosen.options}"
        document, _ = self.says(line)
        self.same(line, document["left_out"], taken)
        tables = {table["title"]: table for table in document["tables"]}
        for title, figures in (
            ("Progress marks by chapter", dict(marks)),
            ("Points by chapter", {key: sum(all_) / len(all_) for key, all_ in points.items()}),
        ):
            table = tables.get(title, {"columns": [], "rows": []})
            shown = {
                (int(row[0]), name): value
                for row in table["rows"]
                for name, value in zip(table["columns"][1:], row[1:], strict=True)
                if value is not None
            }
            self.same(f"{line}: {title}", shown, figures)

    # All campaigns and sessions

    def leaders(self) -> None:
        """Who leads where, and who has played and won how often."""
        line = "standings --all"
        document, text = self.says(line)
        leads = {lead["name"]: lead for lead in document["campaigns"]}
        listed = {one["name"]: one for one in self.says("list")[0]["campaigns"]}
        person = self.notebook.person
        for campaign in self.notebook.campaigns.values():
            totals = {seat: sum(all_.values()) for seat, all_ in self.marks_of(campaign).items()}
            most = max(totals.values())
            held = campaign.held if campaign.next else campaign.evenings[LAST].held
            ahead = {seat: person(held[seat]) for seat in totals if 0 < totals[seat] == most}
            lead, one = leads[campaign.name], listed[campaign.name]
            self.same(line, {o["seat"]: o["player"] or "" for o in lead["leaders"]}, ahead)
            self.same(line, (lead["marks"], lead["next_episode"]), (most, campaign.next))
            now = {seat: person(player) for seat, player in campaign.held.items()}
            self.same("list", {seat: name or "" for seat, name in one["seats"].items()}, now)
            self.same("list", one["next_episode"], campaign.next)
        expected = defaultdict[str, list[int]](lambda: [0, 0, 0, 0])
        for _, name, _, play in self.notebook.plays():
            at = 0 if name else 2
            for player in {*play.who.values()}:
                expected[player][at] += 1
                expected[player][at + 1] += player in play.winners
        figures = ("episodes", "episodes_won", "sessions", "sessions_won")
        shown = {player["name"]: [player[f] for f in figures] for player in document["players"]}
        self.same(line, shown, dict(expected))
        rows = [row for row in map(cells, text) if len(row) == 5 and row[4].isdigit()]
        self.same(line, {row[0]: [int(n) for n in row[1:]] for row in rows}, dict(expected))

    def sessions(self) -> None:
        """The list of sessions, one of them, and those of which only the scores are known."""
        sessions = self.notebook.sessions
        names = {name for _, play in sessions.values() for name in play.who.values()}
        chosen, takes = self.asked(names, *sorted({game for game, _ in sessions.values()}))
        line = f"session list {chosen.options}"
        document, text = self.says(line)
        expected = {
            number: (game, play)
            for number, (game, noted) in sessions.items()
            if takes(play := self.notebook.of_persons(noted), game)
        }
        shown = {cells(row)[0]: row for row in text if cells(row)[0].isdigit()}
        self.same(line, sorted(map(int, shown)), sorted(expected))
        self.same(
            line,
            {
                one["id"]: (
                    one["game"],
                    one["played"],
                    {one["names"][r["seat"]]: (r["score"], r["rank"]) for r in one["results"]},
                )
                for one in document["sessions"]
            },
            {
                number: (
                    game,
                    play.day,
                    {play.who[s]: (play.scores[s], play.ranks[s]) for s in play.scores},
                )
                for number, (game, play) in expected.items()
            },
        )
        for number, (_, play) in expected.items():
            row = shown[str(number)]
            words = [f"{play.who[seat]} {score}" for seat, score in play.scores.items()]
            for word in (in_words(play.day), play.where, *words):
                assert word in row, self.club.told(line, word, row)
        gone, _ = self.says("session list --withdrawn")
        here = sorted(one["id"] for one in gone["sessions"])
        self.same("session list --withdrawn", here, sorted(self.notebook.withdrawn))
        for game in GAMES:
            chosen, takes = self.asked(names)
            line = f"session stats {game} {chosen.options}"
            document, _ = self.says(line)
            many = sum(
                takes(self.notebook.of_persons(play))
                for name, play in sessions.values()
                if name == game
            )
            self.same(line, (document["sessions"], document["left_out"]), (0, many))

    def page(self, person: str) -> None:
        """All that somebody has played: how often, won, with which scores, and which cities."""
        plays = [row for row in self.notebook.plays() if person in row[3].who.values()]
        chosen, takes = self.asked([], *sorted({game for game, *_ in plays}))
        plays = [row for row in plays if takes(row[3], row[0])]
        line = f"player show {shlex.quote(person)} {chosen.options}"
        document, text = self.says(line)
        by_game = defaultdict[tuple[str, str], list[Play]](list)
        for game, campaign, _, play in plays:
            by_game[game, campaign].append(play)
        expected = {}
        for (game, campaign), some in by_game.items():
            scores = [p.scores[seat] for p in some for seat in p.scores if p.who[seat] == person]
            won = sum(person in play.winners for play in some)
            mean, best, last = sum(scores) / len(scores), max(scores), max(p.day for p in some)
            expected[game, campaign] = (len(some), won, mean, best, last)
            title = f"My City, {campaign}" if campaign else GAMES[game]
            row = [
                title,
                str(len(some)),
                str(won),
                tenths(sum(scores), len(scores)),
                str(best),
                in_words(last),
            ]
            assert row in [*map(cells, text)], self.club.told(line, row, *text)
        keys = ("played", "won", "mean", "best", "last")
        self.same(
            line,
            {
                (g["game"], g["campaign"] or ""): tuple(g[k] for k in keys)
                for g in document["games"]
            },
            expected,
        )
        rows = sorted(
            (play.day, game, campaign, number if campaign else 0, *score_of(play, seat))
            for game, campaign, number, play in plays
            for seat in play.scores
            if play.who[seat] == person
        )
        latest = sorted(
            (
                *(one["day"], one["game"], one["campaign"] or "", one["episode"] or 0),
                *(one["score"], one["rank"], one["seats"]),
            )
            for one in document["latest"]
        )
        if any(chosen):
            self.same(line, latest, rows)
        else:
            self.same(line, [row[0] for row in latest], [row[0] for row in rows[-5:]])
            assert {*latest} <= {*rows}, self.club.told(line, latest, rows)
        cities = Counter(
            (campaign.name, seat)
            for campaign in self.notebook.campaigns.values()
            for seat, name in campaign.held.items()
            if self.notebook.person(name) == person
        )
        now = Counter((c["campaign"], c["seat"]) for c in document["cities"] if c["now"])
        if not any(chosen):
            self.same(line, now, cities)


def score_of(play: Play, seat: str) -> tuple[int, int, int]:
    return play.scores[seat], play.ranks[seat], len(play.scores)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_screen_says_what_the_notebook_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("COLUMNS", "240")
    club = Club(run, tmp_path, seed)
    for step in range(1, STEPS + 1):
        club.step()
        if step % 20 == 0:
            Screens(club).show()
    assert run("audit --all").code == 0
