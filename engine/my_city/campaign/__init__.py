"""The campaign: a fold of the entries of its journal, and what follows from it for good."""
