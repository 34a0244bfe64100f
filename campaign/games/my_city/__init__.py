"""My City at the table: screen, words, picture, phone, statistics."""
