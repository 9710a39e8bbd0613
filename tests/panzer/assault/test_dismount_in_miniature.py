"""Two passengers of the miniatures edition that get out and fight hand to hand together (min:16.10.1, min:16.10.1a)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.assault import dismount_attack
from core.panzer.assault.events import AssaultAnnounced, HandToHandFought
from core.panzer.assault.orders import DismountAttack
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command, Presence
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN = SideId("german")
FIRST, SECOND, CARRIER, TARGET, TANK = map(UnitId, ("g1", "g2", "g3", "s1", "s2"))
SQUAD, RUSSIAN, T_34 = "g85-rifle-squad-1-2-squad", "s57-rifle-squad-1-2-squad", "s15-t-34-76-m43"
OUT = hex_from_id("C2")


def game(
    *dice: int, edition: str = "miniatures", group: str = "", size: str = "half", road: str = ""
) -> Game[PanzerState]:
    """A half-track with two half-squads, two hexes from a squad and a tank of the enemy that all can see."""
    rider = {"card": SQUAD, "size": size, "side": "german", "riding": CARRIER, "command": "MOVE"}
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {
            "grid": "\n".join(5 * (". . . . .",)),
            "route": [{"kind": "road", "hexes": road}] if road else [],
        },
        "unit": [
            {"id": CARRIER, "card": "g43-spw-251-1", "hex": "B2", "facing": "SE", "command": "MOVE"},
            {"id": FIRST, **rider},
            {"id": SECOND, **rider},
            {"id": TARGET, "card": RUSSIAN, "side": "soviet", "hex": "D2", "spot": "SPOT/FIRE"},
            {"id": TANK, "card": T_34, "side": "soviet", "hex": "D3", "spot": "SPOT/FIRE"},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice(list(dice)))
    for unit in (FIRST, SECOND):
        played.state.change(unit, group=group)
    return played


def attack(target: UnitId = TARGET, *others: UnitId) -> DismountAttack:
    return DismountAttack(unit=FIRST, hex=OUT, target=target, facing=2, others=others)


def test_two_passengers_combine() -> None:
    """min:16.10.1, min:16.10.3.6, min:16.10.3.7: one combat, -10 for the dismount and +10 for the second half-squad."""
    played = game(90, 10, 90, 10)
    played.submit(GERMAN, attack(TARGET, SECOND))
    fought = [event for event in played.journal if isinstance(event, HandToHandFought)]
    assert [(event.primary, event.others) for event in fought] == [(FIRST, (SECOND,))] * 2
    told = {reason.label: reason.amount for reason in fought[0].tally}
    assert told["additional half-squad"] == 10
    assert told["Dismount Attack"] == -10
    state = played.state
    assert state.units[TARGET].presence is Presence.ELIMINATED
    assert [state.units[unit].hex for unit in (FIRST, SECOND)] == [OUT, OUT]
    assert all(state.units[unit].command is Command.MOVE and state.units[unit].moved for unit in (FIRST, SECOND))


def test_the_menu_offers_who_fights_beside_it() -> None:
    played = game(90, 10, 90, 10)
    picks = (f"dismount-attack:{FIRST}", TARGET, OUT.id)
    offered = played.system.choices(played.state, GERMAN, picks)
    assert [choice.pick for choice in offered.options if choice.kind == "unit"] == [f"with:{SECOND}"]
    assert offered.complete
    order = played.system.order(played.state, GERMAN, (*picks, f"with:{SECOND}"))
    assert isinstance(order, DismountAttack)
    assert order.others == (SECOND,)
    rows = played.system.odds(played.state, GERMAN, (*picks, f"with:{SECOND}")).rows
    assert rows
    assert played.system.choices(played.state, GERMAN, (*picks, f"with:{SECOND}")).complete


@pytest.mark.parametrize("edition", ["hex", "miniatures"])
def test_how_it_faces_and_at_which_rate_its_vehicle_moves_is_its_players(edition: str) -> None:
    """na:6.6.7.1.1b, na:4.5.1.1.5b: towards the target where nothing is said; the rate is asked on a Path or Road."""
    picks = (f"dismount-attack:{FIRST}", TARGET, OUT.id)
    played = game(edition=edition)
    order = played.system.order(played.state, GERMAN, picks)
    assert isinstance(order, DismountAttack)
    assert (order.facing, order.rate) == (1, Rate.CROSS_COUNTRY)
    facings = [choice.pick for choice in played.choices(GERMAN, picks).options if choice.kind == "facing"]
    assert facings == [f"facing:{at}" for at in (0, 2, 3, 4, 5)]
    order = played.system.order(played.state, GERMAN, (*picks, "facing:0"))
    assert isinstance(order, DismountAttack)
    assert order.facing == 0
    on_road = game(edition=edition, road="B1 B2 C2 D3")
    asked = on_road.choices(GERMAN, picks)
    assert not asked.complete
    assert [choice.pick for choice in asked.options] == ["cross-country", "route"]
    picked = (*picks, "route", "facing:5")
    assert on_road.choices(GERMAN, picked).complete
    order = on_road.system.order(on_road.state, GERMAN, picked)
    assert isinstance(order, DismountAttack)
    assert (order.facing, order.rate) == (5, Rate.ROUTE)
    on_road.system.check(on_road.state, GERMAN, order)


@pytest.mark.parametrize(("target", "edition"), [(TANK, "miniatures"), (TARGET, "hex")])
def test_nobody_joins_an_assault_on_a_vehicle(target: UnitId, edition: str) -> None:
    """min:16.9.1.5: each by itself; by na:6.6.1.2d every Dismount Attack is."""
    played = game(edition=edition)
    assert dismount_attack.partners(played.state, FIRST, target, OUT, Rate.CROSS_COUNTRY) == ()
    with pytest.raises(IllegalOrder):
        played.submit(GERMAN, attack(target, SECOND))


def test_a_third_finds_no_room_in_the_combat() -> None:
    """min:16.10: two in a turn; who comes alone later would be the second, two would be one too many."""
    played = game(10, 90)
    played.submit(GERMAN, attack())
    with pytest.raises(IllegalOrder, match="two units"):
        game().submit(GERMAN, attack(TARGET, SECOND, CARRIER))
    announced = [event for event in played.journal if isinstance(event, AssaultAnnounced)]
    assert [event.attacks[0].units for event in announced] == [(FIRST,)]


@pytest.mark.parametrize(("group", "allowed"), [("a", False), ("", True)])
def test_passengers_that_share_a_move_attack_one_target(group: str, allowed: bool) -> None:
    """min:17.2.1.2: whoever shares the MOVE of one that has attacked attacks nobody else."""
    played = game(10, 90, group=group)
    played.submit(GERMAN, attack())
    state = played.state
    refused = dismount_attack.target_refusal(state, state.units[SECOND], TANK, OUT)
    assert (refused is None) is allowed
