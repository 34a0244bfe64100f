"""What a seat could have scored with the same cards in the same order."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "hindsight",
    hooks={
        "allowed": f"{__name__}.known:of_episodes",
        "page": f"{__name__}.page:held",
        "read_page": f"{__name__}.page:read",
        "statistics": f"{__name__}.statistics:of_campaigns",
    },
    commands={
        "hindsight": f"{__name__}.commands:app",
        "session hindsight": f"{__name__}.commands:session",
    },
)
