"""Games that simple players play: as records, sessions or rows, or for trying out a pack."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "simulate",
    hooks={"work": f"{__name__}.games:play_out"},
    commands={
        "simulate": f"{__name__}.commands:app",
        "pack simulate": f"{__name__}.pack_commands:app",
    },
)
