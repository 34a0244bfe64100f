"""Import the whole program: the processes of tests are copies of one that has done so."""

import sys
from importlib import import_module

from campaign.cli import commands
from campaign.games.kit import kits
from tests import calendars as calendars

for name in commands.commands():
    commands.load(name)
for kit in kits():
    import_module(kit.rules)
for module in list(sys.modules.values()):
    getattr(module, "__doc__", None)  # executes a module whose import was deferred
