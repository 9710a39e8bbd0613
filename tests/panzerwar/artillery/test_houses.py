"""HE that is aimed at men in a house damages the house (pw:8.13.3, pw:10.3.10.2)."""

from __future__ import annotations

from core.event import Event
from core.panzerwar.artillery import structures
from core.panzerwar.artillery.events import StructureStruck
from core.panzerwar.combat import shooting
from core.panzerwar.combat.events import Fired
from core.panzerwar.state import WarState
from core.plane import hex_at
from tests.panzerwar.artillery.guns import happen
from tests.panzerwar.combat.duels import FirstDice, duel, firer, only, shot, target
from tests.panzerwar.kit import a_board, at

MEN = target("sov-rifle-43", edge=6)


def fired(state: WarState, shell: str, *dice: int) -> list[Event]:
    """The fire of f at t in a segment, with all that comes of it to houses."""
    state.shots = (shot(shell),)
    thrown = FirstDice(list(dice))
    return happen(state, structures.behind(state, shooting.resolve(state, thrown), thrown))


def in_a(terrain: str) -> WarState:
    return duel(firer(), MEN, board=a_board(30, 20, terrain={"J10": terrain}))


def test_each_hit_takes_its_killpower_from_the_house() -> None:
    """pw:8.13.3, pw:10.3.7, pw:10.3.10: after all fire of the segment, by one die for each hit no more."""
    state = in_a("village")
    found = fired(state, "SprGr 34", 9)
    hits = only(found, Fired).hits
    struck = only(found, StructureStruck)
    assert hits > 1
    assert (struck.hex, struck.hits, struck.killpower) == (hex_at(at("J10")), hits, 4)
    assert struck.left == max(0, struck.strength - 4 * hits)
    assert found[-1] is struck


def test_a_miss_and_other_shells_and_other_ground_do_nothing() -> None:
    """pw:8.13.3, pw:10.3.10.1: HE that hits men in a house, nothing else."""
    assert not any(isinstance(event, StructureStruck) for event in fired(in_a("clear"), "SprGr 34", 9))
    assert not any(isinstance(event, StructureStruck) for event in fired(in_a("village"), "SprGr 34", 1, 1))
    heat = fired(in_a("village"), "Gr 38 HL/C", 9)
    assert only(heat, Fired).hits
    assert not any(isinstance(event, StructureStruck) for event in heat)


def test_walls_must_be_pierced() -> None:
    """pw:10.3.10.2: stone is 1 cm at most."""
    state = in_a("stone-town")
    assert structures.through_wall(state, hex_at(at("J10")), 1.0)
    assert not structures.through_wall(state, hex_at(at("J10")), 0.9)
    assert any(isinstance(event, StructureStruck) for event in fired(state, "SprGr 34", 9))
