"""What a seat could have scored with the same cards in the same order."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "hindsight",
    hooks={
        "allowed": f"{__name__}.known:rows_of_episodes",
        "page": f"{__name__}.page:page_of_history",
        "read_page": f"{__name__}.page:read_rows",
        "statistics": f"{__name__}.statistics:of_campaigns",
    },
    commands={
        "hindsight": f"{__name__}.commands:app",
        "session hindsight": f"{__name__}.commands:session",
    },
)
