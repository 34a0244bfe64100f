"""Games of simple players: records, sessions, rows, packs tried out."""
