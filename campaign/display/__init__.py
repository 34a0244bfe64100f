"""Values in, text out: screens for a terminal, JSON documents, plain text.

Only `terminal` uses rich. Only its consoles print; nothing here opens a file or the database.
A colour never carries a meaning alone. A screen fits into 80 columns, and what to do next
stands first or last.
"""
