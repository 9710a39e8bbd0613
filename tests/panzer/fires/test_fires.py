"""or:7.35: buildings, rubble and woods catch fire by what is fired at them, and what stays in them is lost."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.kit.load import ContentError
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.ap.events import ApShotFired
from core.panzer.armament import armament, place
from core.panzer.assault.events import CloseAssaultResolved, OverrunResolved, TerrainAttackAnnounced, TerrainAttackEnded
from core.panzer.course.events import TurnBegun
from core.panzer.face.cards import hex_card
from core.panzer.fires import starting
from core.panzer.fires.events import FireChecked
from core.panzer.gp.events import GpFireResolved, TerrainAttacked
from core.panzer.ground.fires import burned
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import Malfunction
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

GERMAN = SideId("german")
G1, R1 = UnitId("g1"), UnitId("r1")
TANK, SQUAD, RUSSIAN = "g18-pzkpfw-iv-h", "g85-rifle-squad-1-2-squad", "s57-rifle-squad-1-2-squad"
GRID = ". k h\nw t K\n. . ."


def game(
    *dice: int,
    options: tuple[str, ...] = ("fires",),
    card: str = TANK,
    attached: Any = (),
    edition: str = "hex",
    **moment: Any,
) -> Game[PanzerState]:
    """A wood building in C1, brick in B1, stone in B2, brick rubble in C2, woods in A2."""
    posed = situation(
        {
            "edition": edition,
            "modules": ["advanced", *options],
            "board": {"grid": GRID},
            "unit": [
                {"id": "g1", "card": card, "hex": "A3", "command": "N/C", "attached": list(attached)},
                {"id": "r1", "card": RUSSIAN, "hex": "B1", "command": "N/C"},
            ],
            "situation": {"step": "first-move", "first": "german", "turn": 2, **moment},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def after(played: Game[PanzerState], *events: Event) -> list[FireChecked]:
    """What comes of these events at the beginning of the Adjustment Phase."""
    for event in events:
        played.system.evolve(played.state, event)
    played.submit(GERMAN, FinishStep())
    return [event for event in played.journal if isinstance(event, FireChecked)]


def fired(hex_: str, gp: int, *, small_arms: bool = False, weapon: int = 0) -> GpFireResolved:
    return GpFireResolved(
        shooter=G1,
        target=R1,
        weapon=weapon,
        small_arms=small_arms,
        range=1,
        factor="P",
        gp=gp,
        defense=3,
        type="",
        n_effect=50,
        s_effect=80,
        net=0,
        total=20,
        result=Result.NO_EFFECT,
        target_hex=hex_from_id(hex_),
    )


def terrain(hex_: str, gp: int) -> TerrainAttacked:
    return TerrainAttacked(
        shooter=None,
        hex=hex_from_id(hex_),
        terrain="stone-building",
        gp=gp,
        defense=8,
        n_effect=50,
        s_effect=80,
        net=0,
        total=20,
        destroyed=False,
    )


def fires(state: PanzerState) -> list[str]:
    return sorted(h.id for c in state.counters.clouds if c.kind is CloudKind.FIRE for h in c.hexes)


@pytest.mark.parametrize(("roll", "burns"), [(10, True), (11, False)])
def test_fire_at_a_unit_in_a_building(roll: int, burns: bool) -> None:
    """or:7.35.1: Brick by 8 GP Factors burns on 10 or less; once, by the largest single factor."""
    played = game(roll)
    (checked,) = after(played, fired("B1", 8), fired("B1", 7))
    assert (checked.building, checked.gp, checked.value, checked.total) == ("brick-building", 8, 10, roll)
    assert checked.started is burns
    assert fires(played.state) == (["B1"] if burns else [])


@pytest.mark.parametrize(
    ("building", "ends"),
    [
        ("wood-building", (0, 10, 20, 30, 40)),
        ("brick-building", (0, 0, 10, 20, 30)),
        ("stone-building", (0, 0, 0, 10, 20)),
    ],
)
def test_the_table(building: str, ends: tuple[int, ...]) -> None:
    """or:7.35.1: by columns of GP Factors 1-3, 4-6, 7-9, 10-12, 13 and more."""
    state = game().state
    for column, end in enumerate(ends):
        assert {starting.value(state, building, gp) for gp in range(3 * column + 1, 3 * column + 4)} == {end}


def test_small_arms_and_weak_fire_start_nothing() -> None:
    """or:7.35.1: no roll at all."""
    assert not after(game(), fired("B1", 9, small_arms=True), fired("B1", 6), fired("A1", 15))


def test_rubble_burns_like_what_it_was() -> None:
    """or:7.35.1: -10 in Rubble makes it more likely."""
    played = game(20)
    (checked,) = after(played, fired("C2", 8))
    assert (checked.building, checked.total, checked.started) == ("brick-building", 10, True)


def test_fire_on_terrain_and_patterns_counts_without_a_unit() -> None:
    """or:7.35: a building in a SHEAF or impact pattern is checked, whoever is in it."""
    (checked,) = after(game(11), terrain("B2", 10))
    assert (checked.building, checked.value, checked.started) == ("stone-building", 10, False)


@pytest.mark.parametrize(("edition", "value"), [("hex", 10), ("miniatures", None)])
def test_what_comes_from_the_air_starts_none_in_the_miniatures_edition(edition: str, value: int | None) -> None:
    """min:20.11, min:20.11.1: by Direct and Indirect GP Fire alone; or:7.35 has bombs and rockets besides."""
    played = game(*([] if value is None else [11]), edition=edition)
    found = after(played, terrain("B2", 10), evolve(fired("B2", 10), shooter=None))
    assert [one.value for one in found] == ([] if value is None else [value])
    (checked,) = after(game(21, edition="miniatures"), evolve(terrain("B2", 10), shooter=G1))
    assert (checked.value, checked.started) == (20, False)


@pytest.mark.parametrize(("flames", "starts"), [([], 0), (["g-flamethrower"], 1)])
def test_engineers_who_attack_terrain_there_start_none_but_with_flames(flames: list[str], starts: int) -> None:
    """or:7.35.1, or:7.19: they attack it as in Close Assault, which starts no fire but by a flamethrower."""
    played = game(card=SQUAD, attached=flames)
    announced = TerrainAttackAnnounced(
        side=GERMAN, hex=hex_from_id("B2"), terrain="block", attack=Attack(G1, (), hex_from_id("A3"))
    )
    found = after(played, announced, terrain("B2", 15), TerrainAttackEnded(units=(G1,)))
    assert [(one.started, one.flames) for one in found] == [(True, True)] * starts


def test_a_flamethrower_needs_no_roll() -> None:
    """or:7.35.1: used in a Close Assault at a target in a building, the fire starts automatically."""
    assault = CloseAssaultResolved(
        primary=G1,
        target=R1,
        hex=hex_from_id("B1"),
        gp=8,
        defense=5,
        type="A",
        n_effect=30,
        s_effect=60,
        net=0,
        total=10,
        result=Result.NO_EFFECT,
        flamethrower=True,
    )
    played = game()
    (checked,) = after(played, assault)
    assert checked.flames
    assert fires(played.state) == ["B1"]


def test_what_burns_is_not_checked_again_and_the_turn_forgets() -> None:
    played = game(1)
    assert len(after(played, fired("B1", 8))) == 1
    assert starting.tinder(played.state, hex_from_id("B1")) is None
    played.system.evolve(played.state, TurnBegun(turn=3))
    assert not played.state.kindling.struck
    assert fires(played.state) == ["B1"]  # to the end of the scenario


def test_who_stays_is_lost_a_turn_later() -> None:
    """or:7.35.2: at the end of the turn after the one in which it broke out; wrecks are not left."""
    played = game(1)
    after(played, fired("B1", 8))
    assert not list(burned(played.state))
    played.system.evolve(played.state, TurnBegun(turn=3))
    assert [event.unit for event in burned(played.state)] == [R1]


@pytest.mark.parametrize("on", [False, True])
def test_a_rocket_that_misses(on: bool) -> None:
    """or:7.35.3: with its fixed GP Factor, where that option is on too."""
    rocket = {"id": "g2", "card": SQUAD, "hex": "A3", "command": "N/C", "attached": ["g87-panzerfaust-30m-60m"]}
    options = ("fires", "rocket-fires") if on else ("fires",)
    posed = situation(
        {
            "modules": ["advanced", *options],
            "board": {"grid": GRID},
            "unit": [rocket, {"id": "r1", "card": "s15-t-34-76-m43", "hex": "C1", "command": "N/C"}],
            "situation": {"step": "first-move", "first": "german", "turn": 2},
        },
        "x",
        "x",
        "x.toml",
    )
    played: Game[PanzerState] = Game(posed, ScriptedDice([]))
    missed = ApShotFired(
        side=GERMAN,
        shooter=UnitId("g2"),
        target=R1,
        weapon=1,
        overwatch=False,
        ammo="HEAT",
        fired="HEAT",
        short=0,
        range=2,
        factor="P",
        rate="N",
        net=0,
        hit_number=40,
        hits=0,
        target_hex=hex_from_id("C1"),
    )
    played.system.evolve(played.state, missed)
    assert played.state.kindling.struck == ({hex_from_id("C1"): 4} if on else {})


def test_woods_burn_only_where_the_scenario_says_so() -> None:
    """or:7.35.4."""
    assert starting.tinder(game().state, hex_from_id("A2")) is None
    played = game(25, burning_woods={"woods": {"like": "Wood", "modifier": -5}})
    (checked,) = after(played, fired("A2", 8))
    assert (checked.value, checked.total, checked.started) == (20, 20, True)
    with pytest.raises(ContentError, match="burning_woods"):
        game(burning_woods={"rough": {}})


def test_the_card_of_a_hex_tells_the_chance() -> None:
    played = game()
    played.system.evolve(played.state, fired("B1", 8))
    rows = [row for section in hex_card(played.state, hex_from_id("B1")).sections for row in section.rows]
    assert any(row.label == "Fire" and "10 of 100" in row.text for row in rows)


def test_nothing_burns_without_the_option() -> None:
    played = game(options=())
    assert not after(played, fired("B1", 15))
    assert not played.state.kindling.struck


@pytest.mark.parametrize("works", [True, False])
def test_a_flamethrower_that_has_failed_sets_nothing_on_fire_in_an_overrun(works: bool) -> None:
    """or:7.35.1, or:7.25: it takes no part in it; one that works does it by itself."""
    played = game(options=("fires", "weapon-malfunction"), card="g42-pzkpfw-iii-f1")
    state = played.state
    if not works:
        own = armament(state, G1)
        flame = next(at for at, mounted in enumerate(own) if mounted.weapon.kind.endswith("flamethrower"))
        state.change(G1, malfunctions=(Malfunction(place(state, G1, flame)),))
    overrun = OverrunResolved(
        unit=G1,
        target=R1,
        hex=hex_from_id("B1"),
        gp=5,
        parts=(),
        defense=1,
        n_effect=0,
        s_effect=0,
        net=0,
        total=0,
        result=Result.NO_EFFECT,
        short=False,
        rolls=(),
        tally=(),
    )
    played.system.evolve(state, overrun)
    assert (hex_from_id("B1") in state.kindling.flames) is works
