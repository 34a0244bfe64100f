"""Importing sessions from elsewhere: all are checked first, then all are kept or none."""
