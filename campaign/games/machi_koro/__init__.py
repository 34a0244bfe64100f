"""Machi Koro: screen, words, picture, phone, statistics."""
