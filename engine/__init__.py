"""The rules of the games. They are pure: they take values and return values.

Nothing here opens a file of the user, reads a clock, prints or stores anything. Only
`kernel.dealer` draws random numbers, for simulations: what is rolled, drawn or revealed at a table
is in the record.
"""
