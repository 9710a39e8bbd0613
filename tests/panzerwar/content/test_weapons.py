"""The Weapons Data Chart keeps the sample block, and the rest follows the formulas that give what the book prints."""

from __future__ import annotations

from itertools import pairwise
from math import log

import pytest

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from core.panzerwar.pieces.weapons import ANY_RANGE, FULL_CALIBRE, SUB_CALIBRE, Shell, ShellType, Smoke, Weapon


def shell(weapon: str, type_: ShellType) -> Shell:
    return cards().weapons[weapon].of(type_)[0]


def shells() -> list[tuple[Weapon, Shell]]:
    return [(weapon, one) for weapon in cards().weapons.values() for one in weapon.shells]


def test_so_many_are_there() -> None:
    known = cards()
    assert len(known.weapons) == 65
    assert sum(one.infantry for one in known.weapons.values()) == 13
    assert len(shells()) == 148
    assert (len(known.machine_guns), len(known.infantry_weapons)) == (22, 5)


def test_the_printed_block() -> None:
    """pw:8.3, PW-8.3-a: 75mm/L48 APHE, penetration 13 to 9, base to-hit 1 to 5 by two sights, D 6, S 10."""
    gun, found = cards().weapons["75L48"], shell("75L48", ShellType.APHE)
    assert found.penetrations[:5] == ((13, 50), (12, 230), (11, 400), (10, 590), (9, 800))
    assert found.to_hit["tank"][:5] == (240, 290, 350, 390, 440)
    assert found.to_hit["assault gun"][:5] == (220, 260, 310, 350, 400)
    assert (found.destruction, found.stun) == (6, 10)
    assert (found.printed_penetrations, found.printed_to_hit) == (5, 5)
    assert found.penetration(300) == 11
    assert gun.base_to_hit(found, 300, "tank") == 3
    assert gun.base_to_hit(found, 300, "assault gun") == 3
    assert charts().fire.additional_hits(8, 3)[:2] == (7, 10)


@pytest.mark.parametrize(
    ("range_", "penetration", "to_hit"),
    [(0, 13, 1), (50, 13, 1), (50.1, 12, 1), (240, 11, 1), (240.5, 11, 2), (290, 11, 2), (800, 9, 10), (861, 8, None)],
)
def test_a_band_holds_up_to_its_range(range_: float, penetration: float, to_hit: int | None) -> None:
    """pw:9.4, pw:8.4.1"""
    found = shell("75L48", ShellType.APHE)
    assert found.penetration(range_) == penetration
    assert cards().weapons["75L48"].base_to_hit(found, range_, "tank") == to_hit


def test_what_else_the_book_reveals() -> None:
    """pw:8.4.1: 75/L70 APHE needs 2 up to 450; pw:8.11: the Sherman 75 needs 4 at 320."""
    panther = cards().weapons["75L70"]
    assert panther.base_to_hit(panther.of(ShellType.APHE)[0], 440, "tank") == 2
    assert panther.of(ShellType.APHE)[0].to_hit["tank"][1] == 450
    sherman = cards().weapons["75L40"]
    assert sherman.base_to_hit(sherman.of(*FULL_CALIBRE)[0], 320, "tank") == 4


def test_he_uses_the_chart_of_another_shell() -> None:
    """pw:8.13.1: the HEAT list; if there is none, that of AP. Canister needs no roll (pw:8.9.6)."""
    howitzer = cards().weapons["75L18"]
    assert howitzer.to_hit_list(shell("75L18", ShellType.HE), "tank") == shell("75L18", ShellType.HEAT).to_hit["tank"]
    gun = cards().weapons["75L48"]
    assert gun.base_to_hit(shell("75L48", ShellType.HE), 300, "tank") == 3
    assert cards().weapons["75L24"].base_to_hit(shell("75L24", ShellType.CANISTER), 50, "tank") is None
    assert gun.base_to_hit(shell("75L48", ShellType.HE), 300, "no such sight") is None
    for weapon, one in shells():
        for sight in weapon.sights:
            listed = one.to_hit or one.to_hit_from in ("AP", "HEAT")
            assert bool(weapon.to_hit_list(one, sight)) == bool(listed), (weapon.id, one.name)


def test_lists_fall_and_rise() -> None:
    for weapon, one in shells():
        assert [value for value, _ in one.penetrations] == sorted((v for v, _ in one.penetrations), reverse=True)
        ends = [up_to for _, up_to in one.penetrations]
        assert ends == sorted(ends), weapon.id
        assert all(value * 2 == int(value * 2) for value, _ in one.penetrations), weapon.id
        for ranges in one.to_hit.values():
            assert len(ranges) == 10
            assert all(a <= b for a, b in pairwise(ranges)), weapon.id
            assert ranges[-1] <= 1600, weapon.id
        assert one.penetration(ANY_RANGE + 1) == 0


def test_he_follows_the_two_printed_mines() -> None:
    """pw:15.2, pw:15.3: 50mm KP 2, penetration 1, D 5, S 12; 120mm 6, 2, 7; all others by the shell's weight."""
    mines = charts().artillery.mines
    assert (mines["ap"].killpower, mines["ap"].penetration(0)) == (2, 1)
    assert (mines["ap"].destruction, mines["ap"].stun) == (5, 12)
    assert (mines["at"].penetration(0), mines["at"].destruction, mines["at"].stun) == (6, 2, 7)
    assert mines["at"].killpower is None
    for weapon, one in shells():
        if one.type is ShellType.HE and weapon.id != "20L55":
            mass = one.mass / 0.9
            assert one.stun is not None
            assert one.destruction is not None
            assert one.killpower is not None
            assert abs(one.penetration(0) - mass**0.622) <= 0.51, weapon.id
            assert abs(one.killpower - (2 + 1.25 * log(mass))) <= 0.51, weapon.id
            assert abs(one.destruction - max(1, 5 - 1.042 * log(mass))) <= 0.51, weapon.id
            assert abs(one.stun - (12 - 1.737 * log(mass))) <= 0.51, weapon.id


def test_shot_stuns_and_destroys_by_its_weight() -> None:
    """pw:9.5.1, pw:9.15: D 6 and S 10 of the sample block's 6.8 kg; solid shot and cores destroy less."""
    for weapon, one in shells():
        if one.type in FULL_CALIBRE | SUB_CALIBRE and not weapon.infantry:
            extra = (one.type is not ShellType.APHE) + (one.type in SUB_CALIBRE)
            assert one.destruction is not None
            assert one.stun is not None
            assert abs(one.destruction - min(10, 6 - 1.25 * log(one.mass / 6.8) + extra)) <= 1.01, weapon.id
            assert abs(one.stun - (13.5 - 1.737 * log(one.mass / 0.9))) <= 1.01, weapon.id


def test_scarce_rounds_and_limits() -> None:
    """pw:8.9.3, pw:8.11.5: three of each kind of core; pw:12.7: three Panzerfausts of a squad."""
    assert {one.rounds for _, one in shells() if one.type in SUB_CALIBRE} == {3}
    assert all(one.rounds is None for _, one in shells() if one.type not in SUB_CALIBRE)
    assert cards().weapons["Panzerfaust60"].limit == 3
    assert cards().weapons["PIAT"].limit is None
    assert cards().weapons["PTRD"].of(ShellType.AP)[0].reaches(300)
    assert not cards().weapons["PTRD"].of(ShellType.AP)[0].reaches(301)


def test_heat_pierces_alike_at_all_ranges() -> None:
    """pw:8.9.4"""
    found = [one for _, one in shells() if one.type is ShellType.HEAT]
    assert found
    assert {len(one.penetrations) for one in found} == {1}


def test_smoke_says_what_makes_it() -> None:
    """pw:11.2, pw:11.4"""
    kinds = {one.smoke for _, one in shells() if one.type is ShellType.SMOKE}
    assert kinds == set(Smoke)
    assert all(one.smoke is None for _, one in shells() if one.type is not ShellType.SMOKE)


def test_barrels_have_a_length() -> None:
    """pw:9.2.2: 75mm/L24 and howitzers are under 30 calibres."""
    assert cards().weapons["75L24"].length == 24
    assert cards().weapons["88L71"].length == 71
    for weapon in cards().weapons.values():
        assert bool(weapon.length) == (weapon.kind in ("gun", "howitzer", "auto-cannon")), weapon.id


def test_machine_guns_by_range() -> None:
    """pw:12.8.1: the MG42 of the penny example has killpower 2 at its range, up to 150 (PW-12.8-a)."""
    gun = cards().machine_guns["MG42-LMG"]
    assert [gun.killpower(range_) for range_ in (30, 100, 150, 300, 301)] == [4, 3, 2, 0, None]
    assert (gun.maximum, gun.targets) == (300, 2)
    assert cards().machine_guns["MG34-HMG"].targets == 3
    heavy = cards().machine_guns["DShK"]
    assert [heavy.penetration(range_) for range_ in (50, 51, 250, 251)] == [2, 1.5, 1.5, 0]
    assert (heavy.destruction, heavy.stun, gun.stun) == (10, 14, 15)


def test_flame_as_printed() -> None:
    """pw:12.12, pw:12.12.2, pw:12.12.3, pw:12.12.4, pw:12.12.5"""
    small, large = (cards().infantry_weapons[id_] for id_ in ("flamethrower", "vehicle flamethrower"))
    assert (small.killpower, small.touching, small.maximum, small.uses) == (6, 7, 30, 3)
    assert (large.killpower, large.touching, large.maximum) == (6, 7, 50)
    assert (large.base_to_hit, large.uses, large.with_trailer) == (2, 6, 10)
