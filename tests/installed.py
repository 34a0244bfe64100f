"""Installed packages are read once in a process; tests that install some reset this."""

from __future__ import annotations

from campaign import registry
from campaign.cli import commands
from campaign.extras import extra
from campaign.games import kit
from campaign.services import games

READ = (
    registry.all_entry_points,
    kit.kits,
    kit._by_name,
    games._rules,
    extra.extras,
    extra._by_name,
    commands.added_commands,
    commands.commands,
)


def looked_up_anew() -> None:
    """Forget which packages are installed."""
    for look_up in READ:
        look_up.cache_clear()
