"""Pages: values in, HTML out, one file that needs nothing from elsewhere.

    page.py        the document: style, script, and a policy that allows nothing else
    boards.py      a board of My City over some time, as one picture
    chronicle.py   a campaign;  sessions.py   sessions outside
    proof.py       the signed bundle in a page, and whether the page shows what it says
    templates/     the markup, escaped by Jinja

The rules have decided everything before: the script of a page shows and hides, and no more.
"""
