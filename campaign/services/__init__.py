"""Use cases: one function each, takes a database session, never commits, returns values."""
