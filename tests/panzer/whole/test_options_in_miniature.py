"""min:20: Optional Rules of the miniatures edition, where their numbers and procedures are its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from content.panzer.cards import cards
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.ap.odds_rows import _limits as limits_told
from core.panzer.ap.penetration import adjustments, variation, varied
from core.panzer.ap.reach import ammunition
from core.panzer.armament import armament
from core.panzer.assault.close_assault import factors
from core.panzer.assault.events import TerrainAttackBegun, TerrainAttackEnded
from core.panzer.assault.orders import AttackTerrain
from core.panzer.assault.terrain_attack import check as terrain_check
from core.panzer.assault.terrain_attack import engineer_refusal, place_refusal, strike, terrain_in
from core.panzer.assault.who import attackers
from core.panzer.chapters import BOOK
from core.panzer.fires.starting import value
from core.panzer.firing.ammunition import check_ap, special_limit
from core.panzer.firing.track_damage import shot_spares_tracks, spares_tracks
from core.panzer.gp.events import TerrainAttacked
from core.panzer.gp.fire import field_of_fire
from core.panzer.ground.mines import harm
from core.panzer.movement.foot import long_gun_astray
from core.panzer.movement.search import search_tally
from core.panzer.pieces.cards import Limited
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import FieldOfFire
from core.panzer.pieces.works import WorkKind
from core.panzer.sight.events import SpottingRolled
from core.panzer.sight.limited_spotting import spotting_phase
from core.panzer.sight.reports import spotting_rolled
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState
from core.step_end import FinishStep

GUN, TARGET = UnitId("g1"), UnitId("s1")


def posed(card: str, *modules: str, edition: str = "miniatures", apart: int = 6, **more: Any) -> PanzerState:
    """A German unit that looks up a column of hexes to a T-34 in Woods."""
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["advanced", *modules],
        "board": {"grid": "\n".join(("G G", *[". ."] * 20))},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet"}],
        "unit": [
            {"id": "g1", "side": "german", "card": card, "hex": f"A{1 + apart}", "facing": "N", **more},
            {"id": "s1", "side": "soviet", "card": "s14-t-34-76-m42", "hex": "A1", "facing": "S"},
        ],
        "situation": {"step": "spotting", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


# -- 20.2 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "fired", "short"),
    [((), "", 1), (("special-ammo-limits",), "AP", 1)],
)
def test_plain_ap_in_place_of_special(switches: tuple[str, ...], fired: str, short: int) -> None:
    """min:20.2: at -3 for the limit that is in effect, where min:16.1.2.3.2 lets it misfire."""
    state = posed("g17-pzkpfw-iv-g", *switches)
    index, row = next((i, r) for i, m in enumerate(armament(state, GUN)) for r in m.weapon.ap if r.type == "APCR")
    shot = Shot(GUN, TARGET, index, row.type)
    found = check_ap(state, shot, ScriptedDice([10]))
    assert (found.ammo, found.short) == (fired, short)
    assert ("misfires" in limits_told(state, shot)) is (not switches)


def test_heat_misfires_all_the_same() -> None:
    """min:20.2 is of a-type ammunition."""
    state = posed("g17-pzkpfw-iv-g", "special-ammo-limits")
    index = next(i for i, m in enumerate(armament(state, GUN)) for r in m.weapon.ap if r.type == "HEAT")
    limits = state.card(GUN).ammo_limits
    found = check_ap(state, Shot(GUN, TARGET, index, "HEAT"), ScriptedDice([10]))
    assert found.ammo == ("" if any(kind.value == "H" for kind in limits) else "HEAT")


# -- 16.1.2.1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "switch", "rows", "less"),
    [
        ("1943-07", "no-german-apcr", True, 0),
        ("1944-06", "no-german-apcr", False, 0),
        ("1943-07", "scarcer-german-apcr", True, 0),
        ("1944-06", "scarce-german-apcr", True, 1),
        ("1944-06", "scarcer-german-apcr", True, 2),
        ("1944-06", "special-ammo-limits", True, 0),
    ],
)
def test_german_apcr_by_agreement(date: str, switch: str, rows: bool, less: int) -> None:
    """min:16.1.2.1: from 1944 on none, or 1 or 2 more on the roll for its limit."""
    plain = posed("g17-pzkpfw-iv-g")
    state = posed("g17-pzkpfw-iv-g", switch)
    for one in (plain, state):
        one.scenario = evolve(one.scenario, date=date)
    index, mounted = next((i, m) for i, m in enumerate(armament(state, GUN)) if m.weapon.ap)
    side = state.units[GUN].side
    assert ("APCR" in [row.type for row in ammunition(state, mounted.weapon, side)]) is rows
    limits = [special_limit(one, GUN, index, Limited.APCR) for one in (plain, state)]
    assert limits[0] is not None
    assert limits[1] is not None
    assert limits[0] - limits[1] == less
    smoke = [special_limit(one, GUN, index, Limited.SMOKE) for one in (plain, state)]
    assert smoke[0] == smoke[1]


@pytest.mark.parametrize(("id_", "offered"), [("twilight-50m", True), ("ponyri-50m", False), ("twilight", False)])
def test_it_is_offered_from_1944_on(id_: str, offered: bool) -> None:
    """min:16.1.2.1; the hex edition has no such rule."""
    options = catalogue.scenario_info(id_).options
    assert ({"no-german-apcr", "scarce-german-apcr", "scarcer-german-apcr"} <= set(options)) is offered
    assert (catalogue.options_refused(id_, ("no-german-apcr", "scarce-german-apcr")) != "") or not offered


# -- 20.11 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "ends"),
    [
        ("stone-building", (0, 0, 10, 20, 20)),
        ("brick-building", (0, 10, 20, 30, 30)),
        ("wood-building", (10, 20, 30, 40, 40)),
    ],
)
def test_what_burns(building: str, ends: tuple[int, ...]) -> None:
    """min:20.11, min:20.11.1: GP 8 against Brick 20 or less; factors above 12 count as the last column."""
    state = posed("g17-pzkpfw-iv-g", "fires")
    assert tuple(value(state, building, gp) for gp in (3, 6, 8, 12, 15)) == ends


# -- 20.14 -----------------------------------------------------------------------------------------


def phase(state: PanzerState, *dice: int) -> list[Event]:
    found = []
    for event in spotting_phase(state, ScriptedDice(list(dice))):
        BOOK.evolve(state, event)
        found.append(event)
    return found


def test_no_roll_within_half_of_the_spotting_range() -> None:
    """min:20.14.1: 3 of 7 inches; the T-34 has to roll for the tank in the open only beyond its half."""
    state = posed("g12-pzkpfw-iii-m", "limited-spotting", apart=3)
    assert not spots(state, GUN, TARGET)
    found = [e for e in phase(state) if isinstance(e, SpottingRolled)]
    assert {(e.spotter, e.spotted, e.rolls) for e in found} == {(GUN, True, ()), (TARGET, True, ())}
    assert spots(state, GUN, TARGET)
    assert "without a roll" in spotting_rolled(state, found[0]).text


@pytest.mark.parametrize(("roll", "does"), [(60, True), (61, False)])
def test_a_roll_beyond_it(roll: int, does: bool) -> None:
    """min:20.14.1"""
    state = posed("g12-pzkpfw-iii-m", "limited-spotting", grade="Veteran")
    phase(state, roll)
    assert spots(state, GUN, TARGET) is does


# -- 20.16 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "adjustment"), [(1, -2), (2, -1), (3, -1), (4, 0), (7, 0), (8, 1), (9, 1), (10, 2)])
def test_one_die_varies_the_penetration(roll: int, adjustment: int) -> None:
    """min:20.16: whatever the factor is; poor shells subtract 1 from the roll."""
    state = posed("g17-pzkpfw-iv-g", "variable-penetration")
    for factor in (5, 18, 40):
        assert varied(variation(state, factor), ScriptedDice([roll]))[1] == adjustment
    if 1 < roll < 10:
        worse = varied(variation(state, 18, poor=True), ScriptedDice([roll + 1]))[1]
        assert worse == adjustment


def test_the_chances_of_the_penetration() -> None:
    """min:20.16"""
    state = posed("g17-pzkpfw-iv-g", "variable-penetration")
    found = {by: round(chance, 6) for by, chance in adjustments(variation(state, 18)).items()}
    assert found == {-2: 0.1, -1: 0.2, 0: 0.4, 1: 0.2, 2: 0.1}


# -- 20.18 -----------------------------------------------------------------------------------------


def test_platforms_fire_all_round() -> None:
    """min:20.18: like turretless vehicles; to aircraft they do not turn, which min:15.4.1 does not ask of them."""
    for on, field in (((), FieldOfFire.FRONT), (("platform-mounts",), FieldOfFire.ALL_ROUND)):
        state = posed("g80-8-8cm-flak-36-a-atg", *on)
        mounted = next(m for m in armament(state, GUN) if m.mount == "platform")
        assert field_of_fire(state, state.units[GUN], mounted) is field
        assert not state.edition.optional.platforms_turn_to_aircraft


# -- 20.19 -----------------------------------------------------------------------------------------


def test_what_is_too_light_for_tracks() -> None:
    """min:20.19: a D of S counts as 1, twice that is 2; rockets from the shoulder are no exception."""
    state = posed("g85-rifle-squad-1-2-squad", "variable-track-damage", attached=["g87-panzerfaust-30m-60m"])
    target = state.vehicle(TARGET)
    assert target.gp_defense > 2
    assert spares_tracks(state, target, 0)
    rocket = next(m for m in armament(state, GUN) if m.hand_held)
    effects = [m.weapon.gp.effectiveness for m in armament(state, GUN) if m.weapon.gp is not None]
    assert shot_spares_tracks(state, GUN, rocket, target) is (max(2, 2 * max(effects)) < target.gp_defense)
    assert not state.edition.optional.gp_spares_tracks


# -- 20.20 -----------------------------------------------------------------------------------------


def test_small_vehicles_hide_better() -> None:
    """min:20.20: the size alone, by which min:17.2.2.3.2 does not go."""
    for switches, total in ((("search-by-size",), 5), ((), 0)):
        state = posed("g21-pzkpfw-vi-e-tiger-i", *switches)
        size = state.vehicle(GUN).size
        assert size > 0
        assert search_tally(state, state.units[GUN], partial=False).total == total * size
    assert Switch.SEARCH_BY_SIZE.value == "search-by-size"


# -- 20.5, 20.6 ------------------------------------------------------------------------------------


def engineers(
    terrain: str = ".",
    card: str = "g85-rifle-squad-1-2-squad",
    edition: str = "miniatures",
    second: Mapping[str, Any] | None = None,
) -> PanzerState:
    """Engineers next to a Block, two hexes from a hex of some terrain; second: others with them."""
    mine = {"card": card, "side": "german", "labels": ["Engineer"], "command": "MOVE"}
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["advanced", "terrain-attacks"],
        "board": {"grid": f". . .\n. {terrain} .\n. . .\n. . ."},
        "counter": [{"kind": "block", "hexes": "B3", "gp_defense": 5}],
        "unit": [
            {**mine, "id": "g1", "hex": "A2"},
            *([{**mine, "id": "g2", **second}] if second is not None else []),
            {"id": "s1", "card": "s14-t-34-76-m42", "side": "soviet", "hex": "C4"},
        ],
        "situation": {"step": "first-assault", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def test_engineers_attack_terrain_by_their_cards() -> None:
    """min:20.5: with the GP Factor of a Close Assault, 8 of any squad in the hex edition (or:7.19)."""
    state = engineers()
    own, _ = factors(state, GUN)
    attack = Attack(GUN, hex=state.board.hex("A2"))
    assert strike(state, attack, state.board.hex("B3"), "block", advanced=False).source.gp == own
    assert strike(engineers(edition="hex"), attack, state.board.hex("B3"), "block", advanced=False).source.gp == 8


def test_engineers_attack_buildings_too() -> None:
    """min:20.5: any terrain with a GP Defense Factor; not so by or:7.19."""
    at = engineers().board.hex("B2")
    assert "brick-building" in terrain_in(engineers("k"), at)
    assert terrain_in(engineers("k", edition="hex"), at) == terrain_in(engineers(), at) == {}


def test_engineer_sections_attack_no_terrain_and_nobody_advances_for_it() -> None:
    """min:20.5: squads and half-squads, from within 1 inch of it."""
    section = engineers(card="g86-section")
    refused = engineer_refusal(section, section.units[GUN])
    assert refused is not None
    assert refused.rule == "min:20.5"
    for edition, rule in (("miniatures", "min:20.5"), ("hex", "")):
        state = engineers(edition=edition)
        state.change(GUN, hex=state.board.hex("A1"))
        found = place_refusal(state, state.units[GUN], state.board.hex("B2"), state.board.hex("B3"))
        assert (found.rule if found is not None else "") == rule


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
def test_engineers_attack_terrain_each_by_itself(edition: str) -> None:
    """min:20.5, min:16.9.1.5: no more than they do a vehicle; those of one hex together by or:7.19."""
    german, state = SideId("german"), engineers(edition=edition, second={"hex": "A2"})
    head, second = "demolish:B3/block", UnitId("g2")
    assert {GUN, second} <= {choice.pick for choice in BOOK.offers(state, german, (head,)).options}
    more = {choice.pick for choice in BOOK.offers(state, german, (head, GUN)).options}
    assert (second in more) is (edition == "hex")
    order = AttackTerrain(hex=state.board.hex("B3"), terrain="block", attack=Attack(GUN, (second,)))
    if edition == "hex":
        terrain_check(state, german, order)
        return
    with pytest.raises(IllegalOrder) as refused:
        terrain_check(state, german, order)
    assert refused.value.rule == "min:16.9.1.5"


def rolled_on(state: PanzerState, dice: ScriptedDice) -> list[Event]:
    """What comes by itself, until somebody has to order something."""
    found: list[Event] = []
    before = -1
    while before != len(found):
        before = len(found)
        for event in BOOK.advance(state, dice):
            BOOK.evolve(state, event)
            found.append(event)
    return found


def test_attacks_on_terrain_are_announced_before_the_first_is_fought() -> None:
    """min:16.9.1.6: one after the other; whose Block has fallen before his attack has his MOVE still, and attacks
    nothing more."""
    german, state = SideId("german"), engineers(second={"hex": "A3"})
    at, dice = state.board.hex("B3"), ScriptedDice([100])
    for unit in (GUN, UnitId("g2")):
        order = AttackTerrain(hex=at, terrain="block", attack=Attack(unit))
        terrain_check(state, german, order)
        for event in BOOK.decide(state, german, order, dice):
            BOOK.evolve(state, event)
        assert not rolled_on(state, dice), "it waits"
        refused = engineer_refusal(state, state.units[unit])
        assert refused is not None
        assert refused.rule == "na:6.6.1.1b"
        assert attackers(state, german) == tuple(u for u in (state.units[UnitId("g2")],) if unit == GUN)
    for event in BOOK.decide(state, german, FinishStep(), dice):
        BOOK.evolve(state, event)
    fought = [type(event) for event in rolled_on(state, dice)]
    assert fought[:3] == [TerrainAttackBegun, TerrainAttacked, TerrainAttackEnded]
    assert fought[3:5] == [TerrainAttackBegun, TerrainAttackEnded]
    assert (state.units[GUN].moved, state.units[UnitId("g2")].moved) == (True, False)


@pytest.mark.parametrize(("kind", "most"), [("mines-hasty", 50), ("mines-deliberate", 70)])
def test_mines_against_leg_units(kind: str, most: int) -> None:
    """min:20.6.2.2, MIN-20.6.2.2-a: 01-50 and 01-70; a squad that quickmarches into them has -20."""
    state = posed("g85-rifle-squad-1-2-squad")
    effects = state.advanced.minefields
    card = state.card(GUN)
    slow, quick = (harm(effects, card, WorkKind(kind), quick=one) for one in (False, True))
    assert (slow.effective, slow.modifier, quick.modifier) == (most, 0, -20)
    assert slow.result(most, False, True) is Result.REDUCED
    assert slow.result(most, False, False) is Result.ELIMINATED
    assert slow.result(most + 1, False, True) is Result.NO_EFFECT


# -- 20.12 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quarter", "allowed"), [(0, True), (1, False), (2, True), (3, False)])
def test_long_guns_point_ahead_or_astern_among_trees(quarter: int, allowed: bool) -> None:
    """min:20.12, min:20.12.1: straight to the front or the rear, of four quarters."""
    card = next(id_ for id_ in cards.vehicle_ids() if "long gun" in cards.notations(id_))
    state = posed(card, "long-guns", apart=2, command="MOVE", turret=quarter)
    unit = state.units[GUN]
    assert long_gun_astray(state, unit, state.vehicle(GUN)) is not allowed
