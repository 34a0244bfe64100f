"""Quadropolis: screen, words, picture, phone, statistics, scores of drawn cities."""
