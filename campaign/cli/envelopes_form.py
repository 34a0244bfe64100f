"""Ask what came out of an envelope, field by field, and keep the answers as a correction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli import interrupts, packs_apply, questions
from campaign.cli.entering import later, prompt
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.display.terminal import envelopes_form as screens
from campaign.services import envelopes_form as service
from campaign.services import folding, packs
from campaign.shell import command_on
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError, NotAllowed, PackError
from engine.kernel.phrases import Wording, phrase
from engine.kernel.texts import number_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.envelopes_form import Answered, FormRow, MissingRule
    from campaign.services.packs import CorrectionPreview
    from campaign.services.values import History

INSTEAD = "campaign pack template --chapter {number} > ours.toml"
FIRST = -1
"""The key of the answer that the program adds if another answer needs it."""
SAME, OTHER, DROP, LATER, BACK = "y", "n", "d", "l", "u"


class EnvelopeForm:
    """A form that asks the owner about the rows of an envelope, and holds the answers.

    `answers` are keyed by the index of the row.
    """

    def __init__(self, env: Environment, ask: Ask, history: History) -> None:
        self.env, self.ask, self.history = env, ask, history
        self.answers: dict[int, Answered] = {}
        self.rows: tuple[FormRow, ...] = ()

    def ask_rows(self, number: int, rows: tuple[FormRow, ...]) -> None:
        """Ask about every row, then for rules to add; if the user leaves, the answers stay."""
        at, self.rows = 0, rows
        try:
            while True:
                while at < len(rows):
                    at = max(0, at + self.ask_row(rows[at], at, len(rows)))
                name = self.ask(screens.ANOTHER).strip()
                if name == BACK and rows:
                    at = len(rows) - 1
                elif name:
                    self.ask_another(number, max([at - 1, *self.answers]) + 1, name)
                elif not self.ask_missing_rule():
                    return
        except (EOFError, KeyboardInterrupt):
            self.env.say("", phrase("Left; what was answered so far is not lost."))

    def ask_row(self, asked: FormRow, at: int, count: int) -> int:
        """Ask about one row; return by how many rows to move: 1, 0 to ask again, -1 for back."""
        self.env.say("", screens.row(asked, at + 1, count))
        letters = f"Y{OTHER * (not asked.ends_nothing)}{DROP * asked.can_go}{LATER}{BACK}"

        def refuse_drop(typed: str) -> str | None:
            """Say why the row cannot be dropped, if that is what was typed."""
            if typed.lower() != DROP or asked.ends_nothing:
                return None
            self.env.say(phrase("  Every box has a value here: type n, then your value."))
            return ""

        answer = questions.ask_letter(
            self.ask, self.env.say, phrase("The same?"), letters, refuse_drop
        )
        if answer == BACK:
            return -1
        if answer == OTHER and not asked.ended:
            return int(self.ask_until_valid(at, asked))
        if answer == LATER:
            return int(self.try_answer(at, None))
        row = asked.confirming_row() if answer == SAME else asked.dropping_row()
        return int(self.try_answer(at, (asked, row)))

    def ask_another(self, number: int, at: int, name: str) -> None:
        """Ask about a rule or thing that the program lacks; `at` is the key of the answer."""
        kinds, episodes = (
            service.known_kinds(self.history),
            service.episodes_of(self.history, number),
        )
        things = " ".join(service.THINGS)
        question = phrase(
            "  what it does; Enter: {kind}; or {things}> ", kind=service.BY_HAND, things=things
        )
        offered = prompt.offer_words((*kinds, *service.THINGS))
        kind = self.ask(question, offered).strip() or service.BY_HAND
        if kind in service.THINGS:
            self.ask_until_valid(at, service.new_thing(kind, name))
            self.show_lacking()
            return
        since = ""
        if episodes:
            question = phrase("  since episode; Enter: {number}> ", number=episodes[0])
            since = self.ask(question).strip() or str(episodes[0])
        try:
            episode = max(number_in(since), 0)
            new_row = service.new_rule(self.history, number, episode, name, kind)
        except NotAllowed as refused:
            self.env.say(f"  {refused}")
            return
        self.ask_until_valid(at, new_row)

    def ask_missing_rule(self) -> bool:
        """Ask for the missing rule of a new building; return whether the user wants to give it.

        If not, the building is left out.
        """
        if not self.show_lacking():
            return False
        question = phrase("Go on with that rule?")
        if questions.ask_letter(self.ask, self.env.say, question, "Yn") == "y":
            return True
        self.leave_out()
        return False

    def show_lacking(self) -> tuple[MissingRule, ...]:
        """Show and return the new buildings for which a rule is missing."""
        lacking = service.missing_rules(self.history, [*self.answers.values()])
        for missing in lacking:
            self.env.say(screens.missing_rule(missing))
        return lacking

    def leave_out(self) -> None:
        """Leave out new buildings whose rule is missing, and the rules that name them."""
        while lacking := service.missing_rules(self.history, [*self.answers.values()]):
            removed = [missing.asked for missing in lacking]
            self.answers = {
                at: answer for at, answer in self.answers.items() if answer[0] not in removed
            }
            while service.refusal(self.history, self.answers.values()):
                self.answers.popitem()

    def ask_until_valid(self, at: int, asked: FormRow) -> bool:
        """Ask for the values of a row until the pack accepts them; False if the user gives up."""
        values: dict[str, object] = {}
        while True:
            self.ask_values(asked, values)
            if self.try_answer(at, (asked, asked.changed(values)), shown=[at]):
                return True
            question = phrase("Try again, beginning with what you typed?")
            if questions.ask_letter(self.ask, self.env.say, question, "Yn") != "y":
                return False

    def ask_values(self, asked: FormRow, values: dict[str, object]) -> None:
        """Ask field by field for the owner's values of a row, and put them into `values`."""
        typed_before = [key for key in asked.others if key in values]
        for key in (*asked.asked, *typed_before):
            current = values if key in values else asked.values
            default = service.typed_value(current[key]) if key in current else None
            while (typed := self.ask(f"  {key}> ", default=default or "").strip()) != default:
                if self.read_value(asked, values, key, typed):
                    break
            if key == service.WORDS:
                self.ask_words(asked, values)
        other_keys = [key for key in asked.others if key not in values]
        if other_keys:
            self.env.say(screens.others(other_keys))
        while other_keys and (typed := self.ask(phrase("  more> ")).strip()):
            key, _, value = (part.strip() for part in typed.partition("="))
            self.read_value(asked, values, key, value)

    def ask_words(self, asked: FormRow, values: dict[str, object]) -> None:
        """Ask for the words of a rule in the other languages in use here; Enter leaves one out."""
        words_by_language = service.languages_of(asked, values, self.env.speaker.language)
        for language, default in words_by_language.items():
            question = phrase("  words in {language}> ", language=language)
            words_by_language[language] = self.ask(question, default=default).strip()
        if words_by_language:
            values[service.WORDS] = service.with_words(asked, values, words_by_language)

    def read_value(self, asked: FormRow, values: dict[str, object], key: str, typed: str) -> bool:
        """Put a typed value into `values`; False, with the reason shown, if it does not fit."""
        if key not in asked.keys:
            self.env.say(phrase("  '{typed}' is no field here.", typed=key))
            return False
        try:
            values[key] = service.read(asked.keys[key], typed)
        except PackError as error:
            self.env.say(f"  {error}")
            return False
        return True

    def try_answer(self, at: int, answer: Answered | None, shown: Sequence[int] = ()) -> bool:
        """Return whether the pack can be with this answer, or without one; if not, say why.

        The answer from before stays then, because others may rely on it. If an answer names a rank
        that no player has, the rule that gives the rank is added. The answers at `shown` are shown
        once more.
        """
        before = dict(self.answers)
        self.answers.pop(at, None)
        if answer:
            self.answers[at] = answer
        reason = service.refusal(self.history, self.answers.values())
        if ranks := service.ranks_missing(str(reason)):
            ranked = {**self.answers, FIRST: ranks}
            reason = service.refusal(self.history, ranked.values())
            if not reason:
                self.answers, shown = ranked, [*shown, FIRST]
        if reason:
            self.answers = before
            self.env.say(phrase("This cannot be: {why}", why=reason))
            self.say_what_is_first(reason, answer)
            return False
        for number in shown:
            asked, row = self.answers[number]
            words = service.in_words(self.history, asked, row)
            self.env.say(screens.answer_text(words, str(row.get("shape", ""))))
        return True

    def say_what_is_first(self, reason: Wording, answer: Answered | None) -> None:
        """Name another rule that has to go before the rule of an answer can."""
        if answer is None:
            return
        asked, row = answer
        rule = service.other_rule_named(str(reason), asked, self.rows)
        if rule and (row.get("end") or asked.ended):
            self.env.say(screens.first(rule))

    def keep(self, number: int) -> None:
        """Show what the answers change, ask, and keep it; if the user leaves, they go to a file."""
        if self.show_lacking():
            self.leave_out()
        if not self.answers:
            self.env.say(NOTHING_WRITTEN)
            return
        text = self.overlay()
        reason = f"compared with envelope {number}" if number else "compared with our box"
        decide = later.decider(self.env, None, None, dry_run=False)

        def preview(history: History) -> CorrectionPreview:
            return packs.preview(history, text, reason, [], decide)

        try:
            with self.env.reading() as session:
                self.history = folding.current(session, self.history)
            correction = preview(self.history)
            self.env.say("")
            packs_apply.show(self.env, correction)
            question = phrase("Keep these answers for good?")
            if questions.ask_letter(self.ask, self.env.say, question, "Yn") == "y":
                packs_apply.keep(self.env, correction, preview)
            else:
                self.env.say(NOTHING_WRITTEN)
        except (EOFError, KeyboardInterrupt, EngineError, StoreError):
            self.set_aside()
            raise

    def overlay(self) -> str:
        """Return the answers as a file for `pack apply`."""
        return service.overlay_of(self.answers[at] for at in sorted(self.answers))

    def set_aside(self) -> None:
        """Move the answers, if there are any, into a file, and say how to apply it."""
        if self.answers:
            text, self.answers = self.overlay(), {}
            name = self.env.set_record_aside(text, self.env.database())
            self.env.say(command_on("campaign pack apply", name))


def fill_in(env: Environment, history: History, number: int, *, every: bool) -> None:
    """Compare an envelope, or the box for 0, with the owner's own; keep the differences.

    Raises `UnknownName`, `NotAllowed`.
    """
    all_rows = service.rows_of(history, number, every=True)
    rows = all_rows if every else service.rows_of(history, number)
    made_up = sum(row.made_up for row in all_rows)
    form = EnvelopeForm(env, prompt.editor(INSTEAD.format(number=number), env.speaker), history)
    nothing_made_up = phrase("Nothing in it is made up.")
    env.say(screens.title(number, made_up, len(all_rows)) if rows else nothing_made_up)
    with interrupts.saving_at_end(form.set_aside):
        form.ask_rows(number, rows)
        form.keep(number)
