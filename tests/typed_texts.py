"""A plugin of mypy: a phrase in an f-string, or in `"...".format(...)`, is a type error.

A phrase is no text: in a text it would be English in every language. `{words!s}` says that
English is meant, as in a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.nodes import CallExpr, MemberExpr, StrExpr
from mypy.plugin import MethodContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

PHRASE = "engine.kernel.phrases.Phrase"
MEANT = "{!s"
"""The beginning of the pattern into which mypy turns `{words!s}`."""


class TypedTexts(Plugin):
    """A plugin that refuses phrases in texts."""

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Return the check of the values in a text; an f-string is a call of `format` to mypy."""
        return _checked if fullname == "builtins.str.format" else None


def _checked(context: MethodContext) -> Type:
    call = context.context
    if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr):
        pattern = call.callee.expr
        if isinstance(pattern, StrExpr) and pattern.value.startswith(MEANT):
            return context.default_return_type
    if any(
        _is_phrase(part) for types in context.arg_types for type_ in types for part in _each(type_)
    ):
        context.api.fail(
            "In a text this phrase would be English in every language: make a phrase of the whole, "
            "or write {...!s} where English is meant",
            call,
        )
    return context.default_return_type


def _each(of: Type) -> Iterator[Type]:
    proper = get_proper_type(of)
    yield from proper.items if isinstance(proper, UnionType) else (proper,)


def _is_phrase(of: Type) -> bool:
    proper = get_proper_type(of)
    return isinstance(proper, Instance) and proper.type.fullname == PHRASE


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, as mypy asks."""
    return TypedTexts
