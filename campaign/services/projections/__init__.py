"""The rows of the projections. They are derived from values here, and nowhere else."""
