"""or:7.1: losses wear formations down, units are checked, hesitate, break and recover."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.adjustment.events import CountersAdjusted
from core.panzer.ap.modifiers import condition_tally
from core.panzer.assault.events import HandToHandFought
from core.panzer.chapters import BOOK
from core.panzer.formations.control import active_units
from core.panzer.gp.events import GpFireResolved, UnitEliminated
from core.panzer.morale import check, cohesion, face
from core.panzer.morale.events import MoraleChecked
from core.panzer.morale.triggers import complete
from core.panzer.movement.allowance import allowance
from core.panzer.movement.events import HullDownSearched, MoveEnded
from core.panzer.movement.foot import quickmarch_refusal
from core.panzer.movement.orders import Move
from core.panzer.pieces.close_combat import Assault, Attack
from core.panzer.pieces.morale import Cause, Morale, MoraleResult, Trigger
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Shaken
from core.panzer.sequence import BY_ID, steps
from core.panzer.sight.spotting import spotter_tally
from core.panzer.state import PanzerState
from core.panzer.transport.events import MountingBegun, MountingFailed, UnitDismounted, UnitMounted
from core.replaced import replaced
from core.sequence import Acting

SQUAD, GUN = "g85-rifle-squad-1-2-squad", "na-crusader-iii"
G1, G2, HQ, B1 = UnitId("g1"), UnitId("g2"), UnitId("g9"), UnitId("b1")


def posed(*, on: bool = True, **condition: Any) -> PanzerState:
    """Two squads and the command unit of a German company, CP-1, and a British tank seven hexes in front."""
    modules = ["gp-fire", "leg-and-towed", "grades", "bail-out", "close-combat", *(["morale"] if on else [])]
    squad = {"card": SQUAD, "side": "german", "formation": "1st", "grade": "Veteran", "facing": "S"}
    units = [
        {**squad, "id": "g1", "hex": "A1", **condition},
        {**squad, "id": "g2", "hex": "B1"},
        {**squad, "id": "g9", "hex": "A1", "labels": ["Command"]},
        {"id": "b1", "card": GUN, "side": "british", "hex": "A8", "facing": "N", "command": "FIRE"},
    ]
    made = situation(
        {
            "modules": modules,
            "board": {"grid": "\n".join([". . . . ."] * 9)},
            "unit": units,
            "formation": [{"name": "1st", "side": "german", "morale": "Good", "cohesion": 1}],
            "situation": {"step": "first-fire", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    )
    return made.initial()


def fire_at(unit: UnitId, **fields: Any) -> GpFireResolved:
    """A GP attack on a unit without effect."""
    values: dict[str, Any] = {"shooter": UnitId("b1"), "weapon": 0, "factor": "S", "type": "P", "total": 1}
    numbers: dict[str, Any] = dict.fromkeys(("range", "gp", "defense", "n_effect", "s_effect", "net"), 1)
    result: dict[str, Any] = {"target": unit, "target_hex": None, "result": Result.NO_EFFECT}
    return GpFireResolved(**values, **numbers, **result, **fields)


def gone(unit: UnitId) -> UnitEliminated:
    return UnitEliminated(unit=unit, cause="test", rule="na:6.5.4.4.3d")


def checked(state: PanzerState, *rolls: int) -> list[MoraleChecked]:
    """The checks that are due, with these rolls."""
    found = []
    for event in check.checks(state, ScriptedDice(rolls)):
        BOOK.evolve(state, event)
        found += [event] if isinstance(event, MoraleChecked) else []
    return found


def test_cohesion_points_are_read_from_the_table() -> None:
    """or:7.1.1.1: tens by the last column, ones by their own, rounded down at the end, at least 1."""
    tables = posed().advanced.morale
    assert tables.cohesion_point(Morale.GOOD, 17) == 9
    assert tables.cohesion_point(Morale.GOOD, 24) == 13
    assert tables.cohesion_point(Morale.POOR, 1) == 1


def test_losses_count_combat_units_once() -> None:
    """or:7.1.1.2: eliminated or bailed out, each once; not what left the map."""
    state = posed()
    assert (cohesion.losses(state, G1), cohesion.worn_down(state, G1)) == (0, False)
    BOOK.evolve(state, gone(G2))
    assert (cohesion.losses(state, G1), cohesion.worn_down(state, G1)) == (1, True)
    BOOK.evolve(state, gone(G2))
    assert cohesion.losses(state, G1) == 1
    state.change(HQ, presence=Presence.EXITED)
    BOOK.evolve(state, fire_at(G1))
    assert cohesion.losses(state, G1) == 1


def test_fire_calls_for_a_check_only_at_the_cohesion_point() -> None:
    """or:7.1.2: attacked is enough; before that nothing but what forces a check does (or:7.1.3)."""
    state = posed()
    BOOK.evolve(state, fire_at(G1))
    assert complete(state)
    assert checked(state) == []
    BOOK.evolve(state, gone(G2))
    checked(state)
    BOOK.evolve(state, fire_at(G1))
    [event] = checked(state, 21)
    assert (event.unit, event.cause, event.forced, event.rule) == (G1, Cause.FIRED_AT, False, "or:7.1.2")
    assert {r.label: r.amount for r in event.tally} == {"Veteran Unit Grade": 10, "command unit in range": 20}
    assert (event.total, event.result) == (51, MoraleResult.HESITATION)
    assert not state.cohesion.waiting


def test_the_loss_of_a_command_unit_forces_a_check() -> None:
    """or:7.1.3: below the Cohesion Point it is Forced, +20; the loss is recorded first."""
    state = posed()
    formation = evolve(state.scenario.formations[0], cohesion=2)
    state.scenario = evolve(state.scenario, formations=(formation,))
    BOOK.evolve(state, gone(HQ))
    events = checked(state, 20, 50)
    assert [(e.unit, e.forced, e.rule) for e in events] == [(G1, True, "or:7.1.3"), (G2, True, "or:7.1.3")]
    assert [e.total for e in events] == [50, 70], "Veteran and Forced: +30; then g1 has broken near g2: -10"
    assert state.units[G1].morale is Shaken.BREAK_ON


def test_a_command_unit_is_lost_where_its_vehicle_is() -> None:
    """or:7.1.2, or:7.1.3: a passenger that fire at its vehicle eliminates was within Command Range too."""
    state = posed()
    state.change(HQ, presence=Presence.CARRIED, carrier=G1, hex=None)
    BOOK.evolve(state, evolve(fire_at(HQ), result=Result.ELIMINATED))
    assert {(t.unit, t.cause) for t in state.cohesion.waiting} >= {(G1, Cause.COMMAND), (G2, Cause.COMMAND)}


def test_a_vehicle_that_its_crew_has_left_brews_up_beside_others_too() -> None:
    """or:7.1.2: it was lost before, and Brews Up now."""
    state = posed()
    state.change(B1, bailed_out=True)
    BOOK.evolve(state, fire_at(G1))
    assert B1 in state.cohesion.lost
    british = SideId("british")
    units = (evolve(u, side=british, formation="") if u.id == G2 else u for u in state.scenario.units)
    state.scenario = evolve(state.scenario, units=tuple(units))
    state.change(G2, side=british, hex=state.units[B1].hex)
    BOOK.evolve(state, evolve(fire_at(B1), result=Result.BREW_UP))
    found = {trigger.cause for trigger in state.cohesion.waiting if trigger.unit == G2}
    assert Cause.BREW_UP in found


@pytest.mark.parametrize(
    ("before", "roll", "after"),
    [
        (None, 20, Shaken.BREAK_ON),
        (None, 21, Shaken.HESITATION_ON),
        (None, 41, None),
        (Shaken.HESITATION_OFF, 21, Shaken.HESITATION_ON),
        (Shaken.HESITATION_OFF, 20, Shaken.BREAK_ON),
        (Shaken.BREAK_OFF, 21, Shaken.BREAK_OFF),
        (Shaken.BREAK_OFF, 20, Shaken.BREAK_ON),
    ],
)
def test_results(before: Shaken | None, roll: int, after: Shaken | None) -> None:
    """or:7.1.4, or:7.1.4a: Germans break up to 50 and hesitate up to 70; the net is +30 here."""
    state = posed()
    BOOK.evolve(state, gone(G2))
    checked(state)
    state.change(G1, morale=before)
    BOOK.evolve(state, fire_at(G1))
    checked(state, roll)
    assert state.units[G1].morale is after


def test_a_check_waits_until_the_move_and_the_close_combat_are_over() -> None:
    """or:7.1.2: when the triggering event is complete."""
    state = posed()
    state.fire = replaced(state.fire, announced=())
    state.cohesion = replaced(state.cohesion, waiting=(Trigger(G1, Cause.ASSAULTED), Trigger(G2, Cause.FIRED_AT)))
    assert len(complete(state)) == 2
    state.combats = evolve(state.combats, overrunning=(UnitId("b1"), G1))
    assert complete(state) == (Trigger(G2, Cause.FIRED_AT),)


def test_one_check_for_a_commander_lost_hand_to_hand() -> None:
    """or:7.1.2: it is a command unit and a companion, lost by one event, which is complete with the fight."""
    state = posed()
    assault = Assault(SideId("british"), HQ, Hex(1, 1), (Attack(B1, hex=Hex(1, 2)),))
    state.combats = evolve(state.combats, active=assault)
    BOOK.evolve(state, lost_hand_to_hand(HQ))
    assert {t.cause for t in state.cohesion.waiting if t.unit == G1} == {Cause.COMMAND, Cause.COMPANIONS}
    assert complete(state) == (), "it is fought on"
    state.combats = evolve(state.combats, active=None)
    assert [event.unit for event in checked(state, 90, 90)] == [G1, G2]
    assert not state.cohesion.waiting


@pytest.mark.parametrize(("armed", "forced"), [("g1", {UnitId("b1")}), ("b1", {UnitId("g1")}), ("", set())])
def test_flames_in_hand_to_hand_combat_force_a_check_of_either_side(armed: str, forced: set[UnitId]) -> None:
    """or:7.1.3, na:6.6.1.2.2j: it receives a flame attack as part of the combat, be it by the attacker or the defender;
    whoever has one uses it in every roll-off."""
    state = situation(
        {
            "modules": ["gp-fire", "leg-and-towed", "grades", "close-combat", "morale"],
            "board": {"grid": "\n".join([". . . . ."] * 9)},
            "unit": [
                {"id": one, "card": SQUAD, "side": side, "hex": at, "facing": "S", "grade": "Veteran"}
                | ({"attached": ["g-flamethrower"]} if one == armed else {})
                for one, side, at in (("g1", "german", "A1"), ("b1", "british", "A2"))
            ],
            "situation": {"step": "first-assault", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    ).initial()
    BOOK.evolve(state, lost_hand_to_hand(G1))
    assert {t.unit for t in state.cohesion.waiting if t.cause is Cause.FLAMES} == forced


def lost_hand_to_hand(loser: UnitId) -> HandToHandFought:
    numbers: dict[str, Any] = dict.fromkeys(("attack", "defense", "attack_net", "defense_net"), 1)
    return HandToHandFought(primary=B1, target=loser, hex=Hex(1, 1), loser=loser, eliminated=True, **numbers)


def test_what_the_counters_do() -> None:
    """or:7.1.5.1, or:7.1.5.2: fire, spotting, movement, quickmarch, active units; marks and rows show them."""
    state = posed()
    calm = allowance(state, state.units[G1], Rate.CROSS_COUNTRY)[0]
    for counter, ap, spots in ((Shaken.HESITATION_OFF, -3, 0), (Shaken.BREAK_ON, -5, -2)):
        state.change(G1, morale=counter)
        unit = state.units[G1]
        assert condition_tally(state, unit).total == ap
        assert spotter_tally(state, G1).total == spots
        refusal = quickmarch_refusal(state, unit)
        assert refusal is not None
        assert refusal.rule == "or:7.1.5"
        assert [mark.meaning for mark in face.marks(unit)] == [counter.value]
        assert counter.value in [row.label for row in face.unit_rows(state, unit)]
        assert (G1 in active_units(state, "german/1st")) is not unit.broken
        assert allowance(state, unit, Rate.CROSS_COUNTRY)[0] == (max(1, calm // 2) if unit.broken else calm)


def test_counters_turn_and_are_removed() -> None:
    """na:6.8.4, or:7.1.6, or:7.1.6.1, or:7.1.6.2: OFF at the end of the turn; then one goes, one is rolled for."""
    state = posed()
    state.change(G1, morale=Shaken.BREAK_ON)
    state.change(G2, morale=Shaken.HESITATION_ON)
    assert not list(check.recoveries(state, ScriptedDice(())))
    BOOK.evolve(state, CountersAdjusted())
    assert (state.units[G1].morale, state.units[G2].morale) == (Shaken.BREAK_OFF, Shaken.HESITATION_OFF)
    for event in check.recoveries(state, ScriptedDice((20,))):  # +10 and +20: 50
        BOOK.evolve(state, event)
    assert (state.units[G1].morale, state.units[G2].morale) == (Shaken.BREAK_OFF, None)
    for event in check.recoveries(state, ScriptedDice((21,))):
        BOOK.evolve(state, event)
    assert state.units[G1].morale is None


@pytest.mark.parametrize(
    ("steps_", "end", "turned"), [(("G:0",), True, True), (("T1",), True, True), ((), True, False)]
)
@pytest.mark.parametrize("counter", [Shaken.HESITATION_OFF, Shaken.BREAK_OFF])
def test_who_moves_is_no_nearer_to_recovery(counter: Shaken, steps_: tuple[str, ...], end: bool, turned: bool) -> None:
    """or:7.1.5.1, or:7.1.5.2: who moves, out of its hex or within it, has its counter turned to ON; who has MOVE and
    stays as it is keeps it."""
    state = posed(hex="C4", command="MOVE")
    state.step = "first-move"
    state.commands = replaced(state.commands, first_player=SideId("german"))
    state.change(G1, morale=counter)
    order = Move(unit=G1, rate=Rate.CROSS_COUNTRY, steps=steps_, end=end)
    BOOK.refuse(state, SideId("german"), order)
    thrown = ScriptedDice(())
    for events in (BOOK.decide(state, SideId("german"), order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            if isinstance(event, MoveEnded):
                break
    on = {Shaken.HESITATION_OFF: Shaken.HESITATION_ON, Shaken.BREAK_OFF: Shaken.BREAK_ON}
    assert state.units[G1].morale is (on[counter] if turned else counter)


@pytest.mark.parametrize(("at", "moved"), [("A8", False), ("A7", True)])
def test_to_get_on_a_vehicle_or_off_it_is_to_move(at: str, moved: bool) -> None:
    """or:7.1.5.1, na:6.1.3c: it turns the counter; out of the hex if it is into another (or:7.1.2)."""
    state = posed()
    for event in (
        UnitMounted(unit=G1, vehicle=B1, hex=state.board.hex("A8")),
        UnitDismounted(unit=G1, vehicle=B1, hex=state.board.hex(at), facing=0),
    ):
        state.change(G1, morale=Shaken.HESITATION_OFF)
        BOOK.evolve(state, event)
        assert state.units[G1].morale is Shaken.HESITATION_ON
    assert (Trigger(G1, Cause.MOVED) in state.cohesion.waiting) is moved


@pytest.mark.parametrize(("at", "leaves"), [("A2", True), ("A1", False)])
def test_to_mount_beside_is_to_leave_the_hex(at: str, leaves: bool) -> None:
    """or:7.1.2, na:6.6.7.1.1a: a squad may mount a vehicle in the next hex; the check waits until it is aboard."""
    state = posed()
    state.change(B1, hex=state.board.hex(at))
    BOOK.evolve(state, MountingBegun(unit=G1, vehicle=B1, facing=None))
    moved = Trigger(G1, Cause.MOVED)
    assert moved not in complete(state)
    failed = state.copy()
    BOOK.evolve(state, UnitMounted(unit=G1, vehicle=B1, hex=state.board.hex(at)))
    assert (moved in complete(state)) is leaves
    BOOK.evolve(failed, MountingFailed(unit=G1, vehicle=B1, reason="the vehicle is gone"))
    assert moved not in failed.cohesion.waiting


def test_a_search_is_a_move_too() -> None:
    """or:7.1.5.1, or:7.29"""
    state = posed()
    state.change(G1, morale=Shaken.HESITATION_OFF)
    searched: dict[str, Any] = {
        "hex": state.units[G1].hex,
        "facing": 0,
        "partial": True,
        "reverse": False,
        "value": 1,
        "total": 2,
    }
    BOOK.evolve(state, HullDownSearched(unit=G1, found=False, **searched))
    assert state.units[G1].morale is Shaken.HESITATION_ON


def test_recovery_is_a_step_of_its_own() -> None:
    """or:7.1.6: right after the suppressions, before counters are turned; nobody has anything to choose in it."""
    with_morale = [step.id for step in steps(frozenset({Switch.MORALE, Switch.GP_FIRE}))]
    at = with_morale.index("morale")
    assert with_morale[at - 1 : at + 2] == ["suppressions", "morale", "adjust"]
    assert BY_ID["morale"].acting is Acting.NOBODY
    assert "morale" not in {step.id for step in steps(frozenset({Switch.GP_FIRE}))}


def test_without_the_switch_nothing_is_noted() -> None:
    state = posed(on=False)
    assert not state.has(Switch.MORALE)
    BOOK.evolve(state, gone(G2))
    BOOK.evolve(state, fire_at(G1))
    assert not state.cohesion.waiting
    assert not state.cohesion.lost
    assert face.unit_rows(state, state.units[G1]) == []
