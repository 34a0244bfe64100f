"""The names of buildings in English, Traditional Chinese and Italian."""

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
    OFFICE: {"en": "office", "zh-Hant": "辦公大樓", "it": "palazzo degli uffici"},
    MONUMENT: {"en": "monument", "zh-Hant": "地標", "it": "monumento"},
}

FIGURES: Mapping[str, Mapping[str, str]] = {
    "TM": {"en": "mayor", "zh-Hant": "市長", "it": "Sindaco"},
    "HI": {"en": "inhabitants", "zh-Hant": "居民", "it": "abitanti"},
    "HE": {"en": "energy", "zh-Hant": "能源", "it": "energia"},
    "HM": {"en": "mixed", "zh-Hant": "混合", "it": "misto"},
}
"""The word that tells a tile without a number from other tiles of its kind, by language."""


def name(kind: str, language: str) -> str:
    """The name of a kind of building in a language; in English if it has no name there."""
    return NAMES[kind].get(language, NAMES[kind]["en"])
