"""The tree of errors: one root, and what each says besides its message."""

from __future__ import annotations

from engine.kernel import errors
from engine.kernel.errors import EngineError, NotationError, RecordError, Refused


def test_every_error_has_one_root() -> None:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    assert all(issubclass(error, EngineError) for error in classes)


def test_a_record_error_says_where() -> None:
    assert (3, 14) == (RecordError("no", 3, 14).line, RecordError("no", 3, 14).column)
    assert (0, 0) == (NotationError("no").line, NotationError("no").column)


def test_a_refusal_says_what_helps() -> None:
    refused = Refused("envelope 1 is sealed", "open envelope 1")
    assert ("envelope 1 is sealed", "open envelope 1") == (str(refused), refused.remedy)
