"""The command line: one file per group of commands, all of them thin."""
