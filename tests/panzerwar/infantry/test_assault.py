"""Close assault tactics (pw:12.11 to pw:12.11.6.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.choice import Chance
from core.dice import ScriptedDice, branches
from core.event import Event, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzerwar.course import segments
from core.panzerwar.damage import evolve as damage
from core.panzerwar.damage.events import GunStruck, OccupantStunned, VehicleStruck
from core.panzerwar.damage.targets import large_action
from core.panzerwar.infantry import assault, assault_results, choices, fortified, odds
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.infantry.events import Assaulted, MenAttacked
from core.panzerwar.infantry.orders import CloseAssault, WithdrawAssault
from core.panzerwar.infantry.reports import TELL
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element

APPLY = {**damage.APPLY, **infantry.APPLY}


def happen(state: WarState, events: Any) -> list[Event]:
    found = []
    for event in events:
        APPLY[type(event)](state, event)
        found.append(event)
    return found


def squad(id_: str = "squad", **changes: Any) -> Element:
    return an_element(id_, changes.pop("card", "ger-rifle-44"), BLUE, changes.pop("where", "C5"), **changes)


def tank(**changes: Any) -> Element:
    found = an_element("tank", changes.pop("card", "t34-85"), RED, changes.pop("where", "C6"), **changes)
    return found.with_travel(motion=Motion.HALF)


def facing(*elements: Element, **changes: Any) -> WarState:
    return a_state(*elements, see=[e.id for e in elements], **{"step": "e5", **changes})


def order(element: str = "squad", target: str = "tank", weapon: str = "") -> CloseAssault:
    return CloseAssault(element=UnitId(element), target=UnitId(target), weapon=weapon)


def declared(state: WarState, *orders: CloseAssault) -> WarState:
    for one in orders:
        side = state.element(one.element).side
        assault.check(state, side, one)
        happen(state, assault.declare(state, side, one, ScriptedDice([])))
    return state


# -- who, whom, when -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "target", "why"),
    [
        (squad(), tank(), ""),
        (squad(card="mg-team"), tank(), "squads make"),
        (squad(card="crew"), tank(), "squads make"),
        (squad().with_nerve(broken=1), tank(), "broken"),
        (squad().with_nerve(suppressed=2), tank(), "suppressed"),
        (squad().with_nerve(suppressed=2, ignoring=True), tank(), ""),
        (squad().with_nerve(assaulted=True), tank(), "attempt of this turn"),
        (squad().with_harm(stunned=True), tank(), "stunned"),
        (squad(), tank(where="C6+0,5"), ""),
        (squad(), tank(where="C6+0,5.1"), "farther than 25"),
        (squad(), an_element("tank", "sov-rifle-43", RED, "C6"), "vehicles and fortifications"),
        (squad(), an_element("tank", "pz4h", BLUE, "C6"), "not in sight"),
    ],
)
def test_who_assaults_whom(attacker: Element, target: Element, why: str) -> None:
    """pw:12.11, pw:12.11.1, pw:12.11.2, pw:12.11.4.1: a squad that is sound, a vehicle or bunker within 25, once."""
    state = facing(attacker, target)
    if not why:
        assault.check(state, BLUE, order())
        return
    with pytest.raises(IllegalOrder, match=why):
        assault.check(state, BLUE, order())


@pytest.mark.parametrize("hex_", [str(one) for one in hex_from_id("C5").neighbours()])
def test_whoever_is_beside_it_reaches_it(hex_: str) -> None:
    """pw:12.11.2, pw:1.0: 25 to the edge of the target, whatever tenths lie between the centres of two hexes; so near
    is a friend of the target."""
    state = facing(squad(where=hex_), tank(where="C5"))
    assault.check(state, BLUE, order())
    alone = assault.number(state, state.element("squad"), state.element("tank"), "").total
    friend = an_element("friend", "sov-smg", RED, hex_)
    with_friend = facing(squad(where=hex_), tank(where="C5"), friend)
    assert assault.number(with_friend, with_friend.element("squad"), with_friend.element("tank"), "").total == alone - 2
    assert assault.target_refusal(state, state.element("squad"), tank(where="C8")) is not None


def test_engineers_have_a_charge_by_their_card() -> None:
    """pw:12.11.5.1: once in a scenario; others have one where they were given it."""
    for card, uses in (("ger-pioneer", 1), ("sov-sapper", 1), ("ger-rifle-44", 0)):
        state = facing(squad(card=card), tank())
        assert assault.uses_left(state, state.element("squad"), "demo charge") == uses
    state = declared(facing(squad(card="ger-pioneer"), tank()), order(weapon="demo charge"))
    happen(state, assault.resolve(state, ScriptedDice([10])))
    assert assault.weapons(state, state.element("squad")) == ()


def test_it_may_have_moved_and_fired() -> None:
    """pw:12.11.3.1, pw:12.11.3.2: and charged."""
    busy = squad().with_travel(motion=Motion.FULL, segments=("c1", "c6"), charged=2).with_gunnery(fired=(4,))
    assert assault.who_refusal(facing(busy, tank()), busy) is None


def test_who_is_lost_before_e5_makes_none() -> None:
    """pw:12.11.3: destroyed, routed or suppressed by then; so much as the last segment is over, none is declared."""
    for change in ({"presence": Presence.KILLED}, {"nerve": squad().with_nerve(suppressed=2).nerve}):
        state = declared(facing(squad(), tank()), order())
        state.change(UnitId("squad"), **change)
        assert list(assault.resolve(state, ScriptedDice([]))) == []
    state = facing(squad(), tank())
    state.ended = frozenset({BLUE})
    with pytest.raises(IllegalOrder, match="assaults of this turn are declared"):
        assault.check(state, BLUE, order())


def test_all_are_declared_before_any_is_rolled() -> None:
    """pw:12.11.4.2: each counts for the others; and may be withdrawn before that."""
    others = [squad("a"), squad("b")]
    state = declared(facing(*others, tank()), order("a"), order("b"))
    events = happen(state, assault.resolve(state, ScriptedDice([10, 10])))
    lone = assault.number(state, state.element("a"), state.element("tank"), "").total
    assert [e.needed for e in events if isinstance(e, Assaulted)] == [lone + 1, lone + 1]
    state = declared(facing(*others, tank()), order("a"))
    undo = WithdrawAssault(element=UnitId("a"))
    assault.check_withdraw(state, BLUE, undo)
    happen(state, assault.withdraw(state, BLUE, undo, ScriptedDice([])))
    assert not state.assaults
    with pytest.raises(IllegalOrder, match="declared no assault"):
        assault.check_withdraw(state, BLUE, undo)


def test_all_in_a_segment_is_at_once() -> None:
    """pw:3.2.E, pw:12.11.4: what one assault does to a tank makes the others of the segment no easier, and who has
    lost his target to one of them is told so; it has used its weapon."""
    mine = [squad("a"), squad("b", card="ger-pioneer")]
    target = tank().with_travel(motion=Motion.STATIONARY)
    state = declared(facing(*mine, target), order("a"), order("b", weapon="demo charge"))
    lone = assault.number(state, state.element("b"), target, "demo charge").total
    events = happen(state, assault.resolve(state, ScriptedDice([1, 5, 10])))
    assert state.element("tank").harm.damage == {Damage.MOBILITY}
    assert [e.needed for e in events if isinstance(e, Assaulted)][1] == lone + 1
    state = declared(facing(*mine, target), order("a"), order("b", weapon="demo charge"))
    events = happen(state, assault.resolve(state, ScriptedDice([1, 10, 1])))
    assert [e.told for e in events if isinstance(e, Assaulted)] == ["destroyed", assault.GONE]
    assert sum(isinstance(e, VehicleStruck) for e in events) == 1
    assert assault.weapons(state, state.element("b")) == ()


def test_what_ends_the_segment_and_what_is_told() -> None:
    """pw:3.2.E: assaults are declared in E5; what attacks men begins its sentence."""
    (end,) = segments.menu(facing(squad(), tank()), BLUE, ()).options
    assert end.label == "All assaults are declared"
    attacked = MenAttacked(
        side=RED, element=UnitId("tank"), what="close assault", net=5, rolled=6, result=Result.BROKEN
    )
    report = TELL[MenAttacked](facing(squad(), tank()), attacked)
    assert report is not None
    assert report.text.startswith("Close assault at tank: 6 against")


def test_who_is_in_a_bunker_does_not_escort_it() -> None:
    """pw:12.11.4.3: he is part of what is assaulted; others within 25 do."""
    bunker = an_element("tank", "bunker-medium", RED, "C6")
    inside = an_element("in", "sov-rifle-43", RED, "C6")
    empty = total(facing(squad(), bunker))
    assert total(facing(squad(), bunker, inside.with_posture(bunker="tank"))) == empty
    assert total(facing(squad(), bunker, inside)) == empty - 2


def test_the_menu_offers_it() -> None:
    """pw:12.11.4.2, pw:12.11.2: with the number, and its chance."""
    state = facing(squad(), tank())
    assert [c.pick for c in choices.offer(state, BLUE)] == ["assault:squad"]
    (option,) = choices.go_on(state, BLUE, ("assault:squad",)).options
    assert option.pick == "tank"
    assert choices.order(state, BLUE, ("assault:squad", "tank")) == order()
    declared(state, order())
    assert [c.pick for c in choices.offer(state, BLUE)] == ["no-assault:squad"]


@pytest.mark.parametrize(("card", "weapon"), [("t34-85", ""), ("su76", "flamethrower"), ("zis5", "")])
def test_the_menu_has_two_chances(card: str, weapon: str) -> None:
    """pw:12.11.4, pw:12.11.6: destroyed, and any effect, as an assault is rolled; those declared already count."""
    state = facing(squad(), squad("other"), tank(card=card, buttoned=False).with_travel(motion=Motion.STATIONARY))
    declared(state, order("other"))
    element, target = state.element("squad"), state.element("tank")
    destroyed = harmed = 0.0
    for chance, events in branches(lambda dice: list(assault.make(state, element, target, weapon, 1, dice))):
        for event in events:
            if isinstance(event, VehicleStruck):
                destroyed += chance * event.effect.destroyed
                harmed += chance * (not event.effect.harmless)
    found = odds.harm(state, element, target, weapon)
    assert found == Chance(pytest.approx(destroyed), pytest.approx(harmed))
    if not weapon:
        (option,) = choices.go_on(state, BLUE, ("assault:squad",)).options
        assert option.chance == found
        assert option.cost == f"{assault.number(state, element, target, '', others=1).total} or less"


# -- the number ----------------------------------------------------------------------------------------------


def total(state: WarState, weapon: str = "", others: int = 0) -> int:
    return assault.number(state, state.element("squad"), state.element("tank"), weapon, others=others).total


@pytest.mark.parametrize(
    ("attacker", "target", "number"),
    [
        (squad(), tank(), 0),
        (squad(), tank(buttoned=True), 1),
        (squad(), tank().with_travel(motion=Motion.STATIONARY), 2),
        (squad(), tank().with_travel(motion=Motion.SHIFT), 1),
        (squad(), tank().with_travel(motion=Motion.FULL), -2),
        (squad(), tank().with_travel(motion=Motion.BURST), -2),
        (squad(), tank().with_harm(damage=frozenset({Damage.MOBILITY})), 2),
        (squad(), tank().with_harm(stunned=True), 3),
        (squad(), tank(card="su76"), 2),
        (squad(grade=Grade.GREEN), tank(), -1),
        (squad(grade=Grade.VETERAN), tank(), 1),
        (squad(grade=Grade.ELITE), tank(), 2),
        (squad().with_travel(charged=1, motion=Motion.FULL), tank(), -1),
        (squad().with_travel(charged=1), tank(), 0),
        (squad(card="ger-pioneer"), tank(), 1),
        (squad().with_posture(dug=Digging.TRENCH), tank(), 2),
        (squad().with_posture(dug=Digging.TRENCH).with_travel(motion=Motion.HALF), tank(), 0),
        (squad(), tank().with_harm(damage=frozenset({Damage.COMMANDER})), 1),
        (squad(), tank(card="su76").with_harm(damage=frozenset({Damage.COMMANDER})), 2),
    ],
)
def test_the_factors(attacker: Element, target: Element, number: int) -> None:
    """pw:12.11.4.3: 1, and what the list of factors has; a tank with machine guns that moved half is at 0."""
    assert total(facing(attacker, target)) == number


@pytest.mark.parametrize(
    ("target", "number"),
    [
        (tank(), 0),
        (tank(heading=3), 0),
        (tank(heading=4, turret=4), 1),
        (tank(heading=24, turret=0), 0),
        (tank(heading=0, turret=24), 0),
        (tank(heading=24, turret=24), 1),
        (tank(heading=24, turret=0).with_harm(damage=frozenset({Damage.GUN})), 1),
        (tank(heading=0, turret=24).with_harm(damage=frozenset({Damage.HULL_GUNNER})), 1),
        (tank(card="is2", heading=24, turret=24, buttoned=True), 1),
        (tank(card="is2", heading=12, turret=12, buttoned=True), 2),
        (tank(card="stug3g", heading=24), 0),
        (tank(card="stug3g", heading=24, buttoned=True), 2),
    ],
)
def test_machine_guns_that_bear(target: Element, number: int) -> None:
    """pw:12.11.4.3: in hull and turret 22.5 degrees either side, on the roof all round while somebody looks out."""
    assert total(facing(squad(), target)) == number


@pytest.mark.parametrize(
    ("terrain", "number"), [("village", 2), ("heavy-woods", 2), ("rocky-ground", 0), ("rubble", 0)]
)
def test_where_a_squad_has_settled(terrain: str, number: int) -> None:
    """pw:12.11.4.3: woods, buildings and trenches, and no other cover."""
    assert total(facing(squad(), tank(), board=a_board(terrain={"C5": terrain}))) == number


def test_factors_of_the_place() -> None:
    """pw:12.11.4.3: escorts, who ride on top too (pw:6.9.5), darkness, further squads, special charges, woods."""
    escort = an_element("escort", "sov-rifle-43", RED, "C7")
    assert total(facing(squad(), tank(), escort)) == -2
    assert total(facing(squad(), tank(), escort.with_nerve(suppressed=2))) == 0
    rider = evolve(escort, presence=Presence.ABOARD, aboard=UnitId("tank"), at=tank().at)
    assert [total(facing(squad(), tank(), evolve(rider, outside=one))) for one in (True, False)] == [-2, 0]
    assert total(facing(squad(), tank(), moonlight=50)) == 1
    assert total(facing(squad(), tank()), others=2) == 2
    assert total(facing(squad(), tank()), "demo charge") == 2
    assert total(facing(squad(), tank(), board=a_board(terrain={"C5": "light-woods"}))) == 2


def test_bunkers_are_easier_from_behind() -> None:
    """pw:12.11.4.3, pw:15.7.6: 2 outside of its arc, -1 in it."""
    for heading, number in ((24, 3), (0, 0)):
        bunker = an_element("tank", "bunker-medium", RED, "C6", heading=heading)
        assert total(facing(squad(), bunker.with_travel(motion=Motion.HALF))) == number


# -- the roll and its results --------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "succeeds"), [(1, True), (2, True), (3, False), (10, False)])
def test_a_die_of_no_more_than_the_number_succeeds(die: int, succeeds: bool) -> None:
    """pw:12.11.4, pw:12.11.6.2: and a failure has no effect on either side."""
    state = declared(facing(squad(), tank().with_travel(motion=Motion.STATIONARY)), order())
    before = state.copy()
    events = happen(state, assault.resolve(state, ScriptedDice([die, 6] if succeeds else [die])))
    assert isinstance(events[0], Assaulted)
    assert (events[0].succeeded, events[0].needed) == (succeeds, 2)
    assert state.element("squad").nerve.assaulted
    if not succeeds:
        assert len(events) == 1
        assert state.element("tank") == before.element("tank")


def test_a_natural_10_always_fails() -> None:
    """pw:12.11.4: whatever the number."""
    easy = tank(buttoned=True).with_travel(motion=Motion.STATIONARY)
    easy = easy.with_harm(stunned=True, damage=frozenset({Damage.MOBILITY}))
    state = declared(facing(squad(grade=Grade.ELITE), easy), order())
    assert total(state) >= 10
    (event,) = happen(state, assault.resolve(state, ScriptedDice([10])))
    assert isinstance(event, Assaulted)
    assert not event.succeeded


@pytest.mark.parametrize(
    ("weapon", "rolled", "effects"),
    [
        ("", 6, ("gun",)),
        ("", 10, ("destroyed",)),
        ("demo charge", 8, ("destroyed",)),
        ("hand-placed magnetic charge", 8, ("fire",)),
        ("flamethrower", 5, ("fire",)),
        ("flamethrower", 3, ("track", "stun-roll")),
        ("Molotov cocktail", 6, ("mobility",)),
    ],
)
def test_results_with_their_adjustments(weapon: str, rolled: int, effects: tuple[str, ...]) -> None:
    """pw:12.11.6, pw:12.11.6.1: charges +2 and +1, flame sets on fire, bottles -1."""
    state = facing(squad(), tank())
    assert assault_results.effect_of(state, state.element("tank"), weapon, rolled)[0] == effects


@pytest.mark.parametrize(
    ("card", "heading", "rolled", "effects"),
    [
        ("t34-85", 0, 9, ("mobility", "stunned")),
        ("t34-85", 18, 9, ("mobility", "stunned")),
        ("t34-85", 24, 9, ("fire",)),
        ("t34-85", 24, 8, ("tc-or-stunned", "hull-gun")),
        ("su76", 0, 8, ("fire",)),
    ],
)
def test_bottles_burn_from_behind_and_in_open_tops(
    card: str, heading: int, rolled: int, effects: tuple[str, ...]
) -> None:
    """pw:12.11.6.1: one is taken off the roll, and an 8 is then on fire."""
    thrower = squad(card="ger-rifle-41", ammunition={"Molotov cocktail": 1})
    state = facing(thrower, tank(card=card, heading=heading))
    made = assault.make(state, thrower, state.element("tank"), "Molotov cocktail", 9, ScriptedDice([1, rolled]))
    event = next(iter(made))
    assert isinstance(event, Assaulted)
    assert event.effects == effects


def test_nothing_is_lost_that_is_not_there() -> None:
    """pw:12.11.6, pw:9.9, pw:9.11: a truck has no gun, a light tank none in its hull."""
    seven = ("tc-or-stunned", "hull-gun")
    for card, damage_ in (("t34-85", {Damage.HULL_GUNNER}), ("t70", set())):
        state = facing(squad(), tank(card=card, buttoned=True))
        assert assault.struck(state, state.element("tank"), seven, None, ScriptedDice([]), "x").effect.damage == damage_
    for card, damage_ in (("t34-85", {Damage.GUN}), ("opel", set())):
        state = facing(squad(), tank(card=card))
        assert (
            assault.struck(state, state.element("tank"), ("gun",), None, ScriptedDice([]), "x").effect.damage == damage_
        )


def test_the_hull_gun_goes_in_a_large_action_too() -> None:
    """pw:12.11.6: a 7 takes it, whoever else fights; pw:9.8 tells only what a shell does in the driver's place."""
    others = [an_element(f"other{i}", "t34-85", RED, "F8") for i in range(13)]
    state = facing(squad(), tank(buttoned=True), *others)
    assert large_action(state)
    found = assault.struck(state, state.element("tank"), ("tc-or-stunned", "hull-gun"), None, ScriptedDice([]), "x")
    assert found.effect.damage == {Damage.HULL_GUNNER}


def test_what_results_do() -> None:
    """pw:12.11.6: several parts of one result all happen."""
    for result, damage_ in ((5, {Damage.MOBILITY}), (6, {Damage.GUN}), (9, {Damage.FIRE}), (8, {Damage.MOBILITY})):
        state = declared(facing(squad(), tank().with_travel(motion=Motion.STATIONARY)), order())
        events = happen(state, assault.resolve(state, ScriptedDice([1, result])))
        assert isinstance(events[-1], VehicleStruck)
        assert state.element("tank").harm.damage == damage_
        assert state.element("tank").harm.stunned == (result == 8)


@pytest.mark.parametrize(
    ("weapon", "uses", "stance", "terrain", "card", "why"),
    [
        ("demo charge", 1, Stance.ATTACK, "clear", "ger-pioneer", ""),
        ("demo charge", 0, Stance.ATTACK, "clear", "ger-pioneer", "has no demo charge"),
        ("flamethrower", 3, Stance.ATTACK, "clear", "ger-pioneer", ""),
        ("Molotov cocktail", 2, Stance.DEFENCE, "village", "ger-rifle-41", ""),
        ("Molotov cocktail", 2, Stance.ATTACK, "village", "ger-rifle-41", "for the defence"),
        ("Molotov cocktail", 2, Stance.DEFENCE, "clear", "ger-rifle-41", "built-up"),
        ("Molotov cocktail", 2, Stance.DEFENCE, "village", "ger-rifle-44", "ordinary anti-tank"),
    ],
)
def test_special_weapons(weapon: str, uses: int, stance: Stance, terrain: str, card: str, why: str) -> None:
    """pw:12.11.5, pw:12.11.5.1, pw:12.11.5.2, pw:12.11.5.3: of squads named before the game, so often as it says."""
    mine = squad(card=card, ammunition={weapon: uses})
    state = facing(mine, tank(), board=a_board(terrain={"C5": terrain}))
    sides = tuple(evolve(side, stance=stance) if side.id == BLUE else side for side in state.engagement.sides)
    state.engagement = evolve(state.engagement, sides=sides)
    found = assault.weapon_refusal(state, mine, weapon)
    assert (found.reason if found is not None else "").find(why) >= 0
    assert (found is None) == (not why)
    if not why:
        declared(state, order(weapon=weapon))
        happen(state, assault.resolve(state, ScriptedDice([10])))
        assert state.element("squad").ammunition[weapon] == uses - 1


def test_a_flamethrower_that_a_squad_carries() -> None:
    """pw:12.11.5.2, pw:12.12: may be used in close assault, of the same three uses."""
    state = declared(facing(squad(card="ger-pioneer", weapon="flamethrower"), tank()), order(weapon="flamethrower"))
    happen(state, assault.resolve(state, ScriptedDice([10])))
    assert state.element("squad").ammunition["flamethrower"] == 2
    assert assault.uses_left(state, squad(), "flamethrower") == 0


def test_assaults_on_bunkers() -> None:
    """pw:12.11.6: nothing, all stunned, one attacked, all attacked, and weapons destroyed; charges are 2 better."""

    def inside(id_: str, card: str = "sov-rifle-43") -> Element:
        return an_element(id_, card, RED, "C6").with_posture(bunker="bunker")

    bunker = an_element("bunker", "bunker-large", RED, "C6")
    rows = {3: [], 4: [OccupantStunned] * 3, 6: [MenAttacked], 8: [MenAttacked] * 3}
    rows[10] = [GunStruck, MenAttacked, MenAttacked]
    for rolled, kinds in rows.items():
        state = facing(squad(), bunker, inside("a"), inside("b"), inside("gun", "zis3"))
        events = happen(state, fortified.inside(state, bunker, "", rolled, ScriptedDice([5] * 9)))
        assert [type(e) for e in events] == kinds
    state = facing(squad(), bunker)
    assert fortified.total(state, "flamethrower", 4) == fortified.total(state, "demo charge", 4) == 6
    assert fortified.total(state, "", 4) == 4
    assert happen(state, fortified.inside(state, bunker, "", 10, ScriptedDice([]))) == []


def test_what_a_destroyed_vehicle_carries_and_tows_is_lost() -> None:
    """pw:6.9.3, pw:6.9.4: the gun that it tows, and of a soft one all whom it carries."""
    aboard = {"presence": Presence.ABOARD, "aboard": UnitId("tank")}
    gun, men = an_element("gun", "zis3", RED, "C6", **aboard), an_element("men", "sov-rifle-43", RED, "C6", **aboard)
    state = facing(squad(), tank(card="zis5"), gun, men)
    event = assault.struck(state, state.element("tank"), ("destroyed",), None, ScriptedDice([]), "close assault")
    assert set(event.lost) == {"gun", "men"}
    state.change(UnitId("tank"), card="t34-85")
    state.change(UnitId("men"), outside=True)
    event = assault.struck(state, state.element("tank"), ("destroyed",), None, ScriptedDice([]), "close assault")
    assert set(event.lost) == {"gun"}


def test_the_gun_of_a_turret_of_one_is_lost_with_its_commander() -> None:
    """pw:9.10.3: whatever kills him."""
    state = facing(squad(), tank(card="t70", buttoned=False))
    event = assault.struck(state, state.element("tank"), ("tc-or-stunned",), None, ScriptedDice([]), "close assault")
    assert event.effect.damage == {Damage.COMMANDER, Damage.GUN}


def test_nobody_is_asked_for_a_weapon_that_he_has_not() -> None:
    """pw:12.11.5: who has no special weapon just assaults."""
    state = facing(squad(), tank())
    found = choices.go_on(state, BLUE, ("assault:squad", "tank"))
    assert (found.prompt, found.options, found.complete) == ("squad assaults tank", (), True)
