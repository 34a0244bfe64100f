"""What people see of each game: a folder for each game, which can be removed with `rm -r`."""
