"""The revisions of the schema, and a snapshot of what the last of them makes on SQLite."""
