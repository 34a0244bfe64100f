"""Handing over histories between copies of the program, and the receipts for them."""
