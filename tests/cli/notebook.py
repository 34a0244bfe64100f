"""A club that plays by chance, and the notebook in which somebody writes down what was played.

    evenings  scores of two campaigns, with ties and broken ties, absences, substitutes and places;
              other scores, other people, takeovers of now and of before, steps taken back
    sessions  scores of the other games, typed or imported, withdrawn, and taken up again
    names     of players, who are renamed, and names that are one person

The notebook knows the day, the points, the ranks and the people of each game, and rule 17: the
first gets two progress marks, the second one. The program is asked only what a board is owed.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from tests.fixtures import Output, Run

NAMES = ("Anna", "Ben", "Chen", "Dora", "Emil", "Anna K.", "Zoë")
SEATS = ("eagle", "bear", "deer", "wolf")
GAMES = {"machi-koro": "Machi Koro", "quadropolis": "Quadropolis", "dilluvia": "Dilluvia Project"}
PLACES = ("", "Café", "club")
LAST = 24


@dataclass
class Play:
    """A game on paper: the points, the rank and the name at each seat, the day and the place."""

    day: str
    where: str
    scores: dict[str, int]
    ranks: dict[str, int]
    who: dict[str, str]
    held: dict[str, str] = field(default_factory=dict)
    """Who held each city on that evening; whoever else played it was a substitute."""

    @property
    def first(self) -> list[str]:
        return [seat for seat, rank in self.ranks.items() if rank == 1]

    @property
    def winners(self) -> set[str]:
        return {self.who[seat] for seat in self.first}

    def marks(self, seat: str) -> int:
        """What the evening brought to a city: at a table of two, nobody is second."""
        return {1: 2, 2: int(len(self.ranks) > 2)}.get(self.ranks.get(seat, 0), 0)


@dataclass
class Campaign:
    """A campaign on paper; what was declared at its beginning counts, too."""

    name: str
    begins: int
    declared: dict[str, int]
    held: dict[str, str]
    evenings: dict[int, Play] = field(default_factory=dict)

    @property
    def next(self) -> int | None:
        number = max(self.evenings, default=self.begins - 1) + 1
        return number if number <= LAST else None

    def players(self) -> set[str]:
        """Everybody who has played, or holds a city."""
        names = {name for play in self.evenings.values() for name in play.who.values()}
        return (names | {*self.held.values()}) - {""}

    def rename(self, old: str, new: str) -> None:
        plays = [names for play in self.evenings.values() for names in (play.who, play.held)]
        for names in (self.held, *plays):
            names.update({seat: new for seat, name in names.items() if name == old})


class Notebook:
    """What was written down: what counts, what was taken back, and whose names are whose."""

    def __init__(self) -> None:
        self.campaigns: dict[str, Campaign] = {}
        self.sessions: dict[int, tuple[str, Play]] = {}
        self.withdrawn: dict[int, tuple[str, Play]] = {}
        self.same_as: dict[str, str] = {}

    def person(self, name: str) -> str:
        while name in self.same_as:
            name = self.same_as[name]
        return name

    def names(self) -> set[str]:
        """Every name of somebody who has played, or holds a city."""
        names = {name for _, play in self.sessions.values() for name in play.who.values()}
        return names.union(*(campaign.players() for campaign in self.campaigns.values()))

    def of_persons(self, play: Play) -> Play:
        """A game with the persons of its names."""
        who, held = (
            {seat: self.person(name) for seat, name in names.items()}
            for names in (play.who, play.held)
        )
        return replace(play, who=who, held=held)

    def plays(self) -> Iterator[tuple[str, str, int, Play]]:
        """Each game that counts: its kind, its campaign, its number, and who played it."""
        for campaign in self.campaigns.values():
            for number, play in campaign.evenings.items():
                yield "my-city", campaign.name, number, self.of_persons(play)
        for number, (game, play) in self.sessions.items():
            yield game, "", number, self.of_persons(play)


def ranks_of(scores: Mapping[str, int], *better: str) -> dict[str, int]:
    """The rank of each seat: one more than there are seats with more points, or that came first."""
    keys = {seat: (score, seat in better) for seat, score in scores.items()}
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}


class Club:
    """People who play by chance, correct what they have typed, and write it down."""

    def __init__(self, run: Run, folder: Path, seed: int) -> None:
        self.run, self.folder, self.chance = run, folder, Random(seed)
        self.notebook = Notebook()
        self.log: list[str] = []
        self.day = date(2024, 1, 1)
        self.earlier: dict[str, list[Campaign]] = {}
        for name, begins in (("Tuesday", 1), ("Friday", self.one(1, 2, 22))):
            self.begins(name, begins)

    def one(self, *options: Any) -> Any:
        return self.chance.choice(options)

    def told(self, *what: object) -> str:
        """What was typed, for whoever reads why the walk failed."""
        return "\n".join((*self.log, *map(str, what)))

    def does(self, line: str, stdin: str = "") -> bool:
        """Run a command, which does what it says or is refused in words."""
        output = self.run(f"{line} --yes", stdin)
        self.log.append(f"{output.code}  {line}  {stdin}")
        assert output.code in (0, 2, 4, 6, 8), self.told(output.err)
        self.output: Output = output
        return output.code == 0

    def must(self, line: str, stdin: str = "") -> None:
        assert self.does(line, stdin), self.told(self.output.err)

    def begins(self, name: str, begins: int) -> None:
        seats = SEATS[: self.one(2, 3, 4)]
        held = dict(zip(seats, self.chance.sample(NAMES, len(seats)), strict=True))
        declared = dict.fromkeys(seats, 0)
        line = f"new {name}" + "".join(
            f" --seat {shlex.quote(f'{seat}={player}')}" for seat, player in held.items()
        )
        if begins > 1:
            form = self.run(f"{line} --from {begins}").out
            declared = {seat: self.chance.randint(0, 5) for seat in seats}
            amounts = iter(declared.values())
            state = self.folder / "state.toml"
            state.write_text(re.sub("(?m)^marks = 0", lambda _: f"marks = {next(amounts)}", form))
            line += f" --from {begins} --state {shlex.quote(str(state))}"
        self.must(line)
        self.notebook.campaigns[name] = Campaign(name, begins, declared, held)
        self.earlier[name] = []

    def step(self) -> None:
        deeds = [
            *[self.evening] * 8,
            *[self.session] * 3,
            *[self.imported] * 2,
            *[self.other_people] * 2,
            *(self.other_scores, self.other_place, self.takeover, self.leaves, self.takes_back),
            *(self.takes_back_evenings, self.other_day, self.withdraws),
            *(self.renames, self.merges, self.parts),
        ]
        self.chance.choice(deeds)()

    def campaign(self) -> Campaign:
        campaign: Campaign = self.one(*self.notebook.campaigns.values())
        return campaign

    def played(self) -> tuple[Campaign, int] | None:
        """An evening of any campaign."""
        all_ = [(c, n) for c in self.notebook.campaigns.values() for n in c.evenings]
        return self.chance.choice(all_) if all_ else None

    def keeps(self, line: str, after: Campaign) -> bool:
        """Correct a campaign; it is then as in `after`, and an undo leads back."""
        if not self.does(f"--campaign {after.name} {line}"):
            return False
        self.earlier[after.name].append(self.notebook.campaigns[after.name])
        self.notebook.campaigns[after.name] = after
        return True

    def must_keep(self, line: str, after: Campaign) -> None:
        assert self.keeps(line, after), self.told(self.output.err)

    # Evenings

    def tomorrow(self) -> str:
        self.day += timedelta(self.one(0, 1, 1, 5))
        return self.day.isoformat()

    def evening(self) -> None:
        """Play the next episode, and note its scores."""
        campaign = self.campaign()
        number = campaign.next
        there = [seat for seat, player in campaign.held.items() if player]
        absent = self.chance.sample(there, int(len(there) > 2 and self.chance.random() < 0.2))
        there = [seat for seat in there if seat not in absent]
        if number is None or len(there) < 2:
            return
        self.settles(campaign.name)
        scores = {seat: self.chance.randint(-2, 4) for seat in there}
        best = [seat for seat in there if scores[seat] == max(scores.values())]
        better = best[:1] if len(best) > 1 and self.chance.random() < 0.5 else []
        who = {seat: campaign.held[seat] for seat in there}
        seat, name = self.one(*there), self.one(*NAMES)
        if name not in campaign.held.values() and self.chance.random() < 0.4:
            who[seat] = name
        play = Play(
            self.tomorrow(),
            self.one(*PLACES),
            scores,
            ranks_of(scores, *better),
            who,
            dict(campaign.held),
        )
        after = deepcopy(campaign)
        after.evenings[number] = play
        self.must_keep(self.result_of(play, absent, tie_broken=bool(better)), after)

    def result_of(self, play: Play, absent: list[str], *, tie_broken: bool) -> str:
        """The command that keeps the scores of an evening."""
        words = [f"{seat}={score}" for seat, score in play.scores.items()]
        words += ["--played", play.day, "--house-rule"]
        words += ["--where", play.where] if play.where else []
        words += [word for seat in absent for word in ("--absent", seat)]
        for seat, name in play.who.items():
            words += ["--substitute", f"{seat}={name}"] if name != play.held[seat] else []
        if tie_broken:
            by_rank: dict[int, list[str]] = {}
            for seat, rank in sorted(play.ranks.items(), key=lambda item: item[1]):
                by_rank.setdefault(rank, []).append(seat)
            words += ["--ranks", " ".join("=".join(seats) for seats in by_rank.values())]
        return f"episode result {shlex.join(words)}"

    def settles(self, name: str) -> None:
        """Open the envelope that is due, and place the stickers that are owed."""
        campaign = self.notebook.campaigns[name]
        status = json.loads(self.run(f"status --campaign {name} --json").out)
        if envelope := status["envelope_to_open"]:
            self.must_keep(f"envelope open {envelope}", deepcopy(campaign))
        while owed := json.loads(self.run(f"sticker owed --campaign {name} --json").out)["owed"]:
            seat, square = owed[0]["seat"], owed[0]["squares"][0]
            kind = owed[0]["kind"].split(" or ")[0]
            self.must_keep(f"sticker place {seat} {kind} {square}", deepcopy(campaign))

    def other_scores(self) -> None:
        """Note other scores for an evening; type later ones again if the stickers change."""
        if not (some := self.played()):
            return
        campaign, number = some
        after = deepcopy(campaign)
        play = after.evenings[number]
        show = f"episode show {number} --campaign {campaign.name} --json"
        record = json.loads(self.run(show).out)["record"].partition("[result]")[0]
        record = re.sub(
            r"(?ms)^\[ranks\].*?\n\n", "", record
        )  # who wins a tie is asked of each result
        play.scores = {seat: self.chance.randint(-2, 4) for seat in play.scores}
        play.ranks = ranks_of(play.scores)
        path = self.folder / f"{len(self.log)}.toml"
        scores = "".join(f"{seat} = {score}\n" for seat, score in play.scores.items())
        path.write_text(f"{record}[result]\n{scores}", "utf-8")
        line = f"episode edit {number} {shlex.quote(str(path))} --reason slip --house-rule"
        if not self.keeps(f"{line} --later keep", after):
            return
        again = self.again()
        results = sum(line.startswith("episode result") for line in again)
        gone = sorted(after.evenings)[len(after.evenings) - results :]
        plays = [(number, after.evenings.pop(number)) for number in gone]
        for line in again:
            if not line.startswith("episode result"):  # a name that only these evenings have
                self.must(f"--campaign {campaign.name} {line}")
                continue
            number, play = plays.pop(0)
            self.settles(campaign.name)
            after = deepcopy(self.notebook.campaigns[campaign.name])
            after.evenings[number] = replace(play, held=dict(after.held))
            self.must_keep(f"{line} --house-rule", after)

    def again(self) -> list[str]:
        """The commands that the program shows to type again."""
        shown = re.findall(r"(?m)^  .* {2,}campaign (.*)$", self.output.err)
        return [line for line in shown if re.search("^player|episode (result|edit|note)", line)]

    def takes_back_evenings(self) -> None:
        """Take an evening back with all after it, and type again what is shown."""
        if not (some := self.played()):
            return
        name, number = some[0].name, some[1]
        if not self.does(f"--campaign {name} undo --episode {number} --and-later"):
            return
        for line in self.again():
            *shown, last = line.split(" | campaign ")
            record = self.run(f"--campaign {name} {shown[0]}").out if shown else ""
            if last.startswith("episode result"):
                self.settles(name)
            if not last.startswith(("player", "episode note")):
                last += " --house-rule"
            self.must(f"--campaign {name} {last}", record)
        self.earlier[name].clear()

    def other_people(self) -> None:
        """Say that somebody else played, or that two sat in each other's seats."""
        if not (some := self.played()):
            return
        campaign, number = some
        after = deepcopy(campaign)
        who = after.evenings[number].who
        one, two = self.chance.sample(sorted(who), 2)
        if self.chance.random() < 0.5:
            who[one], who[two] = who[two], who[one]
            self.keeps(f"episode edit {number} --swap {one} {two}", after)
        else:
            who[one] = self.one(*NAMES)
            said = shlex.quote(f"{one}={who[one]}")
            self.keeps(f"episode edit {number} --who {said}", after)

    def other_place(self) -> None:
        """Note where an evening, or a session, has been."""
        where, sessions = self.one(*PLACES), self.notebook.sessions
        if sessions and self.chance.random() < 0.5:
            number = self.one(*sessions)
            if self.does(f"session note {number} --where {shlex.quote(where)}"):
                sessions[number][1].where = where
        elif some := self.played():
            after = deepcopy(some[0])
            after.evenings[some[1]].where = where
            self.keeps(f"episode note {some[1]} --where {shlex.quote(where)}", after)

    def takeover(self) -> None:
        """Somebody takes a city over, from now on or from an evening before."""
        campaign = self.campaign()
        seat, player, after = self.one(*campaign.held), self.one(*NAMES), deepcopy(campaign)
        line = f"player join {seat} {shlex.quote(player)}"
        if campaign.evenings and self.chance.random() < 0.6:
            number = self.one(*campaign.evenings)
            since = [play for n, play in after.evenings.items() if n >= number]
            if len({campaign.held[seat], *(play.held[seat] for play in since)}) > 1:
                return
            for play in since:
                if play.who.get(seat) == play.held[seat]:
                    play.who[seat] = player
                play.held[seat] = player
            line += f" --from {number}"
        after.held[seat] = player
        self.keeps(line, after)

    def leaves(self) -> None:
        after = deepcopy(self.campaign())
        seat = self.one(*after.held)
        after.held[seat] = ""
        self.keeps(f"player leave {seat}", after)

    def takes_back(self) -> None:
        """Undo the last step of a campaign, and sometimes do it again."""
        name = self.campaign().name
        if self.earlier[name] and self.does(f"--campaign {name} undo --and-later"):
            if self.chance.random() < 0.5:
                self.must(f"--campaign {name} redo --and-later")
            else:
                self.notebook.campaigns[name] = self.earlier[name].pop()

    # Sessions outside a campaign

    def new_play(self) -> tuple[str, Play]:
        seats = ("p1", "p2", "p3")[: self.one(2, 3)]
        names = dict(zip(seats, self.chance.sample(NAMES, len(seats)), strict=True))
        scores = {seat: self.chance.randint(1, 4) for seat in seats}
        play = Play(self.tomorrow(), self.one(*PLACES), scores, ranks_of(scores), names)
        return self.one(*GAMES), play

    def are_people(self, names: Iterable[str]) -> bool:
        """Whether each name is a person of its own."""
        people = [self.notebook.person(name) for name in names]
        return len({*people}) == len(people)

    def notes(self, game: str, play: Play) -> None:
        number = len(self.notebook.sessions) + len(self.notebook.withdrawn) + 1
        self.notebook.sessions[number] = game, play

    def session(self) -> None:
        """Note the scores of another game."""
        game, play = self.new_play()
        mode = 'mode = "classic"\n' if game == "quadropolis" else ""
        record = f'format = 1\ngame = "{game}"\nedition = "1"\n{mode}played = {play.day}\n'
        record += f"seats = {json.dumps([*play.who])}\n[names]\n"
        record += "".join(f'{seat} = "{name}"\n' for seat, name in play.who.items())
        record += "[result]\n" + "".join(f"{seat} = {n}\n" for seat, n in play.scores.items())
        where = f"--where {play.where}" if play.where else ""
        kept = self.does(f"session record - --doubles {where}", record)
        assert kept == self.are_people(play.who.values()), self.told(self.output.err)
        if kept:
            self.notes(game, play)

    def imported(self) -> None:
        """Import a play of a spreadsheet, in which the table may have named who won."""
        game, play = self.new_play()
        won = self.chance.sample(sorted(play.who), self.one(0, 1, 1, 2))
        others = {seat: points for seat, points in play.scores.items() if seat not in won}
        behind = {seat: rank + len(won) for seat, rank in ranks_of(others).items()}
        play.ranks = dict.fromkeys(won, 1) | behind
        rows = "".join(
            f"{game},{play.day},1,{name},{play.scores[seat]},{'yes' * (seat in won)},{play.where}\n"
            for seat, name in play.who.items()
        )
        text = f"game,played,play,player,score,winner,place\n{rows}"
        kept = self.does("import csv - --doubles --json", text)
        if kept and json.loads(self.output.out)["sessions"]:
            self.notes(game, play)

    def other_day(self) -> None:
        """Note another day for a session; of an import it is still won by whom the table named."""
        if self.notebook.sessions:
            number = self.one(*self.notebook.sessions)
            _, play = self.notebook.sessions[number]
            record = json.loads(self.run(f"session show {number} --json").out)["record"]
            day = self.tomorrow()
            record = re.sub("(?m)^played = .*", f"played = {day}", record)
            if self.does(f"session edit {number} - --reason slip", record):
                play.day = day

    def withdraws(self) -> None:
        """Withdraw a session, or take one up again."""
        kept, gone = self.notebook.sessions, self.notebook.withdrawn
        if gone and self.chance.random() < 0.5:
            number = self.one(*gone)
            if self.does(f"session reinstate {number}"):
                kept[number] = gone.pop(number)
        elif kept:
            number = self.one(*kept)
            self.must(f"session withdraw {number} --reason slip")
            gone[number] = kept.pop(number)

    # Names

    def renames(self) -> None:
        after = deepcopy(self.campaign())
        if not after.players():
            return
        old, new = self.one(*sorted(after.players())), self.one(*NAMES, "Gustav")
        after.rename(old, new)
        self.keeps(f"player rename {shlex.quote(old)} {shlex.quote(new)}", after)

    def merges(self) -> None:
        people = {self.notebook.person(name) for name in self.notebook.names()}
        one, other = self.chance.sample(sorted(people), 2)
        if self.does(f"player merge {shlex.quote(one)} {shlex.quote(other)}"):
            self.notebook.same_as[one] = other

    def parts(self) -> None:
        same_as = self.notebook.same_as
        if same_as:
            name = self.one(*sorted(same_as))
            if self.does(f"player unmerge {shlex.quote(name)}"):
                same_as.pop(name)
