"""The store: an append-only journal, the tables derived from it, and the database with both."""
