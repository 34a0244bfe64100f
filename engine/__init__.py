"""The rules of the games, pure: values in, values out.

Nothing here opens a file of the user, reads a clock, prints, stores or draws a
random number; `kernel.dealer` alone uses `random`. What is rolled, drawn or
revealed at the table stands in the record.
"""
