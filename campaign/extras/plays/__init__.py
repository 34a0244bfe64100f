"""Plays in and out: BG Stats, BoardGameGeek, CSV, Parquet, records."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "plays",
    commands={
        "export": f"{__name__}.export_commands:app",
        "import bgstats": f"{__name__}.import_commands:app",
        "import bgg": f"{__name__}.import_commands:app",
        "import csv": f"{__name__}.import_commands:app",
    },
    hooks={
        "episode_link": f"{__name__}.bgstats:episode_link",
        "session_link": f"{__name__}.bgstats:session_link",
    },
)
