"""The panel of an attack from the air: everybody in its pattern, who is aboard, the terrain (na:6.7.3.2)."""

from __future__ import annotations

from content.panzer.situations.situation import situation
from core.event import SideId
from core.panzer.vignette import Situation

SOVIET = SideId("soviet")


def posed() -> Situation:
    """An Il-2 behind a half-track with a squad aboard, among Wire, and beyond it a Block that nothing destroys."""
    return situation(
        {
            "modules": ["air", "leg-and-towed", "buildings", "transport"],
            "board": {"grid": "\n".join([". . . ."] * 9)},
            "unit": [
                {"id": "il", "card": "s61-il-2m3", "side": "soviet", "load": "rocket"},
                {"id": "g1", "card": "g43-spw-251-1", "hex": "B6", "command": "N/C"},
                {"id": "g2", "card": "g85-rifle-squad-1-2-squad", "riding": "g1"},
                {"id": "s1", "card": "s12-t-34-76-m40", "hex": "D9", "command": "N/C"},
            ],
            "counter": [
                {"kind": "wire", "hexes": "B6 B7", "gp_defense": 2},
                {"kind": "block", "hexes": "B7"},
            ],
            "situation": {
                "step": "first-air",
                "first": "soviet",
                "flight": {"unit": "il", "hex": "B5", "facing": "S", "target": "g1", "counted": 5, "acquired": True},
            },
        },
        "x",
        "x",
        "x",
    )


def test_all_that_an_attack_strikes_is_told() -> None:
    """na:6.7.3.2, na:6.5.4.2.3, na:6.5.4.4.3c: who is aboard, and terrain, which two Effective rolls destroy."""
    rules = posed()
    state = rules.initial()
    panel = rules.odds(state, SOVIET, ("attack:0",))
    assert panel is not None
    told = {row.label: row.text for row in panel.rows}
    assert told["Rifle Squad - 1/2 Squad"].startswith("enemy aboard, GP Defense 3S, net +20: ")
    _, effective = state.advanced.gp_results[2][9 - 1]
    destroyed = ((100 + 20 - effective) / 100) ** 2
    assert [label for label in told if label.startswith("Wire")] == ["Wire in B6", "Wire in B7"]
    assert told["Wire in B6"] == f"destroyed {destroyed:.0%}; GP Defense 2S, net +20"
    assert not any(label.startswith("Block") for label in told)
