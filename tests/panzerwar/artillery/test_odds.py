"""The chances of area fire are those of the dice that resolve it (pw:10.3)."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from core.dice import branches
from core.panzerwar.artillery import batteries, hits, loads, odds
from core.panzerwar.artillery.loads import Load
from core.panzerwar.combat.events import KeptDown
from core.panzerwar.damage.area_hits import possible_hit
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.gun_hits import direct_hit_from_above, gun_target
from core.panzerwar.damage.odds import area_chances
from core.panzerwar.damage.targets import target_of
from core.panzerwar.infantry import killpower
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.infantry.killpower import Attack, read
from core.panzerwar.pieces.cards import Location
from core.panzerwar.pieces.extended import d10_chances
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import field
from tests.panzerwar.kit import RED, a_vehicle, an_element


def load(state: WarState, weapon: str = "105L28") -> Load:
    fired = state.cards.weapons[weapon]
    shell = batteries.shell(state, fired, "")
    assert shell is not None
    return loads.of_shell(fired, shell, 3000.0)


def test_possible_hits_are_binomial() -> None:
    """pw:10.3: of four dice none in 0.9 ** 4."""
    state = field(batteries=[])
    found = odds.distribution(state, 4)
    assert found == pytest.approx((0.6561, 0.2916, 0.0486, 0.0036, 0.0001))
    assert odds.distribution(state, 0) == (1.0,)


def test_they_are_those_of_the_table_with_aggregate_chances() -> None:
    """pw:2.4: of four dice 34 in 100 have at least one, 5 at least two."""
    state = field(batteries=[], switches=[Switch.AGGREGATE])
    found = odds.distribution(state, 4)
    assert sum(found) == pytest.approx(1.0)
    assert 1 - found[0] == pytest.approx(0.34)
    assert 1 - found[0] - found[1] == pytest.approx(0.05)


@pytest.mark.parametrize("digging", [Digging.NONE, Digging.TRENCH])
def test_men_are_walked_through_all_dice(digging: Digging) -> None:
    """pw:10.3.9.1, pw:10.3.9.2."""
    squad = an_element("squad", "sov-rifle-43", RED, "C10").with_posture(dug=digging)
    state = field(squad, batteries=[])
    burst = evolve(load(state), killpower=4)
    attack = hits.attack_on(state, squad, burst)
    assert attack is not None
    found: Counter[Result] = Counter()
    for chance, result in branches(lambda dice: outcome(state, burst, dice)):
        found[result] += chance  # type: ignore[assignment]
    for result, chance in odds.men(state, squad, burst, attack).items():
        assert found[result] == pytest.approx(chance)


def outcome(state: WarState, burst: Load, dice: object) -> Result:
    for event in hits.possible_hit(state, state.element("squad"), burst, dice):  # type: ignore[arg-type]
        if isinstance(event, MenAttacked):
            return event.result
    raise AssertionError


def test_a_whole_fire_kills_by_any_of_its_hits() -> None:
    """pw:10.3: one possible hit or more."""
    squad = an_element("squad", "sov-rifle-43", RED, "C10")
    state = field(squad, batteries=[])
    found = odds.chances(state, squad, load(state), 4)
    assert found.loses == pytest.approx(1 - (1 - 0.1 * found.lost) ** 4)
    assert found.harms >= found.loses
    assert found.any_hit == pytest.approx(0.3439)
    assert found.tally


def test_vehicles_are_walked_through_all_dice() -> None:
    """pw:10.3.1, pw:10.3.2, pw:10.3.3: of a bare vehicle, whose locations are all alike."""
    tank = a_vehicle("tank", "zis5", RED, "C10")
    state = field(tank, batteries=[])
    target, strike = target_of(state, tank), load(state).strike
    destroyed = sum(
        chance
        for chance, effect in branches(lambda dice: possible_hit(state.charts, target, strike, dice))
        if effect.destroyed
    )
    assert area_chances(state.charts, target, strike).destroyed == pytest.approx(destroyed)


def test_what_is_kept_down_is_harmed() -> None:
    """pw:10.3.8, pw:10.3.9.3: a soft vehicle by a die up to 4 above the killpower."""
    lorry = a_vehicle("lorry", "zis5", RED, "C10")
    state = field(lorry, batteries=[])
    harmed = sum(
        chance
        for chance, events in branches(lambda dice: list(hits.possible_hit(state, lorry, load(state), dice)))
        if any(isinstance(e, KeptDown) or (isinstance(e, VehicleStruck) and e.effect.destroyed) for e in events)
    )
    found = odds.chances(state, lorry, load(state), 1)
    assert found.harmed == pytest.approx(harmed)
    assert found.harmed > found.lost


@pytest.mark.thorough
def test_armour_is_walked_through_all_dice() -> None:
    """pw:10.3.1, pw:10.3.3, pw:9.15: a shell that destroys nothing stuns by the same chance."""
    tank = a_vehicle("tank", "t34-85", RED, "C10")
    state = field(tank, batteries=[])
    strike = evolve(load(state).strike, destruction=None)
    target = target_of(state, tank)
    stunned = damaged = 0.0
    for chance, effect in branches(lambda dice: possible_hit(state.charts, target, strike, dice)):
        stunned += chance * effect.stunned
        damaged += chance * bool(effect.damage)
    found = area_chances(state.charts, target, strike)
    assert found.stunned == pytest.approx(stunned)
    assert found.damaged == pytest.approx(damaged)
    assert isinstance(next(iter(target.card.locations.values())), Location)


def test_the_barrel_counts() -> None:
    """pw:10.3.3: what pierces the barrel alone, and breaks no track."""
    tank = a_vehicle("tank", "t34-85", RED, "C10")
    state = field(tank, batteries=[])
    strike = evolve(load(state).strike, destruction=15, penetration=2.9, stun=None)
    target = target_of(state, tank)
    damaged = 0.0
    for chance, effect in branches(lambda dice: possible_hit(state.charts, target, strike, dice)):
        damaged += chance * bool(effect.damage)
    assert area_chances(state.charts, target, strike).damaged == pytest.approx(damaged)


def test_a_gun_is_walked_through_all_dice() -> None:
    """pw:10.3.9.1."""
    gun = an_element("gun", "pak40", RED, "C10")
    state = field(gun, batteries=[])
    found = odds.chances(state, gun, load(state), 4)
    attack = hits.attack_on(state, gun, load(state))
    assert attack is not None
    assert sum(odds.men(state, gun, load(state), attack).values()) == pytest.approx(1.0)
    assert 0 < found.lost < found.harmed <= 1


def test_a_broken_carriage_is_harm() -> None:
    """pw:10.3.9.1, pw:9.22.4: though the crew escapes unhurt; counted out from the resolution."""
    gun = an_element("gun", "pak40", RED, "C10")
    state = field(gun, batteries=[])
    target, unhurt, escaped = gun_target(state.cards.guns["pak40"], gun), 0.0, 0.0
    for chance, effect in branches(lambda dice: direct_hit_from_above(state.charts, target, load(state).strike, dice)):
        assert effect.crew is not None
        missed = killpower.chances(state.charts, gun, Attack("", effect.crew))[Result.NOTHING]
        if not effect.destroyed:
            escaped += chance * missed
            unhurt += chance * missed * (not effect.carriage and not effect.stunned)
    attack = hits.attack_on(state, gun, load(state))
    assert attack is not None
    others = [(rolled, chance) for rolled, chance in d10_chances(overs=False) if rolled != hits.DIRECT]
    rest = sum(chance for rolled, chance in others if read(state.charts, gun, attack, rolled) is Result.NOTHING)
    found = odds.men(state, gun, load(state), attack)
    assert found[Result.NOTHING] == pytest.approx(0.1 * unhurt + rest)
    assert unhurt < escaped


def test_smoke_does_nothing() -> None:
    """pw:11.2."""
    squad = an_element("squad", "sov-rifle-43", RED, "C10")
    state = field(squad, batteries=[])
    fired = state.cards.weapons["25pdr"]
    shell = next(one for one in fired.shells if one.smoke is not None)
    found = odds.chances(state, squad, loads.of_shell(fired, shell, 3000.0), 8)
    assert found.loses == found.harms == 0
