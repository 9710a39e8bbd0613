"""Overruns, Close Assault, mines, fortifications and the optional rules (pb:PB-OVR-A, pb:PB-CAT-1, pb:PB-FORT-1)."""

from __future__ import annotations

from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.close_assault import assault_terms
from core.panzerblitz.close.orders import CloseAssault, Overrun, Run
from core.panzerblitz.close.overrun import overrun_terms
from core.panzerblitz.face.overlays import overlay
from core.panzerblitz.fire.combat import check_attack
from core.panzerblitz.fire.orders import Resolve
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.mines.minefields import fields_due
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.move import allowance
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.pieces.options import (
    EXPERIMENTAL_INDIRECT_FIRE,
    HIDDEN_DEPLOYMENT,
    IMPULSE_MOVEMENT,
    INDIRECT_FIRE,
    INTENSIVE_FIRE,
    PANZERBLITZ_ASSAULT,
)
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sight.spotting import fire_refusal
from core.panzerblitz.state import BlitzState
from core.secrecy import redact, view
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, hexes, position, refused, system
from tests.panzerblitz.fire.test_combat import attack, terms

VEHICLES = "first-vehicles"
ASSAULT = "first-assault"


def run(target: str, *runs: Run) -> Overrun:
    """An overrun of a hex."""
    return Overrun(hex=at(target), runs=runs)


def assault(target: str, *units: str) -> CloseAssault:
    """A Close Assault."""
    return CloseAssault(hex=at(target), attackers=tuple(map(UnitId, units)))


# -- overruns --------------------------------------------------------------------------------------


def test_an_overrun_is_found_at_the_vehicle_and_among_the_hexes_in_reach() -> None:
    """Vehicle first or hex first, the order is the same; others may drive with it (pb:PB-OVR-A)."""
    units = {"a": "g-panther E3", "b": "g-panther E4", "c": "g-truck D4", "x": "r-rifle E5", "y": "r-rifle E7"}
    state = position(units, step=VEHICLES)
    rules = system(state)
    first = {c.pick: c for c in rules.choices(state, GERMAN, ()).options if c.pick.startswith(("run:", "overrun:"))}
    assert set(first) == {"overrun:E5", "overrun:E7", "run:a", "run:b"}
    assert (first["run:b"].unit, first["run:b"].cost) == ("b", "E5, E7")
    ways = rules.choices(state, GERMAN, ("run:b",))
    straight = next(c for c in ways.options if c.pick == "E5/E4")
    assert straight.odds is not None
    assert straight.cost == "from E4, 16:16 = 2-1"
    after = rules.choices(state, GERMAN, ("run:b", "E5/E4"))
    assert after.complete
    assert {c.unit for c in after.options} == {"a"}
    alone = rules.order(state, GERMAN, ("run:b", "E5/E4"))
    assert alone == rules.order(state, GERMAN, ("overrun:E5", "b/E4")) == run("E5", Run(UnitId("b")))
    report = rules.odds(state, GERMAN, ("run:b", "E5/E4"))
    assert report == rules.odds(state, GERMAN, ("overrun:E5", "b/E4"))
    assert report is not None
    cells = overlay(state, GERMAN, "reach", None, UnitId("b")).cells
    assert {str(h) for h, cell in cells.items() if cell.tone == "warning"} == {"E5", "E7"}
    assert not [c for c in overlay(state, GERMAN, "reach", None, UnitId("c")).cells.values() if c.tone == "warning"]


def test_overruns_by_way_of_a_town_are_offered() -> None:
    """pb:PB-OVR-B, pb:PB-TEC-TOWN: a town costs 1/2, on the way to the enemy and behind him, so that less is enough."""
    for town, start, path, spent in (("E5", "E6", "E5", 5), ("E3", "E5", "", 7)):
        state = position({"t": "g-jgdpz-vi " + start, "x": "r-truck E4"}, board(terrain={town: "town"}), step=VEHICLES)
        state.change(UnitId("t"), spent=spent)
        order = run("E4", Run(UnitId("t"), hexes(path)))
        rules = system(state)
        offered = {c.pick for c in rules.choices(state, GERMAN, ()).legal}
        assert {"overrun:E4", "run:t"} <= offered
        assert rules.order(state, GERMAN, ("overrun:E4", "t/E5")) == order
        give(state, GERMAN, order, 6)


def test_all_that_can_assault_come_first() -> None:
    """With what they come to together (pb:PB-CAT-1)."""
    state = position({"a": "g-rifle E4", "b": "g-rifle E6", "x": "r-rifle E5"}, step=ASSAULT)
    together, *singly = system(state).choices(state, GERMAN, ("assault:E5",)).options
    assert (together.pick, together.key, {c.unit for c in singly}) == ("all", "A", {"a", "b"})
    assert together.odds is not None
    assert together.cost


def test_overrun_drives_straight_through() -> None:
    """Printed factors, one column up, -2, out on the other side and no further.

    pb:PB-OVR-A, pb:PB-OVR-B, pb:PB-OVR-C, pb:PB-OVR-D, pb:PB-OVR-E, pb:PB-OVR-F.
    """
    state = position({"a": "g-panther E3", "x": "r-rifle E5", "y": "r-truck E5"}, step=VEHICLES)
    found = overrun_terms(state, GERMAN, at("E5"), (UnitId("a"),))
    assert (found.attack, found.defense, found.odds, found.net) == (16, 17, "1-1", -2)
    events = give(state, GERMAN, run("E5", Run(UnitId("a"), hexes("E4"))), 3)
    assert [e.name for e in events] == ["pb-moved", "pb-attack-resolved", "pb-moved"]
    tank = state.units[UnitId("a")]
    assert (tank.hex, tank.stopped, tank.fired) == (at("E6"), True, True)
    assert state.units[UnitId("x")].dispersed
    assert refused(state, GERMAN, Move(unit=UnitId("a"), path=hexes("E7"))) == "pb:PB-OVR-B"
    told = BOOK.report(state, events[1])
    assert told is not None
    assert "at 16:17 = 1-2, a column up 1-1, rolled 3-2 = 1: dispersed" in told.text


def test_overrun_example_of_the_raise() -> None:
    """pb:PB-OVR-D: 3-1 becomes 4-1, and a 3 becomes a 1: eliminated."""
    state = position({"a": "g-panther E4", "x": "r-reconnaissance E5", "m": "r-12-7mm F9"}, step=VEHICLES)
    assert overrun_terms(state, GERMAN, at("E5"), (UnitId("a"),)).odds == "4-1"
    give(state, GERMAN, run("E5", Run(UnitId("a"))), 3)
    assert state.units[UnitId("x")].presence is Presence.ELIMINATED


def test_where_overruns_are_not_made() -> None:
    """pb:PB-OVR-B, pb:PB-OVR-G, pb:PB-OVR-H, pb:PB-OVR-I, pb:PB-FORT-O."""
    units = {"a": "g-panther E4", "h": "g-halftrack D5", "w": "g-wespe F4", "x": "r-t-34c E5"}
    order = run("E5", Run(UnitId("a")))
    for ground in (board(terrain={"E5": "woods"}), board(levels={"E5": 1})):
        assert refused(position(units, ground, step=VEHICLES), GERMAN, order) == "pb:PB-OVR-I"
    hill = position(units, board(levels={"E5": 2}), step=VEHICLES)
    system(hill).check(hill, GERMAN, order)
    assert refused(position(units, step=VEHICLES, wrecks={"E5": "german"}), GERMAN, order) == "pb:PB-OVR-G"
    fort = position(units | {"f": "r-fortification E5"}, step=VEHICLES)
    assert refused(fort, GERMAN, order) == "pb:PB-FORT-O"
    beyond = position(units | {"z": "r-rifle E6"}, step=VEHICLES)
    assert refused(beyond, GERMAN, order) == "pb:PB-OVR-B"
    state = position(units, step=VEHICLES)
    assert refused(state, GERMAN, run("E5", Run(UnitId("h")))) == "pb:PB-OVR-H"
    assert refused(state, GERMAN, run("E5", Run(UnitId("w")))) == "pb:PB-OVR-H"
    state.change(UnitId("a"), road=True)
    assert refused(state, GERMAN, order) == "pb:PB-OVR-B"


def test_one_overrun_for_a_stack() -> None:
    """pb:PB-OVR-D: several vehicles from several sides make one attack; a second one is not made."""
    units = {"a": "g-panther E4", "b": "g-panther D5", "c": "g-panther F5", "x": "r-guards E5"}
    state = position(units, step=VEHICLES)
    give(state, GERMAN, run("E5", Run(UnitId("a")), Run(UnitId("b"))), 6)
    assert refused(state, GERMAN, run("E5", Run(UnitId("c")))) == "pb:PB-OVR-D"


def test_panzerblitz_assault() -> None:
    """pb:PB-OPT-PBA-1: riders jump off in front of the enemy and assault what was overrun, nothing else."""
    units = {"a": "g-panther E3", "men": "g-submachinegun on a", "x": "r-guards E5", "y": "r-guards D5"}
    order = run("E5", Run(UnitId("a"), hexes("E4"), True))
    assert refused(position(units, step=VEHICLES), GERMAN, order) == "pb:PB-OPT-PBA-1"
    state = position(units, step=VEHICLES, options=(PANZERBLITZ_ASSAULT,))
    give(state, GERMAN, order, 6)
    state.step = ASSAULT
    assert state.units[UnitId("men")].hex == at("E4")
    assert refused(state, GERMAN, assault("D5", "men")) == "pb:PB-OPT-PBA-1"
    give(state, GERMAN, assault("E5", "men"), 6)


def test_who_can_drive_nowhere_but_through_the_enemy_is_offered_that() -> None:
    """pb:PB-OVR-A, pb:PB-SEQ-4: the step waits for it, unless it is too weak (pb:PB-COMBAT-A) or may not."""
    ground = board(sides={f"E5-{n}": "green" for n in at("E5").neighbours() if n != at("E4")})
    units = {"t": "g-panther E5", "x": "r-truck E4"}
    state = position(units, ground, step=VEHICLES)
    assert not go_on(state)
    offered = {c.pick for c in system(state).choices(state, GERMAN, ()).legal}
    assert offered == {"overrun:E4", "run:t", "finish-step"}
    assert [c.pick for c in system(state).choices(state, GERMAN, ("overrun:E4",)).legal] == ["t/E5"]
    give(state, GERMAN, run("E4", Run(UnitId("t"))), 6)
    weak = position({"t": "g-puma E5", "x": "r-guards E4", "y": "r-guards E4"}, step=VEHICLES)
    reasons = {c.pick: c.refusal for c in system(weak).choices(weak, GERMAN, ()).options}
    refusal = reasons["overrun:E4"]
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("it is below 1-4", "pb:PB-COMBAT-A")
    assert "run:t" not in reasons
    for no in ({"t": "g-puma E5", "x": "r-guards E4", "y": "r-guards E4"}, {"t": "g-halftrack E5", "x": "r-t-34c E4"}):
        assert go_on(position(no, ground, step=VEHICLES))


def test_riders_of_every_vehicle_of_an_overrun_may_jump_off() -> None:
    """pb:PB-OPT-PBA-1: of the first one too, which comes to 1-4 only with the second (pb:PB-COMBAT-A)."""
    units = {"a": "g-puma E4", "men": "g-rifle on a", "b": "g-puma D5", "more": "g-rifle on b", "x": "r-guards E5"}
    state = position(units | {"y": "r-guards E5"}, step=VEHICLES, options=(PANZERBLITZ_ASSAULT,))
    rules, picks = system(state), ("overrun:E5", "a/E4/jump", "b/D5/jump")
    for n in range(1, len(picks)):
        offered = rules.choices(state, GERMAN, picks[:n])
        assert picks[n] in {c.pick for c in offered.legal}
        assert not offered.complete
    give(state, GERMAN, rules.order(state, GERMAN, picks), 6)
    assert {state.units[UnitId(u)].jumped for u in ("men", "more")} == {at("E5")}


# -- Close Assault ---------------------------------------------------------------------------------


def test_close_assault() -> None:
    """-2, whole stack, once, armor too.

    pb:PB-CAT-1, pb:PB-CAT-A, pb:PB-CAT-B, pb:PB-CAT-C, pb:PB-CAT-D, pb:PB-CAT-G, pb:PB-CAT-H.
    """
    units = {"a": "g-submachinegun E4", "b": "g-submachinegun D5", "far": "g-rifle E2", "x": "r-t-34c E5"}
    state = position(units, board(terrain={"E5": "woods"}), step=ASSAULT)
    found = assault_terms(state, GERMAN, at("E5"), (UnitId("a"), UnitId("b")))
    assert (found.attack, found.defense, found.odds, found.net) == (12, 9, "1-1", -1)
    assert refused(state, GERMAN, assault("E5", "far")) == "pb:PB-CAT-A"
    give(state, GERMAN, assault("E5", "a"), 6)
    assert refused(state, GERMAN, assault("E5", "b")) == "pb:PB-CAT-D"


def test_engineers_raise_the_odds() -> None:
    """pb:PB-CAT-E: stacked with infantry or cavalry in one of the hexes, not apart."""
    units = {"e": "g-engineers E4", "i": "g-rifle E4", "j": "g-rifle D5", "x": "r-reconnaissance E5"}
    state = position(units, step=ASSAULT)
    assert assault_terms(state, GERMAN, at("E5"), (UnitId("e"), UnitId("i"))).odds == "2-1"
    assert assault_terms(state, GERMAN, at("E5"), (UnitId("e"), UnitId("j"))).odds == "1-1"


def test_who_may_not_assault() -> None:
    """pb:PB-CAT-C, pb:PB-CAT-F, pb:PB-CAT-I, pb:PB-CAT-J, pb:PB-TRANS-B."""
    units = {"i": "g-rifle E4", "h": "g-halftrack D5", "x": "r-rifle E5", "c": "r-cavalry F5"}
    for changes, rule in (
        ({"fired": True}, "pb:PB-CAT-C"),
        ({"road": True}, "pb:PB-CAT-I"),
        ({"dispersed": True}, "pb:PB-CRT-D"),
    ):
        state = position(units, step=ASSAULT)
        state.change(UnitId("i"), **changes)
        assert refused(state, GERMAN, assault("E5", "i")) == rule
    assert refused(position(units, step=ASSAULT), GERMAN, assault("E5", "h")) == "pb:PB-CAT-J"
    reds = position({"c": "r-cavalry E4", "x": "g-rifle E5"}, step="second-assault")
    reds.change(UnitId("c"), entered=2)
    assert refused(reds, RUSSIAN, assault("E5", "c")) == "pb:PB-CAT-I"
    reds.change(UnitId("c"), entered=1)
    give(reds, RUSSIAN, assault("E5", "c"), 6)


# -- mines -----------------------------------------------------------------------------------------


def test_minefield_attack() -> None:
    """pb:PB-MINE-C, pb:PB-MINE-E, pb:PB-MINE-H, pb:PB-MINE-J, pb:PB-SEQ-1: 2-1 on all there, once if they stand it."""
    units = {"m": "g-minefield E5", "x": "r-rifle E5", "y": "r-t-34c E5", "g": "g-rifle A1", "r": "r-rifle M9"}
    state = position(units, step="turn-record")
    events = go_on(state, 6)
    field = next(e for e in events if e.name == "pb-attack-resolved")
    assert (field.odds, field.targets, field.result) == ("2-1", ("x", "y"), "-")  # type: ignore[attr-defined]
    assert fields_due(state, GERMAN) == ()
    again = position(units, step="turn-record")
    go_on(again, 4)
    assert again.units[UnitId("x")].dispersed
    assert fields_due(again, GERMAN) == (at("E5"),)


def test_minefields_spare_nobody() -> None:
    """pb:PB-MINE-C, pb:PB-MINE-B: their owner's units too, in the enemy's Player-Turn."""
    state = position({"m": "g-minefield E5", "x": "g-rifle E5"})
    assert fields_due(state, RUSSIAN) == (at("E5"),)
    assert fields_due(state, GERMAN) == ()


def test_mine_removal() -> None:
    """pb:PB-MINE-F, pb:PB-MINE-G: Engineers next to them since an earlier turn, on a 1, instead of an attack."""
    state = position({"e": "g-engineers E4", "i": "g-rifle D5", "m": "r-minefield E5"})
    order = ClearMines(unit=UnitId("e"), hex=at("E5"))
    assert refused(state, GERMAN, ClearMines(unit=UnitId("i"), hex=at("E5"))) == "pb:PB-MINE-G"
    give(state, GERMAN, order, 2)
    assert refused(state, GERMAN, order) == "pb:PB-MINE-G"
    again = position({"e": "g-engineers E4", "m": "r-minefield E5"})
    give(again, GERMAN, order, 1)
    assert again.minefield(at("E5")) is None


# -- fortifications --------------------------------------------------------------------------------

FORT = {
    "f": "g-fortification E5",
    "i": "g-rifle E5 in",
    "t": "g-rifle E5",
    "s": "r-su-152 E8",
    "h": "r-122mm-howitzer E9",
}


def test_fortification_in_the_stack() -> None:
    """pb:PB-FORT-C, pb:PB-FORT-J, pb:PB-WEC-C: it defends those in it, armored, beside those on top."""
    state = position(FORT, step="second-fire")
    assert elements(state, RUSSIAN, at("E5")) == ("t", "f")
    found = check_attack(state, RUSSIAN, attack("E5", "combination", None, "s", "h").attack)[0]
    assert found.defense == 48


def test_fortification_destroyed() -> None:
    """pb:PB-FORT-E, pb:PB-FORT-M, pb:PB-FORT-P, pb:PB-BLOCK-D: those in it go with it, not those on top; a Block."""
    units = FORT | {"s2": "r-su-152 D7", "h2": "r-122mm-howitzer D9"}
    state = position(units, step="second-fire")
    state.change(UnitId("t"), presence=Presence.ELIMINATED)
    give(state, RUSSIAN, attack("E5", "selective", "f", "s", "s2", "h", "h2"))
    give(state, RUSSIAN, Resolve())
    go_on(state, 1)
    assert state.units[UnitId("i")].presence is Presence.ELIMINATED
    assert state.blocked(at("E5"))
    assert state.fortification(at("E5")) is None


def test_roof_fight_rolls_twice() -> None:
    """pb:PB-FORT-K: fire at enemies on one's own fortification rolls for it, too."""
    units = {"f": "g-fortification E5", "i": "g-rifle E5 in", "x": "r-reconnaissance E5", "h": "g-hummel E9"}
    state = position(units)
    give(state, GERMAN, attack("E5", "selective", "x", "h"))
    give(state, GERMAN, Resolve())
    events = go_on(state, 6, 6)
    rolls = [e for e in events if e.name == "pb-attack-resolved"]
    assert [e.again for e in rolls] == [False, True]  # type: ignore[attr-defined]
    inside = position(units)
    give(inside, GERMAN, attack("E5", "selective", "x", "i"))
    give(inside, GERMAN, Resolve())
    assert len([e for e in go_on(inside, 6) if e.name == "pb-attack-resolved"]) == 1


def test_through_the_roof() -> None:
    """pb:PB-FORT-L: those inside neither leave nor assault; those on top may assault."""
    units = {"f": "g-fortification E5", "i": "g-rifle E5 in", "x": "r-submachinegun E5"}
    state = position(units, step="first-others")
    assert refused(state, GERMAN, Move(unit=UnitId("i"), path=hexes("E4"))) == "pb:PB-FORT-L"
    state.step = ASSAULT
    assert refused(state, GERMAN, assault("E5", "i")) == "pb:PB-FORT-L"
    reds = position(units | {"y": "r-submachinegun E4", "z": "r-submachinegun E4"}, step="second-assault")
    give(reds, RUSSIAN, assault("E5", "x", "y", "z"), 6)


def test_capture_and_demolition() -> None:
    """pb:PB-FORT-B, pb:PB-FORT-G, pb:PB-FORT-H: an unoccupied one is taken by moving in; one's own is shot at."""
    state = position({"f": "g-fortification E5", "x": "r-t-34c E3"}, step="second-vehicles")
    give(state, RUSSIAN, Move(unit=UnitId("x"), path=hexes("E4 E5"), inside=True))
    assert state.units[UnitId("f")].side == RUSSIAN
    assert state.units[UnitId("x")].inside
    own = position({"f": "g-fortification E5", "h": "g-hummel E9"})
    assert terms(own, attack("E5", "selective", "f", "h")).defense == 40


# -- optional rules --------------------------------------------------------------------------------


def test_indirect_fire() -> None:
    """A command post that sees; SPA beyond half range only.

    pb:PB-OPT-IF-1, pb:PB-OPT-IF-A, pb:PB-OPT-IF-B, pb:PB-OPT-IF-C, pb:PB-OPT-IF-D, pb:PB-EXP-EIF-1.
    """
    ground = board(13, 24, sides={"E4-E5": "green", "D5-D6": "green", "F5-F6": "green", "E12-E13": "orange"})
    units = {"m": "g-120mm-mortar E2", "w": "g-wespe E1", "x": "r-rifle E8", "cp": "g-command-post E10"}
    assert fire_refusal(position(units, ground), UnitId("m"), at("E8")) is not None
    state = position(units, ground, options=(INDIRECT_FIRE,))
    assert fire_refusal(state, UnitId("m"), at("E8")) is None
    near = fire_refusal(state, UnitId("w"), at("E8"))
    assert near is not None
    for hex_, seen in (("E17", False), ("E18", True)):  # 16 and 17 hexes from the Wespe, whose range is 32
        state = position(units | {"x": f"r-rifle {hex_}", "cp": "g-command-post E20"}, ground, options=(INDIRECT_FIRE,))
        assert (fire_refusal(state, UnitId("w"), at(hex_)) is None) == seen
    far = position(units | {"x": "r-rifle E20"}, ground, options=(INDIRECT_FIRE,))
    assert fire_refusal(far, UnitId("w"), at("E20")) is not None  # the post does not see it
    blind = position({k: v for k, v in units.items() if k != "cp"}, ground, options=(INDIRECT_FIRE,))
    assert fire_refusal(blind, UnitId("m"), at("E8")) is not None
    anybody = {"m": units["m"], "x": units["x"], "i": "g-rifle E10"}
    assert fire_refusal(position(anybody, ground, options=(INDIRECT_FIRE,)), UnitId("m"), at("E8")) is not None
    free = position(anybody, ground, options=(EXPERIMENTAL_INDIRECT_FIRE,))
    assert fire_refusal(free, UnitId("m"), at("E8")) is None


def test_intensive_fire() -> None:
    """Three times the factor, then out of play and lost.

    pb:PB-OPT-AMMO-1, pb:PB-OPT-AMMO-A, pb:PB-OPT-AMMO-B, pb:PB-OPT-AMMO-C, pb:PB-OPT-AMMO-D, pb:PB-OPT-AMMO-E.
    """
    units = {"m": "g-81mm-mortar E3", "p": "g-panther E2", "x": "r-rifle E6", "u": "g-maultier E1"}
    plain = position(units)
    hard = attack("E6", "selective", "x", "m", hard=("m",))
    assert refused(plain, GERMAN, hard) == "pb:PB-OPT-AMMO-1"
    state = position(units, options=(INTENSIVE_FIRE,))
    assert refused(state, GERMAN, attack("E6", "selective", "x", "p", hard=("p",))) == "pb:PB-OPT-AMMO-1"
    assert refused(state, GERMAN, attack("E6", "selective", "x", "u", hard=("u",))) == "pb:PB-OPT-AMMO-E"
    assert terms(state, hard).attack == 9
    give(state, GERMAN, hard)
    give(state, GERMAN, Resolve())
    go_on(state, 6)
    assert state.units[UnitId("m")].presence is Presence.ELIMINATED


def test_hidden_units_come_into_view() -> None:
    """pb:PB-EXP-HID-1: absent from the enemy's view until seen, or next to an enemy in woods."""
    ground = board(terrain={"E5": "woods"})
    units = {"x": "g-rifle E5 hidden", "m": "g-minefield E7 hidden", "r": "r-t-34c E9", "far": "g-rifle A1"}
    state = position(units, ground, step="second-vehicles", options=(HIDDEN_DEPLOYMENT,))
    assert set(view(state, RUSSIAN).units) == {"r", "far"}
    assert set(view(state, None).units) == {"r", "far"}
    assert "x" in view(state, GERMAN).units
    events = give(state, RUSSIAN, Move(unit=UnitId("r"), path=hexes("E8 E7 E6")))
    assert [e.name for e in events] == ["pb-moved", "pb-moved", "pb-revealed"]  # the mines end the move
    assert state.units[UnitId("r")].stopped
    assert redact(state, events[-1], RUSSIAN) == events[-1]
    state.change(UnitId("r"), hex=at("E6"))
    go_on_names = [e.name for e in go_on(state)]
    assert "pb-revealed" in go_on_names
    assert not state.units[UnitId("x")].hidden


def test_impulse_movement() -> None:
    """pb:PB-EXP-IMP-1, pb:PB-EXP-IMP-2: half in each impulse, the greater half in D; one hex in each for a 1."""
    units = {"w": "g-wagons E4", "i": "g-rifle E5", "x": "r-rifle E9"}
    state = position(units, step="first-impulse-a", options=(IMPULSE_MOVEMENT,))
    assert [allowance(state, UnitId(u)) for u in ("w", "i")] == [2, 2]
    give(state, GERMAN, Move(unit=UnitId("i"), path=hexes("E6")))
    state.step = "first-impulse-d"
    assert [allowance(state, UnitId(u)) for u in ("w", "i")] == [4, 2]
    ids = [s.id for s in system(state).sequence]
    assert ids[1:4] == ["first-mines", "first-impulse-a", "first-return-fire"]


def test_return_fire_does_not_flip() -> None:
    """pb:PB-EXP-IMP-1: what fires in impulse B may still fire and move in its own turn."""
    state: BlitzState = position(
        {"x": "r-rifle E5", "g": "g-truck E6"}, step="first-return-fire", options=(IMPULSE_MOVEMENT,)
    )
    give(state, RUSSIAN, attack("E6", "selective", "g", "x"))
    give(state, RUSSIAN, Resolve())
    go_on(state, 6)
    assert not state.units[UnitId("x")].fired
    assert Hex(5, 5) == state.units[UnitId("x")].hex
