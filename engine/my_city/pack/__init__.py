"""Packs: from their files to the rules of an episode and their words, with corrections."""
