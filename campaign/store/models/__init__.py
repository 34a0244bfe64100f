"""The projections as models: the rows that follow from the journal, to be queried.

    campaign ─┬─ city ─┬─ tenure         who held it, from which entry to which
              │        ├─ sticker        what was put on its board, and why
              │        ├─ progress_mark  what an episode brought it
              │        └─ shaft          how deep it has dug
              └─ envelope                which entry opened it
    session_log ── result                an episode, or a session outside a campaign; its scores

`stream` is the key of a campaign or a session in all of them, as it is in the journal. Keys are
natural, so that the same journal gives the same rows. Tables that are not projections are
declared where they are used: `journal`, `origins`, `settings`, `drafts`. Alembic makes all of
them (`migrations/`); a test holds the models equal to it.

A mapped class takes three milliseconds to make, four where SQLModel has to read its annotations
from text. So these modules do not import `annotations` from `__future__`, and a command imports
only the models that it reads.
"""
