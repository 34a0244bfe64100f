"""The tree of errors: one root, and what each says besides its message."""

from __future__ import annotations

from engine.kernel import errors
from engine.kernel.errors import EngineError, NotAllowed, NotationError, RecordError
from engine.kernel.phrases import phrase


def test_every_error_has_one_root() -> None:
    classes = [
        value
        for value in vars(errors).values()
        if isinstance(value, type) and value.__module__ == errors.__name__
    ]
    assert all(issubclass(error, EngineError) for error in classes)


NO = phrase("no")


def test_a_record_error_says_where() -> None:
    assert (3, 14) == (RecordError("no", 3, 14).line, RecordError("no", 3, 14).column)
    assert (0, 0) == (NotationError(NO).line, NotationError(NO).column)


def test_a_refusal_says_what_helps() -> None:
    refused = NotAllowed(phrase("envelope 1 is sealed"), "open envelope 1")
    assert ("envelope 1 is sealed", "open envelope 1") == (str(refused), refused.remedy)
