"""The rows of the projections, derived from values: pure, and the only place that derives them."""
