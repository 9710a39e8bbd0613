"""Forces by points, out of what a nation had in a period (min:23.2.2, min:22.3, min:21.1.1)."""

from __future__ import annotations

import pytest

from content.panzer.tables.battle_tables import point_factors
from content.panzer.toe.toes import establishment, establishments, toe
from core.lots import Lots
from core.panzer.forces.fielding import Picks, formation_points
from core.panzer.forces.mustering import Wanted, mustered
from core.panzer.forces.organization import ForceError, Formation, units, walk
from core.panzer.forces.periods import Period, available
from core.panzer.forces.raising import as_of
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import BatteryCard, LegCard, TowedCard, VehicleCard

FACTORS = point_factors()
#: The first and the last period in which each nation fights somewhere.
PERIODS = {
    "German": ("mid-40", "mid-41", "late-42", "mid-43", "late-44", "early-45"),
    "Soviet": ("mid-41", "mid-42", "mid-43", "late-44", "early-45"),
    "British": ("mid-40", "late-41", "mid-42", "early-43", "mid-44"),
    "Italian": ("mid-40", "late-41", "mid-42", "early-43"),
}
EVERY = [(nation, period) for nation, periods in PERIODS.items() for period in periods]


def whole(nation: str, period: str) -> Formation:
    return as_of(establishment(nation), Period.read(period)).formation


def muster(nation: str, period: str, wanted: Wanted, seed: str = "1") -> Formation:
    return mustered(whole(nation, period), Period.read(period), wanted, FACTORS, Lots(seed))


def test_every_nation_of_a_theatre_has_its_companies() -> None:
    assert set(establishments()) == set(PERIODS)


@pytest.mark.parametrize(("nation", "period"), EVERY)
@pytest.mark.parametrize("points", [500, 1500, 4000])
def test_points_are_spent_and_not_overspent(nation: str, period: str, points: int) -> None:
    """min:23.2.2, min:23.2.3: within a twentieth of what it may cost, but where there is no more to be had."""
    for seed in ("1", "2", "3"):
        force = muster(nation, period, Wanted(points), seed)
        cost = formation_points(FACTORS, force)
        assert cost <= points
        assert cost >= points * 0.85


@pytest.mark.parametrize(("nation", "period"), EVERY)
def test_nothing_comes_before_its_time(nation: str, period: str) -> None:
    """min:22.3: its first period binds; who is withdrawn comes only where there is nothing else."""
    at = Period.read(period)
    for seed in ("1", "2", "3"):
        for _, members in units(muster(nation, period, Wanted(2500), seed)):
            assert available(members.card.available, at).ready, members.card.name
            for weapon in members.attached:
                assert available(weapon.available, at).ready, weapon.name


def test_newer_models_come_first() -> None:
    """min:21.1.1: of units joined by "or" the first that was there and not withdrawn."""
    tanks = {
        period: next(m.card.id for p, m in units(whole("German", period)) if p and p[0].startswith("Panzer Company"))
        for period in ("mid-40", "mid-41", "mid-42", "mid-43", "late-44")
    }
    assert list(tanks.values()) == [
        "g9-pzkpfw-iii-f",
        "g11-pzkpfw-iii-j",
        "g17-pzkpfw-iv-g",
        "g18-pzkpfw-iv-h",
        "g19-pzkpfw-iv-j",
    ]


def test_what_is_picked_holds_whether_it_is_there_or_not() -> None:
    """min:22.3: and is told with its date."""
    picks = Picks(substitutes={"s15-t-34-76-m43": "s50-85mm-m44-atg"})
    with pytest.raises(ForceError, match="may not stand for"):
        as_of(toe("SF4"), Period.read("mid-43"), picks)
    early = as_of(establishment("German"), Period.read("early-41"))
    assert "PzKpfw V Panther: from mid-43" in map(str, early.missing)


def test_substitutes_stand_in_for_what_is_not_there_yet() -> None:
    """min:21.SF13: of a brigade of early-43 nothing is missing."""
    assert as_of(toe("SF13"), Period.read("early-43")).missing == ()


@pytest.mark.parametrize("grade", list(Grade))
def test_better_crews_are_fewer(grade: Grade) -> None:
    """min:23.2.3a"""
    force = muster("Soviet", "mid-43", Wanted(1500, grade))
    assert 1400 <= formation_points(FACTORS, force, grade) <= 1500


def test_transport_stays_behind() -> None:
    force = muster("German", "mid-43", Wanted(2000, transport=False))
    vehicles = [m.card for _, m in units(force) if isinstance(m.card, VehicleCard)]
    assert vehicles
    assert all(card.armed for card in vehicles)


def test_the_basic_game_has_vehicles_alone() -> None:
    """na:2.0"""
    cards = [m.card for _, m in units(muster("Soviet", "mid-43", Wanted(1200, vehicles=True)))]
    assert cards
    assert not any(isinstance(card, LegCard | TowedCard | BatteryCard) for card in cards)


def test_companies_of_different_arms() -> None:
    for seed in map(str, range(6)):
        force = muster("German", "late-43", Wanted(3000), seed)
        kinds = {isinstance(m.card, LegCard) for _, m in units(force) if m.card.combat_unit}
        assert kinds == {True, False}


def test_formations_keep_names_of_their_own() -> None:
    """min:21.1: and each company has one that commands (min:21.1.1.1)."""
    force = muster("British", "mid-42", Wanted(5000))
    names = [part.name for part in force.parts]
    assert len(set(names)) == len(names)
    assert all(one.commanders for path, one in walk(force) if len(path) == 1 and one.level is not None)


def test_one_seed_musters_one_force() -> None:
    assert muster("Italian", "mid-42", Wanted(1500), "9") == muster("Italian", "mid-42", Wanted(1500), "9")
    assert len({str(muster("German", "mid-43", Wanted(1500), str(seed))) for seed in range(8)}) > 1


def test_forces_that_cannot_be() -> None:
    """Told with what would be right (min:23.2.2, min:22.3)."""
    with pytest.raises(ForceError, match="99 points are too few for a force; 100 or more"):
        muster("German", "mid-43", Wanted(99))
    tigers = next(one for _, one in walk(toe("GF20").formation) if one.name == "Heavy Panzer Platoon")
    brigade = Formation(name="Tiger Company", parts=(tigers,))
    with pytest.raises(ForceError, match="130 points buy no company of Tiger Company; more points"):
        mustered(brigade, Period.read("late-43"), Wanted(130, Grade.ELITE), FACTORS, Lots("1"))
    with pytest.raises(ForceError, match="nothing of Tiger Company is to be had in mid-41"):
        mustered(brigade, Period.read("mid-41"), Wanted(500), FACTORS, Lots("1"))
