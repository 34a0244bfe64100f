"""Group options that several commands share: each command gets their values as one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from campaign.cli.signatures import hints_of, replace_parameters

Command = Callable[..., Any]


def grouped(
    parameter: str, options: Mapping[str, Any], make: Callable[[Mapping[str, Any]], Any]
) -> Callable[[Command], Command]:
    """Give a command some options; `make` turns their values into one parameter.

    `options` are the options' types by name. The value of an option that is not typed is None.
    """

    def give(function: Command) -> Command:
        @wraps(function)
        def run(*environment: Any, **values: Any) -> Any:
            value = make({name: values.pop(name) for name in options})
            return function(*environment, **values, **{parameter: value})

        hints = hints_of(function)
        parameters = [
            declared.replace(annotation=hints[name])
            for name, declared in inspect.signature(function).parameters.items()
            if name != parameter
        ]
        kind = inspect.Parameter.KEYWORD_ONLY
        option_parameters = [
            inspect.Parameter(name, kind, default=None, annotation=hint)
            for name, hint in options.items()
        ]
        replace_parameters(run, [*parameters, *option_parameters])
        return run

    return give
