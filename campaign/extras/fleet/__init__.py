"""Many databases at once, and the work given to processes or a cluster."""
