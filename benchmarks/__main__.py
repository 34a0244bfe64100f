"""Run every measurement, print the table and write it to docs/performance.md."""

from __future__ import annotations

import platform
import sys
import tempfile
from pathlib import Path

from benchmarks import (
    answers,
    campaigns,
    counting,
    games,
    hindsight,
    orders,
    pages,
    phones,
    start,
    stored,
    turns,
    yardstick,
)
from benchmarks.measure import Figure, here, in_turn
from benchmarks.records import many, moves_of, texts_of
from benchmarks.turns import Turns
from engine.kernel.record import Record, parse_record
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import Entry

ROUNDS = 15
SESSIONS = 1_000
REPORT = Path(__file__).parent.parent / "docs" / "performance.md"


def main() -> None:
    """Measure, print, write."""
    with tempfile.TemporaryDirectory() as name:
        text = report(Path(name))
    sys.stdout.write(text)
    REPORT.write_text(text, encoding="utf-8")


def report(folder: Path) -> str:
    """All figures as one page."""
    chess = yardstick.games()
    played = campaigns.campaigns()
    evenings = [evening for _, of_campaign in played for evening in of_campaign]
    records = {bench: bench.records() for bench in games.benches()}
    works: dict[str, tuple[Path, int]] = {
        "python-chess, UCI, legality checked": (
            turns.write(folder / "chess.json", turns.of_chess, chess),
            sum(len(text.split()) for text in chess),
        ),
        "My City, all 24 episodes, on the boards of their campaigns": (
            turns.write(
                folder / "campaigns.json",
                turns.of_campaigns,
                [campaigns.stored_of(entries) for entries, _ in played],
            ),
            sum(len(parse_record(text).moves or ()) for text, _ in evenings),
        ),
    }
    for number, (bench, simulated) in enumerate(records.items()):
        file = turns.write(folder / f"{number}.json", turns.of_records, texts_of(simulated))
        works[bench.title] = file, moves_of(simulated)
    speed = _in_processes(works)
    page = [
        "# Performance",
        "",
        "Written by `make bench`: CPU time, all lines of a table measured in turn in one run.",
        "Each replay has a process of its own, which has read only the simulated records.",
        f"Python {platform.python_version()}, {platform.machine()}.",
        "",
        "## Replay",
        "",
        "| | ratio, median (best) | moves a second, median | µs a move, best | median |",
        "|---|---|---|---|---|",
        *_speed(speed),
        "",
        f"Parse + replay + score. {len(chess)} chess games of random moves; {len(evenings)}",
        "evenings of whole campaigns, for which the bar is a ratio of 5. They use about 1.7 MB,",
        "more than the caches of many cores, so their rounds differ most. The other bars:",
        "",
        *(
            f"- {bench.title}: the bar is {bench.bar}, {len(simulated)} simulated records"
            for bench, simulated in records.items()
            if bench.bar
        ),
        "",
        *_fold(played[-1][0]),
        *games.report(),
        *answers.report(played[-1][1]),
        *orders.report(evenings),
    ]
    page += hindsight.report()
    page += counting.report()
    page += _audit(folder, next(iter(records.values())))
    page += start.report(folder, folder / "audit.db")
    page += pages.report(folder, folder / "audit.db")
    page += phones.report(folder)
    return "\n".join(page) + "\n"


def _in_processes(works: dict[str, tuple[Path, int]]) -> dict[str, Figure]:
    """Measure every work in a process of its own; the works take turns."""
    processes = {name: Turns(file) for name, (file, _) in works.items()}
    speed = in_turn(
        {name: (process.seconds, works[name][1]) for name, process in processes.items()}, ROUNDS
    )
    for process in processes.values():
        process.close()
    return speed


def _speed(speed: dict[str, Figure]) -> list[str]:
    yard = next(iter(speed.values()))
    return [
        f"| {name} | {yard.middle / figure.middle:.1f} ({yard.best / figure.best:.1f}) "
        f"| {1 / figure.middle:,.0f} | {figure.best * 1e6:.2f} | {figure.middle * 1e6:.2f} |"
        for name, figure in speed.items()
    ]


def _fold(entries: list[Entry]) -> list[str]:
    spent = in_turn({"fold": (here(lambda: fold.campaign_of(entries)), 1)}, 7)["fold"]
    return [
        f"A whole campaign from its journal, 24 episodes of 4 seats in {len(entries)} entries: "
        f"{spent.middle * 1e3:.0f} ms. The bar is 1,000.",
        "",
    ]


def _audit(folder: Path, records: list[Record]) -> list[str]:
    sessions = many(records, SESSIONS)
    texts = texts_of(sessions)
    stored.fill(folder / "audit.db", sessions).dispose()
    works = {
        "engine": turns.write(folder / "engine.json", turns.of_records, texts),
        "audit": turns.write(folder / "audit.json", turns.of_database, [str(folder / "audit.db")]),
    }
    spent = _in_processes({name: (file, SESSIONS) for name, file in works.items()})
    engine, audit = spent["engine"], spent["audit"]
    memory = {count: stored.audit_memory(folder, records, count) for count in (1_000, 10_000)}
    return [
        f"## Audit of {SESSIONS:,} stored sessions",
        "",
        "| | ms a session, best | median | ratio, median (best) |",
        "|---|---|---|---|",
        f"| the engine's own replay | {engine.best * 1e3:.3f} | {engine.middle * 1e3:.3f} | 1 |",
        f"| audit: chain, replay, stored views | {audit.best * 1e3:.3f} | {audit.middle * 1e3:.3f} "
        f"| {audit.middle / engine.middle:.2f} ({audit.best / engine.best:.2f}) |",
        "",
        "The bar is 1.5. Peak memory of the audit: "
        + ", ".join(f"{size} MB for {count:,} sessions" for count, size in memory.items())
        + ".",
        "",
    ]


if __name__ == "__main__":
    main()
