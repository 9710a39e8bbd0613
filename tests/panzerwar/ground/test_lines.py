"""Lines of sight over the ground (pw:7.11, pw:7.12, pw:6.13, pw:6.14)."""

from __future__ import annotations

import pytest

from core.panzerwar.ground import lines, measure
from core.panzerwar.ground.lines import Line
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at

EYE = 9.0


def seen(a: str, b: str, *, parked: bool = False, foot: bool = False, **ground: object) -> Line:
    state = a_state(board=a_board(**ground))  # type: ignore[arg-type]
    return lines.line(state, at(a), at(b), EYE, EYE, parked=parked, foot=foot)


def column(first: int, last: int) -> str:
    """Hexes straight north and south of each other."""
    return " ".join(f"C{row}" for row in range(first, last + 1))


def test_over_level_ground_nothing_is_in_the_way() -> None:
    line = seen("C2", "C18")
    assert line.clear
    assert line.gsu == 400
    assert not line.runs


def test_a_contour_blocks_between_lower_ground() -> None:
    """pw:6.13, pw:7.11.2: and it says which."""
    line = seen("C2", "C10", levels={"C6": 1})
    assert line.refusal is not None
    assert line.refusal.rule == "pw:7.11.2"
    assert str(line.where) == "C6"
    assert line.at == pytest.approx(87.5, abs=0.1)


def test_from_the_hill_it_is_seen_over_its_own_ground() -> None:
    """pw:7.11.2: the ground of the two ends never blocks, that between them by its height."""
    assert seen("C6", "C10", levels={"C6": 1}).clear
    assert seen("C6", "C10", levels={"C6": 2, "C7": 1}).clear
    assert not seen("C4", "C12", levels={"C4 C5 C6 C7 C8": 1}).clear


def test_heights_are_those_of_models() -> None:
    """pw:1.1, pw:1.2: a contour is 20 GSU, twice the height of a tank."""
    state = a_state(
        an_element("tank", "pz4h", BLUE, "C2"),
        an_element("squad", "sov-rifle-43", RED, "C6"),
        an_element("gun", "pak40", BLUE, "E2"),
    )
    line = lines.between(state, state.element("tank"), state.element("squad"))
    assert (line.eye, line.top) == (9.4, 6.0)
    assert lines.between(state, state.element("gun"), state.element("tank")).eye < 9.4
    hill = a_state(board=a_board(levels={"C2": 3}))
    assert lines.line(hill, at("C2"), at("C9"), 9, 9).height_at(0) == 69


def test_light_woods_block_beyond_a_hundred() -> None:
    """pw:7.11.3: 100 does not, more does."""
    assert seen("C2", "C10", terrain={column(4, 7): "light-woods"}).clear
    assert seen("C2", "C10", terrain={column(4, 7): "light-woods"}).through == 100
    line = seen("C2", "C10", terrain={column(4, 8): "light-woods"})
    assert line.refusal is not None
    assert line.refusal.rule == "pw:7.11.3"
    assert line.at == pytest.approx(37.5 + 100, abs=0.1)


def test_heavy_woods_and_buildings_block_beyond_25() -> None:
    """pw:7.11.3, pw:7.11.4, pw:6.14.7."""
    for kind, rule in (("heavy-woods", "pw:7.11.3"), ("village", "pw:7.11.4"), ("stone-town", "pw:7.11.4")):
        assert seen("C2", "C10", terrain={"C5": kind}).clear
        line = seen("C2", "C10", terrain={"C5 C6": kind})
        assert line.refusal is not None
        assert line.refusal.rule == rule


def test_what_is_thicker_counts_as_what_is_thinner() -> None:
    """pw:7.11.3: 100 of light woods and 25 of heavy ones are more than 100 of woods."""
    assert not seen("C2", "C12", terrain={column(4, 7): "light-woods", "C9": "heavy-woods"}).clear


def test_high_vegetation_hides_infantry_alone() -> None:
    """The Terrain Annex of pw:6.12."""
    grass = {column(3, 16): "high-vegetation"}
    assert seen("C2", "C18", terrain=grass).clear
    state = a_state(
        an_element("a", "sov-rifle-43", RED, "C2"),
        an_element("b", "ger-rifle-44", BLUE, "C18"),
        an_element("c", "tiger1", BLUE, "C18"),
        board=a_board(terrain=grass),
    )
    assert not lines.between(state, state.element("a"), state.element("b")).clear


def test_from_a_hill_it_is_looked_over_woods() -> None:
    """pw:6.14: woods are one or two contours high."""
    woods = {column(5, 10): "light-woods"}
    assert seen("C2", "C18", terrain=woods, levels={"C2": 3, "C18": 3}).clear
    assert seen("C2", "C18", terrain=woods, levels={"C2": 1, "C18": 1}).clear
    assert not seen("C2", "C18", terrain=woods, levels={"C2": 1, "C18": 1}, marks={column(5, 10): "high"}).clear


def test_a_line_dips_into_the_woods_in_which_the_target_stands() -> None:
    """pw:7.6.3: how deep it stands there, from where the line comes under their top."""
    line = seen("C2", "C10", terrain={"C9 C10": "light-woods"})
    assert (line.inside, line.through) == (37.5, 0)
    above = seen("C2", "C10", terrain={"C9 C10": "light-woods"}, levels={"C2": 4})
    assert 0 < above.inside < 37.5


def test_woods_between_are_told_apart_from_those_of_the_target() -> None:
    """pw:7.6.3."""
    line = seen("C2", "C12", terrain={"C4": "light-woods", "C11 C12": "light-woods"})
    assert (line.inside, line.through) == (37.5, 25)


def test_the_free_zone() -> None:
    """PW-7.12-b, pw:7.12.1, pw:7.12.2: woods that end within 25 cost a parked observer nothing."""
    line = seen("C2", "C8", parked=True, terrain={"C2": "light-woods"})
    assert line.through == 0
    assert line.runs[0].free
    moving = seen("C2", "C8", terrain={"C2": "light-woods"})
    assert moving.through == 12.5


def test_the_free_zone_ends_at_25() -> None:
    """pw:7.12.3: who looks through more pays for all of it, from his centre."""
    line = seen("C2", "C8", parked=True, terrain={"C2 C3": "light-woods"})
    assert line.through == 37.5
    assert seen("C2", "C8", parked=True, terrain={"C3": "light-woods"}).through == 25


def test_who_has_moved_has_no_free_zone() -> None:
    """pw:7.12.2: of elements, those that stand, or have shifted."""
    gun = an_element("gun", "pak40", BLUE, "C2")
    board = a_board(terrain={"C2": "light-woods"})
    tank = an_element("tank", "sherman5", RED, "C8")
    for motion, through in ((Motion.STATIONARY, 0), (Motion.SHIFT, 0), (Motion.HALF, 12.5), (Motion.FULL, 12.5)):
        state = a_state(gun.with_travel(motion=motion), tank, board=board)
        assert lines.between(state, state.element("gun"), state.element("tank")).through == through


def test_the_free_zone_opens_what_would_block() -> None:
    """pw:7.12.3: what costs nothing does not block either."""
    woods = {"C2 C3 C4 C5 C7 C8": "light-woods"}
    assert not seen("C2", "C12", terrain=woods).clear
    assert seen("C2+0,11", "C12", parked=True, terrain={"C2 C4 C5 C6 C7": "light-woods"}).clear
    assert not seen("C2+0,11", "C12", terrain={"C2 C4 C5 C6 C7": "light-woods"}).clear


def test_a_bank_is_seen_through_by_who_stands_at_it() -> None:
    """The Terrain Annex of pw:6.12: one element deep."""
    bank = {"C4-C5": "bocage"}
    assert seen("C4", "C9", sides=bank).clear
    assert seen("C2", "C5", sides=bank).clear
    line = seen("C2", "C9", sides=bank)
    assert line.refusal is not None
    assert "bocage" in line.refusal.reason
    assert seen("C2", "C9", sides=bank, levels={"C2 C9": 1}).clear


def test_what_the_target_is_directly_behind() -> None:
    """pw:7.6.3, pw:12.4.2: a hedge covers against what comes over it."""
    line = seen("C2", "C6", sides={"C5-C6": "hedge", "C3-C4": "wall"})
    assert [one.id for one in line.behind] == ["hedge"]
    assert [(one.effect.id, round(one.at, 1)) for one in line.crossed] == [("wall", 37.5), ("hedge", 87.5)]
    assert seen("C6", "C2", sides={"C5-C6": "hedge"}).behind == ()


def test_hills_between_two_radios() -> None:
    """pw:5.0.5."""
    state = a_state(board=a_board(levels={"C5": 2, "C8": 1}))
    assert lines.hills_between(state, at("C2"), at("C10")) == 2
    assert lines.hills_between(state, at("C8"), at("C2")) == 1
    assert lines.hills_between(state, at("C6"), at("C10")) == 1
    assert lines.hills_between(state, at("C9"), at("C12")) == 0


def test_ranges_are_measured_to_the_edge() -> None:
    """pw:1.0: to the base of a squad, to the roof of a tank."""
    squad, tank = an_element("s", "sov-rifle-43", RED, "C6"), an_element("t", "t34-85", RED, "C6")
    assert measure.range_to(at("C2"), squad) == 94
    assert measure.range_to(at("C2"), tank) == 95
    assert measure.in_range(at("C2"), squad, 94)
    assert not measure.in_range(at("C2"), tank, 94)
    assert measure.range_to(at("C6"), tank) == 0


def test_lines_are_remembered_with_a_bound() -> None:
    from core.panzerwar.ground.terrain import country

    state = a_state()
    first = lines.line(state, at("C2"), at("C9"), EYE, EYE)
    assert lines.line(state, at("C2"), at("C9"), EYE, EYE) is first
    assert country(state.engagement).lines.most == 20_000
