"""The odds panel of called fire (na:6.5.1.12)."""

from __future__ import annotations

import re

from content.panzer.situations.situation import situation
from core.event import SideId
from core.panzer.face.cards import odds_report

BRITISH = SideId("british")


def test_ammunition_that_may_run_short_is_told() -> None:
    """na:5.16.2b, na:5.16.2.3: of units on the map in GP, its chances with it; of all in smoke."""
    units = [
        {"id": "f", "card": "na-gb-section", "hex": "B6", "facing": "N", "labels": ["FO"], "command": "OVERWATCH"},
        {"id": "b", "card": "na-bishop", "hex": "D7", "facing": "N", "command": "FIRE"},
        {"id": "g", "card": "g73-medium-truck", "hex": "B4", "spot": "SPOT/MOVE", "command": "N/C"},
    ]
    stated = {
        "modules": ["indirect-fire", "smoke", "ammo-limits"],
        "board": {"grid": "\n".join([". . . . ."] * 8)},
        "unit": units,
        "situation": {"step": "first-indirect", "first": "british"},
    }
    state, told = situation(stated, "x", "x", "x.toml").initial(), {}
    for type_ in ("GP", "Smoke"):
        panel = odds_report(state, BRITISH, ("call:f", "B4", "by:b", f"type:{type_}"))
        assert panel is not None
        told[type_] = [row.text for row in panel.rows]
    assert "ammunition: runs short above 8 on a d10, then -10" in told["GP"]
    assert "Smoke runs out above 4 on a d10; nothing is fired then" in told["Smoke"]


def test_terrain_in_the_sheaf_is_told() -> None:
    """na:6.5.4.2.5, na:6.5.4.4.3c: occupied or not, with its chance; nothing of smoke, nothing outside the SHEAF."""
    stated = {
        "modules": ["indirect-fire", "smoke", "buildings"],
        "board": {"grid": "\n".join([". . . . ."] * 8)},
        "unit": [
            {"id": "f", "card": "na-gb-section", "hex": "B6", "facing": "N", "labels": ["FO"], "command": "OVERWATCH"},
            {"id": "b", "card": "na-bishop", "hex": "D7", "facing": "N", "command": "FIRE"},
            {"id": "g", "card": "g73-medium-truck", "hex": "B4", "spot": "SPOT/MOVE", "command": "N/C"},
        ],
        "counter": [{"kind": "wire", "hexes": "B4 D1", "gp_defense": 2}],
        "situation": {"step": "first-indirect", "first": "british"},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    for type_, labels in (("GP", ["Wire in B4"]), ("Smoke", [])):
        panel = odds_report(state, BRITISH, ("call:f", "B4", "by:b", f"type:{type_}"))
        assert panel is not None
        found = [row for row in panel.rows if row.label.startswith("Wire")]
        assert [row.label for row in found] == labels
        assert all(row.text.startswith("destroyed ") for row in found)


def test_who_is_lost_with_a_building_is_told() -> None:
    """na:6.5.4.4.3d, min:16.7.4.2.16.1: all in its hex, in the miniatures edition who is inside."""
    stated = {
        "modules": ["advanced"],
        "board": {"grid": "\n".join([". . . . ."] * 3 + [". h . . ."] + [". . . . ."] * 4)},
        "unit": [
            {"id": "f", "card": "na-gb-section", "hex": "B6", "facing": "N", "labels": ["FO"], "command": "OVERWATCH"},
            {"id": "b", "card": "na-bishop", "hex": "D7", "facing": "N", "command": "FIRE"},
            {"id": "g", "card": "g85-rifle-squad-1-2-squad", "hex": "B4", "inside": True, "spot": "SPOT/MOVE"},
        ],
        "situation": {"step": "first-indirect", "first": "british"},
    }
    for edition in ("hex", "miniatures"):
        state = situation({**stated, "edition": edition}, "x", "x", "x.toml").initial()
        panel = odds_report(state, BRITISH, ("call:f", "B4", "by:b", "type:GP"))
        assert panel is not None
        (told,) = (row.text for row in panel.rows if row.label == "Wood Building in B4")
        assert re.match(r"destroyed \d+% with Rifle Squad - 1/2 Squad; GP Defense ", told), told
