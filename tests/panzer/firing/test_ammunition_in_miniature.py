"""Ammunition of the miniatures edition: its kinds, its limits, the supply of guns, shared commands, smoke."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.armament import armament
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.events import OverwatchLost
from core.panzer.direct_fire.smoke import BY_HAND, smoke_refusal, smoke_weapons
from core.panzer.firing.ammunition import (
    available,
    basic_limit,
    check_ap,
    check_gp,
    check_smoke,
    special_limit,
    supplied,
)
from core.panzer.firing.shared_fire import target_refusal
from core.panzer.gp.events import SmokeFired
from core.panzer.indirect.sheafs import allowed, pattern
from core.panzer.pieces.cards import Limited
from core.panzer.pieces.clouds import Cloud, CloudKind, thinned
from core.panzer.pieces.edition import MINIATURES
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.missions import Aim, FireType, Sheaf
from core.panzer.pieces.unit import Presence, Spot
from core.panzer.state import PanzerState
from tests.panzer.gp.test_gp_fire_in_miniature import posed, unit

GUN = "g77-5cm-pak-38-atg"
S1, G1, TRUCK = UnitId("s1"), UnitId("g1"), UnitId("gt")
SU_85, T_34, PANZER_IV = "s30-su-85-m43", "s15-t-34-76-m43", "g18-pzkpfw-iv-h"


def test_the_su_85_has_hvap_from_1944_on() -> None:
    """MIN-16.1.1-a, min:16.1.1, min:16.1.2.1, min:16.1.2.2.1: HVAP a4; its AP and GP have no limit."""
    state = posed(unit("s1", SU_85, "A1"))
    rows = armament(state, S1)[0].weapon.ap
    assert [row.type for row in rows] == ["AP", "HVAP"]
    hvap = rows[1]
    assert (available(hvap, "1943-12"), available(hvap, "1944-01"), available(rows[0], "1943-12")) == (
        False,
        True,
        True,
    )
    assert special_limit(state, S1, 0, Limited.APCR) == 4
    assert basic_limit(state, S1, 0) is None


def rolled(card: str, ammo: str, *rolls: int) -> tuple[str, int, int]:
    """What is fired after the roll of a limit, how many limits are in effect, and how many dice were rolled."""
    state = posed(unit("s1", card, "A1"), unit("g1", PANZER_IV, "F1"))
    shot = Shot(S1, G1, 0, ammo)
    found = (check_gp if ammo == GP else check_ap)(state, shot, ScriptedDice([*rolls]))
    return found.ammo, found.short, len(found.rolls)


def test_special_ammunition_is_limited_and_nothing_is_counted() -> None:
    """min:16.1.2, min:16.1.2.3: a roll for each shot of it alone; what is not limited takes none."""
    assert rolled(SU_85, "AP") == ("AP", 0, 0)
    assert rolled(SU_85, GP) == ("GP", 0, 0)
    assert rolled(SU_85, "HVAP", 3) == ("HVAP", 0, 1)
    assert rolled(SU_85, "HVAP", 4) == ("", 1, 1)


def test_each_letter_limits_its_own() -> None:
    """min:16.1.2.2.1: a, h and s by themselves, and there is none for Illumination."""
    state = posed(
        unit("s1", T_34, "F1"), unit("g1", PANZER_IV, "A1"), {"id": "g2", "card": "g74-light-artillery-battery"}
    )
    limits = {kind: special_limit(state, G1, 0, kind) for kind in (Limited.APCR, Limited.HEAT, Limited.SMOKE)}
    assert limits == {Limited.APCR: 4, Limited.HEAT: 5, Limited.SMOKE: 4}
    assert state.card(UnitId("g2")).ammo_limits.keys() == {Limited.SMOKE}


def test_smoke_that_misfires_lays_nothing_and_shows_its_unit() -> None:
    """min:16.1.2.3.1: not resolved, yet its fire is used, and it is marked SPOT (FIRE)."""
    state = posed(unit("g1", PANZER_IV, "A1", command="FIRE"), unit("s1", T_34, "F1"))
    assert check_smoke(state, G1, 0, ScriptedDice([4])).short == 1
    assert check_smoke(state, G1, 0, ScriptedDice([3])).short == 0
    BOOK.evolve(state, SmokeFired(unit=G1, weapon=0, hex=hex_from_id("D1"), placed=False))
    assert not state.counters.clouds
    assert state.units[G1].fired
    assert state.units[G1].new_spot_fire


# -- supply ------------------------------------------------------------------------------------------------


def supplying(at: str, **truck: Any) -> bool:
    """Whether a gun that has come by truck has its ammunition, with the truck there."""
    state = posed(unit("g1", GUN, "B2", transporter="gt"), unit("gt", "g73-medium-truck", at), unit("s1", T_34, "T4"))
    state.change(G1, started=hex_from_id("E2"))
    state.change(TRUCK, **truck)
    return supplied(state, G1)


def test_a_gun_is_supplied_from_within_an_inch_by_what_brought_it() -> None:
    """min:16.1.2.4.1, min:16.1.2.4.2: by its own vehicle, next to it and in action; and again when it is back."""
    assert supplying("B2")
    assert supplying("C2")
    assert not supplying("D2")
    assert not supplying("C2", presence=Presence.ELIMINATED)


def test_a_gun_that_was_in_place_is_supplied_where_it_stood() -> None:
    """min:16.1.2.4.1, min:16.1.2.4.2: by the dump there; not elsewhere, and once more when it is back."""
    state = posed(unit("g1", GUN, "B2"), unit("s1", T_34, "T4"))
    assert supplied(state, G1)
    state.change(G1, started=hex_from_id("B2"), hex=hex_from_id("C2"))
    assert not supplied(state, G1)
    state.change(G1, hex=hex_from_id("B2"))
    assert supplied(state, G1)


# -- shared commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "reach"), [("Elite", 4), ("Veteran", 3), ("Seasoned", 3), ("Regulars", 2)])
def test_targets_of_a_shared_command_lie_within_command_range(grade: str, reach: int) -> None:
    """min:16.1.4.1: of one another, however far from who fires."""
    state = posed(
        unit("g1", PANZER_IV, "A1", facing="SE", command="FIRE", group="a", formation="F"),
        unit("g2", PANZER_IV, "A2", facing="SE", command="FIRE", group="a", formation="F"),
        *(unit(f"s{n}", T_34, f"{column}2") for n, column in enumerate("FGHIJK")),
        formation=[{"name": "F", "side": "german", "grade": grade}],
    )
    state.fire = state.fire.aimed(UnitId("g2"), hex_from_id("F2"))
    allowed_ = [target_refusal(state, G1, UnitId(f"s{n}")) is None for n in range(6)]
    assert allowed_ == [n <= reach for n in range(6)]


def test_who_shares_an_overwatch_that_was_used_shows_it() -> None:
    """min:16.1.4.2: SPOT (FIRE), even if it could not fire itself; not so in the hex edition."""
    for edition, spot in (("miniatures", Spot.FIRE), ("hex", None)):
        state = posed(unit("g1", PANZER_IV, "A1", command="OVERWATCH"), unit("s1", T_34, "F1"), edition=edition)
        BOOK.evolve(state, OverwatchLost(unit=G1, target=S1))
        found = state.units[G1].spot
        assert found is spot if spot is not None else found is not Spot.FIRE


# -- smoke -------------------------------------------------------------------------------------------------


def test_new_smoke_lies_for_the_turn_and_the_next() -> None:
    """min:16.1.7.1: SMOKE ON, then OFF, then gone."""
    made = (Cloud(CloudKind.SMOKE, frozenset({hex_from_id("B2")}), open=True),)
    assert made[0].on
    once = thinned(made)
    assert [cloud.on for cloud in once] == [False]
    assert thinned(once) == ()


def test_smoke_covers_the_sheaf_of_who_fires_it() -> None:
    """min:16.1.7.2, min:16.1.7.3: of units on the map a mortar SHEAF, one hex; of batteries Closed or Open."""
    middle = hex_from_id("H10")
    aims = [Aim(middle, FireType.SMOKE, sheaf) for sheaf in allowed(FireType.SMOKE, MINIATURES)]
    assert [aim.sheaf for aim in aims] == [Sheaf.CLOSED, Sheaf.OPEN]
    assert {pattern(aim, MINIATURES, on_map=True) for aim in aims} == {frozenset({middle})}
    closed, wide = (pattern(aim, MINIATURES, on_map=False) for aim in aims)
    assert {middle} < closed < wide


def engineers(**more: Any) -> PanzerState:
    squad = unit("g1", "g85-rifle-squad-1-2-squad", "C2", command="FIRE", labels=["Engineer"])
    return posed(squad, unit("s1", T_34, "T4"), **more)


def test_engineers_make_smoke_up_to_an_inch_from_where_they_are() -> None:
    """min:16.7.4.3: in their own hex too; the hex edition has it next to them (na:6.1.4.3.10a)."""
    state = engineers()
    assert BY_HAND in smoke_weapons(state, state.units[G1])
    found = [smoke_refusal(state, state.units[G1], BY_HAND, hex_from_id(h)) for h in ("C2", "C3", "C4")]
    assert [one is None for one in found] == [True, True, False]


def test_guns_fire_smoke_within_their_gp_range() -> None:
    """min:16.7.4.3: a Panzer IV, whose card has Smk, onto a hex without friends."""
    state = posed(
        unit("g1", PANZER_IV, "A2", facing="SE", command="FIRE"), unit("g2", PANZER_IV, "D3"), unit("s1", T_34, "T4")
    )
    gun = state.units[G1]
    assert smoke_weapons(state, gun) == (0,)
    assert smoke_refusal(state, gun, 0, hex_from_id("F4")) is None
    assert smoke_refusal(state, gun, 0, hex_from_id("D3")) is not None
    assert smoke_weapons(state, evolve(gun, bailed_out=True)) == ()
