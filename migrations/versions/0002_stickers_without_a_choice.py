"""One entry can put many stickers on boards; cities have nuggets and shafts.

Revision 0002 follows 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sticker") as sticker:
        sticker.drop_constraint("pk_sticker", type_="primary")
        sticker.create_primary_key("pk_sticker", ["stream", "entry", "seat", "kind", "square"])
    with op.batch_alter_table("city") as city:
        city.add_column(sa.Column("nuggets", sa.Integer(), nullable=False, server_default="0"))
        city.add_column(sa.Column("shafts", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("city") as city:
        city.alter_column("nuggets", server_default=None)
        city.alter_column("shafts", server_default=None)
