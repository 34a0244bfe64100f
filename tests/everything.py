"""Imports the whole program, for the processes that are copies of one that has done so."""

import sys
from importlib import import_module

from campaign.cli import commands
from engine import catalogue

for name in commands.commands():
    commands.load(name)
for listed in catalogue.GAMES.values():
    import_module(listed.module)
for module in list(sys.modules.values()):
    getattr(module, "__doc__", None)  # executes a module whose import was deferred
