"""Looking back on one seat's evening: what the same cards in the same order allowed."""
