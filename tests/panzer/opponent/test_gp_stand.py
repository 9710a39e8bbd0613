"""How units stand in the eyes of a computer player: as the rules have it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from content import catalogue
from core.event import UnitId
from core.hexes import Hex
from core.panzer.gp.defense import gp_defense
from core.panzer.gp.modifiers import target_tally
from core.panzer.ground.cover import combat_cover_of, spotting_cover_of
from core.panzer.ground.terrain import led_through, may_stand
from core.panzer.opponent.picture import Picture, picture
from core.panzer.opponent.prospects_gp import GpStand, gp_stand
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Presence
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from tests.panzer.gp.test_gp_fire_in_miniature import T_34, posed, unit

SQUAD, GUN = "g85-rifle-squad-1-2-squad", "g76-3-7cm-pak-36-atg"
G1, S1 = UnitId("g1"), UnitId("s1")
#: One scenario on each board of 50 m.
SCENARIOS = ("the-bridge-1a-50m", "higher-ground-50m", "turning-tide-50m", "ponyri-50m", "twilight-50m")


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
@pytest.mark.parametrize("card", [SQUAD, GUN])
@pytest.mark.parametrize("full_cover", [False, True])
def test_a_defense_is_reckoned_as_it_is(edition: str, card: str, full_cover: bool) -> None:
    """na:6.5.4.2.2, min:16.7.3.2.1: Full Cover adds what the card says, or the same for all."""
    state = posed(unit("g1", card, "B2", facing="S", full_cover=full_cover), unit("s1", T_34, "C3"), edition=edition)
    one = state.units[G1]
    assert one.hex is not None
    assert gp_stand(state, one, one.hex).defense == max(1, min(10, gp_defense(state, G1).total))


def by_the_rules(state: PanzerState, id_: UnitId) -> GpStand:
    """How a unit that stands still is struck by direct GP fire where it is."""
    return GpStand(
        max(1, min(10, gp_defense(state, id_).total)), target_tally(state, id_, indirect=False, moving=False).total
    )


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
@pytest.mark.parametrize("position", ["none", "free", "taken"])
def test_a_vehicle_on_a_road_through_heavy_woods_is_reckoned_as_it_would_be(edition: str, position: str) -> None:
    """min:16.7.2.5: in the miniatures edition only what is built covers it against GP fire, so that a free Improved
    Position there does, but not one that somebody else has; in the hex edition the woods do (na:6.5.4.3c)."""
    holders = {"none": None, "free": [], "taken": ["g1"]}[position]
    counter = [] if holders is None else [{"kind": WorkKind.IMPROVED.value, "hexes": "B2", "units": holders}]
    state = posed(
        unit("g1", SQUAD, "B2" if position == "taken" else "A1", side="german"),
        unit("s1", T_34, "D1"),
        board={"grid": ". . . .\nW W W W", "route": [{"kind": "road", "hexes": "A2 B2 C2 D2"}]},
        counter=counter,
        edition=edition,
    )
    covered = edition == "hex" or position == "free"
    heavy = state.advanced.gp_modifiers["vehicle-heavy-cover"].direct
    there, away = (gp_stand(state, state.units[S1], at).net for at in (Hex(2, 2), Hex(4, 1)))
    assert there - away == (heavy if covered else 0)


@cache
def opened(scenario: str) -> tuple[PanzerState, Picture, tuple[UnitId, ...]]:
    """A game before its first order, as one side sees it, and a unit of each kind: vehicle, gun, on foot."""
    state = catalogue.open_system(scenario).initial()
    kinds = {type(card): u for u in state.units if isinstance(card := state.card(u), VehicleCard | LegCard | TowedCard)}
    return state, picture(state, catalogue.scenario_info(scenario).sides[0].id), tuple(kinds.values())


def stood(state: PanzerState, id_: UnitId, *, each: bool) -> Iterator[tuple[Hex, PanzerState]]:
    """The hexes in which a unit may stand, each with the game as it is with the unit there.

    each: all of them, else one of each kind of ground with its routes.
    """
    there = state.copy()
    hexes = [hex_ for hex_ in state.board.cells if may_stand(state, id_, hex_)]
    kinds = {(state.cell(h).terrain, frozenset(state.cell(h).routes), frozenset(state.cell(h).marks)): h for h in hexes}
    for hex_ in hexes if each else kinds.values():
        there.change(id_, hex=hex_, presence=Presence.ON_MAP)
        yield hex_, there


@pytest.mark.parametrize("each", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["kinds", "each"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_hex_of_a_board_would_give_a_unit_is_what_it_gives(scenario: str, each: bool) -> None:
    """min:5.5.1.10, min:8.4.2, min:16.7.2.5: Cover against being spotted, AP fire and GP fire, in every hex."""
    state, seen, units = opened(scenario)
    for id_ in units:
        one = state.units[id_]
        for hex_, there in stood(state, id_, each=each):
            mine = there.units[id_]
            assert gp_stand(state, one, hex_) == by_the_rules(there, id_), (id_, hex_)
            assert seen._spotting_cover(one, hex_) is spotting_cover_of(there, mine), (id_, hex_)
            if isinstance(state.card(id_), VehicleCard):
                assert seen.cover(hex_) == ap_modifier(state, combat_cover_of(there, mine)), (id_, hex_)


def ap_modifier(state: PanzerState, cover: Cover) -> int:
    """What Cover adds to the roll of AP fire."""
    return 0 if cover is Cover.NONE else state.tables.ap_hit_modifiers[f"cover-{cover.value.lower()}"]


def test_a_road_leads_through_heavy_woods_on_a_board() -> None:
    """Else what is said of such hexes would be tried on none."""
    cells = opened("twilight-50m")[0].board.cells.values()
    assert sum(cell.terrain == "heavy-woods" and led_through(cell) for cell in cells) == 4
