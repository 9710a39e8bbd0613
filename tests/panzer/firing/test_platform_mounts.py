"""or:7.16: towed guns on a platform fire to all sides, at no cost, and turn to their target as they do."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import in_front_arc
from core.order import IllegalOrder
from core.panzer.ap.modifiers import ap_tally
from core.panzer.ap.reach import refusal
from core.panzer.armament import armament
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.direct_fire.orders import Fire
from core.panzer.face.cards import unit_card
from core.panzer.firing.events import GunTurned
from core.panzer.firing.platform_mounts import turned_to
from core.panzer.gp.fire import field_of_fire
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.weapons import FieldOfFire
from core.panzer.state import PanzerState

GUN, TANK, GERMAN = UnitId("g1"), UnitId("b1"), SideId("german")
FLAK, PAK = "g80-8-8cm-flak-36-a-atg", "g78-7-5cm-pak-40-atg"


def posed(card: str = FLAK, *, on: bool = True, facing: str = "S", command: str = "FIRE") -> PanzerState:
    """A gun that faces away from a tank, which it spots."""
    stated: dict[str, Any] = {
        "modules": ["leg-and-towed", "advanced-ap", *(["platform-mounts"] if on else [])],
        "board": {"grid": "\n".join([". . ."] * 6)},
        "unit": [
            {"id": "g1", "card": card, "hex": "B6", "facing": facing, "command": command},
            {"id": "b1", "card": "na-crusader-i", "hex": "B2", "facing": "S", "command": "N/C"},
        ],
        "situation": {"step": "first-fire", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def fired(state: PanzerState) -> list[Event]:
    order = Fire(target=TANK, shots=(Shot(GUN, TANK),))
    BOOK.refuse(state, GERMAN, order)
    found = []
    for event in BOOK.decide(state, GERMAN, order, ScriptedDice([])):
        BOOK.evolve(state, event)
        found.append(event)
    return found


@pytest.mark.parametrize(("card", "on", "may"), [(FLAK, True, True), (FLAK, False, False), (PAK, True, False)])
def test_only_what_stands_on_a_platform_fires_behind(card: str, on: bool, may: bool) -> None:
    state = posed(card, on=on)
    if may:
        assert isinstance(fired(state)[-1], FireAnnounced)
    else:
        with pytest.raises(IllegalOrder):
            fired(state)


def test_it_turns_to_its_target_as_it_fires() -> None:
    state = posed()
    (turned,) = [event for event in fired(state) if isinstance(event, GunTurned)]
    assert turned == GunTurned(unit=GUN, facing=0)
    unit, hex_ = state.units[GUN], state.units[TANK].hex
    assert unit.hex is not None
    assert hex_ is not None
    assert in_front_arc(unit.hex, unit.facing, hex_)
    assert not unit.moved
    told = BOOK.report(state, turned)
    assert told is not None
    assert told.rule == "or:7.16"


def test_it_turns_no_further_than_it_has_to() -> None:
    assert not [event for event in fired(posed(facing="N")) if isinstance(event, GunTurned)]
    state = posed(facing="SE")
    facings = {event.facing for event in turned_to(state, GUN, state.board.hex("A2"))}
    assert len(facings) == 1
    assert facings <= {0, 5}


def test_on_overwatch_it_has_the_front_modifier_whatever_its_facing() -> None:
    state = posed(command="OVERWATCH")
    shot = Shot(GUN, TANK)
    assert refusal(state, shot, overwatch=True) is None
    tally = ap_tally(state, shot, None, overwatch=True)
    reasons = {reason.label: reason.amount for reason in tally.reasons}
    assert reasons["Overwatch"] == -1
    assert "Overwatch Adjust" not in reasons


def test_anti_aircraft_fire_goes_all_round_and_indirect_fire_ahead() -> None:
    state = posed()
    (mounted, *_) = armament(state, GUN)
    unit = state.units[GUN]
    assert field_of_fire(state, unit, mounted) is FieldOfFire.ALL_ROUND
    assert field_of_fire(state, unit, mounted, indirect=True) is FieldOfFire.FRONT
    assert field_of_fire(posed(on=False), unit, mounted) is FieldOfFire.FRONT


def test_a_card_says_so() -> None:
    assert "turns to its target" in repr(unit_card(posed(), posed().units[GUN]))
    assert "turns to its target" not in repr(unit_card(posed(on=False), posed(on=False).units[GUN]))
