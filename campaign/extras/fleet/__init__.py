"""Many databases at once, and work that is spread over processes or a cluster."""

from campaign.extras.extra import Extra

EXTRA = Extra(
    "fleet",
    hooks={
        "processes": f"{__name__}.pool:processes",
        "cluster": f"{__name__}.cluster:cluster",
        "work": "campaign.services.audit.run:audit_campaigns",
    },
    commands={
        "fleet": f"{__name__}.commands:app",
    },
)
