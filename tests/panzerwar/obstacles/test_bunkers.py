"""Bunkers: armour, hits, wear, stun, who is inside (pw:15.7 to pw:15.7.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.combat import arms, zones
from core.panzerwar.damage.events import OccupantStunned, StunTested
from core.panzerwar.damage.evolve import APPLY as DAMAGE
from core.panzerwar.damage.penetration import critical
from core.panzerwar.face import counters
from core.panzerwar.ground import cover
from core.panzerwar.infantry import rallying
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.movement.events import Boarded
from core.panzerwar.obstacles import bunker_hits, bunkers, choices, details, manning
from core.panzerwar.obstacles.events import BunkerManned, BunkerStruck
from core.panzerwar.obstacles.orders import ManBunker
from core.panzerwar.pieces.charts.damage import Plate
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.strike import Strike
from core.panzerwar.sighting import observers
from core.panzerwar.state import SET_UP, WarState
from tests.panzerwar.damage.hits import a_strike, he
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import ByPurpose, dice, happen, rolling

CARDS = a_state().cards
CHARTS = a_state().charts


def a_bunker(card: str = "bunker-medium", **changes: Any) -> Element:
    return an_element("bunker", card, RED, "C5", **{"heading": 24, **changes})


def inside(id_: str, card: str = "ger-rifle-44", **changes: Any) -> Element:
    element = an_element(id_, card, RED, "C5", **changes)
    return element.with_posture(bunker="bunker")


def manned(card: str = "bunker-medium", *men: Element, worn: int = 0) -> WarState:
    return a_state(a_bunker(card).with_harm(worn=worn), *(men or (inside("squad"),)), step="e1")


def strike(state: WarState, shell: Strike, rolls: ByPurpose) -> list[Any]:
    return happen(state, bunker_hits.strike_bunker(state, state.element("bunker"), shell, rolls))


def test_three_sizes_and_three_armours() -> None:
    """pw:15.7.1, pw:15.7.2: large 0, medium -1, small -3; 15, 10 and 5 cm all round."""
    found = {card.id: (card.size, card.armour) for card in CARDS.bunkers.values()}
    assert found == {"bunker-large": (0, 15), "bunker-medium": (-1, 10), "bunker-small": (-3, 5)}


@pytest.mark.parametrize(("penetration", "die", "pierced"), [(9.9, 5, False), (10.0, 5, True), (10.0, 4, False)])
def test_penetration_is_rolled_as_of_an_armoured_element(penetration: float, die: int, pierced: bool) -> None:
    """pw:15.7.2.1: at least the armour pierces it, by the Variable Penetration Tables."""
    shot = a_strike(penetration=penetration)
    state = manned()
    percent = CHARTS.damage.variable_penetration(CHARTS.damage.table_of(shot.shell), Plate.PLAIN, die)
    event = strike(state, shot, rolling(penetration=die))[0]
    assert isinstance(event, BunkerStruck)
    assert event.penetration == pytest.approx(percent.of(penetration))
    assert event.pierced == (percent.of(penetration) >= 10) == pierced


@pytest.mark.parametrize(("shell", "net"), [(a_strike(penetration=90.0), 2), (he(penetration=90.0, killpower=4), 6)])
def test_everybody_inside_is_attacked_by_itself(shell: Strike, net: int) -> None:
    """pw:15.7.2.1: the killpower of the shell and 2, of AP 0 and 2."""
    state = manned("bunker-large", inside("one"), inside("two"))
    events = strike(state, shell, rolling(others=9, penetration=3, at=(1, 9), stun=(2, 2)))
    attacked = [e for e in events if isinstance(e, MenAttacked)]
    assert [(e.element, e.net) for e in attacked] == [("one", net), ("two", net)]


def test_nobody_is_attacked_behind_walls_that_hold() -> None:
    """pw:15.7.2.1: only stun is rolled for, of each by itself (pw:15.7.4.1)."""
    state = manned("bunker-large", inside("one"), inside("two"))
    events = strike(state, a_strike(penetration=5.0), rolling(stun=(9, 10)))
    assert not any(isinstance(e, MenAttacked) for e in events)
    assert [e.element for e in events if isinstance(e, OccupantStunned)] == ["one", "two"]


@pytest.mark.parametrize(("penetration", "holds"), [(5.0, True), (15.0, False)])
def test_walls_that_fire_has_gone_through_are_hard_cover_no_more(penetration: float, holds: bool) -> None:
    """pw:12.9.2.2: and so they stay."""
    broken = inside("squad").with_nerve(broken=2)
    state = manned("bunker-medium", broken)
    assert rallying.in_hard_cover(state, broken)
    for now in (penetration, 5.0):
        strike(state, a_strike(penetration=now), rolling(others=9, penetration=5))
        assert rallying.in_hard_cover(state, state.element("squad")) == holds


def test_a_direct_critical_hit_goes_through_the_slit() -> None:
    """pw:15.7.2.2: HE has four times its penetration on a 9, a 6 backed by a 6; shells from above have not."""
    for shell, pierced in ((he(penetration=3.0), True), (he(penetration=3.0, direct=False), False)):
        state = manned()
        event = strike(state, shell, rolling(penetration=(6, 6)))[0]
        assert (event.pierced, event.slit) == (pierced, pierced)
        if pierced:
            assert event.penetration == 12.0
    ap = a_strike(penetration=9.0)
    assert critical(CHARTS, ap, bunker_hits.wall(10), 9)
    assert strike(manned(), ap, rolling(penetration=(6, 6)))[0].pierced


@pytest.mark.parametrize(
    ("penetration", "killpower", "worn"), [(2.5, 4, 4), (2.4, 4, 0), (2.5, None, 1), (2.5, 0, 1), (12.0, 6, 6)]
)
def test_a_quarter_of_the_armour_wears_it(penetration: float, killpower: int | None, worn: int) -> None:
    """pw:15.7.3, pw:15.7.3.1: the HE killpower of the shell, at least 1, from a quarter of the armour on."""
    assert bunkers.wear(CHARTS, 10.0, penetration, killpower) == worn


@pytest.mark.parametrize(("penetration", "worn"), [(9.0, 4), (10.0, 0)])
def test_only_walls_that_hold_wear(penetration: float, worn: int) -> None:
    """pw:15.7.3: what goes through makes a hole, and takes nothing off the walls."""
    event = strike(manned(), he(penetration=penetration, killpower=4), rolling(penetration=5))[0]
    assert (event.pierced, event.worn) == (penetration >= 10, worn)


def test_15_points_take_a_centimetre() -> None:
    """pw:15.7.3.2: and what is left of the armour is what the next shell has to defeat."""
    card = CARDS.bunkers["bunker-medium"]
    assert [bunkers.armour(CHARTS, card, worn) for worn in (0, 14, 15, 29, 30)] == [10, 10, 9, 9, 8]
    state = manned(worn=12)
    shell = he(penetration=4.0, killpower=4)
    first = strike(state, shell, rolling(penetration=3))[0]
    assert (first.armour, first.worn) == (10, 4)
    assert strike(state, shell, rolling(penetration=3))[0].armour == 9


def test_at_2_cm_it_falls_in() -> None:
    """pw:15.7.3.3: it is rubble, which covers as rubble and is reduced no further."""
    card = CARDS.bunkers["bunker-small"]
    assert not bunkers.collapsed(CHARTS, card, 44)
    assert bunkers.collapsed(CHARTS, card, 45)
    assert bunkers.armour(CHARTS, card, 500) == 2
    state = manned("bunker-small", worn=42)
    event = strike(state, he(penetration=2.0, killpower=4), rolling(penetration=3))[0]
    assert event.collapsed
    assert state.element("bunker").presence is Presence.DESTROYED
    squad = state.element("squad")
    assert squad.posture.bunker == ""
    assert cover.against_killpower(state, squad) is not None
    assert cover.covers(state, squad)[-1].id == "rubble"


@pytest.mark.parametrize(("card", "more"), [("bunker-large", 2), ("bunker-medium", 1), ("bunker-small", 0)])
def test_stun_is_harder_behind_thick_walls(card: str, more: int) -> None:
    """pw:15.7.4: the number that is needed is 2 more in a heavy bunker, 1 in a medium one."""
    state = manned(card)
    assert bunker_hits.stun_number(state, state.element("bunker"), a_strike(stun=7)).total == 7 + more
    for die, stunned in ((7 + more, True), (6 + more, False)):
        scratch = manned(card)
        strike(scratch, a_strike(penetration=0.5, stun=7), rolling(stun=die))
        assert scratch.element("squad").harm.stunned == stunned


def test_who_is_stunned_inside_comes_to_on_7() -> None:
    """pw:15.7.4.2: in phase H, whether hit again or not."""
    for die, ended in ((7, True), (6, False)):
        state = a_state(a_bunker(), inside("squad").with_harm(stunned=True, struck=True))
        (event,) = happen(state, details.final_details(state, dice(die)))
        assert isinstance(event, StunTested)
        assert event.needed == 7
        assert state.element("squad").harm.stunned == (not ended)
    assert OccupantStunned in DAMAGE


def test_joined_bunkers_count_separately() -> None:
    """pw:15.7: a hit on one does nothing to who is in the next."""
    other = an_element("next", "bunker-medium", RED, "C5+20,0")
    mate = an_element("mate", "ger-rifle-44", RED, "C5+20,0").with_posture(bunker="next")
    state = a_state(a_bunker(), other, inside("squad"), mate, step="e1")
    events = strike(state, he(penetration=60.0), rolling(others=9, penetration=3))
    assert {e.element for e in events} == {"bunker", "squad"}


def test_a_bunker_sights_as_a_closed_vehicle_into_its_arc() -> None:
    """pw:15.7.5, pw:15.7.6: 45 degrees to either side of its front, for who is inside too."""
    state = manned()
    for id_ in ("bunker", "squad"):
        element = state.element(id_)
        assert observers.closed(state, element)
        assert [observers.in_arc(state, element, degrees) for degrees in (135, 134, 225, 226)] == [
            True,
            False,
            True,
            False,
        ]


def test_chances_agree_with_the_numbers() -> None:
    """pw:15.7.2.1, pw:15.7.4: penetration by all dice, stun of one element."""
    state = manned()
    pierced, stunned = bunker_hits.chances(state, state.element("bunker"), a_strike(penetration=90.0, stun=9))
    assert pierced == pytest.approx(1.0)
    assert stunned == pytest.approx(0.1)  # a 10 of a D10, over or not
    assert bunker_hits.chances(state, state.element("bunker"), a_strike(penetration=1.0, stun=None)) == (0.0, 0.0)


# -- who is inside -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "there", "comes", "room"),
    [
        ("bunker-large", ["ger-rifle-44"], "ger-rifle-44", True),
        ("bunker-large", ["ger-rifle-44", "ger-rifle-44"], "mg-team", False),
        ("bunker-large", ["ger-rifle-44", "ger-rifle-44"], "pak43", True),
        ("bunker-medium", [], "ger-rifle-44", True),
        ("bunker-medium", ["ger-rifle-44"], "pak43", False),
        ("bunker-medium", ["pak43"], "crew", True),
        ("bunker-medium", ["pak43"], "mg-team", False),
        ("bunker-small", [], "mg-team", True),
        ("bunker-small", [], "ger-rifle-44", False),
        ("bunker-small", [], "pak40", True),
        ("bunker-small", [], "sfh18", False),
        ("bunker-small", ["pak40"], "crew", True),
        ("bunker-large", [], "pz4h", False),
    ],
)
def test_whom_a_bunker_holds(card: str, there: list[str], comes: str, room: bool) -> None:
    """pw:15.7, pw:15.7.1: two squads and a large gun; a squad or a large gun; a medium gun, or a team."""
    men = [inside(f"in{number}", one) for number, one in enumerate(there)]
    newcomer = an_element("new", comes, RED, "C6")
    state = a_state(a_bunker(card), *men, newcomer)
    assert bunkers.has_room(state, state.element("bunker"), newcomer) == room


def test_bunkers_are_manned_in_the_set_up() -> None:
    """pw:15.7.1: who is inside stands where it does and looks the way that it looks; and out again."""
    state = a_state(a_bunker(), an_element("squad", "ger-rifle-44", RED, "C6"), step=SET_UP, turn=0)
    order = ManBunker(element=UnitId("squad"), bunker=UnitId("bunker"))
    assert choices.order(state, RED, ("bunker:squad", "bunker")) == order
    manning.check_man(state, RED, order)
    (event,) = happen(state, manning.man(state, RED, order, dice()))
    squad = state.element("squad")
    assert isinstance(event, BunkerManned)
    assert (squad.at, squad.heading, squad.posture.bunker) == (at("C5"), 24, "bunker")
    with pytest.raises(IllegalOrder, match="inside already"):
        manning.check_man(state, RED, order)
    out = ManBunker(element=UnitId("squad"), bunker=UnitId(""))
    manning.check_man(state, RED, out)
    happen(state, manning.man(state, RED, out, dice()))
    assert state.element("squad").posture.bunker == ""
    with pytest.raises(IllegalOrder, match="in no bunker"):
        manning.check_man(state, RED, out)
    state.step = "orders"
    with pytest.raises(IllegalOrder, match="in the set-up"):
        manning.check_man(state, RED, order)


def test_infantry_that_comes_to_a_bunker_goes_in() -> None:
    """pw:15.7: if it is of its side and has room."""
    for side, goes in ((RED, True), (BLUE, False)):
        squad = an_element("squad", "ger-rifle-44", side, "C5+5,5")
        state = a_state(a_bunker(), squad)
        events = happen(state, manning.enters(state, UnitId("squad")))
        assert bool(events) == goes
        assert (state.element("squad").posture.bunker == "bunker") == goes


@pytest.mark.parametrize(
    ("card", "arm"), [("ger-rifle-44", "small arms"), ("mg-team", "machine gun"), ("pak40", "gun")]
)
def test_fire_out_of_a_bunker(card: str, arm: str) -> None:
    """pw:15.7.6: 45 degrees either side of its front, however who is inside has turned; a gun has its own zone."""
    weapon = "MG42-HMG" if card == "mg-team" else ""
    state = manned("bunker-large", evolve(inside("men", card=card), heading=0, weapon=weapon))
    men = state.element("men")
    one = next(one for one in arms.arms(state, men) if one.kind.value == arm)
    half = 22.5 if arm == "gun" else 45
    for toward, bears in ((180.0, True), (180 + half, True), (181 + half, False), (0.0, False)):
        found = zones.zone_refusal(state, men, one, toward)
        assert (found is None) is bears
        assert found is None or found.rule == ("pw:8.1.3" if arm == "gun" else "pw:15.7.6")
    assert zones.arc(state, men, one) == (half / 7.5, 24)


def test_who_is_taken_aboard_leaves_his_bunker() -> None:
    """pw:15.7, pw:6.11: a gun that is towed away is protected by no walls."""
    state = manned("bunker-large", inside("gun", "pak40"))
    happen(state, [Boarded(side=RED, element=UnitId("gun"), carrier=UnitId("lorry"))])
    assert not state.element("gun").posture.bunker


def test_men_in_a_bunker_are_marked_so() -> None:
    """pw:15.7: and not as dug in, which is less, whatever else they have dug."""
    state = a_state(a_bunker(), inside("in"), inside("dug").with_posture(dug=Digging.FOXHOLES))
    for id_ in ("in", "dug"):
        assert [mark.meaning for mark in counters.marks(state, state.element(id_))] == ["in a bunker"]
    out = an_element("out", "ger-rifle-44", RED, "C5").with_posture(dug=Digging.FOXHOLES)
    assert [mark.meaning for mark in counters.marks(a_state(out), out)] == ["dug in"]
