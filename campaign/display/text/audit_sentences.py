"""The sentences of a statement, by kind of fact, and the checks in the words of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from campaign.services.statement import FactKind

CHECKS: Mapping[str, str] = {
    "file and schema": "the file and its tables",
    "database chain": "nothing is gone from the file",
    "database head": "the head that was given",
    "stored rows": "no list without a history",
    "signature": "the signature",
    "key": "the key of the giver",
    "hash chain": "nothing changed or slipped in",
    "payloads": "spelling of the entries",
    "values": "names, days and numbers",
    "seals": "box and envelopes",
    "campaign": "each step follows the last",
    "replay": "moves and scores",
    "rights and marks": "marks and stickers",
    "corrections": "corrections",
    "tenures": "who held which city",
    "decisions": "what was put away or followed",
    "origins": "which histories count",
    "stored views": "lists and standings",
    "photos": "photos of evenings",
    "members": "the files in the bundle",
    "page": "the page itself",
    "journal": "the history can be read",
}
"""The subject of each check in the words of players; other checks are shown by their names."""
FAILED: Mapping[str, str] = {
    "file and schema": "the file is damaged, or lacks what guards its entries",
    "database chain": "an entry of the file is gone, was moved or was slipped in",
    "stored rows": "a list shows something that is in no history",
    "hash chain": "an entry is not as it was written down",
    "payloads": "an entry was not written by this program",
    "values": "an entry has a value that this program never writes",
    "seals": "the box or an envelope is not the one from the beginning",
    "campaign": "this does not follow from what came before",
    "replay": "the moves do not give what the record says",
    "rights and marks": "marks or stickers are not those that the evenings give",
    "corrections": "a correction left the history in a state that is not possible",
    "tenures": "who held which city does not add up",
    "decisions": "the stored decisions about histories were changed later",
    "origins": "a history counts although it was decided that it does not, or the other way around",
    "stored views": "lists and standings do not agree with the history",
    "photos": "a photo is not the picture that was attached",
    "members": "the files in the bundle are not those that its history gives",
    "page": "the page does not show what its history says, or this could not be checked here",
    "journal": "the history cannot be read",
}
"""The meaning of a failed check for a reader, by the name of the check."""
WITHOUT_NOTE = (
    "origins",
    "file and schema",
    "stored rows",
    "payloads",
    "values",
    "campaign",
    "rights and marks",
    "corrections",
    "tenures",
    "stored views",
)
"""The checks whose notes are shown only in the technical list."""
TITLES: Mapping[str, str] = {
    "found": "What does not hold",
    "proved": "Proved",
    "not_proved": "Not proved",
    "notable": "What stands out",
}
"""The title of each part of a statement."""


class Sentence(NamedTuple):
    """The pattern of a sentence, and its plural if it has one.

    `counts` is the field of a fact that decides between singular and plural.
    """

    one: str
    plural: str = ""
    counts: Literal["episodes", "entries", "names", "amount"] = "episodes"


HEAD_ALONE = Sentence(
    "That {recorded} are as they were written down: no entry has the head {head}, which was given. "
    "Either it is of another campaign, or of a copy that was carried over, or this history was "
    "rewritten, or its end was cut off, after {head} was written down.",
)
"""The sentence of `head missing` if none of the given heads is in the history."""
SENTENCES: Mapping[FactKind, Sentence] = {
    "moves": Sentence(
        "Every move of episode {episodes} is legal, and every score is what the moves give.",
        "Every move of episodes {episodes} is legal, and every score is what the moves give.",
    ),
    "possible": Sentence(
        "Episode {episodes} is possible: some order of the cards gives these boards and scores. "
        "In which order they came is not known.",
        "Episodes {episodes} are possible: some order of the cards gives these boards and scores. "
        "In which order they came is not known.",
    ),
    "no gap": Sentence(
        "No evening is missing between the first and the last: episodes {episodes} are there, "
        "each played on the boards that the one before left.",
    ),
    "none missing": Sentence(
        "No evening is missing between the first and the last: episodes {episodes} are there."
    ),
    "never corrected": Sentence(
        "No score was changed by a correction: episode {episodes} counts as it was first recorded.",
        "No score was changed by a correction: episodes {episodes} count as they were first "
        "recorded.",
    ),
    "state": Sentence(
        "Marks, stickers and standings follow from these evenings: they were counted again in two "
        "ways, and agree.",
    ),
    "state from declared": Sentence(
        "Marks, stickers and standings follow from what was declared before episode {amount}, and "
        "from these evenings: they were counted again in two ways, and agree.",
    ),
    "envelopes": Sentence(
        "What was in envelope {numbers} when it was opened is what was in it when the campaign "
        "began.",
        "What was in each of envelopes {numbers} when it was opened is what was in it when the "
        "campaign began.",
        "names",
    ),
    "envelopes replaced": Sentence(
        "What was in envelope {numbers} when it was opened is what has been in it since {day}, "
        "when a newer edition of the pack took its place.",
        "What was in each of envelopes {numbers} when it was opened is what has been in it since "
        "{day}, when a newer edition of the pack took its place.",
        "names",
    ),
    "unchanged": Sentence(
        "No entry up to {head}, the head of {day}, was changed, removed or slipped in since it was "
        "written down{noted}: {recorded} is as it was then{since}. Those eight characters follow "
        "from every letter before them.",
        "No entry up to {head}, the head of {day}, was changed, removed or slipped in since it was "
        "written down{noted}: {recorded} are as they were then{since}. Those eight characters "
        "follow from every letter before them.",
        "entries",
    ),
    "signed": Sentence(
        "It was signed with the key {first}. Whose key that is, its owner can tell you by "
        "telephone.",
    ),
    "witnessed": Sentence(
        "The key {second} signed on {day}, in the name of {first}, to have seen the first "
        "{several} as they are here, up to {head}.",
    ),
    "accepted": Sentence(
        "{first} took {second} over on {day}, with the first {first_entries}, up to {head}. "
        "{packed}A receipt can prove it: campaign audit --head RECEIPT",
    ),
    "page": Sentence("The page shows what its signed history says, and nothing else."),
    "page except hindsight": Sentence(
        "Except for what the cards allowed, which a search found, the page shows what its signed "
        "history says, and nothing else.",
    ),
    "page of another version": Sentence(
        "That the page shows what its history says: it was made by version {first} of the program, "
        "and this is {second}. Its history was checked all the same.",
    ),
    "report not compared": Sentence(
        "That the words of this report are true: they were not compared. Its history was checked "
        "here, and the report is written again from it: campaign audit report --file FILE",
    ),
    "played so": Sentence(
        "That episode {episodes} happened: moves can be legal, scores right, and the evening "
        "invented, or a card, a move or a score written down wrongly. Only somebody who was "
        "there, a score pad or a photograph can tell.",
        "That episodes {episodes} happened: moves can be legal, scores right, and the evenings "
        "invented, or a card, a move or a score written down wrongly. Only somebody who was "
        "there, a score pad or a photograph can tell.",
    ),
    "last evening": Sentence(
        "That no evening followed episode {episodes}, the last one here: an evening that nobody "
        "recorded leaves no trace.",
    ),
    "no head": Sentence(
        "That nothing was rewritten: no head was given, and without one all of it could have been "
        "made anew, or its end left out. A head is eight characters that somebody wrote down at "
        "the end of an evening; the audit takes it as --head XXXX-XXXX",
    ),
    "head missing": Sentence(
        "That {recorded} are as they were written down: no entry has the head {head}, which was "
        "given. Up to {first}, which was given, too, this history agrees; what differs lies after "
        "it.",
    ),
    "head not held": Sentence(
        "That this history continues {head}, which was given: the history itself does not hold, "
        "as is said above.",
    ),
    "before head": Sentence(
        "That {recorded} did not change before {head}, the head of {day}, was written "
        "down{noted}: a head shows only later changes.",
    ),
    "after head": Sentence(
        "Anything after {head}: {recorded} was recorded later and could have been rewritten.",
        "Anything after {head}: {recorded} were recorded later and could have been rewritten.",
        "entries",
    ),
    "unchecked": Sentence(
        "That {named_entries} is unchanged: the audit was asked to begin after it. Leave "
        "--from-entry out.",
        "That {named_entries} are unchanged: the audit was asked to begin after them. Leave "
        "--from-entry out.",
        "entries",
    ),
    "made up": Sentence(
        "That the real box has the same values: episode {episodes} rests on {made_up}, which stand "
        "in for printed ones. Their list, where the campaign is kept: campaign pack placeholders",
        "That the real box has the same values: episodes {episodes} rest on {made_up}, which stand "
        "in for printed ones. Their list, where the campaign is kept: campaign pack placeholders",
    ),
    "by hand": Sentence(
        "{lines} of the scores of episode {episodes}, which the table gave by hand.",
        "{lines} of the scores of episodes {episodes}, which the table gave by hand.",
    ),
    "results only": Sentence(
        "The moves of episode {episodes}, and what they brought to the boards: only the scores "
        "were written down.",
        "The moves of episodes {episodes}, and what they brought to the boards: only the scores "
        "were written down.",
    ),
    "without rules": Sentence(
        "The moves and scores of episode {episodes}: this program does not have the rules by "
        "which it was played.",
        "The moves and scores of episodes {episodes}: this program does not have the rules by "
        "which they were played.",
    ),
    "declared": Sentence(
        "What came before episode {amount}: the boards and marks of that day were declared, not "
        "played here.",
    ),
    "own pack": Sentence(
        "That the rules, boards and buildings are those of the real box: the campaign has brought "
        "its own pack along, {first}, and the program has nothing to compare it with.",
    ),
    "never confirmed": Sentence(
        "That the real board looks so: nobody compared the board of {people} with the record.",
        "That the real boards look so: nobody compared the boards of {people} with the record.",
        "names",
    ),
    "confirmed before": Sentence(
        "That the board of {people} still looks so: compared with the record, but not since the "
        "last evening.",
        "That the boards of {people} still look so: compared with the record, but not since the "
        "last evening.",
        "names",
    ),
    "changed after check": Sentence(
        "That the real board looks so: what is recorded of the board of {people} changed after it "
        "was compared.",
        "That the real boards look so: what is recorded of the boards of {people} changed after "
        "they were compared.",
        "names",
    ),
    "simulated": Sentence("Simulated: it was kept as simple players had played it."),
    "no day": Sentence(
        "Nobody stated the day on which episode {episodes} was played.",
        "Nobody stated the day on which episodes {episodes} were played.",
    ),
    "recorded late": Sentence(
        "Episode {episodes} was recorded {amount} days after it was played.",
        "Episodes {episodes} were recorded up to {amount} days after they were played.",
    ),
    "dated ahead": Sentence(
        "Episode {episodes} was recorded before the day on which it is said to have been played.",
        "Episodes {episodes} were recorded before the days on which they are said to have been "
        "played.",
    ),
    "recorded at once": Sentence(
        "Episodes {episodes} were all recorded within {minutes}, the first on {day}.",
    ),
    "scores changed": Sentence(
        "Scores of episode {episodes} were changed by {first} on {day}: {scores}{why}.",
    ),
    "record changed": Sentence(
        "The record of episode {episodes} was changed by {first} on {day}, but none of its "
        "scores{why}.",
    ),
    "corrected by another": Sentence(
        "{first} corrected episode {episodes}, which {second} had recorded, on {day}{why}.",
    ),
    "other record": Sentence(
        "{first}'s copy, carried over on {day} ({named_entries}), had another record of episode "
        "{episodes}, which does not count here. It can still be read.",
        "{first}'s copy, carried over on {day} ({named_entries}), had other records of episodes "
        "{episodes}, which do not count here. They can still be read.",
    ),
    "taken back": Sentence(
        "A record of episode {episodes} was taken back by {first} on {day} and counts no more"
        "{why}: {named_entries}. It can still be read.",
        "Records of episode {episodes} were taken back by {first} on {day} and count no more"
        "{why}: {named_entries}. They can still be read.",
        counts="entries",
    ),
    "held since": Sentence(
        "That {first} took {second} over before episode {episodes} was written down later, on "
        "{day}: {named_entries}.",
    ),
    "pack corrected": Sentence(
        "Values of the box were corrected in {named_entries}{why}{again}.",
    ),
    "same hand": Sentence(
        "{first} wrote the only entry.", "{first} wrote all {count} entries.", counts="entries"
    ),
    "as played": Sentence(
        "Episode {episodes} counts as the table noted it, where the moves or the rules give "
        "something else.",
        "Episodes {episodes} count as the table noted it, where the moves or the rules give "
        "something else.",
    ),
    "board differs": Sentence(
        "The real board of {first} differed when {second} compared it on {day}: {note}.",
    ),
    "head of another day": Sentence(
        "{head} is said to be the head of {day}, but {named_entries}, which has this head, was "
        "recorded later.",
    ),
    "signed for another": Sentence(
        "The receipt for {head}, in the name of {first}, is signed with a key that has signed as "
        "{second} before.",
    ),
    "dated before head": Sentence(
        "{head} was written down on {day}; {named_entries}, which follows it, is said to have been "
        "recorded before that day, as on a copy that was ahead, or by a wrong clock.",
        "{head} was written down on {day}; {named_entries}, which follow it, are said to have been "
        "recorded before that day, as on a copy that was ahead, or by a wrong clock.",
        counts="entries",
    ),
    "dated before entry": Sentence(
        "Entry {amount} is dated {day}; {named_entries}, which follows it, is dated earlier: a "
        "clock was wrong.",
        "Entry {amount} is dated {day}; {named_entries}, which follow it, are dated earlier: a "
        "clock was wrong.",
        counts="entries",
    ),
}
"""The sentence of each kind of fact; `_failed` makes the sentence of a failed check."""
