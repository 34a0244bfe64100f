"""Dilluvia Project: screen, words, picture, phone, statistics."""
