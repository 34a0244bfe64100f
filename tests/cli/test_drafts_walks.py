"""Evenings that are entered in parts while the campaign is corrected, by chance.

Nothing that was typed is lost: a draft stays until it is discarded or recorded, and what was
recorded and is taken back is a draft again, or its record can be read. Whoever goes on with a draft
is asked about what no longer holds on the boards, and what is recorded in the end is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from campaign.cli.entering.prompt import Offers, no_offers
from campaign.services import folding
from campaign.services.entering import drafts
from campaign.services.entering.drafts import LoadedDraft
from campaign.services.handover.sides import versions
from engine import my_city
from engine.kernel.errors import EngineError
from engine.kernel.game import CHANCE, Setup
from engine.kernel.log import Move
from engine.kernel.phrases import Wording
from engine.kernel.record import Record, parse_record
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import Campaign
from engine.my_city.play.players import greedy
from tests.cli.test_corrections import closing_database
from tests.cli.test_entering import WHO_PLAYS, answers
from tests.cli.test_options_walks import OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(12, 40)
SEEDS = range(count(1, 200, ci=2))


class Evening:
    """Types the lines of an evening at its cards, agrees to everything else, and leaves."""

    def __init__(self, lines: Sequence[str], leaves: type[BaseException]) -> None:
        self.lines, self.leaves, self.asked = list(lines), leaves, list[str]()

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        question = str(prompt)
        self.asked.append(question)
        if question == WHO_PLAYS:
            return ""
        if question.startswith("card ") or len(self.asked) > 200:
            if not self.lines:
                raise self.leaves
            return self.lines.pop(0)
        if question in self.asked[-4:-1]:  # it is no question with a letter for yes
            raise self.leaves
        return default or "y"


class DraftsWalk(OptionsWalk):
    """A walk in which evenings are also typed, a few cards at a time."""

    def __init__(
        self, run: Run, db: Path, folder: Path, seed: int, patch: pytest.MonkeyPatch
    ) -> None:
        self.patch = patch
        super().__init__(run, db, folder, seed)

    def step(self) -> None:
        before = self.drafts()
        if self.chance.random() < 0.45:
            self.sits()
        elif self.drafts() and self.chance.random() < 0.1:
            self.discards()
            return
        else:
            self.goes_on()
        self.is_sound()
        self.keeps(before)

    def drafts(self) -> tuple[LoadedDraft, ...]:
        with closing_database(self.db) as session:
            return drafts.every(session)

    def sits(self) -> None:
        """Type some cards of the next evening, and leave; sometimes all."""
        campaign = self.history().campaign
        number = campaign.next_episode
        if not number or campaign.owed or campaign.sealed_next:
            return
        own = [draft for draft in self.drafts() if draft.stored.episode == number]
        anew = "--new" if own and self.chance.random() < 0.15 else ""
        lines = self.lines(campaign, own[-1] if own and not anew else None, number)
        some = lines if self.chance.random() < 0.4 else lines[: self.chance.randint(0, 6)]
        evening = Evening(some, self.chance.choice((EOFError, KeyboardInterrupt)))
        self.patch.setattr(prompt, "editor", lambda *_: evening)
        output = self.types(f"episode enter {anew}")
        self.log.append("\n".join(f"    {question}" for question in evening.asked[-6:]))
        if len(some) == len(lines) and not evening.lines:
            self.log.append(output.err[-600:])

    def types(self, line: str) -> Output:
        output = self.run(line)
        self.log.append(f"{output.code}  {line}")
        assert output.code in (0, 2, 4, 6, 8, 130), "\n".join((*self.log, output.err))
        return output

    def lines(self, campaign: Campaign, draft: LoadedDraft | None, number: int) -> list[str]:
        """What is typed from here on, a line a card; what fits nowhere if the draft does not."""
        seats = tuple(seat for seat in campaign.seats if campaign.city(seat).player)
        absent = [seat for seat in campaign.seats if seat not in seats]
        header = {"episode": number, **({"absent": absent} if absent else {})}
        head = Record(my_city.NAME, my_city.EDITION, seats, header, moves=())
        moves: tuple[Move, ...] = ()
        if draft and draft.head:
            head, moves = draft.head, draft.moves
        try:
            setup = setup_of(campaign, head)
            whole = self.dealt(setup, moves)
        except EngineError:
            return ["p p p"] * 3
        typed = sum(move.seat == CHANCE for move in moves)
        return answers(head._replace(moves=whole), setup)[typed:]

    def dealt(self, setup: Setup, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves of a whole evening that begins with some moves."""
        state = my_city.start(setup)
        for move in moves:
            state = my_city.apply(state, move.seat, my_city.parse(move.text))
        rest = list(moves)
        while waiting := my_city.awaiting(state):
            seat = waiting[0]
            if seat == CHANCE:
                action = self.chance.choice(tuple(my_city.legal(state, seat)))
            else:
                action = greedy(state, seat, self.chance.random())
            rest.append(Move(seat, my_city.format(action)))
            state = my_city.apply(state, seat, action)
        return tuple(rest)

    def discards(self) -> None:
        draft = self.chance.choice(self.drafts())
        assert self.does(f"draft discard {draft.stored.number} --yes").code == 0

    def keeps(self, before: Sequence[LoadedDraft]) -> None:
        """Assert that every draft is still there, or that its moves begin those of a record."""
        now = {draft.stored.number: draft for draft in self.drafts()}
        for draft in before:
            moves = texts(draft.moves)
            there = now.get(draft.stored.number)
            if there and texts(there.moves)[: len(moves)] == moves:
                continue
            assert any(one[: len(moves)] == moves for one in self.typed()), "\n".join(
                (*self.log, f"lost: draft {draft.stored.number}, {moves}")
            )

    def typed(self) -> Iterator[tuple[str, ...]]:
        """The moves of every record, and of every draft with what did not fit."""
        for text, _ in versions(folding.entries_of(self.history().entries)):
            yield texts(parse_record(text).moves or ())
        for draft in self.drafts():
            yield texts((*draft.moves, *(m for line in draft.rest for m in line.moves)))


def texts(moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple(f"{move.seat}: {move.text}" for move in moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_typed_is_kept_whatever_is_corrected(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    walk = DraftsWalk(run, db, tmp_path, seed, monkeypatch)
    for _ in range(STEPS):
        walk.step()
    for draft in walk.drafts():
        assert walk.does(f"draft show {draft.stored.number}").code == 0
