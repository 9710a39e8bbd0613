"""When each of the eight orders may be given, and when it may be left (pw:4.2 to pw:4.10)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.choice import Refusal
from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerwar.command import choices, tactical
from core.panzerwar.command.events import OrderReceived
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.command.reports import TELL
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Doctrine, Forced, Tactical
from core.panzerwar.pieces.strike import Effect, Part
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.events import CameInSight
from core.panzerwar.state import WarState
from core.plane import Point, centre, hex_at, within
from tests.panzerwar.command.platoons import east, ordered, refused, squads, tanks
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, a_board, at


def give(state: WarState, order: Tactical, *dice: int, moving: tuple[str, ...] = (), at: Point | None = None) -> None:
    wanted = GiveOrder(organisation="p", tactical=order, moving=moving, objective=at)  # type: ignore[arg-type]
    tactical.check_give(state, BLUE, wanted)
    happen(state, tactical.give(state, BLUE, wanted, ScriptedDice(list(dice))))


# -- Advance (pw:4.3) ------------------------------------------------------------------------------------


def advancing(**unit: object) -> WarState:
    return ordered(order=Tactical.ADVANCE, since=3, objective=east("O20", 700), **unit)  # type: ignore[arg-type]


def test_an_advance_goes_on_until_something_happens() -> None:
    """pw:4.3: losing the initiative is nothing that does."""
    state = advancing()
    assert refused(state, Tactical.COVER) == "pw:4.3"
    state.last_mover = state.element("foe").side
    assert refused(state, Tactical.COVER) == "pw:4.3"


def test_an_advance_ends_at_its_objective() -> None:
    """pw:4.3: when an element is within 50 of it."""
    state = advancing()
    state.change(state.element("t2").id, at=east("O20", 651))
    assert refused(state, Tactical.COVER) is None


@pytest.mark.parametrize(("when", "may"), [(2, False), (3, True), (4, True)])
def test_an_advance_ends_as_the_situation_changes(when: int, may: bool) -> None:
    """pw:4.3: since it was ordered: contact, or a loss."""
    for what in ("changed", "fought"):
        assert (refused(advancing(**{what: when}), Tactical.COVER) is None) is may


def test_what_changes_the_situation() -> None:
    """pw:4.3, pw:4.4.3: an enemy comes in sight, an element is lost; a hit alone is nothing."""
    state = advancing()
    one = state.element("t1")
    happen(state, [VehicleStruck(side=BLUE, element=one.id, by="AP", effect=Effect(part=Part.HULL))])
    assert state.organisations["p"].changed == 0
    happen(state, [VehicleStruck(side=BLUE, element=one.id, by="AP", effect=Effect(part=Part.HULL, destroyed=True))])
    assert state.organisations["p"].changed == 5
    seen = advancing()
    foe = seen.element("foe")
    sight = CameInSight(
        side=BLUE, element=foe, by=(seen.element("t0").id,), range=900, reach=900, percent=100, rule="pw:7.6.3"
    )
    happen(seen, [sight])
    assert seen.organisations["p"].changed == 5
    assert seen.organisations["foe"].changed == 0


# -- Rush (pw:4.4) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doctrine", "foot", "limit"),
    [
        (Doctrine.ART, False, 300),
        (Doctrine.ART, True, 100),
        (Doctrine.SCIENCE, False, 500),
        (Doctrine.SCIENCE, True, 300),
    ],
)
def test_how_near_to_the_enemy_a_rush_is_ordered(doctrine: Doctrine, foot: bool, limit: int) -> None:
    """pw:4.4.2: of known enemies, by doctrine and troops, from any element."""
    mine = squads() if foot else tanks()
    assert refused(ordered(mine, enemy=limit + 26, doctrine=doctrine), Tactical.RUSH) is None
    assert refused(ordered(mine, enemy=limit, doctrine=doctrine), Tactical.RUSH) == "pw:4.4.2"
    assert refused(ordered(mine, enemy=limit, doctrine=doctrine, seen=False), Tactical.RUSH) is None


def test_a_rush_is_left_as_the_situation_changes() -> None:
    """pw:4.4.3."""
    state = ordered(order=Tactical.RUSH, since=3, objective=east("O20", 700))
    assert refused(state, Tactical.ADVANCE) == "pw:4.4.3"
    state.reorganise("p", changed=4)
    assert refused(state, Tactical.ADVANCE) is None


# -- Bound (pw:4.5) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "moving", "may"),
    [(4, ("t0", "t1"), True), (4, ("t0",), False), (3, ("t0",), True), (3, ("t0", "t1"), True), (3, (), False)],
)
def test_a_bound_has_two_equal_halves(count: int, moving: tuple[str, ...], may: bool) -> None:
    """pw:4.5: of mobile elements."""
    state = ordered(tanks(count))
    if may:
        give(state, Tactical.BOUND, moving=moving)
        assert state.organisations["p"].moving == set(moving)
    else:
        with pytest.raises(IllegalOrder) as why:
            give(state, Tactical.BOUND, moving=moving)
        assert why.value.rule == "pw:4.5"


def test_no_more_than_half_is_offered() -> None:
    """pw:4.5: of four two, and of three two at most; one may end it there."""
    state = ordered(tanks(4))
    for picked, offered, complete in (((), 4, False), (("t0",), 3, False), (("t0", "t1"), 0, True)):
        found = choices.go_on(state, BLUE, ("order:p", "Bound", *picked))
        assert (len(found.options), found.complete) == (offered, complete)
    three = choices.go_on(ordered(tanks(3)), BLUE, ("order:p", "Bound", "t0"))
    assert (len(three.options), three.complete) == (2, True)


def test_guns_do_not_bound() -> None:
    """pw:4.5: what cannot move is of neither half."""
    state = ordered(tanks(2))
    state.put(state.element("t1").with_harm(damage=frozenset({Damage.MOBILITY})))
    assert refused(state, Tactical.BOUND) == "pw:4.5"


def test_the_science_of_war_does_not_bound() -> None:
    """pw:4.5.4."""
    assert refused(ordered(doctrine=Doctrine.SCIENCE), Tactical.BOUND) == "pw:4.5.4"
    assert refused(ordered(), Tactical.BOUND) is None


def apart(**unit: object) -> WarState:
    """A Bound whose halves are separated: t0 has gone ahead, t1 stayed."""
    return ordered(
        tanks(2),
        order=Tactical.BOUND,
        since=4,
        given=4,
        moving=frozenset({"t0"}),
        apart=True,
        **unit,  # type: ignore[arg-type]
    )


def test_the_other_half_follows_up() -> None:
    """pw:4.5.1: the next order is another Bound, of those who stayed."""
    state = apart()
    assert refused(state, Tactical.COVER) == "pw:4.5.1"
    with pytest.raises(IllegalOrder) as why:
        give(state, Tactical.BOUND, moving=("t0",))
    assert why.value.rule == "pw:4.5.1"
    give(state, Tactical.BOUND, moving=("t1",))
    assert state.organisations["p"].moving == {"t1"}


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Tactical.COVER, None),
        (Tactical.BOUND, None),
        (Tactical.WITHDRAW, None),
        (Tactical.ADVANCE, "pw:4.5.3"),
        (Tactical.REGROUP, "pw:4.5.3"),
    ],
)
def test_in_contact_separated_halves_may_cover_or_withdraw(order: Tactical, rule: str | None) -> None:
    """pw:4.5.3."""
    assert refused(apart(changed=4), order) == rule


def test_the_menu_offers_the_other_half() -> None:
    """pw:4.5.1, pw:4.5."""
    found = choices.go_on(apart(), BLUE, ("order:p", "Bound"))
    assert [one.pick for one in found.options] == ["t1"]


# -- Charge (pw:4.6) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("foot", "enemy", "rule"),
    [(False, 800, None), (False, 801, "pw:4.6"), (True, 150, None), (True, 151, "pw:4.6.1")],
)
def test_a_charge_needs_an_enemy_before_its_command_element(foot: bool, enemy: float, rule: str | None) -> None:
    """pw:4.6, pw:4.6.1: in sight, within 800, of infantry within 150, for both doctrines."""
    mine = squads() if foot else tanks()
    for doctrine in Doctrine:
        assert refused(ordered(mine, enemy=enemy, doctrine=doctrine), Tactical.CHARGE) == rule
    assert refused(ordered(mine, enemy=enemy, seen=False), Tactical.CHARGE) is not None


def test_who_commands_from_a_carrier_charges_by_his_unit() -> None:
    """pw:4.6: the distance is that of its elements where the command element has no place of its own."""
    state = ordered(squads(), enemy=150)
    state.change(state.element("t0").id, presence=Presence.ABOARD)
    assert refused(state, Tactical.CHARGE) is not None  # the others stand 25 and 50 to the south
    state.change(state.element("t1").id, at=east("O20", 1))
    assert refused(state, Tactical.CHARGE) is None


def charging(enemy: float, *, foot: bool = False, **unit: object) -> WarState:
    objective = east("O20", 700)
    return ordered(
        squads() if foot else tanks(),
        enemy=enemy,
        order=Tactical.CHARGE,
        since=4,
        objective=objective,
        **unit,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("foot", "enemy", "bound"), [(False, 151, True), (False, 150, False), (True, 51, True)])
def test_a_charge_binds_until_it_is_near(foot: bool, enemy: float, bound: bool) -> None:
    """pw:4.6.2: 150 of the enemy, infantry 50."""
    assert refused(charging(enemy, foot=foot), Tactical.WITHDRAW) == ("pw:4.6.2" if bound else None)


def test_infantry_regroups_after_its_charge() -> None:
    """pw:4.6.4: one turn; in direct fire, where it cannot, it takes any order (pw:4.9)."""
    state = charging(50, foot=True)
    assert refused(state, Tactical.COVER) == "pw:4.6.4"
    assert refused(state, Tactical.REGROUP) is None
    give(state, Tactical.REGROUP)
    assert state.organisations["p"].regroups == 1
    assert refused(charging(50, foot=True, fought=5), Tactical.COVER) is None


def test_tanks_regroup_at_their_objective() -> None:
    """pw:4.6.4: with no enemy within 150."""
    state = charging(500)
    state.change(state.element("t1").id, at=east("O20", 690))
    assert refused(state, Tactical.ADVANCE) == "pw:4.6.4"
    assert refused(state, Tactical.REGROUP) is None


def test_tanks_do_not_charge_on_from_their_objective() -> None:
    """pw:4.6.4: they regroup first, as long as no enemy is within 150 and no direct fire keeps them from it."""
    state = charging(500)
    assert refused(state, Tactical.CHARGE) is None
    state.change(state.element("t1").id, at=east("O20", 690))
    assert refused(state, Tactical.CHARGE) == "pw:4.6.4"
    state.reorganise("p", fought=5)
    assert refused(state, Tactical.CHARGE) is None


def test_a_charge_without_an_enemy_left_is_over() -> None:
    """pw:4.6.2, pw:4.6.4."""
    state = charging(500)
    state.change(state.element("foe").id, presence=Presence.DESTROYED)
    assert refused(state, Tactical.REGROUP) is None
    assert refused(state, Tactical.ADVANCE) == "pw:4.6.4"


def test_a_morale_loss_ends_a_charge() -> None:
    """pw:4.6.2, pw:4.1.3: what morale orders comes by itself."""
    assert refused(charging(500, forced=Forced.HALT), Tactical.COVER) == "pw:4.2.5"


# -- Engage (pw:4.7) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("foot", "limit"), [(False, 250), (True, 100)])
def test_engaging_takes_an_enemy_near(foot: bool, limit: int) -> None:
    """pw:4.7.1."""
    mine = squads() if foot else tanks()
    assert refused(ordered(mine, enemy=limit), Tactical.ENGAGE) is None
    assert refused(ordered(mine, enemy=limit + 1), Tactical.ENGAGE) == "pw:4.7.1"
    assert refused(ordered(mine, enemy=limit, seen=False), Tactical.ENGAGE) == "pw:4.7.1"


@pytest.mark.parametrize(
    ("order", "rule"),
    [(Tactical.REGROUP, None), (Tactical.WITHDRAW, None), (Tactical.COVER, "pw:4.7.2"), (Tactical.RUSH, "pw:4.7.2")],
)
def test_engaging_disorders(order: Tactical, rule: str | None) -> None:
    """pw:4.7.2."""
    assert refused(ordered(order=Tactical.ENGAGE, since=4, disordered=True), order) == rule


# -- Cover (pw:4.8) ----------------------------------------------------------------------------------------


def test_cover_settles_first() -> None:
    """pw:4.8.3: after a turn of movement nothing else is ordered before all have halted."""
    state = ordered(settled=1, since=4)
    assert refused(state, Tactical.ADVANCE) is None
    state.put(state.element("t1").with_travel(last=Motion.HALF))
    assert refused(state, Tactical.ADVANCE) == "pw:4.8.3"
    state.reorganise("p", settled=2)
    assert refused(state, Tactical.ADVANCE) is None


def test_any_unit_may_cover() -> None:
    """pw:4.8: whatever its size and doctrine."""
    for doctrine in Doctrine:
        assert refused(ordered(doctrine=doctrine, order=Tactical.WITHDRAW, since=2), Tactical.COVER) is None


# -- Regroup (pw:4.9) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fought", "may"), [(0, True), (3, True), (4, False), (5, False)])
def test_nobody_regroups_in_direct_fire(fought: int, may: bool) -> None:
    """pw:4.9."""
    assert refused(ordered(fought=fought), Tactical.REGROUP) == (None if may else "pw:4.9")


def test_regrouping_takes_its_time() -> None:
    """pw:4.9.4: it may be broken off to withdraw or cover."""
    state = ordered(order=Tactical.REGROUP, since=4, regroups=2)
    assert refused(state, Tactical.ADVANCE) == "pw:4.9.4"
    assert refused(state, Tactical.WITHDRAW) is None
    told = {}
    for fought, far in ((0, 0), (4, 0), (0, 1)):
        state = ordered(order=Tactical.REGROUP, since=4, regroups=1, fought=fought)
        if far:
            state.change(state.element("t1").id, at=Point(90, 90))
        why = tactical.order_refusal(state, state.organisations["p"], Tactical.ADVANCE)
        told[fought, far] = why.reason if why is not None else ""
    assert told[0, 0] == "it regroups, 1 turn more"
    assert told[4, 0] == "it regroups, 1 turn more: out of direct fire"
    assert told[0, 1].startswith("it regroups, 1 turn more: all within ")
    state.reorganise("p", regroups=0)
    assert refused(state, Tactical.ADVANCE) is None


def test_its_time_is_rolled_once() -> None:
    """pw:4.9.4: nobody orders it anew for a better roll."""
    state = ordered(strength=4)
    give(state, Tactical.REGROUP, 5)
    assert state.organisations["p"].regroups == 3
    assert refused(state, Tactical.REGROUP) == "pw:4.9.4"
    offered = choices.menu(state, BLUE, ()).options[0]
    assert offered.refusal is not None
    assert offered.refusal.rule == "pw:4.9.4"
    state.turn = 6
    assert refused(state, Tactical.WITHDRAW) is None


def test_where_nothing_was_rolled_another_order_may_be_given() -> None:
    """pw:4.9.4, pw:4.2.1: whole and led a unit regroups in one turn; without losses nothing is had by it."""
    state = ordered(strength=3)
    give(state, Tactical.REGROUP)
    assert state.organisations["p"].regroups == 1
    assert refused(state, Tactical.ADVANCE) is None
    leaderless = ordered(strength=3)
    leaderless.reorganise("p", command=None)
    give(leaderless, Tactical.REGROUP, 5)
    leaderless.reorganise("p", command="t0")
    assert refused(leaderless, Tactical.REGROUP) == "pw:4.9.4", "who has found a leader since was rolled for without"


# -- Withdraw (pw:4.10) ------------------------------------------------------------------------------------


def test_withdrawing_is_always_possible() -> None:
    """pw:4.10."""
    for order in (Tactical.COVER, Tactical.ENGAGE, Tactical.REGROUP):
        assert refused(ordered(order=order, since=2, fought=5, regroups=1), Tactical.WITHDRAW) is None


def test_who_covers_regroups_or_withdraws_is_sent_nowhere() -> None:
    """pw:4.8, pw:4.9, pw:4.10: an objective is asked for where the order has one, and what is pointed at is none."""
    state = ordered()
    for order in Tactical:
        found = choices.go_on(state, BLUE, ("order:p", order.value))
        goes = order in tactical.GOES_SOMEWHERE
        assert found.complete is not (goes or order is Tactical.BOUND)
        assert any(one.kind == "hex" for one in found.options) is goes


def test_an_order_of_the_same_phase_is_replaced() -> None:
    """pw:4.2.1: a charge that is thought better of binds nobody."""
    state = ordered(enemy=700)
    give(state, Tactical.CHARGE, at=east("O20", 700))
    give(state, Tactical.BOUND, moving=("t0",))
    give(state, Tactical.COVER)
    unit = state.organisations["p"]
    assert (unit.order, unit.moving, unit.objective) == (Tactical.COVER, frozenset(), None)
    assert evolve(unit, former=None, given=0, since=0) == ordered(enemy=700).organisations["p"]


def test_the_places_that_score_are_offered_first_and_by_name() -> None:
    """pw:4.3: whoever advances on one need not look its hex up."""
    state = ordered()
    goal = Goal(id="hill", name="West hill", kind=GoalKind.HOLD, at=at("C9"), radius=50, points=10)
    state.engagement = evolve(state.engagement, goals=(goal,))
    first, other, *_ = choices.go_on(state, BLUE, ("order:p", "Advance")).options
    assert (first.pick, first.label) == ("C9", "West hill, C9")
    assert other.label == other.pick


# -- objectives ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE])
def test_nobody_is_sent_to_where_he_is(order: Tactical) -> None:
    """pw:4.3, pw:4.4.1, pw:4.6: an objective that all elements have reached is none; who lags behind may come up."""
    state = ordered(enemy=600.0, order=Tactical.COVER)
    where = {choice.pick: choice.refusal for choice in choices.go_on(state, BLUE, ("order:p", order.value)).options}
    found = where["O21"]
    assert found is not None
    assert found.rule == "pw:4.3"
    assert where["O26"] is None
    with pytest.raises(IllegalOrder, match="there already"):
        give(state, order, at=at("O21"))
    state.change(state.element("t2").id, at=east("O20", -100))
    give(state, order, at=at("O21"))


# -- what a Charge leads to (pw:4.6) ---------------------------------------------------------------------


@pytest.mark.parametrize(("far", "may"), [(790, True), (810, False)])
def test_what_is_charged_lies_near(far: float, may: bool) -> None:
    """pw:4.6: the objective is within 800 of the command element, as the enemy is that is in sight."""
    state = ordered(enemy=700)
    assert refused(state, Tactical.CHARGE) is None
    if may:
        give(state, Tactical.CHARGE, at=east("O20", far))
        return
    with pytest.raises(IllegalOrder, match="within 800 of its command element"):
        give(state, Tactical.CHARGE, at=east("O20", far))


def test_what_is_charged_is_in_sight() -> None:
    """pw:4.6: of the command element, as a place or as the known enemy who stands there."""
    there = east("O20", 450)
    woods = " ".join(Hex(column, row).id for column in range(31, 35) for row in range(15, 26))
    state = ordered(enemy=300, game={"board": a_board(80, 60, terrain={woods: "heavy-woods"})})
    with pytest.raises(IllegalOrder, match="in sight of its command element") as why:
        give(state, Tactical.CHARGE, at=there)
    assert why.value.rule == "pw:4.6"
    found = {c.hex: c.refusal for c in choices.go_on(state, BLUE, ("order:p", "Charge")).options}
    assert found[hex_at(there)] == Refusal(why.value.reason, "pw:4.6")
    assert found[hex_at(east("O20", 300))] is None
    state.change(UnitId("foe"), at=there)
    give(state, Tactical.CHARGE, at=there)


def test_a_charge_is_offered_no_place_far_away() -> None:
    """pw:4.6: and the menu says why of the others."""
    state = ordered(squads(), enemy=100)
    found = choices.go_on(state, BLUE, ("order:p", "Charge"))
    assert found.options
    assert all(one.hex is not None and within(at("O20"), centre(one.hex), 150) for one in found.options)
    assert found.elsewhere is not None
    assert found.elsewhere.rule == "pw:4.6.1"


def test_one_leader_is_named_and_one_unit_taken_in() -> None:
    """pw:4.0.4, pw:4.9.1: the first that is picked; the menu then offers no other, and says who it is."""
    found = choices.go_on(ordered(), BLUE, ("appoint:p", "t1"))
    assert (found.complete, found.options) == (True, ())
    assert found.prompt.endswith(": t1 leads")


@pytest.mark.parametrize(
    ("moving", "said"), [(("t1",), "p: Bound, t1 bounds"), (("t0", "t1"), "p: Bound, t0, t1 bound")]
)
def test_who_bounds_in_words(moving: tuple[str, ...], said: str) -> None:
    """pw:4.5: one bounds, several bound."""
    event = OrderReceived(side=BLUE, organisation="p", order=Tactical.BOUND, moving=moving)  # type: ignore[arg-type]
    told = TELL[OrderReceived](ordered(), event)
    assert told is not None
    assert told.text == said
