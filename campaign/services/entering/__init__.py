"""A game that is being entered, answer by answer, and its drafts."""
