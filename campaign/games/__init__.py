"""What people see of each game, one folder a game; gone with `rm -r`."""
