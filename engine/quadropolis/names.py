"""What buildings and sides are called: English, Traditional Chinese, Italian."""

from __future__ import annotations

from collections.abc import Mapping

from engine.quadropolis.components import (
    FACTORY,
    HARBOUR,
    MONUMENT,
    OFFICE,
    PARK,
    SERVICE,
    SHOP,
    TOWER,
)

NAMES: Mapping[str, Mapping[str, str]] = {
    TOWER: {"en": "tower", "zh-Hant": "住宅", "it": "condominio"},
    SHOP: {"en": "shop", "zh-Hant": "商店", "it": "negozio"},
    SERVICE: {"en": "public service", "zh-Hant": "社區中心", "it": "servizio pubblico"},
    PARK: {"en": "park", "zh-Hant": "公園", "it": "parco"},
    FACTORY: {"en": "factory", "zh-Hant": "工廠", "it": "fabbrica"},
    HARBOUR: {"en": "harbour", "zh-Hant": "港口", "it": "porto"},
    OFFICE: {"en": "office", "zh-Hant": "辦公大樓", "it": "ufficio"},
    MONUMENT: {"en": "monument", "zh-Hant": "地標", "it": "monumento"},
}

FIGURES: Mapping[str, Mapping[str, str]] = {
    "TM": {"en": "mayor", "zh-Hant": "市長", "it": "Sindaco"},
    "HI": {"en": "inhabitants", "zh-Hant": "居民", "it": "abitanti"},
    "HE": {"en": "energy", "zh-Hant": "能源", "it": "energia"},
    "HM": {"en": "mixed", "zh-Hant": "混合", "it": "misto"},
}
"""What tells tiles from others of their kind that have no number."""


def name(kind: str, language: str) -> str:
    """The name of a kind of building in a language; English where there is none."""
    return NAMES[kind].get(language, NAMES[kind]["en"])
