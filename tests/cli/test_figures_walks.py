"""Every figure that is shown of a campaign follows from what is exported of it: by chance.

    walk        a campaign is recorded and corrected with every option, whole or half
    export      its plays and marks, as `export json` writes them
    documents   standings, statistics, pages and lists of players, the story of a chronicle, the
                letter of a handover, the brief, the plays for BG Stats, standings of a fleet

What each document says is computed here once more from the rows of the export; only where the
campaign begins, who holds its cities and which ranks are inked is read from the campaign itself.
Each language has the same figures, and a bundle the same as its database.
"""

from __future__ import annotations

import html
import json
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from campaign.services.words import spans
from engine.kernel.phrases import listed
from engine.my_city.campaign.model import Campaign
from tests.cli.test_options_walks import SEATS, OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(30, 90)
SEEDS = range(count(1, 300, ci=2))
LANGUAGES = ("en", "it", "zh")
SOUND = ("verified", "result differs")
FIGURE = re.compile(r"\d+")
Row = dict[str, Any]


class FiguresWalk(OptionsWalk):
    """A walk that mostly goes on, often with equal scores.

    It merges no names: a merged name is one person in a database, and stays two in its records.
    """

    def corrections(self) -> list[Any]:
        return [*super().corrections(), *[self.next_scores] * 30]

    def does(self, line: str) -> Output:
        return super().does(line.replace("player merge", "player rename"))

    def told(self, what: str) -> str:
        return "\n".join((*self.log, what))

    def next_scores(self, campaign: Campaign) -> None:
        """Record the next episode by scores of which several are equal."""
        there = [seat for seat in campaign.seats if campaign.city(seat).player]
        scores = " ".join(f"{seat}={self.chance.randint(0, 3)}" for seat in there)
        who = self.one("", "", f"--substitute {self.somebody()}")
        ranks = self.one("", "", f"--ranks '{' '.join(self.chance.sample(there, len(there)))}'")
        line = f"episode result {scores} {ranks} {who} --yes --house-rule"
        if self.does(line).code and ranks:
            self.does(line.replace(ranks, ""))


class Evening(NamedTuple):
    """An episode: the rows of the cities, and the marks that it brought to each."""

    number: int
    rows: dict[str, Row]
    marks: dict[str, int]

    @property
    def played(self) -> dict[str, Row]:
        """The rows of the cities that somebody played, the best rank first."""
        there = [row for row in self.rows.values() if not row["absent"]]
        return {row["seat"]: row for row in sorted(there, key=lambda row: row["rank"])}

    @property
    def winners(self) -> list[str]:
        """The seats that have won, in the order of the table."""
        return [row["seat"] for row in self.rows.values() if row["winner"]]

    def names(self, seats: Any) -> str:
        """The players of some seats; a player who had several cities is named by the city."""
        often = Counter(row["player"] for row in self.rows.values())
        names = {seat: row["player"] for seat, row in self.rows.items()}
        return str(
            listed(
                names[seat] if names[seat] and often[names[seat]] == 1 else seat for seat in seats
            )
        )


class Ledger:
    """The figures of a campaign, computed from its exported rows."""

    def __init__(self, folder: Path) -> None:
        plays, marks = (
            [json.loads(line) for line in (folder / f"{table}.jsonl").read_text().splitlines()]
            for table in ("plays", "marks")
        )
        self.rows: list[Row] = plays
        self.evenings = [
            Evening(
                number,
                {row["seat"]: row for row in sorted(rows, key=lambda r: SEATS.index(r["seat"]))},
                dict(_sums((m["seat"], m["amount"]) for m in marks if m["episode"] == number)),
            )
            for number, group in groupby(plays, key=lambda row: row["episode"])
            for rows in [list(group)]
        ]
        first = self.evenings[0].number if self.evenings else 0
        self.declared = dict(_sums((m["seat"], m["amount"]) for m in marks if m["episode"] < first))
        self.marks = {seat: _sums((m["seat"], m["amount"]) for m in marks)[seat] for seat in SEATS}

    def after(self, number: int) -> dict[str, int]:
        """The marks of each city after an episode."""
        earned = [e.marks for e in self.evenings if e.number <= number]
        return {s: self.declared.get(s, 0) + sum(e.get(s, 0) for e in earned) for s in SEATS}

    @property
    def wins(self) -> dict[str, tuple[int, int]]:
        """The episodes that each player has played and won; with two cities, one episode."""
        played, won = Counter[str](), Counter[str]()
        for evening in self.evenings:
            rows = [row for row in evening.played.values() if row["player"]]
            played.update({row["player"] for row in rows})
            won.update({row["player"] for row in rows if row["winner"]})
        return {player: (played[player], won[player]) for player in played}

    def by_chapter(self, of_row: Any) -> dict[tuple[str, str], list[Any]]:
        """What `of_row` gives for each city of an evening, by chapter and player."""
        found = defaultdict[tuple[str, str], list[Any]](list)
        for evening in self.evenings:
            for row in evening.played.values():
                chapter = str((evening.number + 2) // 3)
                found[chapter, row["player"] or "nobody"].append(of_row(evening, row))
        return found

    def leads(self, begins: int) -> list[tuple[int, str, list[str]]]:
        """The changes of the lead: the episode, who leads alone then, and who led before."""
        changes: list[tuple[int, str, list[str]]] = []
        before: list[str] = []
        alone = ""
        for number in (begins - 1, *(e.number for e in self.evenings)):
            marks = self.after(number)
            ahead = [seat for seat in SEATS if marks[seat] == max(marks.values()) > 0]
            if alone not in ahead:
                alone = ""
            if len(ahead) == 1 and not alone:
                alone = ahead[0]
                changes.append((number, ahead[0], [seat for seat in before if seat != ahead[0]]))
            before = ahead
        return changes


def _sums(amounts: Any) -> Counter[str]:
    sums = Counter[str]()
    for key, amount in amounts:
        sums[key] += amount
    return sums


def tables(document: Row) -> dict[str, list[list[Any]]]:
    """The tables of statistics by title, each with its heading."""
    return {table["title"]: [table["columns"], *table["rows"]] for table in document["tables"]}


def words_of(page: str) -> str:
    """What a page shows in words, without drawings and records."""
    for hidden in ("script", "style", "svg", "pre", "template"):
        page = re.sub(rf"<{hidden}\b.*?</{hidden}>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


class Shown:
    """The documents of a campaign, each compared with its ledger."""

    def __init__(self, walk: FiguresWalk, ledger: Ledger) -> None:
        self.walk, self.ledger = walk, ledger
        self.campaign = walk.history().campaign

    def says(self, line: str) -> str:
        output = self.walk.run(line)
        assert output.code == 0, self.walk.told(f"{line}\n{output.err}")
        return output.out

    def document(self, line: str) -> Row:
        document: Row = json.loads(self.says(f"{line} --json"))
        return document

    def equal(self, what: str, shown: Any, expected: Any) -> None:
        assert shown == expected, self.walk.told(f"{what}\n  {shown}\n  {expected}")

    def standings(self) -> None:
        """The marks of each city, in the order of ranks, and who brought them."""
        for row in self.document("standings")["standings"]:
            seat = row["seat"]
            by_player = Counter({"": self.ledger.declared.get(seat, 0)})
            for evening in self.ledger.evenings:
                by_player[evening.rows[seat]["player"] or ""] += evening.marks.get(seat, 0)
            better = sum(marks > row["marks"] for marks in self.ledger.marks.values())
            self.equal("marks", row["marks"], self.ledger.marks[seat])
            self.equal("by player", row["by_player"], dict(+by_player))
            self.equal("rank", row["rank"], better + 1)

    def wins(self, bundle: Path) -> None:
        """Who has played and won how many episodes, here and in a bundle."""
        wins = {player: (*counts, 0, 0) for player, counts in self.ledger.wins.items()}
        overall = self.document("standings --all")["players"]
        self.equal("standings --all", {r["name"]: tuple(r.values())[1:] for r in overall}, wins)
        for path in (self.walk.db, bundle):
            shown = tables(self.document(f"fleet standings '{path}'"))
            players = shown.get("Players over all groups", [[]])[1:]
            self.equal(f"fleet {path.name}", {r[0]: tuple(r[1:]) for r in players}, wins)

    def players(self) -> None:
        """The pages of players, and the list of who held which city when."""
        rows = [row for row in self.ledger.rows if not row["absent"] and row["player"]]
        for player, (played, won) in self.ledger.wins.items():
            scores = [row["score"] for row in rows if row["player"] == player]
            shown = self.document(f"player show '{player}'")["games"]
            expected = [played, won, sum(scores) / len(scores), max(scores)]
            keys = ("played", "won", "mean", "best")
            self.equal(player, [[one[key] for key in keys] for one in shown], [expected])
        listed: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
        for one in self.document("player list")["players"]:
            key = one["player"], one["seat"], one["substitute"]
            for place, amount in enumerate((len(one["episodes"]), one["marks"], one["won"])):
                listed[key][place] += amount
        expected_list: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
        for evening in self.ledger.evenings:
            for seat, row in evening.played.items():
                if row["player"]:
                    sums = expected_list[row["player"], seat, row["substitute"]]
                    sums[0] += 1
                    sums[1] += evening.marks.get(seat, 0)
                    sums[2] += row["winner"]
        here = {key: sums for key, sums in listed.items() if any(sums)}
        self.equal("player list", here, dict(expected_list))

    def statistics(self) -> None:
        """Points and marks by chapter, and the games of which all moves are known."""
        shown = tables(self.document("stats"))
        for title, of_row, together in (
            ("Progress marks by chapter", lambda e, row: e.marks.get(row["seat"], 0), sum),
            ("Points by chapter", lambda _, row: row["score"], lambda all: sum(all) / len(all)),
        ):
            expected = {key: together(all) for key, all in self.ledger.by_chapter(of_row).items()}
            head, *rows = shown.get(title, [[]])
            cells = {(r[0], p): v for r in rows for p, v in zip(head[1:], r[1:], strict=True)}
            here = {key: value for key, value in cells.items() if value is not None}
            wanted = {key: value for key, value in expected.items() if key[1] in head}
            self.equal(title, here, wanted)
        sound = [row for row in self.ledger.rows if row["verdict"] in SOUND and not row["absent"]]
        scores = defaultdict[str, list[int]](list)
        games, won = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
        for row in sound:
            player = row["player"] or "nobody"
            scores[player].append(row["score"])
            for episodes in (games, won) if row["winner"] else (games,):
                episodes[player].add(row["episode"])
        players = {row[0]: [row[1], row[2], row[4], row[5]] for row in shown.get("Players", [])[1:]}
        expected_rows = {
            player: [len(games[player]), len(won[player]), sum(all) / len(all), max(all)]
            for player, all in scores.items()
        }
        self.equal("Players", players, expected_rows)

    def story(self, page: str) -> None:
        """The sentences of a chronicle: who took the lead, the closest finish, who waited."""
        shown = set(
            re.findall(r"(?:The (?:closest|lead)|[^.!?]*(?:has|have) not won)[^.]*\.", page)
        )
        for sentence in self.sentences():
            assert sentence in page, self.walk.told(f"{sentence}\n{page[:1500]}")
        expected = " ".join(self.sentences())
        for sentence in shown:
            if re.match(r"The (closest finish|lead changed)", sentence):
                assert sentence in expected, self.walk.told(f"not so: {sentence}\n{expected}")

    def sentences(self) -> Iterator[str]:
        """What the story must say."""
        evenings, campaign = self.ledger.evenings, self.campaign
        if not evenings:
            return
        leads = self.ledger.leads(campaign.begins)
        changes = sum(2 if a[1] == b[1] else 1 for a, b in pairwise(leads))
        if changes == 1:
            yield "The lead changed hands once."
        elif changes > 1:
            yield f"The lead changed hands {changes} times."
        for number, leader, passed in leads[1:][-3:]:
            evening = next(e for e in evenings if e.number == number)
            if passed:
                yield f"Episode {number}: {evening.names([leader])} passes {evening.names(passed)}:"
            else:
                yield f"Episode {number}: {evening.names([leader])} leads alone again:"
        if campaign.begins > 1:
            return
        yield from self.closest()
        if len(evenings) > 2:
            yield from self.waited()

    def closest(self) -> Iterator[str]:
        """The evenings that several won, else those with the fewest points between two."""
        inked = {
            played.number
            for played in self.campaign.played
            if any(one.kind == "rank" for one in played.deviations)
        }
        found: list[tuple[tuple[bool, int], int, str]] = []
        for evening in self.ledger.evenings:
            rows = list(evening.played.values())
            if len(rows) < 2 or evening.number in inked:
                continue
            first, second = rows[:2]
            names, other = evening.names(evening.winners), evening.names([second["seat"]])
            points = first["score"] - second["score"]
            if len(evening.winners) > 1:
                found.append(((False, 0), evening.number, f"{names} won together."))
            elif points:
                words = f"{names} before {other} by {_points(points)}."
                found.append(((True, points), evening.number, words))
            else:
                tie = f"{names} and {other} had the same points, a tie-break decided."
                found.append(((True, 0), evening.number, tie))
        if not found:
            return
        (broken, points), number, words = min(found)
        numbers = [other for key, other, _ in found if key == (broken, points)]
        if len(numbers) == 1:
            yield f"The closest finish was episode {number}: {words}"
            return
        if points:
            words = f"{_points(points)} between the first two."
        elif broken:
            words = "the first two had the same points, a tie-break decided."
        else:
            words = "several won together."
        yield f"The closest finishes were those of episodes {spans(numbers)!s}: {words}"

    def waited(self) -> Iterator[str]:
        """Who holds a city and has won nothing; if all have, who won the first time last."""
        names = dict.fromkeys(city.player or city.seat for city in self.campaign.cities)
        held = dict.fromkeys(tenure.player for tenure in self.campaign.tenures)
        waits: dict[str, tuple[int, int]] = {}
        for name in {**names, **held}:
            evenings = 0
            first = 0
            for evening in self.ledger.evenings:
                mine = [row for s, row in evening.played.items() if name in (s, row["player"])]
                evenings += bool(mine)
                if any(row["winner"] for row in mine):
                    first = evening.number
                    break
            if evenings:
                waits[name] = evenings, first
        never = [name for name, (_, first) in waits.items() if not first and name in names]
        waits = {name: wait for name, wait in waits.items() if wait[1] or name in names}
        if never:
            verb = "has" if len(never) == 1 else "have"
            yield f"{' and '.join(never)} {verb} not won an evening."
        elif waits:
            longest = max(waits.values())
            who = str(listed(name for name, wait in waits.items() if wait == longest))
            yield f"{who} waited longest for a first win: until episode {longest[1]}."

    def letter(self, bundle: Path) -> None:
        """The letter of a handover: the marks of each city, and each of its evenings."""
        with zipfile.ZipFile(bundle) as members:
            text = " ".join(members.read("letter.txt").decode().split())
        for seat in self.campaign.seats:
            about = re.split(rf"city of {seat},? ", text)[1].partition("he city of ")[0]
            marks = self.ledger.marks[seat]
            assert about.startswith(f"has {marks} progress mark"), self.walk.told(about)
            for evening in self.ledger.evenings:
                row, earned = evening.rows[seat], evening.marks.get(seat, 0)
                words = f"Episode {evening.number}: absent"
                if not row["absent"]:
                    points = f"{row['score']} point{'s' * (row['score'] != 1)}"
                    words = f"Episode {evening.number}: {points}, rank {row['rank']}"
                if earned:
                    words += f", +{earned} mark{'s' * (earned != 1)}"
                assert f"{words} " in about, self.walk.told(f"{words}\n{about}")

    def brief(self) -> None:
        """How far each city is behind, and its last score."""
        last = self.ledger.evenings[-1] if self.ledger.evenings else None
        for board in self.document("brief")["boards"]:
            seat = board["city"]["seat"]
            most = max(self.ledger.marks.values())
            self.equal("behind", board["behind"], most - self.ledger.marks[seat])
            row = last.played.get(seat) if last else None
            said = board["last"] and [board["last"]["score"], board["last"]["rank"]]
            self.equal("last time", said, [row["score"], row["rank"]] if row else None)

    def plays(self) -> None:
        """The plays for BG Stats: who played, with which score, and who has won."""
        path = self.walk.folder / "plays.json"
        if self.walk.run(f"export bgstats -o '{path}' --replace").code:
            return
        told = json.loads(path.read_text("utf-8"))
        names = {one["id"]: one["name"] for one in told["players"]}
        shown = {
            play["board"]: [
                (names[s["playerRefId"]], int(s["score"]), s["rank"], s["winner"])
                for s in play["playerScores"]
            ]
            for play in told["plays"]
        }
        expected = {
            f"Episode {evening.number}": [
                (row["player"] or seat, row["score"], row["rank"], row["winner"])
                for seat, row in sorted(evening.played.items(), key=lambda i: SEATS.index(i[0]))
            ]
            for evening in self.ledger.evenings
        }
        self.equal("bgstats", shown, expected)

    def languages(self, line: str) -> None:
        """Each language has the same figures."""
        figures = {}
        for language in LANGUAGES:
            said = self.says(f"--language {language} {line}")
            path = re.search(r"-o '([^']*)'", line)
            said = words_of(Path(path[1]).read_text("utf-8")) if path else said
            # A language may have a word for a month, and for what there is only once.
            said = re.sub(r"(\d+)年(\d+)月(\d+)日", r"\3 \1", said)
            figures[language] = Counter(f for f in FIGURE.findall(said) if f != "1")
        for language in LANGUAGES[1:]:
            differ = (figures["en"] - figures[language], figures[language] - figures["en"])
            self.equal(f"{line} in {language}", differ, (Counter(), Counter()))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_figure_of_a_campaign_follows_from_its_rows(
    run: Run, db: Path, tmp_path: Path, seed: int
) -> None:
    walk = FiguresWalk(run, db, tmp_path, seed)
    bundle, page = tmp_path / "bundle.zip", tmp_path / "page.html"
    for step in range(1, STEPS + 1):
        walk.goes_on()
        if step % 15:
            continue
        assert run(f"export json -o '{tmp_path / 'data'}' --replace").code == 0
        assert run(f"handover export --all -o '{bundle}' --replace").code == 0
        assert run(f"chronicle -o '{page}' --replace").code == 0
        shown = Shown(walk, Ledger(tmp_path / "data"))
        shown.standings()
        shown.wins(bundle)
        shown.players()
        shown.statistics()
        shown.story(words_of(page.read_text("utf-8")))
        shown.letter(bundle)
        shown.brief()
        shown.plays()
    for line in ("status", "standings", "stats", "brief", "player list", "episode list"):
        shown.languages(line)
    shown.languages(f"chronicle --replace -o '{page}'")


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"
