"""Cards of worked examples with Armor Factors of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.situations.situation import situation
from core.panzer.ap.hits import armor_at
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination, VehicleCard


def card(like: str = "s30-su-85-m43", **stated: Any) -> VehicleCard:
    """The card of an example that states something of its Armor."""
    unit: Mapping[str, Any] = {"id": "s1", "card": "mine", "hex": "A1"}
    posed = situation({"card": [{"id": "mine", "like": like, **stated}], "unit": [unit]}, "x", "x", "x.toml")
    found = posed.on.by_id["s1"].card
    assert isinstance(found, VehicleCard)
    return found


def level(found: VehicleCard, angle: HitAngle, location: str) -> int:
    """What a level shot meets."""
    return armor_at(found, angle, Inclination.LEVEL, location)


def test_what_is_stated_replaces_what_the_card_has() -> None:
    """min:8.4.6.1, min:8.4.5.4: one location at one angle, the deck; the others, and shots from above, as they were."""
    printed, stated = card(), card(front_side={"TF": 13}, front={"HF": 9}, deck=13)
    assert level(stated, HitAngle.FRONT_SIDE, "TF") == 13
    assert level(stated, HitAngle.FRONT, "HF") == 9
    assert level(stated, HitAngle.FRONT, "DK") == 13
    assert level(stated, HitAngle.FRONT, "TF") == level(printed, HitAngle.FRONT, "TF")
    assert level(stated, HitAngle.FRONT_SIDE, "HF") == level(printed, HitAngle.FRONT_SIDE, "HF")
    above = HitAngle.FRONT_SIDE, Inclination.FALLING, "TF"
    assert armor_at(stated, *above) == armor_at(printed, *above)


def test_a_location_that_the_card_lacks_is_reported() -> None:
    """From Front or Rear there is no TS."""
    with pytest.raises(ContentError) as error:
        card(front={"TS": 5})
    mistake = error.value.mistakes[0]
    assert (mistake.key, mistake.found) == ("card[1].front", "location 'TS'")
    assert "HF" in mistake.allowed
