"""or:7.17: a squad that is reduced to a half-squad may lose the weapons attached to it."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.panzer.armament import armament
from core.panzer.assault.close_assault import has_flamethrower
from core.panzer.assault.orders import AnnounceAssault, Overrun
from core.panzer.direct_fire.orders import Fire
from core.panzer.gp.events import AttachedWeaponChecked
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.firing import GP, Shot
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN = SideId("german")
B1 = UnitId("b1")
TANK = {"id": "g1", "card": "g14-pzkpfw-iv-d", "hex": "A1", "facing": "S", "command": "FIRE"}
SQUAD = {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "hex": "A2", "command": "MOVE"}


def play(
    attacker: dict[str, Any], order: Any, dice: list[int], *attached: str, step: str = "first-fire", on: bool = True
) -> tuple[PanzerState, list[AttachedWeaponChecked]]:
    """A British squad with such weapons in A3, attacked once: the state then, and the rolls for its weapons."""
    posed = situation(
        {
            "modules": ["advanced", *(["attached-weapon-loss"] if on else [])],
            "board": {"grid": "\n".join([". . ."] * 4)},
            "unit": [attacker, {"id": "b1", "card": "na-gb-rifle-squad", "hex": "A3", "attached": list(attached)}],
            "situation": {"step": step, "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )
    game: Game[PanzerState] = Game(posed, ScriptedDice(dice))
    game.submit(GERMAN, order)
    return game.state, checks(game.journal)


def checks(events: Any) -> list[AttachedWeaponChecked]:
    found: list[Event] = list(events)
    return [event for event in found if isinstance(event, AttachedWeaponChecked)]


FIRE = Fire(target=B1, shots=(Shot(UnitId("g1"), B1, 0, GP),))


@pytest.mark.parametrize(("die", "destroyed"), [(5, True), (6, False)])
def test_one_weapon_is_lost_on_1_to_5(die: int, destroyed: bool) -> None:
    """or:7.17: nothing is taken from the roll for the only weapon."""
    state, rolled = play(TANK, FIRE, [99, die], "na-gb-boys")
    assert state.units[B1].size is LegStep.HALF_SQUAD
    assert [(c.total, c.destroyed, len(c.rolls)) for c in rolled] == [(die, destroyed, 1)]
    names = {mounted.weapon.name for mounted in armament(state, B1) if mounted.mount == "attached"}
    assert len(names) == (0 if destroyed else 1)


def test_of_two_the_first_is_drawn_by_lot_and_has_2_less() -> None:
    """or:7.17: the second is drawn: a 7 destroys it, a 6 does not destroy the other."""
    state, rolled = play(TANK, FIRE, [99, 51, 7, 6], "na-gb-boys", "g87-pzb-39-atr")
    assert [(c.weapon, c.total, c.destroyed, len(c.rolls)) for c in rolled] == [(1, 5, True, 2), (0, 6, False, 1)]
    assert state.units[B1].lost_weapons == (1,)
    left = [mounted.weapon.name for mounted in armament(state, B1) if mounted.mount == "attached"]
    assert left == [state.scenario.by_id[B1].attached[0].name]


def test_nothing_is_rolled_without_the_rule_or_where_no_squad_is_reduced() -> None:
    """or:7.17 changes na:6.5.4.4.3: no roll with the option off, none for a mere Suppression."""
    off, rolled = play(TANK, FIRE, [99], "na-gb-boys", on=False)
    assert (off.units[B1].size, rolled) == (LegStep.HALF_SQUAD, [])
    whole, rolled = play(TANK, FIRE, [50], "na-gb-boys")
    assert (whole.units[B1].size, rolled) == (LegStep.SQUAD, [])


def test_who_loses_a_roll_off_rolls_and_may_fight_on_without_its_flamethrower() -> None:
    """or:7.17 changes na:6.6.1.2.3: the combat goes on with the modifiers of what is left."""
    order = AnnounceAssault(target=B1, attacks=(Attack(UnitId("g1")),))
    attacker = {**SQUAD, "attached": ["g-flamethrower"]}
    state, rolled = play(attacker, order, [1, 99, 1, 1, 99], "na-gb-boys", step="first-assault")
    assert [(c.unit, c.destroyed) for c in rolled] == [("g1", True)]
    assert not has_flamethrower(state, UnitId("g1"))


def test_an_overrun_counts_as_gp_fire() -> None:
    """or:7.17 changes na:6.6.10.2."""
    order = Overrun(unit=UnitId("g1"), target=B1, step="F")
    attacker = {**TANK, "hex": "A2", "command": "MOVE"}
    _, rolled = play(attacker, order, [99, 1], "na-gb-boys", step="first-move")
    assert [c.destroyed for c in rolled] == [True]
