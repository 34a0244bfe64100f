"""The audit: everything is derived from the journal again and compared, check by check."""
