"""What goes out: plays as values, tables of them, records, and the document of another program."""
