"""From a TO&E to units: alternatives, ranges, substitutions with their dates, weapons issued (min:21.1.1)."""

from __future__ import annotations

import pytest

from content.panzer.tables.battle_tables import point_factors
from content.panzer.toe.toes import toe
from core.panzer.forces.fielding import Fielding, Picks, fielded, formation_points, holds, offered
from core.panzer.forces.organization import ForceError, Members, part_at, units
from core.panzer.forces.periods import Period
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.morale import Morale

LATE_43 = Period.read("late-43")


def made(id_: str, at: str, picks: Picks | None = None) -> Fielding:
    return fielded(toe(id_), Period.read(at), picks)


def of(fielding: Fielding, card: str) -> list[Members]:
    return [members for _, members in units(fielding.formation) if members.card.id == card]


def number(fielding: Fielding, card: str) -> int:
    return sum(members.count for members in of(fielding, card))


def test_a_toe_holds_for_its_periods() -> None:
    """min:21.GF20, min:21.GF21, min:21.SF4, min:21.SF13"""
    assert holds(toe("SF4"), Period.read("early-45"))
    assert not holds(toe("GF20"), Period.read("late-44"))
    with pytest.raises(ForceError, match=r"Panzer Kampfgruppe is that of late-43 to mid-44, not of mid-43"):
        made("GF20", "mid-43")
    with pytest.raises(ForceError, match="Tank Brigade is that of mid-43 on, not of early-43"):
        made("SF4", "early-43")


def test_one_alternative_and_never_a_mix() -> None:
    """min:21.1.1: trucks for all three guns, or half-tracks."""
    path = ("Panzer Grenadier Battalion (gepanzert)", "Heavy Weapons Company", "(mot) Panzerjäger Platoon")
    trucks = part_at(made("GF20", "late-43", Picks(alternatives={(path, 1): 1})).formation, path)
    assert [(members.count, members.card.name) for members in trucks.units] == [
        (3, "7.5cm PaK 40 ATG"),
        (3, "Medium Truck"),
    ]
    with pytest.raises(ForceError, match="SdKfz 11 has 1 alternatives, not 2"):
        made("GF20", "late-43", Picks(alternatives={(path, 1): 2}))


def test_a_range_of_batteries() -> None:
    """min:21.GF21: two or three medium batteries."""
    line, batteries = (("Organic Artillery",), 0), "g74-medium-artillery-battery"
    more = made("GF21", "late-43", Picks(counts={line: 3}))
    assert (number(made("GF21", "late-43"), batteries), number(more, batteries)) == (5, 6)
    with pytest.raises(ForceError, match="2 to 3"):
        made("GF21", "late-43", Picks(counts={line: 4}))


def test_a_formation_for_another() -> None:
    """min:21.SF4: a platoon of M17s for the anti-aircraft battery; any mix of three companies."""
    battalion = "Motorized Rifle Battalion"
    picks = Picks(
        instead={("Anti-Aircraft Battery",): 1, (battalion, "Motor Rifle Company"): 2},
    )
    chosen = made("SF4", "mid-44", picks)
    assert number(chosen, "s42-m17-mgmc") == 3
    assert chosen.missing == ()
    names = [part.name for part in part_at(chosen.formation, (battalion,)).parts]
    assert names[-3:] == ["Tank-Rider Company 1", "Submachinegun Company", "Tank-Rider Company 2"]
    with pytest.raises(ForceError, match="Anti-Aircraft Battery has 1 alternatives"):
        made("SF4", "mid-44", Picks(instead={("Anti-Aircraft Battery",): 2}))


def test_what_is_not_there_yet_is_told_with_its_date() -> None:
    """min:22.3"""
    chosen = made("SF4", "late-43", Picks(instead={("Anti-Aircraft Battery",): 1}))
    assert [str(one) for one in chosen.missing] == ["M17 MGMC: from mid-44"]


def test_substitutions_have_dates() -> None:
    """min:21.1.1, min:21.SF4: the T-34/85 from early-44, older models in 1943 only; one model all through a brigade."""
    swap = Picks(substitutes={"s15-t-34-76-m43": "s16-t-34-85-m44"})
    modern = made("SF4", "early-44", swap)
    assert (number(modern, "s16-t-34-85-m44"), number(modern, "s15-t-34-76-m43")) == (65, 0)
    with pytest.raises(ForceError, match="T-34/85 M44 may stand for T-34/76 M43 from early-44 on"):
        made("SF4", "late-43", swap)
    with pytest.raises(ForceError, match="T-34/76 M41 may stand for T-34/76 M43 to late-43"):
        made("SF4", "early-44", Picks(substitutes={"s15-t-34-76-m43": "s13-t-34-76-m41"}))
    with pytest.raises(ForceError, match=r"may not stand for s15-t-34-76-m43; s16-t-34-85-m44, s13"):
        made("SF4", "early-44", Picks(substitutes={"s15-t-34-76-m43": "s20-kv-1-m42"}))


def test_what_may_stand_for_something_now() -> None:
    """min:21.1.1, min:22.3"""
    early = {one.card.id for one in offered(toe("GF20"), LATE_43)}
    later = {one.card.id for one in offered(toe("GF20"), Period.read("early-44"))}
    assert later - early == {
        "g22-pzkpfw-vi-b-tiger-ii",
        "g31-stug-iv",
        "g32-jagdpanzer-iv",
        "g34-jagdpanther",
        "g36-hetzer",
    }


def test_a_motorized_brigade_has_no_tank_regiment() -> None:
    """min:21.SF13: and is none the weaker for it; what is not optional stays."""
    tanks = ("Tank Regiment",)
    motorized = made("SF13", "early-43", Picks(left_out=frozenset({tanks})))
    assert motorized.formation.title == "Mechanized/Motorized Brigade"
    assert number(motorized, "s14-t-34-76-m42") == 2
    with pytest.raises(ForceError, match="Sapper Company is no part that"):
        made("SF13", "early-43", Picks(left_out=frozenset({("Sapper Company",)})))


def test_all_squads_carry_panzerfausts() -> None:
    """min:21.GF20: half-squads too, sections and vehicles not."""
    squads = [m for _, m in units(made("GF20", "late-43").formation) if "squad" in m.card.id]
    assert squads
    assert all([weapon.id for weapon in m.attached] == ["g87-panzerfaust-30m-60m"] for m in squads)
    assert not any(m.attached for m in of(made("GF20", "late-43"), "g86-hmg-section"))


def test_one_third_of_the_rifle_squads_have_bazookas() -> None:
    """min:21.SF4: from late-43, in motor rifle companies only."""

    def armed(at: str) -> list[tuple[str, int]]:
        found = units(made("SF4", at).formation)
        return [(path[-1], m.count) for path, m in found if [w.id for w in m.attached] == ["s59-m1-bazooka"]]

    assert armed("mid-43") == []
    assert armed("late-43") == [(f"Motor Rifle Platoon {n}", 1) for n in (1, 2, 3)]
    assert number(made("SF4", "late-43"), "s57-rifle-squad-1-2-squad") == number(
        made("SF4", "mid-43"), "s57-rifle-squad-1-2-squad"
    )


def test_one_bazooka_for_each_motor_rifle_company() -> None:
    """min:21.SF13: from mid-43; there are nine companies."""

    def armed(at: str) -> list[int]:
        return [m.count for _, m in units(made("SF13", at).formation) if "s59-m1-bazooka" in {w.id for w in m.attached}]

    assert (armed("early-43"), armed("mid-43")) == ([], [1] * 9)


def test_what_a_formation_costs() -> None:
    """min:22.2, min:22.2.2, min:23.1.2, min:23.2.3: each unit rounded by itself, with its weapon."""
    company = part_at(made("SF4", "mid-43").formation, ("Tank Battalion 1", "Tank Company 1"))
    assert formation_points(point_factors(), company) == 121 + 9 * 81
    assert formation_points(point_factors(), company, Grade.VETERAN, Morale.OUTSTANDING) == 174 + 9 * 116
    scouts = {(("Tank Platoon 2",), 0): Grade.VETERAN}
    assert formation_points(point_factors(), company, own=scouts) == 121 + 6 * 81 + 3 * 97
    path = ("Panzer Grenadier Battalion (gepanzert)", "Panzer Grenadier Company (gepanzert)", "Rifle Platoon 1")
    platoon = part_at(made("GF20", "late-43").formation, path)
    assert formation_points(point_factors(), platoon) == 3 * 57 + 28 + 2 * 19


def test_what_an_attached_battery_costs() -> None:
    """min:22.2.4, min:23.2.3b"""
    formation = made("GF20", "late-43").formation
    attached = part_at(formation, ("Panzer Grenadier Battalion (gepanzert)", "Attached Artillery"))
    assert formation_points(point_factors(), attached) == 96
    assert formation_points(point_factors(), part_at(formation, ("Organic Artillery",))) == 2 * 64 + 83
