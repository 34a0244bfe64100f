"""Values in, text out: screens for a terminal, JSON documents, plain text.

Only `terminal` uses rich. Only its consoles print; nothing here opens a file or the database.
No meaning depends on colour alone. A screen fits into 80 columns, and the next thing to do stands
first or last.
"""
