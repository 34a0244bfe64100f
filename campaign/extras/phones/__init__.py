"""The table on phones: a server on the local network for one evening."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "phones",
    hooks={"table_beside": f"{__name__}.evening:serving_phones"},
)
