"""min:20.6: minefields of the miniatures edition: plots, an attack for each 2 inches, areas cleared at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from attrs import evolve

from content.panzer.scenarios.scenarios import scenario
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, hex_from_id
from core.panzer.air import anti_aircraft, attacks
from core.panzer.assault.orders import AdvanceAfterAssault, AnnounceAssault, AttackTerrain
from core.panzer.assault.terrain_attack import possible
from core.panzer.chapters import BOOK
from core.panzer.gp.attack import FiredBy
from core.panzer.gp.events import TerrainAttacked
from core.panzer.ground import mines
from core.panzer.indirect.impact import fire_mission
from core.panzer.indirect.sheafs import hexes as sheaf
from core.panzer.minefields.events import HiddenMinesStruck, MinefieldAttacked, MinefieldCleared, MinefieldFound
from core.panzer.minefields.laying import announced, contiguous, hex_refusal, joined
from core.panzer.movement.events import MoveEnded
from core.panzer.movement.orders import Move
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.flights import Pattern
from core.panzer.pieces.minefields import MineType
from core.panzer.pieces.missions import Aim, Mission
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep
from core.tally import Tally

GERMAN, SOVIET = SideId("german"), SideId("soviet")
G1, G2, BATTERY = UnitId("g1"), UnitId("g2"), UnitId("b1")
TANK, SQUAD, RUSSIAN = "g18-pzkpfw-iv-h", "g85-rifle-squad-1-2-squad", "s57-rifle-squad-1-2-squad"


def game(
    *dice: int,
    edition: str = "miniatures",
    grid: str = "\n".join(9 * (". . . .",)),
    step: str = "first-move",
    fields: tuple[dict[str, Any], ...] = (),
    units: tuple[dict[str, Any], ...] = (),
    modules: tuple[str, ...] = ("mines",),
) -> Game[PanzerState]:
    """A tank at A1 before a field of the Soviets of A2 to A7, hidden and anti-vehicular, if nothing else is stated."""
    stated = {
        "edition": edition,
        "modules": ["advanced", *modules],
        "board": {"grid": grid},
        "minefield": list(fields) or [{"id": "m", "side": "soviet", "hexes": "A2 A3 A4 A5 A6 A7"}],
        "unit": [
            {"id": "g1", "card": TANK, "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "r1", "card": RUSSIAN, "hex": "D9", "command": "N/C"},
            *units,
        ],
        "situation": {"step": step, "first": "german"},
    }
    return Game(situation(stated, "x", "x", "x.toml"), ScriptedDice(list(dice)))


def of(played: Game[PanzerState], kind: type[Any]) -> list[Any]:
    return [event for event in played.journal if isinstance(event, kind)]


def ahead(played: Game[PanzerState], steps: int) -> None:
    """So many steps, and on again whenever news of mines have stopped the tank."""
    for _ in range(steps):
        played.submit(GERMAN, Move(unit=G1, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))


# -- 20.6.2 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "steps", "attacked"),
    [("miniatures", 1, "A2"), ("miniatures", 5, "A2 A4 A6"), ("hex", 3, "A2 A3 A4")],
)
def test_an_attack_for_each_two_inches(edition: str, steps: int, attacked: str) -> None:
    """min:20.6.2: or a fraction of them; by or:7.31.2 in each hex."""
    played = game(*[99] * 5, edition=edition)
    ahead(played, steps)
    assert " ".join(event.hex.id for event in of(played, MinefieldAttacked)) == attacked
    assert len(of(played, MinefieldFound)) == steps, "what is not attacked is announced"


def test_inches_outside_the_field_count_and_every_field_attacks_for_itself() -> None:
    """min:20.6.2: back in A4 the third inch begins."""
    played = game(99, 99, 99, fields=({"id": "m", "side": "soviet", "hexes": "A2 A4"},))
    ahead(played, 3)
    assert [event.hex.id for event in of(played, MinefieldAttacked)] == ["A2", "A4"], (
        "the third hex is the next stretch"
    )
    two = ({"id": "m", "side": "soviet", "hexes": "A2"}, {"id": "n", "side": "soviet", "hexes": "A3"})
    played = game(99, 99, fields=two)
    ahead(played, 2)
    assert [event.hex.id for event in of(played, MinefieldAttacked)] == ["A2", "A3"]


def test_the_next_move_begins_a_stretch_of_its_own() -> None:
    """min:20.6.2: who has stopped is not attacked until it moves."""
    played = game(99, 99)
    ahead(played, 1)
    state = played.state
    assert mines.danger(state, G1, hex_from_id("A3")) == 0, "known mines, which have attacked it"
    BOOK.evolve(state, MoveEnded(unit=G1))
    assert not state.minefields.stretches
    assert state.minefields.passed(G1) == frozenset()


@pytest.mark.parametrize(
    ("edition", "way", "attacked"),
    [("miniatures", "out", ["A2"]), ("miniatures", "on", ["A3"]), ("hex", "out", []), ("hex", "on", ["A3"])],
)
def test_who_sets_off_in_a_minefield_is_attacked_once_more(edition: str, way: str, attacked: list[str]) -> None:
    """min:20.6.2: a fraction of 2 inches to its edge is a stretch too; by or:7.31.2 the hex that it leaves is none."""
    mined = "A2" if way == "out" else "A2 A3"
    field = {"id": "m", "side": "soviet", "hexes": mined, "visible": True}
    played = game(99, 99, edition=edition, fields=(field,))
    played.state.change(G1, hex=hex_from_id("A2"))
    ahead(played, 1)
    assert [event.hex.id for event in of(played, MinefieldAttacked)] == attacked
    ahead(played, 1)
    assert len(of(played, MinefieldAttacked)) == len(attacked), "2 inches are one stretch"


def test_hidden_mines_under_who_sets_off_are_found_by_it() -> None:
    """min:20.6.2: of a field in which it was set up; a Track hit stops it."""
    played = game(45, 99, fields=({"id": "m", "side": "soviet", "hexes": "A2"},))
    played.state.change(G1, hex=hex_from_id("A2"))
    ahead(played, 1)
    (found,) = of(played, MinefieldFound)
    assert found.hex.id == "A2"
    (attack,) = of(played, MinefieldAttacked)
    assert attack.result is Result.TRACK
    assert played.state.units[G1].track_hit


@pytest.mark.parametrize(
    ("edition", "mined", "attacked"),
    [("miniatures", "A2", ["A2"]), ("miniatures", "A2 A3", ["A3"]), ("hex", "A2", []), ("hex", "A2 A3", ["A3"])],
)
def test_who_takes_the_place_of_a_beaten_enemy_sets_off_too(edition: str, mined: str, attacked: list[str]) -> None:
    """min:20.6.2, min:16.10.4.1: out of the mines among which it fought."""
    field = {"id": "m", "side": "soviet", "hexes": mined, "types": ["anti-personnel"], "visible": True}
    units = (
        {"id": "g2", "card": SQUAD, "hex": "A2", "facing": "S", "command": "MOVE"},
        {"id": "r2", "card": "s58-section", "hex": "A3", "facing": "N", "command": "N/C"},
    )
    played = game(10, 1, 99, edition=edition, step="first-assault", fields=(field,), units=units)
    played.submit(GERMAN, AnnounceAssault(target=UnitId("r2"), attacks=(Attack(G2),)))
    if played.state.combats.active is None:
        played.submit(GERMAN, FinishStep())  # min:16.10.1
    played.submit(GERMAN, AdvanceAfterAssault(units=(G2,)))
    assert [event.hex.id for event in of(played, MinefieldAttacked)] == attacked


# -- 20.6.1 ----------------------------------------------------------------------------------------


def stands(state: PanzerState, at: Hex, terrain: str) -> None:
    """Put printed terrain into a hex."""
    board = state.scenario.board
    cells = {**board.cells, at: evolve(board.cells[at], terrain=terrain)}
    state.scenario = evolve(state.scenario, board=evolve(board, cells=cells))


@pytest.mark.parametrize(
    ("terrain", "by_inches", "by_hexes"),
    [
        ("clear", True, True),
        ("gully", True, False),
        ("shell-hole", True, False),
        ("brick-building", False, False),
        ("stream", False, False),
        ("ford", False, False),
        ("ditch", False, False),
    ],
)
def test_what_ground_takes_mines(terrain: str, by_inches: bool, by_hexes: bool) -> None:
    """min:20.6.1: none in buildings, streams, ditches and improved positions; or:7.31.1 bars more."""
    at = hex_from_id("B1")
    for edition, allowed in (("miniatures", by_inches), ("hex", by_hexes)):
        state = game(edition=edition).state
        stands(state, at, terrain)
        assert mines.may_be_mined(state, at) is allowed, edition


def test_a_plot_may_surround_what_takes_no_mines() -> None:
    """min:20.6.1: A1 and A3 with a building between them; by or:7.31.1 hexes have to be adjacent."""
    ends = [hex_from_id("A1"), hex_from_id("A3")]
    for edition, allowed in (("miniatures", True), ("hex", False)):
        state = game(edition=edition).state
        assert not contiguous(ends, partial(joined, state))
        stands(state, hex_from_id("A2"), "brick-building")
        assert contiguous(ends, partial(joined, state)) is allowed


def test_minefields_never_overlap() -> None:
    """min:20.6.1; by or:7.31.1 types of mines may."""
    for edition, rule in (("miniatures", "min:20.6.1"), ("hex", "")):
        state = game(edition=edition).state
        (laid,) = state.scenario.minefields
        granted = evolve(laid, id="n", types=frozenset({MineType.PERSONNEL}), area=frozenset(laid.hexes), hexes=())
        refused = hex_refusal(state, granted, hex_from_id("A2"))
        assert (refused.rule if refused is not None else "") == rule


@pytest.mark.parametrize(
    ("mine", "other", "rule"), [(True, True, ""), (True, False, "min:20.6.1"), (False, True, "min:20.6.1")]
)
def test_they_overlap_where_the_scenario_says_so(mine: bool, other: bool, rule: str) -> None:
    """min:23.3.5: the two of Ponyri may be placed at the same location."""
    state = game().state
    (laid,) = state.scenario.minefields
    granted = evolve(
        laid, id="n", types=frozenset({MineType.PERSONNEL}), area=frozenset(laid.hexes), hexes=(), overlaps=mine
    )
    state.scenario = evolve(state.scenario, minefields=(evolve(laid, overlaps=other), granted))
    refused = hex_refusal(state, granted, hex_from_id("A2"))
    assert (refused.rule if refused is not None else "") == rule


@pytest.mark.parametrize("name", ["ponyri", "ponyri-50m"])
def test_ponyri_is_played_with_its_minefields(name: str) -> None:
    """min:23.3.5: they are in force without being chosen; both may be placed at the same location."""
    made = scenario(name)
    assert Switch.MINES in made.switches
    assert all(field.overlaps for field in made.minefields)
    assert [len(field.types) for field in made.minefields] == [1, 1]


# -- 20.6.3 ----------------------------------------------------------------------------------------


def known(*dice: int, edition: str = "miniatures", **more: Any) -> Game[PanzerState]:
    """A visible field of B3 to B5, and another of D8."""
    fields = (
        {"id": "m", "side": "soviet", "hexes": "B3 B4 B5", "visible": True},
        {"id": "n", "side": "soviet", "hexes": "D8", "visible": True},
    )
    return game(*dice, edition=edition, fields=fields, **more)


def run(state: PanzerState, events: Any) -> list[Event]:
    found = []
    for event in events:
        BOOK.evolve(state, event)
        BOOK.report(state, event)
        found.append(event)
    return found


def uncleared(state: PanzerState) -> list[str]:
    return [mined.hex.id for mined in state.minefields.found if not mined.cleared]


def barrage(played: Game[PanzerState], *dice: int) -> list[Event]:
    """GP fire of a battery, its SHEAF across B3 to B5."""
    state = played.state
    mission = Mission(1, GERMAN, Aim(hex_from_id("B4")), (BATTERY,), G1)
    area = sheaf(state.board, mission.aim, state.edition, on_map=False)
    assert {hex_from_id("B3"), hex_from_id("B4")} <= set(area)
    return run(state, fire_mission(state, mission, BATTERY, ScriptedDice(dice)))


GUNS = {"id": "b1", "card": "g74-heavy-artillery-battery", "side": "german"}


def test_indirect_fire_attacks_what_is_in_the_sheaf_as_one_area() -> None:
    """min:20.6.3.1: one roll, Effective clears all of it; by or:7.31.3.1 there is a roll for each hex."""
    played = known(units=(GUNS,))
    found = barrage(played, 100)
    assert sum(isinstance(event, TerrainAttacked) for event in found) == 1
    (cleared,) = [event for event in found if isinstance(event, MinefieldCleared)]
    assert "B3" not in uncleared(played.state)
    assert "B4" not in uncleared(played.state)
    assert "D8" in uncleared(played.state)
    assert not [w for w in played.state.counters.works if w.hex in cleared.hexes]


def test_what_is_not_effective_clears_nothing_of_it() -> None:
    """min:20.6.3.1"""
    played = known(units=(GUNS,))
    found = barrage(played, 1)
    assert sum(isinstance(event, TerrainAttacked) for event in found) == 1
    assert uncleared(played.state) == ["B3", "B4", "B5", "D8"]


@pytest.mark.parametrize(("roll", "left"), [(100, ["B6"]), (1, ["B3", "B4", "B6"])])
def test_indirect_fire_clears_hidden_mines_too(roll: int, left: list[str]) -> None:
    """min:20.6.3.1: rolled for in the open, whether any lie there or not; their owner alone knows which went."""
    fields = ({"id": "m", "side": "soviet", "hexes": "B3 B4 B6"},)
    played = game(fields=fields, units=(GUNS,))
    found = barrage(played, roll)
    (struck,) = [event for event in found if isinstance(event, HiddenMinesStruck)]
    assert struck.cleared is (roll == 100)
    assert [mined.hex.id for mined in played.state.minefields.laid] == left
    assert not played.state.minefields.found


def test_hidden_mines_are_rolled_for_where_none_lie() -> None:
    """min:20.6.3.1: no roll tells the enemy where a minefield is."""
    played = game(fields=({"id": "m", "side": "soviet", "hexes": "D8"},), units=(GUNS,))
    assert [event for event in barrage(played, 50) if isinstance(event, HiddenMinesStruck)]
    assert [mined.hex.id for mined in played.state.minefields.laid] == ["D8"]


def test_what_is_hidden_of_a_field_goes_with_what_is_known_of_it() -> None:
    """min:20.6.3.1: a single attack on the area."""
    played = game(fields=({"id": "m", "side": "soviet", "hexes": "B3 B4 B6"},), units=(GUNS,))
    state = played.state
    mined = next(m for m in state.minefields.laid if m.hex.id == "B4")
    run(state, announced(mined, mined.types))
    found = barrage(played, 100)
    assert not [event for event in found if isinstance(event, HiddenMinesStruck)]
    assert [mined.hex.id for mined in state.minefields.laid] == ["B6"]
    assert not uncleared(state)


def test_hidden_mines_of_the_hex_edition_stay() -> None:
    """or:7.31.3.1: visible minefields alone."""
    played = game(edition="hex", fields=({"id": "m", "side": "soviet", "hexes": "B3 B4 B6"},), units=(GUNS,))
    barrage(played)
    assert len(played.state.minefields.laid) == 3


@pytest.mark.parametrize(("edition", "bombs"), [("miniatures", False), ("hex", True)])
def test_bombs_clear_no_mines_but_a_crash_does(edition: str, bombs: bool) -> None:
    """min:20.6.3, min:20.6.3.1: with a GP Factor of 15; or:7.31.3.2."""
    state = known(edition=edition).state
    assert bool(attacks.terrain_strikes(state, anti_aircraft.CRASH, Tally(), hex_from_id("B3"), Pattern.BOMBS)) is bombs
    area = tuple(hex_from_id(h) for h in ("B3", "B4"))
    crash, by = anti_aircraft.CRASH, FiredBy(None, 0, 0)
    found = run(state, attacks.strike_all(state, by, crash, Tally(), (), area, ScriptedDice([100] * 2)))
    assert uncleared(state) == ["B5", "D8"]
    assert any(isinstance(event, MinefieldCleared) for event in found) is not bombs


@pytest.mark.parametrize("at", ["A3", "B3"])
def test_engineers_clear_a_hex_next_to_them_or_their_own(at: str) -> None:
    """min:20.6.3.2: a C SHEAF is an inch across; by a squad from where it stands, with a single Effective."""
    engineer = {"id": "g2", "card": SQUAD, "side": "german", "labels": ["Engineer"], "hex": at, "command": "MOVE"}
    played = known(100, step="first-assault", modules=("mines", "terrain-attacks"), units=(engineer,))
    assert (hex_from_id("B3"), "mines-hasty") in possible(played.state, GERMAN)
    attack = Attack(G2, (), hex_from_id(at))
    played.submit(GERMAN, AttackTerrain(hex=hex_from_id("B3"), terrain="mines-hasty", attack=attack))
    played.submit(GERMAN, FinishStep())  # all attacks on foot are announced before the first is fought (min:16.9.1.6)
    assert uncleared(played.state) == ["B4", "B5", "D8"]
    assert not of(played, MinefieldAttacked)
    assert not of(played, MinefieldCleared)
