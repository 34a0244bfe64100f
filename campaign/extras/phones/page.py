"""The one page of every device, and the sentences that its scripts show."""

from __future__ import annotations

from pathlib import Path

import jinja2

from campaign.display.html.page import LANGUAGES, data, markup
from campaign.display.svg.emblems import emblems
from campaign.display.svg.picture import element
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import phrase

HERE = Path(__file__).parent

NAMES = dict(zip(LANGUAGES, ("English", "中文", "Italiano"), strict=True))
"""The name of each language in itself."""

WORDS = {
    "title": phrase("At the table"),
    "whoAreYou": phrase("Who are you?"),
    "watch": phrase("only watch, all boards"),
    "taken": phrase("on another phone"),
    "takenAway": phrase("on another phone, which is away; the laptop frees it: phones {seat}"),
    "answered": phrase("has answered"),
    "thinks": phrase("has not answered"),
    "away": phrase("away"),
    "over": phrase("All is entered."),
    "share": phrase("a picture to share"),
    "sheet": phrase("the sheets"),
    "score": phrase("score"),
    "rank": phrase("rank"),
    "asks": phrase("The laptop asks whether it is kept."),
    "resting": phrase("Nothing is entered now."),
    "back": phrase("take back"),
    "again": phrase("put it back"),
    "scan": phrase("Scan the code that the laptop shows."),
    "scanWhy": phrase("This device is not at the table, or the evening was started again."),
    "cookies": phrase(
        "This browser keeps no cookies. Allow them for this address, or open it in another browser."
    ),
    "lost": phrase(
        "No connection to the laptop. What you answered is safe; this page tries again."
    ),
    "notSent": phrase("No connection: your answer has probably not arrived. Try again."),
    "slower": phrase("Too fast: wait a moment."),
    "close": phrase("close"),
    "build": phrase("build"),
    "turn": phrase("turn"),
    "pass": phrase("pass"),
    "quit": phrase("quit the episode"),
    "quitWhy": phrase("Quit: no more cards for you in this episode. Sure?"),
    "more": phrase("more"),
    "toWin": phrase("{points} to win back"),
    "points1": phrase("{points} points"),
    "withThis": phrase("{points} with this"),
    "token": phrase("token"),
    "whichCard": phrase("Which card came?"),
    "usedUp": phrase("{card} has come already"),
    "tap": phrase("Tap where the building should lie."),
    "wait": phrase("The others answer."),
    "board": phrase("your board: arrow keys move the building, r turns it, Enter builds"),
    "liesOn": phrase("on {cells}"),
    "hand": phrase("by hand"),
    "state": phrase("state it"),
    "boards": phrase("all boards"),
    "brief": phrase("the rules in short"),
    "chronicle": phrase("the chronicle"),
    "last": phrase("the last moves"),
    "bgstats": phrase("to BG Stats"),
    "bgstatsWhy": phrase(
        "Opens app.bgstatsapp.com with the names and scores of this game; nothing is sent until "
        "you tap."
    ),
    "bgstatsScan": phrase("BG Stats on another phone: scan this while the laptop is waiting."),
    "sound": phrase("a tone and a vibration when you are asked"),
    "leave": phrase("leave this seat"),
    "leaveWhy": phrase("Leave this seat? Another phone can take it then."),
    "seated": phrase("take a seat"),
    "marks": phrase("marks"),
    "points": phrase("points now"),
    "first": phrase("place {what} first"),
    "put": phrase("put it there"),
    "onto": phrase("Tap the square for the sticker."),
    "owed": phrase("Your board gets {what}."),
    "notThere": phrase("The sticker may not go on {square}."),
    "stickerBoard": phrase("your board: arrow keys move the mark, Enter puts the sticker there"),
    "ended": phrase("The laptop has ended this. What was entered is safe there."),
}
"""The sentences that the scripts show, by their names there."""


def front(speaker: Speaker) -> str:
    """The one page, in the language of the table."""
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("page.html").render(
        language=speaker.language,
        phrase=lambda text: speaker.say(phrase(text)),
        languages=data(NAMES),
        emblems=markup(element("svg", {"width": 0, "height": 0}, [element("defs", {}, emblems())])),
        words=data({name: speaker.say(words) for name, words in WORDS.items()}),
    )
