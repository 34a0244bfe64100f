"""The table on phones: an edge like the command line, a server for one evening."""
