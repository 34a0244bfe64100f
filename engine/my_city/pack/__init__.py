"""Packs: from their files to the rules of an episode, in words too, with an owner's corrections."""
