"""Entering a game answer by answer, and its drafts."""
