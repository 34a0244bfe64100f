"""Pages: values in, HTML out; a page is one file that loads nothing from elsewhere.

    page.py        the document: style, script, and a policy that allows nothing else
    boards.py      a board of My City over time, as one picture
    chronicle.py   a campaign;  sessions.py   sessions outside a campaign
    proof.py       the signed bundle in a page, and the check that the page agrees with it
    templates/     the markup, escaped by Jinja

The rules have decided everything before. The script of a page only shows and hides elements.
"""
