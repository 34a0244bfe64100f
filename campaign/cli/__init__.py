"""The command line: one module per group of commands, which calls services and display."""
