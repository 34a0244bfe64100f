"""The user's name, and whether the user sits at a terminal."""

from __future__ import annotations

import getpass
import os
import sys


def is_at_terminal() -> bool:
    """Return whether the user sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def user_name() -> str:
    """Return the user's name: `CAMPAIGN_AUTHOR`, else the name of the account."""
    try:
        return os.environ.get("CAMPAIGN_AUTHOR") or getpass.getuser()
    except (KeyError, OSError):  # an account without a name
        return "somebody"
