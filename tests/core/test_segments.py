"""Moves carried out side by side: moments in order, what happens together decided together, pieces that join."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.hexes import Hex
from core.plane import Path, Point, bearing, centre, hex_at, within
from core.segments import Advance, Halt, Moment, Piece, Spot, Track, entry, one_after_another, side_by_side

POINTS = st.one_of(
    st.builds(Point, st.integers(0, 3000), st.integers(0, 3000)),
    st.builds(Hex, st.integers(0, 12), st.integers(0, 12)).map(centre),
)
PATHS = st.builds(Path, POINTS, st.lists(POINTS, max_size=3).map(tuple))
PACES = st.one_of(st.none(), st.integers(1, 400).map(float))


def tracks(at_least: int = 1) -> st.SearchStrategy[list[Track]]:
    several = st.lists(st.tuples(PATHS, PACES), min_size=at_least, max_size=6)
    return several.map(lambda made: [Track("abcdef"[n], path, pace) for n, (path, pace) in enumerate(made)])


def nothing(_: Moment) -> Mapping[str, Halt | None]:
    return {}


def meeting(moment: Moment) -> dict[str, Halt | None]:
    """Whoever moves halts within 60 GSU of another."""
    found: dict[str, Halt | None] = {}
    for one, other in combinations(moment.everyone, 2):
        if within(moment.spot(one).point, moment.spot(other).point, 60):
            found |= {who: Halt(f"{one} meets {other}") for who in (one, other) if who in moment.moving}
    return found


def gone(advances: list[Advance]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for advance in advances:
        for piece in advance.pieces:
            found.setdefault(piece.who, []).append(piece)
    return found


@given(tracks())
def test_whoever_meets_nothing_goes_its_whole_way_at_once(them: list[Track]) -> None:
    found = list(side_by_side(them, nothing))
    on_their_way = [t for t in them if t.reach > 0]
    assert len(found) == (1 if on_their_way else 0)
    for track in on_their_way:
        (piece,) = gone(found)[track.who]
        assert (piece.begin, piece.last, piece.halt, piece.gone) == (0, True, None, track.reach)
        assert piece.path == track.path.cut(track.reach)
        assert piece.end == pytest.approx(track.reach / track.speed, abs=1e-9)


@given(tracks(2), st.randoms(use_true_random=False))
def test_the_order_of_elements_does_not_matter(them: list[Track], chance: object) -> None:
    mixed = list(them)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert list(side_by_side(mixed, meeting)) == list(side_by_side(them, meeting))


@given(tracks(2))
def test_the_names_of_elements_do_not_matter(them: list[Track]) -> None:
    other = dict(zip("abcdef", "fedcba", strict=True))
    renamed = [Track(other[t.who], t.path, t.pace) for t in them]
    for one, two in zip(side_by_side(them, meeting), side_by_side(renamed, meeting), strict=True):
        assert one.fraction == two.fraction
        assert {other[p.who]: (p.path, p.begin, p.end, p.gone, p.last) for p in one.pieces} == {
            p.who: (p.path, p.begin, p.end, p.gone, p.last) for p in two.pieces
        }
        assert {other[who] for who in one.decided} == set(two.decided)


#: Along a level hexside: it runs through a hex of which no whole point is the nearest to it.
GRAZING = Track("a", Path(Point(578, 2999), (Point(0, 3000),)))


@given(tracks())
@example([GRAZING])
def test_it_is_asked_at_every_hex_and_every_five_gsu(them: list[Track]) -> None:
    asked: dict[str, list[Spot]] = {t.who: [] for t in them}
    moments: list[float] = []

    def look(moment: Moment) -> dict[str, Halt | None]:
        moments.append(moment.fraction)
        assert set(moment.due) <= set(moment.moving) <= set(moment.everyone)
        for who in moment.due:
            asked[who].append(moment.spot(who))
        return {}

    list(side_by_side(them, look))
    assert moments == sorted(set(moments))
    assert all(0 < f <= 1 for f in moments)
    for track in them:
        spots = asked[track.who]
        if track.reach <= 0:
            assert not spots
            continue
        assert spots[-1].gone == track.reach
        for before, after in pairwise([0.0, *(spot.gone for spot in spots)]):
            assert before <= after <= before + 5 + 1e-6
        for spot in spots:
            assert spot.point == track.path.at(spot.gone)
            inside = [s.hex for s in track.path.stretches() if s.start - 1e-6 <= spot.gone <= s.end + 5]
            assert spot.hex == hex_at(spot.point) or spot.hex in inside
        within_reach = [s for s in track.path.stretches() if s.end <= track.reach and s.length > 1]
        assert {s.hex for s in within_reach} <= {hex_at(track.path.start), *(spot.hex for spot in spots)}


@given(tracks(2))
def test_pieces_join_and_whoever_is_halted_stands(them: list[Track]) -> None:
    found = list(side_by_side(them, meeting))
    by_name = {t.who: t for t in them}
    for one, two in pairwise(found):
        assert one.fraction < two.fraction
    for who, pieces in gone(found).items():
        path = by_name[who].path
        assert pieces[0].path.start == path.start
        assert [p.last for p in pieces] == [False] * (len(pieces) - 1) + [True]
        for before, after in pairwise(pieces):
            assert after.path.start == before.path.end
            assert after.begin == before.end < after.end
            assert before.halt is None
        assert pieces[-1].path.end == path.at(pieces[-1].gone)
        assert sum(p.path.length for p in pieces) == pytest.approx(pieces[-1].gone, abs=0.3 * len(pieces) + 0.3)
        if pieces[-1].halt is None:
            assert pieces[-1].gone == by_name[who].reach


@given(tracks(2))
def test_what_the_pieces_cross_sums_to_the_whole_way(them: list[Track]) -> None:
    """However often a way is cut, each piece crosses as much ground as it is long, and all of them as much as it."""
    by_name = {t.who: t for t in them}
    for who, pieces in gone(list(side_by_side(them, meeting))).items():
        crossed = [sum(s.length for s in piece.path.stretches()) for piece in pieces]
        assert crossed == pytest.approx([piece.path.length for piece in pieces], abs=1e-6)
        whole = by_name[who].path.cut(pieces[-1].gone)
        assert sum(crossed) == pytest.approx(sum(s.length for s in whole.stretches()), abs=0.3 * len(pieces) + 0.3)


@given(tracks(2))
@settings(max_examples=50)
def test_one_may_go_on_where_it_was_left(them: list[Track]) -> None:
    """Whoever stops after an advance and goes on later comes to the same end."""
    whole = list(side_by_side(them, meeting))
    for number, left in enumerate(whole[:-1]):
        stood = {who for advance in whole[: number + 1] for who, halt in advance.decided.items() if halt}
        spots = {
            p.who: Spot(p.path.end, hex_at(p.path.end), None, p.gone)
            for advance in whole[: number + 1]
            for p in advance.pieces
            if p.who in stood
        }
        rest = list(side_by_side([t for t in them if t.who not in stood], meeting, spots, left.fraction))
        assert [a.fraction for a in rest] == [a.fraction for a in whole[number + 1 :]]
        assert [a.decided for a in rest] == [a.decided for a in whole[number + 1 :]]
        last, others = gone(rest), gone(whole[number + 1 :])
        assert {who: p[-1].path.end for who, p in last.items()} == {who: p[-1].path.end for who, p in others.items()}


def straight(who: str, x: int, to: int, pace: float | None = None, since: float = 0.0) -> Track:
    return Track(who, Path(Point(x, 60), (Point(to, 60),)), pace, since)


def test_two_that_meet_head_on_are_halted_at_the_same_moment() -> None:
    found = list(side_by_side([straight("west", 0, 1000), straight("east", 2000, 1000)], meeting))
    first = found[0]
    assert list(first.decided) == ["east", "west"]
    assert [p.path.end for p in first.pieces] == [Point(1300, 60), Point(700, 60)]
    assert all(p.halt == Halt("east meets west") and p.last for p in first.pieces)
    assert first.fraction == 0.7
    assert len(found) == 1


def test_one_that_moves_first_meets_the_other_where_it_stands() -> None:
    west, east = straight("west", 0, 2000), straight("east", 2000, 0)
    found = gone(list(one_after_another([[west], [east]], meeting)))
    assert [p.path.end for p in found["west"]] == [Point(1400, 60)]
    assert [p.path.end for p in found["east"]] == [Point(1950, 60)]
    found = gone(list(one_after_another([[east], [west]], meeting)))
    assert [p.path.end for p in found["east"]] == [Point(600, 60)]


def test_those_that_come_later_see_where_the_first_have_come_to() -> None:
    seen: list[tuple[float, Point, Point]] = []

    def look(moment: Moment) -> dict[str, Halt | None]:
        seen.append((moment.fraction, moment.spot("a").point, moment.spot("b").point))
        return {}

    list(one_after_another([[straight("a", 0, 100)], [straight("b", 1000, 900)]], look))
    fives = [(f, a, b) for f, a, b in seen if f in (0.5, 1.0)]
    assert [(a.x, b.x) for _, a, b in fives] == [(50, 1000), (100, 1000), (100, 950), (100, 900)]


def test_what_is_decided_without_a_halt_ends_the_pieces_of_all() -> None:
    def look(moment: Moment) -> dict[str, Halt | None]:
        return {"watcher": None} if moment.fraction == 0.5 else {}

    watcher = {"watcher": Spot(Point(0, 0), Hex(0, 0), None, 0.0)}
    found = list(side_by_side([straight("a", 0, 200), straight("b", 0, 400)], look, watcher))
    assert [(a.fraction, dict(a.decided)) for a in found] == [(0.5, {"watcher": None}), (1.0, {})]
    assert [[p.path.end.x for p in a.pieces] for a in found] == [[100, 200], [200, 400]]


def test_a_higher_pace_is_there_early_and_a_lower_one_not_at_all() -> None:
    moving: dict[float, tuple[str, ...]] = {}

    def look(moment: Moment) -> dict[str, Halt | None]:
        moving[moment.fraction] = moment.moving
        return {}

    (found,) = side_by_side([straight("fast", 0, 200, 40.0), straight("slow", 0, 1000, 20.0)], look)
    assert [(p.who, p.end, p.path.end.x) for p in found.pieces] == [("fast", 0.5, 200), ("slow", 1.0, 200)]
    assert (moving[0.5], moving[0.75]) == (("fast", "slow"), ("slow",))


def test_a_way_chosen_in_the_middle_takes_the_time_that_is_left() -> None:
    track = straight("a", 200, 400, since=0.5)
    assert (track.speed, track.reach, track.gone(0.75), track.gone(0.25)) == (40, 20, 10, 0)
    (found,) = side_by_side([track], nothing, after=0.5)
    assert [(p.begin, p.end, p.gone) for p in found.pieces] == [(0.5, 1.0, 20)]
    assert not list(side_by_side([straight("a", 0, 50, since=1.0)], nothing))


def test_who_sets_out_later_does_not_move_before() -> None:
    moving: dict[float, tuple[str, ...]] = {}

    def look(moment: Moment) -> dict[str, Halt | None]:
        moving[moment.fraction] = moment.moving
        return dict.fromkeys(reversed(moment.moving)) if moment.fraction * 4 % 1 == 0 else {}

    found = list(side_by_side([straight("a", 0, 200), straight("b", 200, 300, since=0.5)], look))
    assert (moving[0.25], moving[0.5], moving[0.75]) == (("a",), ("a",), ("a", "b"))
    assert [(p.begin, p.path.start.x) for p in gone(found)["b"]] == [(0.5, 200), (0.75, 250)]
    assert list(found[-1].decided) == ["a", "b"]


def test_a_piece_too_short_to_be_one_waits() -> None:
    slow = Track("slow", Path(Point(0, 0), (Point(3, 0),)))
    found = gone(list(side_by_side([straight("a", 0, 400), slow], lambda moment: dict.fromkeys(moment.due))))
    assert len(found["a"]) >= 8
    ends = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)), ((3, 0),)]
    assert [p.path.points for p in found["slow"]] == ends
    assert [p.begin for p in found["slow"]][1:] == [p.end for p in found["slow"]][:-1]


@pytest.mark.parametrize("who", ["b", "nobody"])
def test_only_what_moves_is_halted(who: str) -> None:
    standing = {"b": Spot(Point(0, 0), Hex(0, 0), None, 0.0)}
    with pytest.raises(ValueError, match="only those that move"):
        list(side_by_side([straight("a", 0, 100)], lambda _: {who: Halt()}, standing))


def test_nobody_moves_twice() -> None:
    with pytest.raises(ValueError, match="named twice"):
        list(side_by_side([straight("a", 0, 100), straight("a", 0, 90)], nothing))
    with pytest.raises(ValueError, match="named twice"):
        list(one_after_another([[straight("a", 0, 100)], [straight("a", 0, 90)]], nothing))


@given(POINTS, POINTS)
def test_whoever_stops_on_entering_a_hex_stands_in_it(a: Point, b: Point) -> None:
    path = Path(a, (b,))
    for crossing in path.crossings():
        gsu = entry(path, crossing)
        assert crossing.at <= gsu <= crossing.at + 5
        stands = hex_at(path.at(gsu)) == crossing.into
        assert stands or gsu == crossing.at
        for further in (0.25, 0.5, 1, 2, 4):
            x, y = path.at(crossing.at + further)
            if all(hex_at(Point(x + e, y + s)) == crossing.into for e in (-1, 0, 1) for s in (-1, 0, 1)):
                assert stands
                assert gsu <= crossing.at + further + 0.01


@given(tracks())
def test_a_piece_says_on_which_leg_it_has_come(them: list[Track]) -> None:
    """However short: a piece of a tenth of a GSU has the bearing of its leg, not that of its rounded points."""
    by_name = {track.who: track for track in them}
    found = gone(list(side_by_side(them, lambda moment: dict.fromkeys(moment.due))))
    for who, pieces in found.items():
        legs = set(map(bearing, *zip(*pairwise(by_name[who].path.points), strict=True)))
        assert [piece.degrees for piece in pieces] == [by_name[who].path.bearing_at(piece.gone) for piece in pieces]
        assert {piece.degrees for piece in pieces} <= legs
