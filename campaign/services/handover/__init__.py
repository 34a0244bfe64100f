"""Histories that change hands, and the receipts for them."""
