"""What a seat could have reached with the same cards in the same order."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "hindsight",
    commands={
        "hindsight": f"{__name__}.commands:app",
        "session hindsight": f"{__name__}.commands:session",
    },
)
