"""The application around the engine: command line, use cases, store, display."""

__version__ = "0.1.0"

DISTRIBUTION = "campaign"
"""The name of the installed package; `pyproject.toml` has the same."""
