"""The two locks: everything pinned, hashed, in step with pyproject.toml, from no named place."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[2]
RUN, DEVELOP = "requirements.txt", "requirements-dev.txt"


@pytest.mark.parametrize("lock", [RUN, DEVELOP])
def test_every_line_is_a_pin_with_its_hashes(lock: str) -> None:
    for line in _lines(lock):
        assert re.fullmatch(r"[\w.-]+==[^\s;]+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+", line)


@pytest.mark.parametrize("lock", [RUN, DEVELOP])
def test_no_address_and_no_path_is_named(lock: str) -> None:
    assert re.findall(r"://|--\w*index|--find-links| @ |^/|\.(?:org|com|io)\b", _text(lock)) == []


@pytest.mark.parametrize("lock", [RUN, DEVELOP])
def test_what_the_program_needs_is_pinned_as_it_asks(lock: str) -> None:
    pyproject = tomllib.loads(_text("pyproject.toml"))
    needs = map(Requirement, pyproject["project"]["dependencies"])
    pins = _pins(lock)
    assert [str(need) for need in needs if pins.get(need.name, "") not in need.specifier] == []


def test_developers_have_the_same_pins_and_more() -> None:
    assert _pins(RUN).items() < _pins(DEVELOP).items()


def test_nothing_is_missing_that_a_pinned_package_needs() -> None:
    """`make` installs the locks as they are, and does not ask what each package needs."""
    pins = _pins(DEVELOP)
    pinned = [one for one in distributions() if canonicalize_name(one.name) in pins]
    needs = [Requirement(need) for one in pinned for need in one.requires or ()]
    here = [need for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]
    missing = [
        need for need in here if pins.get(canonicalize_name(need.name), "") not in need.specifier
    ]
    assert pinned
    assert missing == []


def _text(name: str) -> str:
    return (CHECKOUT / name).read_text("utf-8")


def _lines(lock: str) -> list[str]:
    """Give one line for each requirement, its hashes at the end."""
    joined = re.sub(r"\s*\\\n\s*", " ", re.sub(r"^ *#.*\n", "", _text(lock), flags=re.MULTILINE))
    return joined.splitlines()


def _pins(lock: str) -> dict[str, str]:
    """Give the version pinned for each name."""
    pins = (re.match(r"([\w.-]+)==(\S+)", line) for line in _lines(lock))
    return {pin[1]: pin[2] for pin in pins if pin}
