"""What the program can do besides its core, one folder each; gone with `rm -r`."""
