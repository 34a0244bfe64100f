"""Lines and bounds of hindsight: pure, without solver and database."""
