"""Optional features besides the core, one folder each; gone with `rm -r`."""
