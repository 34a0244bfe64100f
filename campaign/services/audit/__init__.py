"""The audit: everything derived from the journal again and compared, check by check."""
