"""The table on phones: a server on the local network for one evening."""
