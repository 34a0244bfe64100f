"""The moves of each game in words, for screens and pages."""
