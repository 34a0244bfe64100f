"""Options that several commands have, given to each of them as one value."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from campaign.cli.signatures import hints_of, shows

Command = Callable[..., Any]


def grouped(
    parameter: str, options: Mapping[str, Any], make: Callable[[Mapping[str, Any]], Any]
) -> Callable[[Command], Command]:
    """Give a command some options; it gets what `make` makes of them, as one parameter.

    `options` are types by name. An option that is not typed is None.
    """

    def give(function: Command) -> Command:
        @wraps(function)
        def run(*environment: Any, **values: Any) -> Any:
            made = make({name: values.pop(name) for name in options})
            return function(*environment, **values, **{parameter: made})

        hints = hints_of(function)
        own = [
            one.replace(annotation=hints[name])
            for name, one in inspect.signature(function).parameters.items()
            if name != parameter
        ]
        kind = inspect.Parameter.KEYWORD_ONLY
        more = [
            inspect.Parameter(name, kind, default=None, annotation=hint)
            for name, hint in options.items()
        ]
        shows(run, [*own, *more])
        return run

    return give
