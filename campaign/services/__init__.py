"""Use cases: each is a function that takes a database session, never commits, returns values."""
