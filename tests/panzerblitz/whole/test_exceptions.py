"""Exceptions that players of the board game look for: jumping off, roofs, ammunition, and what was hidden."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.orders import CloseAssault, Overrun, Run
from core.panzerblitz.course.orders import Place
from core.panzerblitz.fire.combat import resolve_next
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.pieces.attacks import Attack, Battle, Fate, Method
from core.panzerblitz.pieces.situation import Exit
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sight.hidden import found_out
from core.secrecy import redact, view
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, position, refused

HIDDEN = ("hidden-deployment",)


def run(target: str, unit: str, *path: str, jump: bool = False) -> Overrun:
    """An overrun by one vehicle."""
    return Overrun(hex=at(target), runs=(Run(UnitId(unit), tuple(map(at, path)), jump),))


def selective(hex_: str, target: str, *attackers: str, intensive: tuple[str, ...] = ()) -> Attack:
    """A Selective attack."""
    hard = tuple(map(UnitId, intensive))
    return Attack(at(hex_), Method.SELECTIVE, (Battle(UnitId(target), tuple(map(UnitId, attackers)), hard),))


@pytest.mark.parametrize(
    ("carrier", "rider", "rule"),
    [("g-halftrack", "g-rifle", None), ("g-panther", "g-engineers", "pb:PB-OPT-PBA-1"), ("g-panther", "g-rifle", None)],
)
def test_who_jumps_off(carrier: str, rider: str, rule: str | None) -> None:
    """Infantry on armored vehicles, halftracks among them (pb:PB-OPT-PBA-1, pb:PB-UIT-3)."""
    counters = {"t": f"{carrier} C3", "r": f"{rider} on t", "e": "r-truck C4"}
    state = position(counters, step="first-vehicles", options=("panzerblitz-assault",))
    order = run("C4", "t", jump=True)
    if rule is not None:
        assert refused(state, GERMAN, order) == rule
        return
    give(state, GERMAN, order, 6)
    assert state.units[UnitId("r")].jumped == at("C4")


# -- fortifications and ammunition -----------------------------------------------------------------


def test_an_intensive_attack_that_lapses_costs_nobody() -> None:
    """Only who has fired is out of ammunition (pb:PB-OPT-AMMO-A); what rode on it stays behind (pb:PB-TRANS-C)."""
    counters = {"s": "g-stuh-42 C6", "r": "g-rifle on s", "e": "r-rifle C3"}
    for gone in (True, False):
        state = position(counters, step="first-resolve", options=("intensive-fire",))
        state.announced = (selective("C3", "e", "s", intensive=("s",)),)
        if gone:
            state.change(UnitId("e"), presence=Presence.ELIMINATED)
        for event in resolve_next(state, GERMAN, ScriptedDice(() if gone else (6,))):
            BOOK.evolve(state, event)
        assert (state.units[UnitId("s")].presence is Presence.ON_MAP) == gone
        assert state.units[UnitId("r")].presence is Presence.ON_MAP
        assert (state.units[UnitId("r")].carrier is None) == (not gone)
    assert not state.wrecks
    state.step = "first-others"
    assert refused(state, GERMAN, Move(unit=UnitId("r"), path=(at("C7"),))) == "pb:PB-TRANS-C"


def test_who_rolls_no_second_time_at_the_roof() -> None:
    """Infantry, fire below 1-4, and friends who close-assault (pb:PB-FORT-K, pb:PB-CAT-G, pb:PB-COMBAT-A)."""
    counters = {"f": "g-fortification C3", "i": "g-75mm-at C3 in", "x": "r-45mm C3", "foot": "g-submachinegun C5"}
    state = position(counters | {"m": "g-81mm-mortar C6", "h": "g-hummel C8"}, step="first-resolve")
    for attackers, rolls in ((("foot",), 1), (("m",), 1), (("h",), 2), (("i",), 1), (("i", "foot", "h"), 2)):
        state.announced = (selective("C3", "x", *attackers),)
        found = list(resolve_next(state, GERMAN, ScriptedDice((6,) * rolls)))
        assert [type(e) for e in found] == [AttackResolved] * rolls
    last = found[-1]
    assert isinstance(last, AttackResolved)
    assert last.attackers == ("h",)
    near = position(counters | {"foot": "g-submachinegun C4"}, step="first-assault")
    events = give(near, GERMAN, CloseAssault(hex=at("C3"), attackers=(UnitId("foot"),)), 6)
    assert [type(e) for e in events] == [AttackResolved]


# -- what was hidden (pb:PB-EXP-HID-1) -------------------------------------------------------------


def test_an_overrun_is_not_refused_for_what_is_hidden() -> None:
    """Hidden enemies in the exit hex make no order illegal; they stop the vehicle (pb:PB-EXP-HID-1, pb:PB-OVR-B)."""
    counters = {"t": "r-t-34c C3", "e": "g-truck C4", "h": "g-rifle C5 hidden"}
    state = position(counters, step="second-vehicles", options=HIDDEN)
    events = give(state, RUSSIAN, run("C4", "t"))
    assert [e.name for e in events] == ["pb-revealed"]
    assert state.units[UnitId("t")].hex == at("C3")
    assert not state.units[UnitId("h")].hidden


def test_hidden_mines_stop_an_overrun() -> None:
    """Whoever comes on to a minefield stops, on the way to an overrun too (pb:PB-MINE-D, pb:PB-OVR-B)."""
    counters = {"t": "r-t-34c C2", "e": "g-truck C4", "m": "g-minefield C3 hidden"}
    state = position(counters, step="second-vehicles", options=HIDDEN)
    events = give(state, RUSSIAN, run("C4", "t", "C3"))
    assert [e.name for e in events] == ["pb-moved", "pb-revealed"]
    assert (state.units[UnitId("t")].hex, state.units[UnitId("t")].stopped) == (at("C3"), True)


def test_mines_found_under_the_enemy_call_an_overrun_off() -> None:
    """Units on a minefield are not overrun (pb:PB-OVR-G), which is found out in front of them (pb:PB-EXP-HID-1)."""
    counters = {"t": "r-t-34c C3", "e": "g-truck C4", "m": "g-minefield C4 hidden"}
    state = position(counters, step="second-vehicles", options=HIDDEN)
    events = give(state, RUSSIAN, run("C4", "t"))
    assert [e.name for e in events] == ["pb-revealed"]
    assert state.units[UnitId("e")].presence is Presence.ON_MAP


def test_hidden_mines_keep_a_unit_on_the_map() -> None:
    """Stopped in the last hex it does not leave the map any more (pb:PB-MINE-D, pb:PB-EXP-HID-1)."""
    state = position(
        {"t": "r-t-34c C2", "m": "g-minefield C1 hidden", "e": "g-truck I8"},
        step="second-vehicles",
        options=HIDDEN,
        areas={"edge": frozenset((at("C1"),))},
        exits=(Exit(RUSSIAN, "edge"),),
    )
    give(state, RUSSIAN, Move(unit=UnitId("t"), path=(at("C1"),), leave=True))
    assert (state.units[UnitId("t")].hex, state.units[UnitId("t")].presence) == (at("C1"), Presence.ON_MAP)


def test_units_hidden_in_a_fortification_keep_others_out() -> None:
    """Nobody goes into an occupied fortification (pb:PB-FORT-G), however empty it looked (pb:PB-EXP-HID-1)."""
    counters = {"f": "g-fortification C3", "h": "g-rifle C3 in hidden", "t": "r-t-34c C1", "e": "g-truck I8"}
    state = position(counters, step="second-vehicles", options=HIDDEN)
    give(state, RUSSIAN, Move(unit=UnitId("t"), path=(at("C2"), at("C3")), inside=True))
    assert not state.units[UnitId("t")].inside
    assert state.units[UnitId("f")].side == GERMAN


@pytest.mark.parametrize("hidden", ["t", "i"])
def test_who_loads_in_view_comes_into_view(hidden: str) -> None:
    """A unit on the board goes under a carrier that is placed on it, or that is there (pb:PB-EXP-HID-1, PB-TRANS-B)."""
    counters = {"t": "g-truck C3", "i": "g-rifle C3", "far": "r-t-34c I8"}
    counters[hidden] += " hidden"
    state = position(counters, board(terrain={"C3": "woods"}), step="first-vehicles", options=HIDDEN)
    events = give(state, GERMAN, Load(carrier=UnitId("t"), passenger=UnitId("i")))
    assert [e.name for e in events] == ["pb-revealed", "pb-loaded"]
    assert [redact(state, event, RUSSIAN) for event in events] == events
    assert view(state, RUSSIAN).units == state.units
    assert (state.units[UnitId("i")].carrier, state.units[UnitId("i")].hex) == (UnitId("t"), at("C3"))


def test_a_fortification_is_not_moved_where_those_in_it_could_not_hide() -> None:
    """Units are hidden only in woods, swamps and towns or behind hills (pb:PB-EXP-HID-1), in a fortification that is
    set up anew with them in it, too (pb:PB-SETUP-1)."""
    ground = board(terrain={"C3": "woods", "D3": "woods"})
    state = position({"f": "g-fortification C3", "i": "g-rifle C3 in"}, ground, step="set-up", options=HIDDEN)
    fort = UnitId("f")
    for hides, elsewhere in ((False, None), (True, "pb:PB-EXP-HID-1")):
        give(state, GERMAN, Place(unit=fort, hex=at("C3")))
        give(state, GERMAN, Place(unit=UnitId("i"), hex=at("C3"), inside=True, hidden=hides))
        if elsewhere is not None:
            assert refused(state, GERMAN, Place(unit=fort, hex=at("E5"))) == elsewhere
        give(state, GERMAN, Place(unit=fort, hex=at("D3" if hides else "E5")))


def test_what_is_hidden_loads_in_secret() -> None:
    """Neither lies on the board, and nothing there changes (pb:PB-EXP-HID-1)."""
    counters = {"t": "g-truck C3 hidden", "i": "g-rifle C3 hidden", "far": "r-t-34c I8"}
    state = position(counters, board(terrain={"C3": "woods"}), step="first-vehicles", options=HIDDEN)
    events = give(state, GERMAN, Load(carrier=UnitId("t"), passenger=UnitId("i")))
    assert [redact(state, event, RUSSIAN) for event in events] == [None]
    assert set(view(state, RUSSIAN).units) == {"far"}


def test_who_captures_a_fortification_comes_into_view() -> None:
    """Its passenger goes from a hidden carrier into an empty fortification (pb:PB-EXP-HID-1, pb:PB-FORT-G)."""
    counters = {"t": "g-truck C3 hidden", "i": "g-rifle C3 hidden on t", "f": "r-fortification C3", "far": "r-t-34c I8"}
    state = position(counters, board(terrain={"C3": "woods"}), step="first-vehicles", options=HIDDEN)
    events = give(state, GERMAN, Unload(carrier=UnitId("t"), inside=True))
    assert [e.name for e in events] == ["pb-revealed", "pb-unloaded", "pb-fortification-taken"]
    assert view(state, RUSSIAN).units == state.units


def test_fire_at_a_stack_does_not_tell_what_lay_hidden_in_it() -> None:
    """The attacker hears of the units that he sees, its owner of all (pb:PB-EXP-HID-1)."""
    counters = {"seen": "g-rifle C5", "h": "g-rifle C5 hidden", "r": "r-t-34c C8"}
    state = position(counters, step="second-resolve", options=HIDDEN)
    both = (UnitId("seen"), UnitId("h"))
    told = AttackResolved(
        side=RUSSIAN,
        hex=at("C5"),
        method=Method.COMBINATION,
        attackers=(UnitId("r"),),
        targets=both,
        attack=10,
        defense=8,
        odds="1-1",
        roll=1,
        result="D",
        effects=tuple((unit, Fate.DISPERSED) for unit in both),
    )
    BOOK.evolve(state, told)
    assert redact(state, told, GERMAN) == told
    for side in (RUSSIAN, None):
        heard = redact(state, told, side)
        assert isinstance(heard, AttackResolved)
        assert heard.targets == (UnitId("seen"),)
        assert heard.effects == ((UnitId("seen"), Fate.DISPERSED),)


@pytest.mark.parametrize("where", ["C3", "C5"])
def test_the_dispersed_spot_nobody_hidden(where: str) -> None:
    """Hidden units are placed when they are spotted (pb:PB-EXP-HID-1), which the dispersed never do (pb:PB-SPOT-C):
    neither in woods from the next hex nor by a clear line of sight; once face up they are (pb:PB-SEQ-6)."""
    ground = board(terrain={"C3": "woods", "C5": "swamp"})
    counters = {"x": f"g-rifle {where} hidden", "e": "r-rifle C4 down"}
    state = position(counters, ground, step="first-mines", options=HIDDEN)
    if where == "C5":
        state.change(UnitId("e"), hex=at("C8"))
    assert found_out(state) == ()
    state.change(UnitId("e"), dispersed=False)
    assert [u.id for u in found_out(state)] == ["x"]
