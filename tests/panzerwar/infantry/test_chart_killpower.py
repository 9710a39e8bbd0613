"""The Killpower Adjustment Factors, row by row: each changes an attack by its figure, and is told once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from attrs import evolve

from content.panzerwar.charts.charts import charts
from core.event import UnitId
from core.panzerwar.combat import aimed, arms, at_men, zones
from core.panzerwar.damage.hit import soft_killpower
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.movement.speed import CAVALRY
from core.panzerwar.obstacles.bunker_hits import attack_inside
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import ShellType
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from tests.panzerwar.combat.duels import duel, firer, moved, north, target
from tests.panzerwar.damage.hits import he
from tests.panzerwar.kit import BLUE, a_board

CHART: Final = charts().fire.killpower
T: Final = UnitId("t")
#: A pair of attacks: with what a row says, and without.
Pair = tuple[Attack, Attack]


def men(card: str = "sov-rifle-43", **changes: Any) -> Element:
    """A squad 100 off, in J14, that looks at the firer."""
    return target(card, 94, edge=6, **changes)


def attack(state: WarState, arm: str = "coax", place: int = 0, *, coax: bool = False) -> Attack:
    """A burst of f at t."""
    shooter = state.element("f")
    found = arms.arm(state, shooter, arm)
    assert found is not None, arms.arms(state, shooter)
    made = at_men.attack_of(state, shooter, found, state.element("t"), place, 1, coax=coax)
    assert made is not None
    return made


def at(one: Element, other: Element | None = None, card: str = "pz4h") -> Pair:
    """Attacks on two targets by a tank."""
    return attack(duel(firer(card), one)), attack(duel(firer(card), men() if other is None else other))


def by(one: Element, other: Element, arm: str) -> Pair:
    """Attacks on a squad by two firers."""
    return attack(duel(one, men()), arm), attack(duel(other, men()), arm)


def on(terrain: str) -> Pair:
    board = a_board(terrain={"J14": terrain})
    return attack(duel(firer(), men(), board=board)), attack(duel(firer(), men()))


def behind(line: str) -> Pair:
    board = a_board(sides={"J14-J15": line})
    return attack(duel(firer(), men(), board=board)), attack(duel(firer(), men()))


def _moved_in_smoke() -> Pair:
    state, calm = (duel(firer(), men(travel=moved(motion))) for motion in (Motion.HALF, Motion.STATIONARY))
    for one in (state, calm):
        one.turn = 1
        cloud = clouds.new(one, Source.DUST, (north(100),), 1, battery=False)
        one.smoke = evolve(one.smoke, clouds={"1": evolve(cloud, id="1")})
        one.turn = 2
    return attack(state), attack(calm)


def _first_sight() -> Pair:
    state = duel(firer(), men())
    state.sighted_now = {BLUE: frozenset({T})}
    return attack(state), attack(duel(firer(), men()))


def _targets(place: int) -> Pair:
    state = duel(firer(), men())
    return attack(state, place=place), attack(state)


def _coax() -> Pair:
    state = duel(firer(), men())
    return attack(state, coax=True), attack(state)


def _heavy(motion: Motion) -> Element:
    return firer("mg-team", weapon="MG42-HMG", travel=moved(motion))


def _rifles(**changes: Any) -> Element:
    return firer("ger-rifle-44", **changes)


def _canister() -> Pair:
    """What else adjusts it, three times and once: of who has moved in the open."""
    state = duel(firer("pz4e"), men(travel=moved(Motion.HALF)))
    shooter, mark = state.element("f"), state.element("t")
    gun = arms.arm(state, shooter, "gun")
    assert gun is not None
    line = zones.bearing_on(state, shooter, mark, 1)
    rounds = {one.type: one for one in arms.shells(state, shooter, gun)}
    kinds = (ShellType.CANISTER, ShellType.HE)
    return tuple(Attack("x", 0, aimed.of_shell_at(state, shooter, mark, line, rounds[one])) for one in kinds)  # type: ignore[return-value]


def _soft() -> Pair:
    tally = soft_killpower(charts(), he(killpower=4))
    return Attack("x", tally.total), Attack("x", 4)


#: Of every row an attack that it adjusts, and the same without it.
CASES: Final[Mapping[str, Callable[[], Pair]]] = {
    "moved-open": lambda: at(men(travel=moved(Motion.HALF))),
    "moved-smoke": _moved_in_smoke,
    "first-sight": _first_sight,
    "house": lambda: on("village"),
    "stone": lambda: on("stone-town"),
    "rubble": lambda: on("rubble"),
    "light-woods": lambda: on("light-woods"),
    "heavy-woods": lambda: on("heavy-woods"),
    "fields": lambda: on("standing-crops"),
    "wall": lambda: behind("wall"),
    "dug-in": lambda: at(men(posture=Posture(dug=Digging.FOXHOLES))),
    "trench": lambda: at(men(posture=Posture(dug=Digging.TRENCH))),
    "gun-shield": lambda: at(men("pak40"), men("pak40", heading=0)),
    "riders": lambda: at(men(outside=True)),
    "soft-area": _soft,
    "second-target": lambda: _targets(1),
    "third-target": lambda: _targets(2),
    "mg-moving": lambda: by(firer(travel=moved(Motion.HALF)), firer(), "coax"),
    "small-arms-moving": lambda: by(_rifles(travel=moved(Motion.HALF)), _rifles(), "small"),
    "heavy-moving": lambda: by(_heavy(Motion.HALF), _heavy(Motion.STATIONARY), "light1"),
    "suppressed-firer": lambda: by(_rifles(nerve=Nerve(suppressed=2)), _rifles(), "small"),
    "coax": _coax,
    "charging": lambda: at(men(nerve=Nerve(ignoring=True))),
    "bunker-inside": lambda: (attack_inside(charts(), he(killpower=4)), Attack("x", 4)),
    "sniper": lambda: by(firer("sniper", posture=Posture(hidden=True)), firer("sniper"), "small"),
    "canister": _canister,
}
#: What adds nothing and is done where the shell hits (pw:8.13).
NOTHING: Final = frozenset({"ac-he"})
#: Rows of the ground and of works: the Terrain Annex has the same figure.
ANNEX: Final = {
    "house": "village",
    "stone": "stone-town",
    "rubble": "rubble",
    "light-woods": "light-woods",
    "heavy-woods": "heavy-woods",
    "fields": "standing-crops",
    "wall": "wall",
    "dug-in": "foxholes",
    "trench": "trench",
}


def test_every_row_of_the_chart_has_a_case() -> None:
    """pw:12.4.2: a row that is added to the chart is a row to be played."""
    assert set(CHART.by_key) == set(CASES) | NOTHING
    assert all(CHART[key] == 0 for key in NOTHING)


@pytest.mark.parametrize("key", list(CASES))
def test_a_row_adjusts_an_attack_by_its_figure(key: str) -> None:
    """pw:12.4.2, pw:12.0.2, pw:6.9.5, pw:8.5.4, pw:8.5.5, pw:8.5.6, pw:8.9.6, pw:8.17.3, pw:9.22.2, pw:10.3.9.3,
    pw:12.6.1, pw:12.8.3, pw:12.9, pw:12.9.3.2, pw:15.7.2.1: and nothing else does."""
    row, (one, other) = CHART.by_key[key], CASES[key]()
    if row.times != 1:
        assert other.net != 0
        assert one.net == row.times * other.net + row.amount
    else:
        assert one.net - other.net == row.amount
    assert sum(reason.amount for reason in one.why) == one.net - one.base, "what is told is what counts"


@pytest.mark.parametrize("key", list(ANNEX))
def test_cover_of_the_chart_is_that_of_the_annex(key: str) -> None:
    """pw:12.4.2, pw:15.6."""
    assert charts().ground.terrain[ANNEX[key]].cover == CHART[key]


def test_the_best_cover_counts_alone() -> None:
    """pw:12.4.2: then every other row that applies."""
    board = a_board(terrain={"J14": "village"}, sides={"J14-J15": "wall"})
    dug = men(posture=Posture(dug=Digging.TRENCH), travel=moved(Motion.HALF))
    assert [one.amount for one in attack(duel(firer(), dug, board=board)).why] == [CHART["trench"]]


def test_horsemen_are_men() -> None:
    """pw:6.1.6a: cavalry is attacked as squads are."""
    one, other = at(men(role=CAVALRY))
    assert one.net == other.net
