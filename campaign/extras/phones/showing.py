"""Draw what the devices show: their views, and the pages that they look up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.display.html.chronicle import ChronicleChoices, chronicle_of
from campaign.display.text.translation import Speaker
from campaign.extras.phones import sharing, views
from campaign.extras.phones.drawing import Drawing
from campaign.extras.phones.now import ASKING, PLAYING, STICKERS, EveningState
from campaign.extras.phones.views import brief, owing
from campaign.extras.phones.views.words import sheets_table, spoken
from campaign.extras.phones.withdrawing import AnswerAuthors
from campaign.services.entering.game import Entering
from campaign.services.values import History
from engine.kernel.game import Seat


class EveningDrawings:
    """The drawings of an evening, each in the language of the device that shows it."""

    def __init__(self, givers: AnswerAuthors) -> None:
        self._givers = givers
        self._version = ""
        self._views: dict[tuple[Seat | None, str], dict[str, Any]] = {}
        """The views of the version drawn last, without the parts that change within a version."""

    def view(
        self, now: EveningState, seat: Seat | None, here: Mapping[Seat, bool], speaker: Speaker
    ) -> Drawing:
        """The view of a device, as JSON."""

        def draw() -> str:
            view = self._drawn(now, seat, speaker)
            note, kept = spoken(now.note, speaker), spoken(now.kept, speaker)
            shown = {**view, "version": now.version, "seat": seat, "note": note}
            shown |= {"asks": now.stage == ASKING, "kept": kept, "bgstats": now.link}
            shown["seats"] = [
                {**place, "taken": place["seat"] in here, "here": here.get(place["seat"], False)}
                for place in view["seats"]
            ]
            return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

        key = (now.version, seat, speaker.language, tuple(here.items()))
        return Drawing(key, draw)

    def brief(
        self, now: EveningState, history: History, seat: Seat | None, speaker: Speaker
    ) -> Drawing:
        """The brief of the next episode, or of the one that is played, as JSON."""
        seat = seat if seat in history.campaign.seats else None

        def draw() -> str:
            playing = now.entering if now.stage == PLAYING else None
            state = playing.state if playing else None
            towns = {town: state.town(town) for town in state.seats} if state else {}
            return json.dumps(spoken(brief.view_of(history, seat, towns), speaker))

        return Drawing(("brief", history.head, now.version, seat, speaker.language), draw)

    def chronicle(self, history: History, speaker: Speaker) -> Drawing:
        """The chronicle of the campaign, with all that is kept."""

        def draw() -> str:
            return chronicle_of(history, ChronicleChoices(speaker.language, proof=False))

        return Drawing(("chronicle", history.head, speaker.language), draw)

    def share(self, now: EveningState, entering: Entering, speaker: Speaker) -> Drawing:
        """The picture of a game that is over, as SVG."""
        key = ("share", now.version, speaker.language)
        return Drawing(key, lambda: sharing.picture(entering, now.sheets, now.proof, speaker))

    def _drawn(self, now: EveningState, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
        """The part of a view that takes time to draw, remembered while the version is the same."""
        if self._version != now.version:
            self._version, self._views = now.version, {}
        key = seat, speaker.language
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = spoken(self._draw(now, seat, speaker), speaker)
        return view

    def _draw(self, now: EveningState, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
        if now.entering is None:
            view = views.empty_view(now.names)
        else:
            view = views.view_of(now.entering, seat, speaker)
            if now.sheets:
                view["sheets"] = sheets_table(now.sheets, now.entering.head.names)
        view |= {"backAsks": "", "withdrawn": "", "again": False}
        if now.stage != PLAYING:
            view |= {"mine": False, "back": ""}
        elif now.entering is not None:
            view |= self._withdrawing(now, now.entering, seat, speaker.language)
        if now.history is not None:
            cities = now.history.campaign.cities
            view |= {"marks": {city.seat: city.progress for city in cities}, "pages": True}
            if now.stage == STICKERS and seat is not None:
                view |= owing.view_of(now.history, seat, now.first, speaker)
        return view

    def _withdrawing(
        self, now: EveningState, entering: Entering, seat: Seat | None, language: str
    ) -> dict[str, Any]:
        """The parts of a view about taking back: what can be, and what was taken back last."""
        view: dict[str, Any] = {}
        if seat is not None and (shared := self._givers.by_another(entering, seat, language)):
            view |= {"back": shared.short, "backAsks": shared.question}
        withdrawn = now.withdrawn
        if withdrawn and withdrawn.concerns(seat):
            view |= {"withdrawn": withdrawn.in_words(language), "again": seat is not None}
        return view
