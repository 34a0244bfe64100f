"""A plugin of mypy: a phrase in an f-string, or in `"...".format(...)`, is an error of type.

A phrase is no text; put into one it would be English in every language. `{words!s}` says that
English is meant, as in a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.nodes import CallExpr, MemberExpr, StrExpr
from mypy.plugin import MethodContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

PHRASE = "engine.kernel.phrases.Phrase"
MEANT = "{!s"
"""How the pattern begins that mypy makes of a value that is made a text on purpose."""


class TypedTexts(Plugin):
    """Refuses phrases in texts."""

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Look at what is put into a text; an f-string is a call of `format` for mypy."""
        return _checked if fullname == "builtins.str.format" else None


def _checked(context: MethodContext) -> Type:
    call = context.context
    if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr):
        pattern = call.callee.expr
        if isinstance(pattern, StrExpr) and pattern.value.startswith(MEANT):
            return context.default_return_type
    if any(_is_phrase(one) for some in context.arg_types for it in some for one in _each(it)):
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
    """What mypy asks for."""
    return TypedTexts
