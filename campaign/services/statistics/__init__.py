"""Statistics of kept sessions: values in, tables out, a module a game."""
