"""A page as one file: its markup contains style and scripts, and it loads nothing from elsewhere.

The policy in its head allows this style and these scripts by their digests, and no request at all.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jinja2
from markupsafe import Markup

from campaign import __version__
from campaign.display.svg import emblems
from campaign.display.svg.picture import Element, Picture, definitions, element, number
from campaign.display.svg.style import STYLE
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.kernel.texts import replace_controls

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
LANGUAGES = ("en", "zh-Hant", "it")
"""The languages of pages."""


def page(
    template: str,
    title: Wording,
    speaker: Speaker,
    pictures: Iterable[Picture],
    folder: Path = TEMPLATES,
    scripts: Sequence[str] = ("page.js",),
    **values: Any,
) -> str:
    """A page from its template in a folder, with `values` for the template.

    `pictures` are the pictures whose shapes it uses, `scripts` the files of its scripts.
    """
    used = list(pictures)
    style = STYLE + _read("page.css")
    texts = [_read(name) for name in scripts]
    allowed = " ".join(f"'{_digest(text)}'" for text in texts)
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {allowed}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    shapes = element("svg", {"width": 0, "height": 0, "aria-hidden": "true"}, [definitions(used)])
    return (
        _templates(folder)
        .get_template(template)
        .render(
            title=title,
            language=speaker.language,
            speaker=speaker,
            policy=policy,
            style=Markup(style),
            scripts=list(map(Markup, texts)),
            shapes=markup(shapes),
            program=__version__,
            **values,
        )
    )


def picture_markup(picture: Picture, *, kind: str = "picture") -> Markup:
    """The markup of a picture in a page, with words for readers who do not see the picture."""
    box = f"0 0 {number(picture.width)} {number(picture.height)}"
    words = (
        element("title", {}, text=picture.title),
        element("desc", {}, text=picture.description),
    )
    attributes = {"viewBox": box, "role": picture.role, "class": kind, "width": picture.width}
    return markup(element("svg", attributes, (*words, *picture.elements)))


def emblem(seat: Seat) -> Markup:
    """The markup of a seat's emblem; screen readers skip it, because the name stands beside it."""
    frame = {"viewBox": "0 0 24 24", "class": "emblem", "aria-hidden": "true"}
    return markup(element("svg", frame, [emblems.emblem(seat)]))


def markup(element: Element) -> Markup:
    """The text of an element in a page."""
    text = ElementTree.tostring(element, encoding="unicode")
    return Markup(text.replace(" />", "/>"))  # " />" occurs only at the end of an element


def data(values: object) -> Markup:
    """Values as JSON for a script element; no text among them can end the element."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return Markup(replace_controls(text).replace("<", "\\u003c").replace("&", "\\u0026"))


def _digest(text: str) -> str:
    """The digest by which the policy of a page allows a style or a script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@lru_cache
def _read(name: str) -> str:
    return (HERE / name).read_text("utf-8")


@lru_cache
def _templates(folder: Path) -> jinja2.Environment:
    """The templates of a folder and those of this package.

    Every value is escaped, and control characters are replaced.
    """
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_clean,
    )
    templates.globals["phrase"] = phrase
    return templates


@jinja2.pass_context
def _clean(context: jinja2.runtime.Context, value: object) -> object:
    """A value for a page: in the language of the page, without control characters."""
    if isinstance(value, Markup) or not isinstance(value, str | Phrase):
        return value
    speaker: Speaker = context["speaker"]
    return replace_controls(speaker.say(value))
