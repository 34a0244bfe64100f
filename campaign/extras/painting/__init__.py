"""The real box entered with the keyboard: ground, river, outlines."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "painting",
    hooks={"paint_box": f"{__name__}.commands:paint_box"},
    commands={
        "pack paint": f"{__name__}.commands:app",
    },
)
