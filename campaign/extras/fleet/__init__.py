"""Many databases at once, and the work given to processes or a cluster."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "fleet",
    commands={
        "fleet": f"{__name__}.commands:app",
    },
)
