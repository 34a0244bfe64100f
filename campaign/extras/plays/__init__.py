"""Plays in and out: BG Stats, CSV, Parquet, records."""
