"""Broken men: rallying, dispersing, routing, giving up, freezing (pw:12.9 to pw:12.9.4.2)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.combat import arms
from core.panzerwar.infantry import contact, rallying
from core.panzerwar.infantry.events import Froze, Rallied, Surrendered
from core.panzerwar.infantry.evolve import APPLY
from core.panzerwar.movement import routing, speed
from core.panzerwar.movement.events import Planned
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.organisation import Forced
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.sighting import glances
from core.panzerwar.sighting.factors import When
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved


def squad(where: str = "C9", **changes: Any) -> Element:
    broken, nerve = changes.pop("broken", 2), changes.pop("nerve", {})
    return an_element("squad", "ger-rifle-44", BLUE, where, **changes).with_nerve(broken=broken, **nerve)


def enemy(where: str = "C5", id_: str = "enemy", **gunnery: Any) -> Element:
    return an_element(id_, "sov-rifle-43", RED, where).with_gunnery(**{"lately": True, **gunnery})


@pytest.mark.parametrize(
    ("grade", "die", "rallied", "dispersed"),
    [
        (Grade.REGULAR, 7, True, False),
        (Grade.REGULAR, 6, False, False),
        (Grade.REGULAR, 2, False, True),
        (Grade.GREEN, 8, True, False),
        (Grade.GREEN, 3, False, True),
        (Grade.ELITE, 5, True, False),
        (Grade.ELITE, 1, False, True),
    ],
)
def test_rallying(grade: Grade, die: int, rallied: bool, dispersed: bool) -> None:
    """pw:12.9.4, pw:12.9.4.2: from the rally number on it is itself again, up to the dispersal number it is removed."""
    state = a_state(squad(grade=grade), turn=3)
    (event,) = evolved(state, APPLY, rallying.rally(state, ScriptedDice([die])))
    assert isinstance(event, Rallied)
    assert (event.rallied, event.dispersed) == (rallied, dispersed)
    element = state.element("squad")
    assert (element.presence is Presence.DISPERSED) == dispersed
    assert bool(element.nerve.broken) == (not rallied)


@pytest.mark.parametrize(("turn", "removed"), [(6, False), (7, True)])
def test_after_five_turns_it_is_removed(turn: int, removed: bool) -> None:
    """pw:12.9.4.1: who has been broken for five turns and does not rally then."""
    state = a_state(squad(broken=2), turn=turn)
    (event,) = evolved(state, APPLY, rallying.rally(state, ScriptedDice([5])))
    assert isinstance(event, Rallied)
    assert event.dispersed == removed


def test_nobody_rallies_while_its_unit_retreats() -> None:
    """pw:13.4, pw:12.9.4: no die is rolled for it."""
    state = a_state(squad())
    state.reorganise("blue-1", forced=Forced.RETREAT)
    assert list(rallying.rally(state, ScriptedDice([]))) == []


@pytest.mark.parametrize(("turn", "removed"), [(6, False), (7, True)])
def test_five_turns_are_too_long_in_a_retreat_too(turn: int, removed: bool) -> None:
    """pw:12.9.4.1, pw:13.4: who may not rally is removed without a roll."""
    state = a_state(squad(broken=2), turn=turn)
    state.reorganise("blue-1", forced=Forced.RETREAT)
    events = evolved(state, APPLY, rallying.rally(state, ScriptedDice([])))
    assert [e.dispersed for e in events if isinstance(e, Rallied)] == [True] * removed
    assert (state.element("squad").presence is Presence.DISPERSED) == removed


@pytest.mark.parametrize(
    ("where", "lately", "routs"), [("C5", True, True), ("C5", False, False), ("C1", True, True), ("AA9", True, False)]
)
def test_who_is_broken_must_rout(where: str, lately: bool, routs: bool) -> None:
    """pw:12.9, pw:12.9.2: from a firing enemy within 200; who is not broken need not."""
    state = a_state(squad(), enemy(where, lately=lately))
    assert rallying.must_rout(state, state.element("squad")) == routs
    sound = squad(broken=0)
    assert not rallying.must_rout(a_state(sound, enemy(where)), sound)


def rout(state: WarState) -> list[Any]:
    state.step = "c1"
    return list(routing.rout(state))


def test_it_goes_away_from_who_fires() -> None:
    """pw:12.9.2: farther in both segments."""
    state = a_state(squad(), enemy())
    (event,) = rout(state)
    assert isinstance(event, Planned)
    first, second = event.plan.legs[0].to, event.plan.second[0].to
    far = [gsu_between(at("C5"), point) for point in (at("C9"), first, second)]
    assert far == sorted(far)
    assert far[2] == pytest.approx(100 + 75, abs=1)


def test_who_cannot_get_away_surrenders() -> None:
    """pw:12.9.2.1: an enemy is within 19, and every way out leads within 19 of one."""
    ring = [enemy(f"C9+{x},{y}", f"e{n}") for n, (x, y) in enumerate([(15, 0), (-15, 0), (0, 15), (0, -15)])]
    ring += [enemy(f"C9+{x},{y}", f"f{n}") for n, (x, y) in enumerate([(11, 11), (-11, 11), (11, -11), (-11, -11)])]
    state = a_state(squad(), *ring)
    (event,) = rout(state)
    assert isinstance(event, Surrendered)
    evolved(state, APPLY, [event])
    assert state.element("squad").presence is Presence.SURRENDERED


def test_nobody_surrenders_to_an_empty_bunker() -> None:
    """pw:12.9.2.1: neither is the way past it barred; men inside are enemies."""
    bunkers = [
        an_element(f"b{n}", "bunker-small", RED, f"C9+{x},{y}")
        for n, (x, y) in enumerate([(15, 0), (-15, 0), (0, 15), (0, -15), (11, 11), (-11, 11), (11, -11), (-11, -11)])
    ]
    men = [enemy(f"C9+{x},{y}", f"m{n}").with_posture(bunker=f"b{n}") for n, (x, y) in enumerate([(15, 0)])]
    assert not rallying.caught(a_state(squad(), *bunkers), squad())
    assert rallying.caught(a_state(squad(), *bunkers, *men), squad())
    (event,) = rout(a_state(squad(), enemy(), *bunkers))
    assert isinstance(event, Planned)


@pytest.mark.parametrize(
    ("dug", "terrain", "where", "freezes"),
    [
        (Digging.TRENCH, "clear", "C5", True),
        (Digging.TRENCH, "clear", "C3", False),
        (Digging.NONE, "stone-town", "C5", True),
        (Digging.NONE, "clear", "C5", False),
        (Digging.FOXHOLES, "clear", "C5", False),
    ],
)
def test_hard_cover_lets_it_stay(dug: Digging, terrain: str, where: str, freezes: bool) -> None:
    """pw:12.9.2.2: with the firing enemy within 100."""
    state = a_state(squad().with_posture(dug=dug), enemy(where), board=a_board(terrain={"C9": terrain}))
    assert rallying.freezes(state, state.element("squad")) == freezes
    (event,) = rout(state)
    assert isinstance(event, Froze) == freezes


def test_what_the_broken_and_the_suppressed_may_not_do() -> None:
    """pw:12.9, pw:12.9.3.3: who is broken does not fire; who is suppressed does not move, and sees half as far."""
    broken, pinned = squad(), squad(broken=0, nerve={"suppressed": 3})
    state = a_state(broken, enemy(), turn=3)
    small = arms.arms(state, broken)[0]
    assert not arms.able(state, broken, small)
    assert arms.able(state, pinned, small)
    found = speed.immobile_refusal(a_state(pinned, turn=3), pinned)
    assert found is not None
    assert found.rule == "pw:12.9.3.3"
    assert speed.immobile_refusal(a_state(pinned, turn=4), pinned) is None
    looks = [glances.glance(state, one, enemy(), When.MOVEMENT) for one in (broken, pinned)]
    assert [getattr(look, "share", None) for look in looks] == [1.0, 0.5]


# -- contact -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "number"), [("ger-rifle-44", 3), ("mg-team", 0), ("crew", 0), ("sniper", 1)])
def test_going_into_contact(card: str, number: int) -> None:
    """pw:12.2.3: a D10 of no more than its fire factor at 30."""
    element = an_element("squad", card, BLUE, "C9")
    state = a_state(element)
    assert contact.check_number(state, element) == number
    for die in range(1, 11):
        assert contact.check(state, element, element, ScriptedDice([die])).goes == (die <= number)


def test_who_touches_whom() -> None:
    """pw:12.2.3: who succeeds stops on touching, who fails halts no closer than 10 from its base."""
    one, other = squad("C9"), enemy("C9+0,13")
    assert contact.touching(one, other)
    assert not contact.touching(one, enemy("C9+0,13.1"))
    assert contact.SHORT - contact.TOUCH == 10
    assert UnitId("squad") == one.id
