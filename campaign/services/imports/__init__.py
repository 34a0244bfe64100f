"""Sessions that come from elsewhere: looked at first, then kept all at once or not at all."""
