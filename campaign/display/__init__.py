"""Values in, renderables out: the only user of rich.

Nothing here prints, opens or derives anything. Colour adds, it never carries a meaning
alone; 80 columns are the measure; what to do next stands first or last.
"""
