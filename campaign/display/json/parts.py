"""The base of JSON documents: models whose fields are the keys, in their order.

    class Rebuild(Document, kind="rebuild"):
        \"\"\"How many campaigns and sessions have the rows of their journals.\"\"\"

        count: int

The output, its JSON Schema and its section of docs/json.md are made from a model. A change that
could break a reader needs a higher `Document.schema_`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationInfo,
    create_model,
    field_validator,
)
from pydantic_core import core_schema

from campaign.store import stamps
from engine.kernel import score as kernel
from engine.kernel.phrases import Phrase, Wording
from engine.kernel.replay import VerdictKind

T = TypeVar("T")
Items = Annotated[tuple[T, ...], Strict(strict=False)]
"""A list; any iterable is accepted."""
ByName = Annotated[dict[str, T], Strict(strict=False)]
"""A table whose keys are names; any mapping is accepted."""
OrNull = Annotated[T | None, BeforeValidator(lambda value: value or None)]
"""A value that may be missing: "" and 0 become null."""


@dataclass(frozen=True, eq=False)
class TextForm:
    """The form of a text: its JSON Schema, and the pattern that is checked on reading a document.

    Writing a document checks nothing, so that an old or damaged entry is shown as it is.
    """

    pattern: str
    schema: Mapping[str, Any] | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), **(self.schema or {"pattern": f"^({self.pattern})$"})}

    def _check(self, text: str, info: ValidationInfo) -> str:
        if info.mode == "json" and not re.fullmatch(self.pattern, text):
            raise ValueError(f"{text!r} is not like {self.pattern}")
        return text


def one_of(*allowed: str) -> TextForm:
    """The form of a text that is one of a few words."""
    return TextForm("|".join(allowed), {"enum": list(allowed)})


Day = Annotated[str, TextForm(r"\d{4}-\d\d-\d\d", {"format": "date"})]
Time = Annotated[
    str,
    BeforeValidator(stamps.iso),
    TextForm(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", {"format": "date-time"}),
]
"""A moment by the clock of its table: its first ten characters are the day there."""
Head = Annotated[str, TextForm("[0-9A-Z]{4}-[0-9A-Z]{4}")]
Key = Annotated[str, TextForm("([0-9A-Z]{4}-){5}[0-9A-Z]{4}")]
Cell = Annotated[str, TextForm(r"[A-Z]\d{1,2}")]
Verdict = Annotated[str, one_of(*VerdictKind)]
Source = Annotated[str, one_of("rulebook", "public", "inferred", "placeholder", "owner")]


def english(value: object) -> object:
    """A value in which each phrase is replaced by its English text."""
    match value:
        case Phrase():
            return str(value)
        case list() | map() | filter() | Generator():
            return tuple(map(english, value))
        case tuple() if type(value) is tuple:
            return tuple(map(english, value))
        case dict():
            return {english(key): english(entry) for key, entry in value.items()}
    return value


class Part(BaseModel):
    """A part of a document: it has exactly these keys."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        from_attributes=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )

    @field_validator("*", mode="before")
    @classmethod
    def _english(cls, value: object) -> object:
        """Replace phrases by their English text: a document is the same in every language."""
        return english(value)

    @classmethod
    def from_value(cls, value: object = None, /, **given: Any) -> Self:
        """Make a part from `given` and, for all other fields, from the fields of a value."""
        required_fields = (name for name, field in cls.model_fields.items() if field.is_required())
        values = {name: getattr(value, name) for name in required_fields if name not in given}
        return cls.model_validate({**values, **given})


@cache
def _part_of(row: type) -> type[Part]:
    """The part whose keys are the fields of a named tuple."""
    hints = get_type_hints(row, include_extras=True)
    fields: Any = {name: (_in_english(hint), ...) for name, hint in hints.items()}
    return create_model(row.__name__, __base__=Part, __doc__=row.__doc__, **fields)


def _in_english(hint: Any) -> Any:
    """The type of a field, with `str` in place of `Wording`, because a document has texts."""
    if hint == Wording:
        return str
    if arguments := get_args(hint):
        english_arguments = tuple(map(_in_english, arguments))
        if english_arguments != arguments:
            return get_origin(hint)[english_arguments]
    return hint


class _Fields:
    """Makes a part of a named tuple: its fields are the keys, its docstring the description."""

    def __get_pydantic_core_schema__(self, row: Any, handler: Any) -> Any:
        return handler(_part_of(row))


Row = Annotated[T, _Fields()]
"""A named tuple of a use case that is itself a part of a document."""


class Document(Part):
    """What a command prints with `--json`; `kind` is a keyword of its class."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    kind: str = ""

    def __init_subclass__(cls, kind: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        if kind:
            cls.__annotations__ = {**cls.__annotations__, "kind": Literal[kind]}
            cls.kind = kind


class CampaignDocument(Document):
    """A document about a campaign."""

    campaign: str = Field(description="its name")


class SheetPart(Part):
    """The score sheet of a seat. The points of its lines add up to the score by replay."""

    seat: str
    score: int = Field(description="the one that counts, or by replay where the list says so")
    rank: int = Field(description="1 is best")
    tie: OrNull[str] = Field(
        description="why this seat ranks before or equal to another with the same score"
    )
    lines: Items[Row[kernel.SheetEntry]] = Field(description="empty if only results were recorded")
    figures: ByName[int] = Field(description="what is noted besides the score, such as `coins`")


class EveningNotes(Part):
    """What the table noted of an evening; nothing of it is proved."""

    place: OrNull[str] = Field(description="where it was played")
    minutes: OrNull[int] = Field(description="how long it took")
    note: OrNull[str] = Field(description="a remark, which may have several lines")


class PhotoPart(Part):
    """A photo of an evening; its file lies beside the database."""

    photo: str = Field(description="the SHA-256 of its file")
    size: int = Field(description="bytes of its file")
    kind: str = Field(description="`image/jpeg`")
    seat: OrNull[str] = Field(description="whose board it shows; null where nobody said")


def day(played: date | None) -> str | None:
    """The day of a session as ISO 8601; None if its record has none."""
    return played.isoformat() if played else None


def sheet(sheet: kernel.SeatScore) -> SheetPart:
    """The part on the score sheet of a seat."""
    return SheetPart.from_value(sheet, score=sheet.total, figures=dict(sheet.figures))
