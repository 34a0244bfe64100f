"""Make docs/json.md from the models of the documents; `python -m tests.docs` writes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaign.display.json.parts import Document
from tests.json_documents import of_kind

Schema = Mapping[str, Any]
TEXTS = {"date": "day", "date-time": "time"}
HEAD = """# The documents of `--json`

Made from the program's own models by `make docs`.

With `--json` a command prints one JSON object on stdout, called a document here. Messages still go
to stderr, and the exit codes are the same. If a command ends with an error, it prints no document.
`campaign --json-schema status` prints the JSON Schema of what `campaign status` prints, and
`campaign --json-schema "episode show"` that of a command of two words. Every document has two keys:

| Key | Type | |
|---|---|---|
| `schema` | number | 1; it is raised by a change that could break a reader |
| `kind` | text | which of the documents below |

New keys may be added without a new `schema`. Numbers are whole, except in
[statistics](#statistics) and the mean of a [player](#player). Times are ISO 8601 by the
clock of the table (`"2026-11-21T20:30:00+01:00"`; `Z` where that is UTC), so their first ten
characters are the day there; days are ISO 8601 (`"2026-11-03"`). *Or null* means that a value may
be missing. The keys of a *table* are names. A verdict is explained in [notation.md](notation.md).
Placeholders are the made-up values that a session relied on. In the example `...` stands for lines
that are left out.

```console
$ campaign status --json
{
  "schema": 1,
  "kind": "status",
  "campaign": "Tuesday",
  "pack": "stand_in",
  "next_episode": 4,
  "envelope_to_open": 2,
  "cities": [
    {
      "seat": "eagle",
      "name": "Rivers",
      "player": "Anna",
      "marks": 3,
      "stickers": [
        "tree G1",
...
  "entries": 16,
  "head": "QNAM-7WY9"
}
```
"""


def page() -> str:
    """Return the page: the documents by kind, then the parts that several of them contain."""
    schemas = {kind: [*map(_schema, models)] for kind, models in of_kind().items()}
    parts: dict[str, Schema] = {}
    uses = Counter[str]()
    for described in schemas.values():
        names = {
            name: part for schema in described for name, part in schema.get("$defs", {}).items()
        }
        uses.update(names.keys())
        parts |= names
    shared = {name for name, count in uses.items() if count > 1}
    text = [HEAD]
    for kind in sorted(schemas):
        text.append(f"\n## {kind}\n\nPrinted by {_commands(of_kind()[kind])}.\n")
        text.append("\n".join("".join(_described(schema, shared)) for schema in schemas[kind]))
        own = {name for schema in schemas[kind] for name in schema.get("$defs", {})} - shared
        for name in sorted(own):
            text += [f"\n**{_words(name)}**: ", *_described(parts[name], shared)]
    text.append("\n## Parts\n")
    for name in sorted(shared):
        text += [f"\n### Part: {_words(name)}\n\n", *_described(parts[name], shared)]
    return "".join(text)


def _schema(model: type[Document]) -> Schema:
    return model.model_json_schema(mode="serialization")


def _commands(models: Mapping[type[Document], Iterable[str]]) -> str:
    """Return the commands that print a kind of document, in words."""
    commands = {words for words_of_model in models.values() for words in words_of_model}
    return ", ".join(f"`campaign {words}`" for words in sorted(commands))


def _described(schema: Schema, shared: set[str]) -> Iterator[str]:
    """Yield what an object is, then its keys, except the two of every document."""
    yield " ".join(schema["description"].split()) + "\n\n"
    keys = schema["properties"]
    for key in [*keys][2:] if "schema" in keys else keys:
        about = keys[key].get("description", "")
        yield f"- `{key}` {_type(keys[key], shared)}{about and f': {about}'}\n"


def _type(schema: Schema, shared: set[str]) -> str:
    """Return the type of a value in words."""
    match schema:
        case {"$ref": ref}:
            name = str(ref).rpartition("/")[2]
            words = _words(name)
            return f"[{words}](#part-{words.replace(' ', '-')})" if name in shared else words
        case {"anyOf": types}:
            return " or ".join(dict.fromkeys(_type(part, shared) for part in types))
        case {"const": value}:
            return f"`{str(value).lower()}`"
        case {"enum": values}:
            return "one of " + ", ".join(f"`{value}`" for value in values)
        case {"type": "array", "items": items}:
            return f"list of {_type(items, shared)}"
        case {"type": "object", "additionalProperties": values}:
            return f"table of {_type(values, shared)}"
        case {"type": "string"}:
            return TEXTS.get(schema.get("format", ""), "text")
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "boolean"}:
            return "true or false"
    assert schema["type"] == "null", schema
    return "null"


def _words(name: str) -> str:
    """Return the name of a part in words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
