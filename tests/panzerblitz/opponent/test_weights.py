"""What single weights of the computer player change: the same position is played with and without each."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.hexes import distance
from core.panzerblitz.fire.combat import battle_terms
from core.panzerblitz.fire.orders import Announce
from core.panzerblitz.opponent.worth import gain
from core.panzerblitz.pieces.situation import Goal, Level, Measure
from core.panzerblitz.temper import Temper
from tests.panzerblitz.field import GERMAN, at, board, position
from tests.panzerblitz.opponent.test_judgement import HUNT, all_ordered

#: Germans are to stand in M5.
THERE = (Goal(GERMAN, Measure.PRESENCE, {Level.MARGINAL: 1}, "be there", area="there"),)
AREAS = {"there": frozenset((at("M5"),))}


def _won(counters: dict[str, str], *, shares: bool) -> tuple[int, float]:
    """How many hexes are attacked, and what all attacks of a fire step are expected to win."""
    state = position(counters)
    state.temper = Temper(shares=shares)
    attacks = [order.attack for order in all_ordered(state) if isinstance(order, Announce)]
    terms = [battle_terms(state, GERMAN, a.hex, a.method, battle) for a in attacks for battle in a.battles]
    return len(attacks), sum(gain(state, one) for one in terms)


def test_all_fire_is_shared_out_at_once() -> None:
    """Two guns that together make the best attack do more apart, with riflemen who could do nothing else."""
    guns = {"a": "g-rifle E3", "b": "g-75mm-at E4", "c": "g-75mm-at E5", "d": "g-rifle E6"}
    foes = {"truck": "r-halftrack G3", "gun": "r-76mm-at G5", "guards": "r-guards G6"}
    one_by_one, at_once = _won(guns | foes, shares=False), _won(guns | foes, shares=True)
    assert (one_by_one[0], at_once[0]) == (1, 2)
    assert at_once[1] > one_by_one[1] + 1


@pytest.mark.parametrize("foes", [{"tank": "r-t-34c G3"}, {"tank": "r-t-34c G3", "men": "r-guards G3"}])
def test_against_one_hex_there_is_nothing_to_share_out(foes: dict[str, str]) -> None:
    """The same attack is made."""
    guns = {"a": "g-panther E3", "b": "g-pzkpfw-iv E4"}
    assert _won(guns | foes, shares=False) == _won(guns | foes, shares=True)


def _ends(turn: int, temper: Temper) -> str:
    """Where a tank ends its move that could fire at a truck in the next turn if it came nearer, under a gun."""
    counters = {"tank": "g-pzkpfw-iv B5", "truck": "r-halftrack M5", "gun": "r-76mm-at K3"}
    state = position(counters, board(), step="first-vehicles", goals=HUNT, turns=10)
    state.turn, state.temper = turn, temper
    all_ordered(state)
    where = state.units[UnitId("tank")].hex
    assert where is not None
    return where.id


def test_who_fires_no_more_does_not_go_where_he_could_fire() -> None:
    """In the last Player-Turn of a side; in all others it goes, whether it knows of the end or not."""
    plain, knowing = Temper(attack=0.0, care=0.05, fire=2.0), Temper(attack=0.0, care=0.05, fire=2.0, ending=True)
    assert _ends(9, plain) == _ends(9, knowing) == _ends(10, plain) != "B5"
    assert _ends(10, knowing) == "B5"


def _way_left(friction: float) -> int:
    """How far a company that walks a hex a turn is from M5, 8 hexes from it, at the end of the first of 14 turns."""
    state = position({"men": "g-rifle E5"}, board(), step="first-others", goals=THERE, areas=AREAS, turns=14)
    state.turn, state.temper = 1, Temper(friction=friction, time_to_spare=0.0)
    all_ordered(state)
    where = state.units[UnitId("men")].hex
    assert where is not None
    return distance(where, at("M5"))


def test_time_is_left_for_what_is_in_the_way() -> None:
    """Who has 8 turns to walk and 14 for it may wait; if ways last twice as long as the ground says, he must go now."""
    assert (_way_left(1.0), _way_left(2.0)) == (8, 7)
