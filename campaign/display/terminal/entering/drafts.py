"""Screens of drafts: their list, and one draft with its lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.entering.dialog import question
from campaign.display.terminal.entering.lines import waiting_lines
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.services import games
from campaign.services.entering.drafts import LoadedDraft
from campaign.services.entering.game import Entering
from campaign.services.words import many, time
from campaign.shell import command_with, quoted
from engine.kernel.phrases import Phrase, Wording, joined, phrase


def draft_list(
    drafts: Sequence[LoadedDraft],
    names: Mapping[str, str],
    recorded: Collection[LoadedDraft] = (),
    away: Collection[str] = (),
    *,
    several: bool = False,
) -> RenderableType:
    """The drafts, one on a line, and the commands that continue them.

    `recorded` are the drafts whose episode has been recorded with another record meanwhile,
    `away` the streams of the campaigns that are archived or withdrawn. With `several` campaigns
    the commands name the campaign.
    """
    if not drafts:
        return parts.line(phrase("There is no draft."))
    table = parts.table(
        *map(phrase, ("Draft", "Of", "By", "At", "Lines", "Last line")),
        right=("Draft", "Lines"),
        names=("Of", "By", "At"),
    )
    for draft in drafts:
        stored = draft.stored
        table.add_row(
            str(stored.number),
            phrase("{subject}, recorded", subject=_subject(draft, names))
            if draft in recorded
            else _subject(draft, names),
            stored.author,
            stored.place,
            MixedText(phrase("damaged"), style="red") if draft.damaged else str(len(draft.lines)),
            time(stored.changed_at),
        )
    shown = names if several else {stream: names[stream] for stream in away}
    commands = dict.fromkeys(_command(draft, shown, draft in recorded, away) for draft in drafts)
    return parts.lines(table, parts.line(phrase("Go on with one:")), *map(parts.command, commands))


def _command(
    draft: LoadedDraft, names: Mapping[str, str], recorded: bool, away: Collection[str]
) -> str:
    """The command that continues a draft; it names the draft's campaign if that is in `names`.

    Of a campaign that is `away` it is the command that brings the campaign back.
    """
    stored = draft.stored
    if not stored.episode:
        return f"campaign session enter {stored.game}"
    if stored.stream in away:
        return command_with("campaign unarchive", names[stored.stream])
    command = f"campaign episode {f'edit {stored.episode}' if recorded else 'enter'}"
    if stored.stream in names:
        command += f" --campaign {quoted(names[stored.stream])}"
    return command


def draft(draft: LoadedDraft, names: Mapping[str, str], differs: str) -> RenderableType:
    """A draft: its game, the typed lines and their moves, and how it differs from the record."""
    stored = draft.stored
    title = phrase(
        "Draft {number}: {subject}, by {author} at {place}",
        number=stored.number,
        subject=_subject(draft, names),
        author=stored.author,
        place=stored.place,
    )
    if draft.damaged:
        return parts.lines(
            MixedText(title, style="bold"),
            parts.line(phrase("It is damaged: {why}", why=draft.damaged), "red"),
            Text(stored.content),  # what was typed can be read in it and typed again
            parts.command(f"campaign draft discard {stored.number}"),
        )
    headings = map(phrase, ("Typed", "Moves"))
    table = parts.table("", *headings, names=("Typed",), notes=("Moves",))
    for number, line in enumerate((*draft.lines, *draft.rest), 1):
        table.add_row(str(number), line.typed, "; ".join(map(str, line.moves)))
    return parts.lines(
        MixedText(title, style="bold"),
        parts.line(
            phrase(
                "Last line {time}, program {program}.",
                time=time(stored.changed_at),
                program=stored.program,
            )
        ),
        table,
        *waiting_lines(len(draft.rest)),
        parts.line(differs) if differs else None,
    )


def progress(draft: LoadedDraft, entering: Entering | None, speaker: Speaker) -> RenderableType:
    """A draft in a line or two: its game, its author, its number of lines, what it waits for."""
    stored = draft.stored
    text = phrase(
        "Draft {number} of {subject}, by {author} at {place}: {lines}, the last {time}.",
        number=stored.number,
        subject=phrase("episode {number}", number=stored.episode)
        if stored.episode
        else _of_session(draft),
        author=stored.author,
        place=stored.place,
        lines=many(len(draft.lines), "line"),
        time=time(stored.changed_at),
    )
    if not entering:
        return parts.lines(parts.line(text), *waiting_lines(len(draft.rest)))
    edition, newest = entering.game.EDITION, games.find(entering.game.NAME).EDITION
    by_edition = phrase(
        "It goes on by edition {edition} of the rules. What is begun now follows edition {newest}.",
        edition=edition,
        newest=newest,
    )
    return parts.lines(
        parts.line(text),
        parts.line(waits_for(entering, speaker)),
        parts.line(by_edition) if edition != newest else None,
    )


def waits_for(entering: Entering, speaker: Speaker) -> Phrase:
    """A sentence on the question that an unfinished entry waits for."""
    if not entering.awaited:
        return phrase("All is entered; it is not kept yet.")
    return phrase("It waits for: {question}.", question=question(entering, speaker))


def _subject(draft: LoadedDraft, names: Mapping[str, str]) -> Wording:
    """The episode or the game of a draft."""
    stored = draft.stored
    if stored.episode:
        name = names.get(stored.stream, stored.stream)
        return phrase("{campaign}, episode {number}", campaign=name, number=stored.episode)
    return _of_session(draft)


def _of_session(draft: LoadedDraft) -> Wording:
    """A game outside a campaign, with its players if the draft names them."""
    game = phrase(games.title(draft.stored.game))
    who = ", ".join(draft.head.names.values()) if draft.head else ""
    return joined("", (game, f" ({who})")) if who else game
