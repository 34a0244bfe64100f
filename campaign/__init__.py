"""The application around the engine: command line, use cases, store, display."""

__version__ = "0.1.0"

DISTRIBUTION = "tabletop-campaign"
"""The name under which the program is installed; its command is `campaign`."""
