"""Addresses that a phone scans, as QR codes."""

from __future__ import annotations

from io import BytesIO

import segno

BORDER = 2
"""Light modules around the code, so that a camera finds it."""


def modules(address: str) -> list[list[bool]]:
    """The code of an address: rows of modules, True for a dark one."""
    return [[bool(module) for module in row] for row in _code(address).matrix_iter(border=BORDER)]


def picture(address: str) -> str:
    """The code of an address as SVG, dark on light in any page."""
    drawn = BytesIO()
    _code(address).save(
        drawn, kind="svg", border=BORDER, light="#fff", svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()


def _code(address: str) -> segno.QRCode:
    return segno.make(address, error="l", micro=False)
