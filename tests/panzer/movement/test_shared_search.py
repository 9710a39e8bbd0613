"""Vehicles that share a MOVE and would spend all of it where they are (na:6.2.1.1.4b, na:6.6.9)."""

from __future__ import annotations

import pytest

from content.panzer.situations.situation import situation
from core.choice import Refusal
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.movement.orders import SearchHullDown

GERMAN, TANK = SideId("german"), UnitId("g1")


@pytest.mark.parametrize(("other", "near"), [("A2", True), ("A3", False)])
def test_the_menu_offers_no_search_that_would_part_who_shares_a_move(other: str, near: bool) -> None:
    """na:6.2.1.1.4b: the other has completed its move; who stays behind cannot end within its Command Range."""
    tank = {"card": "g11-pzkpfw-iii-j", "formation": "A", "facing": "N", "command": "MOVE", "group": "g1"}
    rules = situation(
        {
            "modules": ["advanced"],
            "board": {"grid": "\n".join([". .", "r r", *[". ."] * 4])},
            "formation": [{"name": "A", "side": "german", "grade": "Regulars"}],
            "unit": [
                {"id": "g1", "hex": "A2", **tank},
                {"id": "g2", "hex": other, "moved": True, **tank},
                {"id": "b1", "card": "na-gb-rifle-squad", "side": "british", "hex": "A6"},
            ],
            "situation": {"step": "first-move", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )
    state = rules.initial()
    offered = next(o for o in rules.choices(state, GERMAN, ("move:g1",)).options if o.pick == "search")
    refusal: Refusal | None = None
    try:
        rules.check(state, GERMAN, SearchHullDown(unit=TANK, facing=0))
    except IllegalOrder as error:
        refusal = Refusal(error.reason, error.rule)
    assert (refusal is None) is near
    assert offered.refusal == refusal
    assert near or (refusal is not None and refusal.rule == "na:6.2.1.1.4b")
