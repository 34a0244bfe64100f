"""The values for the check of a page by its own script.

`check.js` checks the signed history in the page and gives the result in the words below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.display.html.page import data
from campaign.display.text.audit_statement import statement_in_words
from campaign.display.text.translation import Speaker
from campaign.services.audit.run import statement_of_history
from campaign.services.audit.seals import opened_contents
from campaign.services.values import History
from engine.kernel.phrases import Phrase, phrase

SCRIPTS = ("page.js", "check.js")
"""The scripts of a page that holds its history."""
TITLE = phrase("What is proved, and what is not")


def statement_sections(history: History) -> Sequence[tuple[Phrase, Sequence[Phrase]]]:
    """The statement of an audit of a history alone: the titles, each with its sentences."""
    return tuple(statement_in_words(statement_of_history(history)))


def own_check(history: History, speaker: Speaker) -> Mapping[str, Any]:
    """The values that the template `check.html` and its script need in a page with its history.

    `contents` are the contents of the open envelopes. The script compares them with the seals in
    the history.
    """
    words = {key: speaker.say(sentence) for key, sentence in _words().items()}
    return {"words": data(words), "contents": data(opened_contents(history))}


def _words() -> Mapping[str, Phrase]:
    """The sentences of the script, by key; the script fills in the names in braces."""
    return {
        "ok": phrase("Holds"),
        "wrong": phrase("DOES NOT HOLD"),
        "open": phrase("Not checked"),
        "cannot": phrase(
            "this browser cannot make the check, at least not for this page. Open the file in "
            "another browser, or check it with the program."
        ),
        "damaged": phrase("the history in this page is damaged: it cannot be read to its end."),
        "whole": phrase("all {count} parts of the history are as they were signed."),
        "exchanged": phrase("these parts are not the ones that were signed: {names}."),
        "signed": phrase(
            "it was signed with the key {key}. Whose key that is, its owner can tell you by "
            "telephone."
        ),
        "forged": phrase("it was not signed with the key {key} that comes with it."),
        "unsigned": phrase(
            "the signature: this browser does not know its kind (Ed25519). It names the key {key}."
        ),
        "chained": phrase(
            "each of the {count} entries follows from the one before it; the last one has the "
            "head {head}."
        ),
        "broken": phrase(
            "episode {episodes} (entries {entries}): an entry is not as it was written down."
        ),
        "brokenBefore": phrase(
            "before the first episode (entries {entries}): an entry is not as it was written down."
        ),
        "sealed": phrase(
            "what was in envelope {envelopes} when it was opened is what was sealed in it before."
        ),
        "closed": phrase("no envelope is open yet."),
        "unsealed": phrase("what is shown of envelope {envelopes} is not what was sealed in it."),
        "noHead": phrase(
            "whether the whole history was made anew: without the eight characters from the box "
            "nobody can tell."
        ),
        "noChain": phrase("the eight characters: the history itself does not hold."),
        "mistyped": phrase(
            "these are not the eight characters of a head, or one is mistyped. A head looks like "
            "7QK2-9FM7."
        ),
        "stranger": phrase(
            "no entry has the head {head}. Either it is of another campaign, or of a copy that was "
            "carried over, or this history was rewritten or cut after {head} was written down."
        ),
        "known": phrase(
            "{head} is the head after entry {number} of {count}, of {day}. Up to there nothing was "
            "changed since it was written down; what came later could have been rewritten."
        ),
        "newest": phrase(
            "{head} is the head of this whole history, of {day}: nothing was changed since it was "
            "written down."
        ),
        "holds": phrase(
            "everything that this page can check itself. Only the program can check that the "
            "page also shows what its history says."
        ),
        "fails": phrase("this page, or the history in it, is not what it was when it was made."),
    }
