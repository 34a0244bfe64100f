"""A form to compare the content of an envelope with the owner's box, row by row.

    pack ── rows_of ──> FormRow, ...    answers ──> rows of an overlay ── overlay_of ──> text

A row is confirmed, changed key by key, or dropped. The pack that results from an answer is checked
at once; nothing here asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.services import packs
from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine.kernel import toml
from engine.kernel.errors import NotAllowed, PackError, UnusedPiece, wording_of
from engine.kernel.keys import FLAG, TEXT, KeyCheck
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Pack
from engine.my_city.pack.overlay import EVERY_EPISODE, goes_on_without
from engine.my_city.pack.schema import ENGLISH, OWNER, PackRow, in_default_language
from engine.my_city.pack.tables import BOX, LISTS, TABLES
from engine.my_city.pack.unsaid import RANKS
from engine.my_city.pack.unused import gives_after
from engine.my_city.pack.words import words_of
from engine.my_city.pack.writing import overlay_text, toml_value

MADE_UP = "placeholder"
RULE = "rule"
BY_HAND = "by hand"
CONTENT, PIECE, OUTLINE = THINGS = ("content", "piece", "outline")
"""The words for the owner's own things, typed in place of a kind of rule: something that lies on
boards, one building, a building in each colour."""
PROGRESS = "progress"
WORDS = "words"
KEPT = ("id", "variant", "mark", "words")
"""Keys of a building that are not asked for."""
YES, NO = ("yes", "true"), ("no", "false")


class FormRow(NamedTuple):
    """A row of an envelope: its list, its episode (0 for none), its values, its words."""

    list: str
    episode: int
    values: Mapping[str, Any]
    words: Wording
    ended: Mapping[str, Any] = MappingProxyType({})
    """The values of the rule that the row ends."""
    before: Wording = ""
    """The words of the earlier rule that would go on without this row; "" for none."""

    @property
    def made_up(self) -> bool:
        """Whether its values are a placeholder."""
        return bool(self.values["source"] == MADE_UP)

    @property
    def keys(self) -> Mapping[str, KeyCheck]:
        """The keys that the row may have besides its name, in their order."""
        if self.values.get("end"):
            return {}
        if self.list != RULE:
            keys = {**LISTS, **TABLES}[self.list]
            return {key: wants for key, wants in keys.items() if key not in KEPT}
        words = {"words": TEXT} if self._own_words else {}
        return {**words, **KINDS[self.values["does"]].keys, "only": FLAG.as_optional}

    @property
    def asked(self) -> tuple[str, ...]:
        """The keys that the row has or needs; they are asked for one by one."""
        return tuple(k for k, key in self.keys.items() if k in self.values or not key.optional)

    @property
    def others(self) -> tuple[str, ...]:
        """The optional keys that the row does not have."""
        return tuple(k for k, key in self.keys.items() if k not in self.values and key.optional)

    @property
    def _own_words(self) -> bool:
        """Whether the rule is of a kind that is described only by the words of its row."""
        return self.list == RULE and KINDS[self.values["does"]].own_words

    @property
    def _named(self) -> dict[str, Any]:
        """The keys that identify the row in its list."""
        names = ("name",) if self.list == RULE else ("id", "variant")
        return {key: self.values[key] for key in names if key in self.values}

    def confirming_row(self) -> dict[str, Any]:
        """The row of an overlay that confirms the values for the owner's box."""
        words = {"words": self.values["words"]} if "words" in self.values else {}
        end = {"end": True} if self.values.get("end") else {}
        return {**self._named, **end, **words, "source": OWNER}

    def changed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The row of an overlay with other values."""
        kept_keys = ("does", "words") if self.list == RULE and self._own_words else ("does",)
        kept = {key: self.values[key] for key in kept_keys if key in self.values}
        return {**self._named, **kept, **values, "source": OWNER}

    @property
    def can_go(self) -> bool:
        """Whether the owner's box can lack the row."""
        if self.list != RULE or self.ends_nothing:
            return False
        return bool(self.before) or self.values.get("does") not in EVERY_EPISODE

    @property
    def ends_nothing(self) -> bool:
        """Whether the row ends no rule that could go on.

        No rule of this name holds before it, or one whose stickers nobody could use any more.
        """
        return bool(self.values.get("end")) and not self.ended

    def dropping_row(self) -> dict[str, Any]:
        """The row of an overlay that removes the rule, or restores the rule that this row ends."""
        if self.ended:
            return {**self.ended, "source": OWNER}
        return {**self._named, "end": True, "source": OWNER}


Answered = tuple[FormRow, dict[str, Any]]
"""A row, and the owner's answer as a row of an overlay."""


def rows_of(history: History, number: int, *, every: bool = False) -> tuple[FormRow, ...]:
    """The made-up rows of an open envelope, or with `every` all its rows; 0 is the box.

    Raises `UnknownName`, or `NotAllowed` while the envelope is closed.
    """
    pack, opened = history.campaign.pack, history.campaign.opened
    if number and number not in {envelope.number for envelope in pack.envelopes}:
        raise UnknownName(
            phrase("there is no envelope {number}", number=number), "campaign envelope list"
        )
    if number and number not in opened:
        raise NotAllowed(
            phrase("envelope {number} is sealed", number=number), "campaign envelope list"
        )
    rows = _rows(pack, f"envelope_{number}.toml" if number else BOX)
    return tuple(asked for asked in rows if every or asked.made_up)


def new_rule(history: History, number: int, episode: int, name: str, kind: str) -> FormRow:
    """A new rule, to be filled in; `number` is its envelope, 0 for the box and every episode.

    Raises `NotAllowed` for an unknown kind, and for an episode that the envelope does not have.
    """
    episodes = episodes_of(history, number)
    if kind not in KINDS:  # the message names no kind that only a closed envelope has
        raise NotAllowed(
            phrase(
                "'{kind}' is no kind of rule; so far there are: {kinds}",
                kind=kind,
                kinds=", ".join(known_kinds(history)),
            )
        )
    if number and episode not in episodes:
        raise NotAllowed(
            phrase(
                "envelope {number} has the episodes {episodes}",
                number=number,
                episodes=" ".join(map(str, episodes)),
            )
        )
    return FormRow(RULE, episode, {"name": name, "does": kind, "source": OWNER}, "")


def new_thing(kind: str, name: str) -> FormRow:
    """A new thing of the owner, to be filled in, which rules can name.

    A variant of a building is named after its card: `Z1 long`.
    """
    id, _, variant = name.partition(" ") if kind == PIECE else (name, "", "")
    names = {"id": id, "variant": variant.strip()} if variant else {"id": id}
    return FormRow(kind, 0, {**names, "source": OWNER}, "")


def episodes_of(history: History, number: int) -> tuple[int, ...]:
    """The episodes of an envelope; none for the box."""
    pack = history.campaign.pack
    return next((e.episodes for e in pack.envelopes if e.number == number), ())


def known_kinds(history: History) -> tuple[str, ...]:
    """The kinds of rules that have appeared so far, and the kind `BY_HAND`."""
    pack, opened = history.campaign.pack, history.campaign.opened
    open_episodes = (n for e in pack.envelopes if e.number in opened for n in e.episodes)
    rows = [*pack.rules, *(row for number in open_episodes for row in pack.episodes[number])]
    return tuple(sorted({BY_HAND, *(row["does"] for row in rows if not row.get("end"))}))


def is_made_up(history: History, number: int) -> bool:
    """Whether a row of an open envelope was made up."""
    return bool(rows_of(history, number))


def other_rule_named(why: str, asked: FormRow, rows: Iterable[FormRow]) -> str:
    """The name of the other rule of a form that a refusal names; "" for none."""
    names = (row.values["name"] for row in rows if row.list == RULE)
    named = (name for name in names if f'rule "{name}"' in why)
    return next((name for name in named if name != asked.values.get("name")), "")


def overlay_of(answers: Iterable[Answered]) -> str:
    """The text of the overlay that holds the owner's answers."""
    overlay: dict[str, Any] = {}
    episodes: dict[int, list[dict[str, Any]]] = {}
    for asked, row in answers:
        if asked.list == RULE and asked.episode:
            episodes.setdefault(asked.episode, []).append(row)
        elif asked.list in TABLES:
            overlay[asked.list] = row
        else:
            overlay.setdefault(asked.list, []).append(row)
    if episodes:
        numbers = sorted(episodes)
        overlay["episode"] = [{"number": number, "rule": episodes[number]} for number in numbers]
    return overlay_text(overlay)


def refusal(history: History, answers: Iterable[Answered]) -> Wording:
    """Why the pack is refused with these answers; "" if it is accepted or only lacks a rule."""
    try:
        _, wrong = packs.check_overlay(history, overlay_of(answers))
    except PackError as error:
        return wording_of(error)
    return next((wording_of(error) for error in wrong if not isinstance(error, UnusedPiece)), "")


class MissingRule(NamedTuple):
    """A building of the owner's that no rule brings into play yet, and what is missing."""

    asked: FormRow
    why: Wording


def missing_rules(history: History, answers: Sequence[Answered]) -> tuple[MissingRule, ...]:
    """The new buildings among the answers that no rule brings into play yet."""
    _, wrong = packs.check_overlay(history, overlay_of(answers))
    missing = []
    for error in wrong:
        if isinstance(error, UnusedPiece) and error.path:
            table, i, *_ = error.path
            asked = [asked for asked, _ in answers if asked.list == table][int(i)]
            missing.append(MissingRule(asked, wording_of(error)))
    return tuple(missing)


def ranks_missing(why: str) -> Answered | None:
    """The rule on ranks that a refusal proposes, as an answer; None if it proposes none."""
    _, _, line = why.partition(RANKS)
    if not line:
        return None
    (row,) = toml.loads(line)[RULE]
    return FormRow(RULE, 0, row, ""), row


def in_words(history: History, asked: FormRow, row: Mapping[str, Any]) -> Wording:
    """The words of a row with an answer's values."""
    if asked.list in TABLES:
        return _circles({**asked.values, **row})
    if asked.list != RULE:
        return thing_in_words({**asked.values, **row})
    values = {key: value for key, value in asked.values.items() if key not in ("words", "note")}
    return words_of(history.campaign.pack, PackRow("", {**values, **row}))


def thing_in_words(row: Mapping[str, Any]) -> str:
    """A thing with its name and its values, in words: `Z1 long: kind tower, shape ####`."""
    name = " ".join(filter(None, (row["id"], row.get("variant"))))
    unsaid = (*KEPT, "note", "source")
    values = ", ".join(
        f"{key} {typed_value(value)}" for key, value in row.items() if key not in unsaid
    )
    return f"{name}: {values}"


def languages_of(asked: FormRow, values: Mapping[str, Any], used: str) -> dict[str, str]:
    """The words of an owner's rule in other languages: in those that it has, and in `used`.

    `used` is the language of the user; "" stands for missing words.
    """
    words = values.get(WORDS, asked.values.get(WORDS, ""))
    if WORDS not in asked.keys or not words:
        return {}
    texts = {ENGLISH: words} if isinstance(words, str) else dict(words)
    others = dict.fromkeys({*texts, used} - {ENGLISH}, "")
    return {language: texts.get(language, "") for language in sorted(others)}


def with_words(asked: FormRow, values: Mapping[str, Any], others: Mapping[str, str]) -> Any:
    """The words of a rule by language; only the English text if there are no others."""
    words = values.get(WORDS, asked.values.get(WORDS, ""))
    texts = {language: text for language, text in others.items() if text}
    english = in_default_language(words)
    return {ENGLISH: english, **texts} if texts else english


def typed_value(value: Any) -> str:
    """The text that would be typed for a value: `3`, `yes`, `rock, tree`, `4 2, 8 4`."""
    match value:
        case Mapping():
            return in_default_language(value)
        case bool():
            return YES[0] if value else NO[0]
        case list() if all(isinstance(item, list) for item in value):
            return ", ".join(" ".join(map(str, item)) for item in value)
        case list():
            return ", ".join(map(str, value))
    return str(value)


def read(key: KeyCheck, text: str) -> Any:
    """Read a typed value of a key; raises `PackError` that says what the key accepts."""
    for reading in _READINGS:
        try:
            value = reading(text.strip())
        except (ValueError, KeyError):
            continue
        if key.fits(value):
            return value
    raise PackError(f"{toml_value(text)} is not accepted: this must be {key.wants}")


def _rows(pack: Pack, file: str) -> Iterator[FormRow]:
    """The rows of a file that can be corrected: marks, things, buildings, then rules."""
    data = pack.files[file]
    if PROGRESS in data:
        yield FormRow(PROGRESS, 0, data[PROGRESS], _circles(data[PROGRESS]))
    for row in data.get(CONTENT, ()):
        if row["source"] == OWNER:  # other contents are painted on the map or named by their rules
            yield FormRow(CONTENT, 0, row, thing_in_words(row))
    for name in (OUTLINE, PIECE):
        for row in data.get(name, ()):
            yield FormRow(name, 0, row, thing_in_words(row))
    for row in data.get(RULE, ()):
        yield FormRow(RULE, 0, row, words_of(pack, PackRow("", row)))
    for episode in data.get("episode", ()):
        number = episode["number"]
        for row in episode.get(RULE, ()):
            held = _held(pack, number, row["name"])
            asked = FormRow(RULE, number, row, words_of(pack, PackRow("", row)))
            if held and row.get("end") and not row.get("only"):
                if not (number == pack.last and gives_after(held)):
                    asked = asked._replace(ended=_ended(held))
            elif held and goes_on_without(row):
                asked = asked._replace(before=words_of(pack, held))
            yield asked


def _circles(values: Mapping[str, Any]) -> Phrase:
    return phrase(
        "progress marks: {rows} rows of {circles} circles",
        rows=values["rows"],
        circles=values["circles"],
    )


def _held(pack: Pack, episode: int, name: str) -> PackRow | None:
    """The rule of this name that holds before an episode, without rules of one episode only."""
    earlier = (pack.episodes[number] for number in sorted(pack.episodes) if number < episode)
    rule = None
    for row in chain(pack.rules, *earlier):
        if row.name == name and not row.get("only"):
            rule = None if row.get("end") else row
    return rule


def _ended(rule: PackRow) -> dict[str, Any]:
    """The values with which a rule would go on if no row ended it."""
    return {key: value for key, value in rule.values.items() if key != "note"}


def _flag(text: str) -> bool:
    return {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}[text.casefold()]


def _texts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _numbers(text: str) -> list[int]:
    return [int(part) for part in _texts(text)]


def _pairs(text: str) -> list[list[int]]:
    return [[int(number) for number in part.split()] for part in _texts(text)]


_READINGS: tuple[Callable[[str], Any], ...] = (
    int,
    _flag,
    _numbers,
    _pairs,
    _texts,
    str,
    lambda text: toml.loads(f"x = {text}")["x"],
)
"""The ways to read a text, the likeliest first; the key accepts the first value that fits."""
