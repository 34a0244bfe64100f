"""Looking back on an evening: the search for the best line of a seat, with clock and solver."""
