"""Variable penetration, critical hits, kinds of armour, protection (pw:9.4, pw:9.16, pw:9.17.5, pw:DN.*)."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.panzerwar.damage.asks import Pierces
from core.panzerwar.damage.penetration import Obstruction, Pierced, adjusted, basis, critical, pierce, reading
from core.panzerwar.pieces.armour import armour
from core.panzerwar.pieces.charts.damage import PenetrationTable, Plate
from core.panzerwar.pieces.strike import Strike
from core.panzerwar.pieces.weapons import ShellType
from tests.panzerwar.damage.hits import CHARTS, a_strike, a_target, he, plated, struck, the_shell
from tests.panzerwar.kit import BLUE, a_state, a_vehicle

DICE = range(1, 10)
SUB = a_strike(shell=ShellType.APCR)
HEAT = a_strike(shell=ShellType.HEAT)
RIFLE = a_strike(rifle=True, penetration=3.0)


def at(text: str, **fields: object) -> Obstruction:
    """Armour as a chart writes it, with what covers it."""
    return Obstruction(armour(text), **fields)  # type: ignore[arg-type]


def rolled(strike: Strike, obstruction: Obstruction, die: int, *, running_gear: bool = False) -> Pierced:
    """What a die makes of a hit."""
    return pierce(CHARTS, strike, obstruction, die=die, running_gear=running_gear)


def curve(strike: Strike, obstruction: Obstruction) -> list[float]:
    """The adjusted penetration by die 1 to 9."""
    return [adjusted(CHARTS, strike, obstruction, die) for die in DICE]


PLAIN = [7.5, 8.5, 9, 9.5, 10, 10, 11, 15, 20]


def test_normal_penetration_is_that_of_the_range_band() -> None:
    """pw:9.4, example PW-8.3-a: the 75mm/L48 has 13 up to 50, 12 up to 230, 11 up to 400."""
    for range_, expected in ((50, 13), (51, 12), (230, 12), (300, 11), (400, 11), (401, 10)):
        assert the_shell("75L48", ShellType.APHE, range_=range_).penetration == expected


def test_as_much_as_the_armour_pierces() -> None:
    """pw:9.4, pw:9.4.6: adjusted penetration of at least the armour basis."""
    assert rolled(a_strike(), at("10"), 5).through
    assert not rolled(a_strike(), at("10"), 4).through
    assert rolled(a_strike(), at("9.5"), 4).through


def test_each_shell_has_its_table() -> None:
    """pw:9.4.1: AP and APHE; APDS, APCR and HVAP; HE. HEAT reads that of AP (pw:8.9.1 to pw:8.9.4)."""
    tables = {shell: reading(a_strike(shell=shell), at("5")).table for shell in ShellType}
    assert {s for s, t in tables.items() if t is PenetrationTable.AP} == {
        ShellType.AP,
        ShellType.APHE,
        ShellType.HEAT,
    }
    assert {s for s, t in tables.items() if t is PenetrationTable.SUB_CALIBRE} == {
        ShellType.APCR,
        ShellType.APDS,
        ShellType.HVAP,
    }
    assert tables[ShellType.HE] is PenetrationTable.HE
    assert curve(a_strike(), at("5")) == PLAIN
    assert curve(he(penetration=10.0), at("5")) == [5, 6, 7.5, 9, 10, 10, 10, 10, 10]


@pytest.mark.parametrize(
    ("text", "deflected", "plate", "off"),
    [
        ("9", False, Plate.PLAIN, 0),
        ("9", True, Plate.DEFLECTION, 0),
        ("9r", False, Plate.ROUNDED, 0),
        ("9r", True, Plate.DEFLECTION_AND_ROUNDED, 0),
        ("9rr", False, Plate.DOUBLY_ROUNDED, 0),
        ("9rr", True, Plate.DOUBLY_ROUNDED, -1),
        ("9u", False, Plate.PLAIN, 0),
        ("9ur", False, Plate.ROUNDED, 0),
    ],
)
def test_rounded_and_deflecting_armour_has_columns_of_its_own(
    text: str, deflected: bool, plate: Plate, off: int
) -> None:
    """pw:9.4.2, pw:9.4.5: r is one less on the die, rr two, a deflection one more; DN.underlined: u is plain for AP."""
    read = reading(a_strike(), at(text, deflected=deflected))
    assert (read.plate, read.off) == (plate, off)


def test_each_step_less_is_one_on_the_die() -> None:
    """pw:9.4.5: from die 3 on a column of one less is the plain one a line higher."""
    for plate, less in (("9r", 1), ("9rr", 2)):
        found = curve(a_strike(), at(plate))
        assert found[2 + less :] == PLAIN[2 : 9 - less]
        assert found[0] < PLAIN[0]


def test_highly_sloped_armour_turns_sub_calibre_shot() -> None:
    """pw:9.4.4, DN.underlined: the column u is read by APDS, APCR and HVAP alone."""
    assert reading(SUB, at("9u")).plate is Plate.HIGHLY_SLOPED
    assert curve(SUB, at("9u")) == [0, 6, 7.5, 8.5, 9, 9.5, 10, 10, 11]
    both = reading(SUB, at("9ur", deflected=True))
    assert (both.plate, both.off) == (Plate.HIGHLY_SLOPED, -2)
    assert curve(a_strike(), at("9u")) == PLAIN


def test_shells_rated_se_gain_on_underlined_armour() -> None:
    """DN.underlined: a quarter more, there alone."""
    special = a_strike(special=True)
    assert adjusted(CHARTS, special, at("9u"), 5) == 12.5
    assert adjusted(CHARTS, special, at("9"), 5) == 10


@pytest.mark.parametrize(
    ("die", "penetration", "is_critical"), [(6, 10, False), (7, 11, True), (8, 15, True), (9, 20, True)]
)
def test_critical_hits(die: int, penetration: float, is_critical: bool) -> None:
    """pw:9.16, pw:9.16.1, pw:9.16.2, pw:9.16.3: one more, half as much more, twice as much."""
    assert adjusted(CHARTS, a_strike(), at("5"), die) == penetration
    assert critical(CHARTS, a_strike(), at("5"), die) is is_critical


def test_what_has_no_penetration_has_no_critical_hits() -> None:
    """pw:9.4: beyond the ranges of its list a shell pierces nothing."""
    assert curve(a_strike(penetration=0.0), at("5")) == [0] * 9


def test_what_takes_off_the_die_takes_off_critical_hits() -> None:
    """pw:9.16: it is the final die that counts; HE has none (pw:15.7.2.2)."""
    assert not critical(CHARTS, a_strike(), at("5r"), 7)
    assert critical(CHARTS, a_strike(), at("5r"), 8)
    assert not critical(CHARTS, a_strike(), at("5", wall=True), 7)
    assert not any(critical(CHARTS, he(), at("5"), die) for die in DICE)


def test_the_slit_of_a_bunker() -> None:
    """pw:15.7.2.2: direct HE has four times its penetration on a 9."""
    assert adjusted(CHARTS, he(), at("10", slit=True), 9) == 12
    assert adjusted(CHARTS, he(), at("10", slit=True), 8) == 3
    assert adjusted(CHARTS, he(direct=False), at("10", slit=True), 9) == 3
    assert adjusted(CHARTS, he(), at("10"), 9) == 3


def test_bolted_armour() -> None:
    """Example PW-DN.bolted-a, pw:9.16.1: 8+3 is 11, and 8 against a critical hit by anything but HE and HEAT."""
    weak = a_strike(penetration=7.0)
    assert rolled(weak, at("8+3"), 6).needed == 11
    assert rolled(weak, at("8+3"), 7) == Pierced(8, 8, False, True)
    assert rolled(a_strike(shell=ShellType.HEAT, penetration=7.0), at("8+3"), 7).needed == 11
    assert rolled(he(), at("8+3"), 9).needed == 11
    assert rolled(weak, at("8+3r"), 7).needed == 11  # no critical hit on what is rounded


def test_spaced_armour() -> None:
    """DN.spaced: of 4s^8 HEAT meets 8, all others 4; HEAT is not deflected, but by what is spaced and oblique."""
    assert basis(CHARTS, HEAT, at("4s^8")) == 8
    assert basis(CHARTS, a_strike(), at("4s^8")) == 4
    assert curve(HEAT, at("9rr", deflected=True)) == PLAIN
    assert reading(HEAT, at("8s^16r")).off == -1
    assert reading(HEAT, at("4s^8", deflected=True)).off == -1
    assert reading(HEAT, at("4s^8")).off == 0


def test_anti_tank_rifles_on_spaced_armour() -> None:
    """DN.atr: the table of sub-calibre shot, as a deflection hit; on other armour as AP."""
    read = reading(RIFLE, at("1s^2"))
    assert (read.table, read.plate) == (PenetrationTable.SUB_CALIBRE, Plate.DEFLECTION)
    assert reading(RIFLE, at("1")).table is PenetrationTable.AP


def test_track_as_armour() -> None:
    """DN.track, pw:9.3.2: of 3^8 a penetration of 3 pierces the gear, of 8 both; what is gear alone never more."""
    for penetration, gear, through in ((2.9, False, False), (3, True, False), (7.9, True, False), (8, True, True)):
        found = rolled(a_strike(penetration=penetration), at("3^8"), 5, running_gear=True)
        assert (found.gear, found.through) == (gear, through)
    alone = rolled(a_strike(penetration=20.0), at("3"), 5, running_gear=True)
    assert (alone.gear, alone.through) == (True, False)


def test_protection_and_armour_together() -> None:
    """pw:9.17.5: 4 cm behind 6 of a wall are 10; pw:9.17.6.5: the wall takes one off the die."""
    behind = at("4", covered=True, protection=6.0, wall=True)
    assert rolled(a_strike(), behind, 6).through
    assert not rolled(a_strike(), behind, 5).through
    assert reading(a_strike(), at("4r", deflected=True, covered=True, protection=2.0, wall=True)).off == -1
    assert rolled(a_strike(), at("4", covered=True, protection=6.0), 5).through


def test_heat_meets_ten_more_behind_cover() -> None:
    """pw:9.17.7."""
    assert basis(CHARTS, HEAT, at("4s^8", covered=True, protection=20.0)) == 38
    assert basis(CHARTS, a_strike(), at("4s^8", covered=True, protection=20.0)) == 24


def test_behind_a_hill_nothing_pierces() -> None:
    """pw:9.17.6.1: practically infinite."""
    hill = at("1", covered=True, protection=inf)
    assert not any(rolled(a_strike(penetration=99.0), hill, die).through for die in DICE)


def test_anti_deflection_armour() -> None:
    """pw:9.4.3, DN.antidefl: it deflects within 30 degrees of the front, and not in the zones where others do."""
    card = plated("is2", 6, front="12a")
    for bearing, column in ((0.0, 9.5), (30.0, 9.5), (40.0, 10.0)):
        rolls = (6, 1, 5) if bearing == 40 else (6, 5)
        effect = struck(a_target(card), a_strike(bearing=bearing), *rolls)
        assert (effect.aspect, effect.penetration) == (effect.aspect.FRONT, column)
    plain = struck(a_target(plated("is2", 6, front="12")), a_strike(bearing=40.0), 6, 1, 5)
    assert plain.penetration == 9.5


def test_what_cannot_damage_pierces_nothing() -> None:
    """pw:9.4.7: smoke has no D number."""
    assert not rolled(a_strike(shell=ShellType.SMOKE, destruction=None), at("0"), 9).through


TEXTS = st.sampled_from(["9", "9r", "9rr", "9u", "9ur", "9a", "8+3", "4s^8", "8s^16r", "3^8", "12/14", "0", "2.5+2.5r"])


@given(
    text=TEXTS,
    shell=st.sampled_from(list(ShellType)),
    penetration=st.floats(2, 30),
    flags=st.tuples(*[st.booleans()] * 5),
    protection=st.sampled_from([0.0, 3.0, 40.0]),
)
def test_a_higher_die_never_pierces_less(
    text: str, shell: ShellType, penetration: float, flags: tuple[bool, ...], protection: float
) -> None:
    """pw:9.4: penetration grows with the die, what must be defeated never does, whatever is struck.

    Under 2 cm one more (7) is more than half as much more (8), as the book has it.
    """
    deflected, covered, wall, rifle, gear = flags
    strike = a_strike(shell=shell, penetration=penetration, rifle=rifle)
    obstruction = at(text, deflected=deflected, covered=covered, protection=protection, wall=wall)
    found = [rolled(strike, obstruction, die, running_gear=gear) for die in DICE]
    for low, high in pairwise(found):
        assert high.penetration >= low.penetration
        assert high.needed <= low.needed
        assert high.through >= low.through
        assert high.gear >= low.gear


def test_penetration_may_be_asked() -> None:
    """pw:9.4: as of `pierce`."""
    state = a_state(a_vehicle("a", "pz4h", BLUE, "F8"))
    answer = Pierces(armour="8+3", penetration=7.0, die=7).answer(None, state)
    assert (answer["penetration"], answer["needed"], answer["pierced"], answer["critical"]) == (8, 8, True, True)
    walled = Pierces(armour="4", penetration=10.0, die=5, protection=6.0, wall=True).answer(None, state)
    assert (walled["needed"], walled["off"], walled["pierced"]) == (10, -1, False)
