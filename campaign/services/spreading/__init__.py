"""Work on many tables in chunks: by one process, by several, or by a cluster of machines."""
