"""Stacks over the limit during movement: what may be done, and that nobody is ever stuck (pb:PB-STACK-D)."""

from __future__ import annotations

import random

import pytest

from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.movement import over_stacking
from core.panzerblitz.movement.events import Moved
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.movement.over_stacking import Layout, Place, Stacks, finish_refusal, mending_move, stacks
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.movement.step import movable
from core.panzerblitz.opponent.judgement import best_order
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, hexes, position, refused, system

VEHICLES = "first-vehicles"
OTHERS = "first-others"


def move(unit: str, path: str, **said: bool) -> Move:
    """A move."""
    return Move(unit=UnitId(unit), path=hexes(path), **said)


def too_many(state: BlitzState, side: SideId) -> int:
    """Units over the limits."""
    return sum(n for _, n in stacks(state, side).too_many())


def test_two_full_stacks_change_places() -> None:
    """pb:PB-STACK-D, pb:PB-STACK-A: each may go on to the other as long as the way back or on is open."""
    state = position(
        {"a": "r-t-34c E4", "b": "r-t-34c E4", "c": "r-t-34c E5", "d": "r-t-34c E5"}, step="second-vehicles"
    )
    give(state, RUSSIAN, move("a", "E5"))
    assert refused(state, RUSSIAN, FinishStep()) == "pb:PB-STACK-D"
    give(state, RUSSIAN, move("b", "E5"))
    give(state, RUSSIAN, move("c", "E4"))
    give(state, RUSSIAN, move("d", "E4"))
    assert too_many(state, RUSSIAN) == 0
    give(state, RUSSIAN, FinishStep())


def test_three_full_stacks_go_round() -> None:
    """pb:PB-STACK-D: room may be made by units that others make room for, on foot one hex each."""
    ring = ("E4", "E5", "F5")
    counters = {f"{h}-{n}": f"g-rifle {h}" for h in ring for n in range(3)}
    rest = {f"g{h}{n}": f"g-75mm-at {h}" for h in around(ring) for n in range(3)}
    state = position(counters | rest, step=OTHERS)
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        for n in range(3):
            give(state, GERMAN, move(f"{here}-{n}", there))
    assert too_many(state, GERMAN) == 0
    stuck = position(counters | rest | {"E5-0": "g-rifle E5 down"}, step=OTHERS)
    for n in range(2):
        give(stuck, GERMAN, move(f"E4-{n}", "E5"))
    assert refused(stuck, GERMAN, move("E4-2", "E5")) == "pb:PB-STACK-B"


def around(ring: tuple[str, ...]) -> set[str]:
    """The hexes next to some that are none of them."""
    return {str(n) for h in ring for n in at(h).neighbours() if str(n) not in ring}


def test_a_place_that_is_needed_is_not_taken() -> None:
    """pb:PB-STACK-D: where one must go to leave a full stack, nobody else may settle."""
    counters = {f"g{n}": "g-75mm-at E4" for n in range(3)} | {"foot": "g-rifle E5", "tank": "g-panther E6"}
    counters |= {f"f{h}{n}": f"g-75mm-at {h}" for h in ("D5", "D6", "F5", "F6") for n in range(3)}
    counters |= {f"t{n}": "g-75mm-at E5" for n in range(2)} | {f"u{n}": "g-75mm-at E6" for n in range(1)}
    state = position(counters | {"half": "g-halftrack E7"}, step=VEHICLES)
    state.change(UnitId("half"), spent=16)
    give(state, GERMAN, move("half", "E6 E5"))
    assert refused(state, GERMAN, Unload(carrier=UnitId("tank"))) == "pb:PB-TRANS-A"
    give(state, GERMAN, move("tank", "E7"))
    give(state, GERMAN, FinishStep())
    go_on(state)
    assert state.step == OTHERS
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-STACK-D"
    give(state, GERMAN, move("foot", "E6"))
    give(state, GERMAN, FinishStep())


def test_vehicles_must_leave_what_nobody_on_foot_can_mend() -> None:
    """pb:PB-STACK-D, pb:PB-SEQ-4: their step does not end before; infantry mends what it can in its own."""
    guns = {f"g{n}": "g-75mm-at E4" for n in range(2)}
    state = position(guns | {"a": "g-panther E4", "b": "g-panther E5"}, step=VEHICLES)
    give(state, GERMAN, move("b", "E4"))
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-STACK-D"
    give(state, GERMAN, move("a", "E3"))
    give(state, GERMAN, FinishStep())
    foot = position(guns | {"a": "g-rifle E4", "b": "g-panther E5"}, step=VEHICLES)
    give(foot, GERMAN, move("b", "E4"))
    give(foot, GERMAN, FinishStep())


def test_the_limits_hold_after_each_impulse() -> None:
    """pb:PB-STACK-D, pb:PB-EXP-IMP-1: fire follows the first of them, so no stack waits for the second."""
    guns = {f"g{n}": "g-75mm-at E4" for n in range(2)}
    state = position(
        guns | {"a": "g-rifle E4", "b": "g-panther E5"}, step="first-impulse-a", options=("impulse-movement",)
    )
    give(state, GERMAN, move("b", "E4"))
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-STACK-D"


def test_room_inside_is_room() -> None:
    """pb:PB-STACK-E, pb:PB-FORT-J: who can go into the fortification need not leave the hex."""
    counters = {"f": "g-fortification E4", "b": "g-truck E4", "c": "g-75mm-at E4", "d": "g-75mm-at E4"}
    state = position(counters | {"a": "g-halftrack E5"}, step=VEHICLES)
    state.change(UnitId("b"), spent=24)
    give(state, GERMAN, move("a", "E4"))
    state.change(UnitId("a"), spent=20)
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-STACK-D"
    assert mending_move(state, GERMAN) == Move(unit=UnitId("b"), road=False, inside=True)
    give(state, GERMAN, Move(unit=UnitId("b"), inside=True))
    give(state, GERMAN, FinishStep())


def test_wrecks_and_blocks_take_no_room_inside() -> None:
    """pb:PB-STACK-E, pb:PB-STACK-F: they lie on the fortification, where they count as one unit each."""
    inside = dict.fromkeys("abc", "g-rifle E4 in")
    counters = {"f": "g-fortification E4", "block": "g-block E4", "d": "g-rifle E4"}
    state = position(counters | inside, step=OTHERS, wrecks={"E4": "german"})
    found = stacks(state, GERMAN)
    assert found.room(found.layout, (at("E4"), True)) == 0
    assert found.room(found.layout, (at("E4"), False)) == 0
    assert too_many(state, GERMAN) == 0


def test_loading_does_not_take_moves_that_are_needed() -> None:
    """pb:PB-STACK-D, pb:PB-TRANS-A: five are stacked, and if two become one that cannot move, one is too many."""
    counters = {"b": "g-block E4", "t": "g-truck E4", "r": "g-rifle E4", "x": "g-75mm-at E4", "y": "g-75mm-at E4"}
    state = position(counters, step=VEHICLES)
    order = Load(carrier=UnitId("t"), passenger=UnitId("r"))
    assert refused(state, GERMAN, order) == "pb:PB-STACK-D"
    del counters["y"]
    give(position(counters, step=VEHICLES), GERMAN, order)


def test_overruns_count_on_those_who_leave() -> None:
    """pb:PB-STACK-D, pb:PB-OVR-B: the exit may be full as long as somebody there still moves."""
    counters = {"a": "g-panther E4", "x": "r-45mm E5", "g": "g-75mm-at E6", "h": "g-75mm-at E6", "t": "g-truck E6"}
    order = Overrun(hex=at("E5"), runs=(Run(UnitId("a")),))
    state = position(counters, step=VEHICLES)
    give(state, GERMAN, order, 6)
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-STACK-D"
    give(state, GERMAN, move("t", "E7"))
    give(state, GERMAN, FinishStep())
    full = position(counters | {"t": "g-88mm E6"}, step=VEHICLES)
    assert refused(full, GERMAN, order) == "pb:PB-STACK-B"


def test_what_combat_stacked_too_high_stays_if_nobody_can_leave() -> None:
    """pb:PB-STACK-D, pb:PB-FORT-P: a Block in place of the fortification under three guns; the book has no penalty."""
    counters = {"b": "g-block E4", "x": "g-75mm-at E4", "y": "g-75mm-at E4", "z": "g-75mm-at E4", "t": "g-truck H8"}
    state = position(counters, step=VEHICLES)
    assert too_many(state, GERMAN) == 1
    assert finish_refusal(state, GERMAN) is None
    able = position(counters | {"z": "g-panther E4"}, step=VEHICLES)
    assert refused(able, GERMAN, FinishStep()) == "pb:PB-STACK-D"
    give(able, GERMAN, move("z", "E3"))
    assert finish_refusal(able, GERMAN) is None


def test_computer_players_mend_what_they_did_not_stack() -> None:
    """pb:PB-STACK-D: a computer player never asks to end a step that may not end."""
    counters = {"b": "g-block E4", "x": "g-75mm-at E4", "y": "g-75mm-at E4", "z": "g-panther E4", "r": "r-rifle M9"}
    state = position(counters, step=VEHICLES)
    rules = system(state)
    for _ in range(6):
        order = best_order(state, GERMAN, None)  # type: ignore[arg-type]
        rules.check(state, GERMAN, order)
        if isinstance(order, FinishStep):
            break
        give(state, GERMAN, order)
    assert too_many(state, GERMAN) == 0


# -- never stuck -----------------------------------------------------------------------------------

KINDS = ("g-panther", "g-truck", "g-rifle", "g-rifle", "g-75mm-at", "g-halftrack", "g-wagons")


def crowded(whim: random.Random) -> BlitzState:
    """A small board full of stacks, with obstacles, some of its units out of action."""
    names = [f"{c}{r}" for c in "ABCD" for r in range(1, 6)]
    terrain = {h: whim.choice(("clear", "clear", "woods", "swamp", "gully", "town")) for h in names}
    ground = board(4, 5, terrain=terrain, road=["A3 B4 C3 D4"])
    counters: dict[str, str] = {"fort": "g-fortification A3", "mine": "r-minefield D4", "foe": "r-rifle D1"}
    for n, hex_ in enumerate(h for h in names if h != "D1"):
        for k in range(whim.choice((0, 1, 2, 3, 3))):
            kind = whim.choice(KINDS)
            swamp = terrain[hex_] == "swamp"
            kind = "g-rifle" if swamp and kind not in ("g-rifle", "g-75mm-at") else kind
            counters[f"u{n}-{k}"] = f"{kind} {hex_}{' down' if whim.random() < 0.2 else ''}"
    carriers = [u for u, words in counters.items() if "halftrack" in words or "truck" in words]
    for n, carrier in enumerate(carriers):
        counters[f"load{n}"] = f"g-rifle on {carrier}"
    return position(counters, ground, step=VEHICLES)


def any_order(state: BlitzState, whim: random.Random) -> Order | None:
    """Some legal order that changes stacks, rather on to full hexes."""
    rules = system(state)
    units = list(movable(state, GERMAN))
    whim.shuffle(units)
    for unit in units:
        tries: list[Order] = [
            Unload(carrier=unit.id),
            Move(unit=unit.id, inside=not unit.inside),
        ]
        tries += [Load(carrier=unit.id, passenger=u.id) for u in state.loose(unit.hex or Hex(1, 1))]
        found = reach(state, unit.id, road=whim.random() < 0.5)
        full = sorted(found.costs, key=lambda h: (-len(state.loose(h)), h))[:6]
        tries += [Move(unit=unit.id, path=found.way(h).path, road=whim.random() < 0.9) for h in full if h != unit.hex]
        whim.shuffle(tries)
        for order in tries:
            try:
                rules.check(state, GERMAN, order)
            except IllegalOrder:
                continue
            return order
    return None


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_ever_stuck(seed: int) -> None:
    """pb:PB-STACK-D: whatever was ordered, the step ends or holds a legal order that brings its end nearer."""
    whim = random.Random(seed)
    state = crowded(whim)
    crowds = 0
    for step in (VEHICLES, OTHERS):
        state.step = step
        state.ended = frozenset()
        for _ in range(14):
            order = any_order(state, whim)
            if order is None:
                break
            before = stacks(state, GERMAN).shortfall()
            give(state, GERMAN, order)
            assert stacks(state, GERMAN).shortfall() <= before, order
            crowds += too_many(state, GERMAN) > 0
        for _ in range(60):
            mending = mending_move(state, GERMAN)
            if mending is None:
                break
            give(state, GERMAN, mending)
        give(state, GERMAN, FinishStep())
    assert crowds
    assert too_many(state, GERMAN) == stacks(state, GERMAN).shortfall() == 0


@pytest.mark.parametrize("seed", [*range(30), 241, 1371, 1381])
def test_the_shortfall_is_exact(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """pb:PB-STACK-D: what the flow says can be mended is what trying all moves of a few units finds."""
    whim = random.Random(seed)
    places = [at(h) for h in ("A1", "A2", "B1", "B2", "C1", "C2")]
    counters = {f"g{n}": f"g-75mm-at {whim.choice(places)}" for n in range(whim.randrange(4, 9))}
    counters |= {f"u{n}": f"g-panther {whim.choice(places)}" for n in range(8)}
    now = stacks(position(counters, step=VEHICLES), GERMAN)
    outs: dict[str, tuple[Place, ...]] = {}
    for name in counters:
        free = [(h, False) for h in places if h != now.state.units[UnitId(name)].hex]
        outs[name] = tuple(sorted(whim.sample(free, whim.choice((1, 1, 2)) if name[0] == "u" else 0)))
    monkeypatch.setattr(over_stacking, "_outs", lambda state, side, unit: outs[unit])
    best = least(now, sorted(UnitId(u) for u in counters if u[0] == "u"), now.layout)
    assert now.shortfall() == best


def least(now: Stacks, units: list[UnitId], layout: Layout) -> int:
    """The fewest units too many after at most one move of each unit, by trying all."""
    if not units:
        return sum(max(0, len(v) - now.most) for v in layout.values())
    unit, *rest = units
    found = least(now, rest, layout)
    for place in now.outs(unit):
        moved = {p: tuple(u for u in v if u != unit) for p, v in layout.items()}
        moved[place] = (*moved.get(place, ()), unit)
        found = min(found, least(now, rest, moved))
    return found


def test_ways_out_do_not_hang_on_friends() -> None:
    """pb:PB-STACK-D, pb:PB-ROAD-E: who could leave by road alone is not counted on, since others may come to stand
    on it."""
    ground = board(terrain=dict.fromkeys(("E4", *around(("E4",))), "swamp"), road=["E2 E3 E4 E5 E6"])
    counters = {"t": "g-truck E4", "a": "g-rifle E4 down", "b": "g-rifle E4 down", "foot": "g-rifle D5"}
    state = position(counters, ground, step=VEHICLES)
    assert stacks(state, GERMAN).outs(UnitId("t")) == frozenset()
    onto = position(counters | {"on": "g-rifle E3"}, ground, step=VEHICLES)
    assert stacks(onto, GERMAN).outs(UnitId("t")) == frozenset()
    assert reach(state, UnitId("t")).costs
    state.step = OTHERS
    assert refused(state, GERMAN, move("foot", "E4")) == "pb:PB-STACK-B"


def test_the_stacks_are_counted_anew_after_each_event() -> None:
    """What is kept of a state is forgotten with its next change."""
    state = position({"a": "g-panther E4", "b": "g-panther E5"}, step=VEHICLES)
    first = stacks(state, GERMAN)
    assert stacks(state, GERMAN).layout is first.layout
    BOOK.evolve(state, Moved(unit=UnitId("a"), hex=at("E5"), cost=2))
    assert len(stacks(state, GERMAN).layout[at("E5"), False]) == 2
