"""Optional features besides the core, each in a folder that can be removed with `rm -r`."""
