"""The projections as models: rows that follow from the journal and can be queried.

    campaign ─┬─ city ─┬─ tenure         who held it, from which entry to which
              │        ├─ sticker        what was put on its board, and why
              │        ├─ progress_mark  what an episode brought it
              │        └─ shaft          how deep it has dug
              └─ envelope                which entry opened it
    session_log ── result                an episode, or a session outside a campaign; its scores

In all of them `stream` is the key of a campaign or a session, as in the journal. Keys are natural,
so that the same journal gives the same rows. Tables that are not projections are declared where
they are used: `journal`, `origins`, `settings`, `drafts`. Alembic makes all tables (`migrations/`);
a test checks that they agree with the models.

A mapped class takes three milliseconds to make, and four if SQLModel has to read its annotations
from text. So these modules do not import `annotations` from `__future__`, and a command imports
only the models that it reads.
"""
