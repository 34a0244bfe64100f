"""The documents that commands print with `--json`, and the check of a document by its model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Any

from pydantic import TypeAdapter

from campaign.cli import documents
from campaign.display.json.parts import Document
from tests import docs


@cache
def of_kind() -> Mapping[str, Mapping[type[Document], list[str]]]:
    """Return the models of each kind, which are two for `envelope`, with their commands."""
    kinds: dict[str, dict[type[Document], list[str]]] = {}
    for words in map(" ".join, docs.commands()):
        for model in documents.documents_of_command(words):
            kind = model.model_fields["kind"].default
            kinds.setdefault(kind, {}).setdefault(model, []).append(words)
    return kinds


@cache
def _check(kind: str) -> TypeAdapter[Document]:
    return TypeAdapter(reduce(or_, of_kind()[kind]))


def checked(text: str) -> dict[str, Any]:
    """Return the only document of a text; raises `ValidationError` if its model refuses it."""
    document: dict[str, Any] = json.loads(text)
    model = _check(document["kind"]).validate_json(text)
    # No key has a default or another value.
    assert json.dumps(model.model_dump()) == json.dumps(document)
    return document
