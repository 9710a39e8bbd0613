"""How likely the crew of a vehicle leaves it for good, on the panels of GP fire (na:6.5.2.6.1, na:5.15c)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.panzer.assault.face import assault_report
from core.panzer.assault.odds import HARMED, LOST, assault_odds
from core.panzer.assault.orders import AnnounceAssault
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game

GERMAN, BRITISH, SOVIET = SideId("german"), SideId("british"), SideId("soviet")
#: What the Bail Out Table says of a crew of Regular grade whose vehicle is damaged or has its tracks hit.
LEAVES = 0.30


def posed(units: list[dict[str, Any]], step: str, **more: Any) -> Situation:
    """Units on a plain, with all modules."""
    stated = {
        "modules": ["advanced"],
        "board": {"grid": "\n".join([". . . . ."] * 9)},
        "unit": units,
        "situation": {"step": step, **more},
    }
    return situation(stated, "x", "x", "x.toml")


def close_assault() -> Situation:
    units = [
        {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "hex": "A1", "command": "MOVE"},
        {"id": "b1", "card": "na-crusader-i", "side": "british", "hex": "A2"},
    ]
    return posed(units, "first-assault", first="german")


def test_an_assault_counts_the_crew_that_leaves() -> None:
    """na:5.15a, na:6.6.1.1.3: the menu and the computer weigh it too, and it comes as often as told."""
    attack = Attack(UnitId("g1"))
    rules = close_assault()
    odds = assault_odds(rules.initial(), UnitId("b1"), (attack,))
    lost = sum(odds.results[result] for result in LOST)
    left = LEAVES * sum(odds.results.get(result, 0.0) for result in HARMED)
    assert left == pytest.approx(0.027)
    assert odds.kill == pytest.approx(lost + left)
    panel = assault_report(rules.initial(), UnitId("b1"), (attack,))
    assert [row.text for row in panel.rows if row.label == "Crew"] == ["bails out in 3%"]
    gone = 0
    for seed in range(400):
        game: Game[PanzerState] = Game(close_assault(), SeededDice(f"{seed}"))
        game.submit(GERMAN, AnnounceAssault(target=UnitId("b1"), attacks=(attack,)))
        unit = game.state.units[UnitId("b1")]
        gone += unit.presence is Presence.ELIMINATED or unit.bailed_out
    assert gone / 400 == pytest.approx(odds.kill, abs=0.07)


def test_an_attack_from_the_air_tells_of_the_crew() -> None:
    """na:6.7.3.2: in the line of each vehicle that it strikes."""
    units = [
        {"id": "il", "card": "s61-il-2m3", "side": "soviet", "load": "rocket"},
        {"id": "g1", "card": "g43-spw-251-1", "hex": "B6", "command": "N/C"},
    ]
    flight = {"unit": "il", "hex": "B5", "facing": "S", "target": "g1", "counted": 5, "acquired": True}
    rules = posed(units, "first-air", first="soviet", flight=flight)
    panel = rules.odds(rules.initial(), SOVIET, ("attack:0",))
    assert panel is not None
    shares = dict(panel.outcomes)
    harmed = sum(share for told, share in shares.items() if told in ("TURRET DMGD", "HULL DMGD", "Track Hit"))
    text = next(row.text for row in panel.rows if row.label == "SPW 251/1")
    assert harmed > 0
    assert text.endswith(f"; crew bails out in {LEAVES * harmed:.0%}")


def test_called_fire_tells_of_the_crew() -> None:
    """na:6.5.1.12: in the line of each vehicle in the SHEAF."""
    units = [
        {"id": "f", "card": "na-gb-section", "hex": "B6", "facing": "N", "labels": ["FO"], "command": "OVERWATCH"},
        {"id": "b", "card": "na-bishop", "hex": "D7", "facing": "N", "command": "FIRE"},
        {"id": "g", "card": "g73-medium-truck", "hex": "B4", "spot": "SPOT/MOVE", "command": "N/C"},
    ]
    rules = posed(units, "first-indirect", first="british")
    panel = rules.odds(rules.initial(), BRITISH, ("call:f", "B4", "by:b", "type:GP"))
    assert panel is not None
    text = next(row.text for row in panel.rows if row.label == "Medium Truck")
    assert "Track Hit 5%, HULL DMGD 4%; crew bails out in 3%; " in text  # 30 % of the two together
