"""GP fire: its chances against its play, what the sides see of it, and what must always hold of counters."""

from __future__ import annotations

from collections import Counter
from time import process_time
from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.ai import player
from core.codec import decode, encode
from core.dice import Dice, SeededDice, branches
from core.event import UnitId
from core.hexes import Hex, hex_from_id
from core.panzer import sequence
from core.panzer.chapters import BOOK
from core.panzer.gp import fire, kind
from core.panzer.pieces import clouds
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game
from core.replaced import replaced

MODULES = [
    "gp-fire",
    "leg-and-towed",
    "bail-out",
    "ammo-limits",
    "dual-fire",
    "smoke",
    "grades",
    "transport",
    "buildings",
]
ROWS = 6


def posed(units: list[dict[str, Any]], *, grid: str = "", step: str = "first-fire") -> Situation:
    """Units on a plain, First Player the British."""
    return situation(
        {
            "modules": MODULES,
            "board": {"grid": grid or "\n".join([". . . . ."] * ROWS)},
            "unit": units,
            "situation": {"step": step, "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    )


def duel(shooter: str, target: str, **condition: Any) -> Situation:
    return posed(
        [
            {"id": "b1", "card": shooter, "side": "british", "hex": "A1", "facing": "S", "command": "FIRE"},
            {"id": "g1", "card": target, "side": "german", "hex": "A3", **condition},
        ]
    )


# -- chances ---------------------------------------------------------------------------------------

DUELS = [
    ("na-crusader-iii", "g73-medium-truck", {}),
    ("na-a10-cs", "g23-panzerjaeger-i", {}),
    ("na-gb-rifle-squad", "g73-medium-truck", {"hull_damaged": True}),
    ("na-gb-rifle-squad", "g85-rifle-squad-1-2-squad", {"size": "half"}),
]


@pytest.mark.parametrize(("shooter", "target", "condition"), DUELS)
def test_the_odds_are_those_of_the_play(shooter: str, target: str, condition: dict[str, Any]) -> None:
    """na:6.5.4.4, na:5.16.2b: every die of the real resolution, ammunition included, gives the chances shown."""
    state = duel(shooter, target, **condition).initial()
    shot = Shot(UnitId("b1"), UnitId("g1"), 0, "GP")
    state.fire = replaced(state.fire, announced=(shot,))
    odds = fire.gp_odds(state, fire.gp_terms(state, shot, overwatch=False))
    played: dict[Result, float] = {}
    for chance, event in branches(lambda dice: next(iter(fire.resolve(state, shot, dice)))):
        result: Result = event.result  # type: ignore[attr-defined]
        played[result] = played.get(result, 0.0) + chance
    assert sum(odds.values()) == pytest.approx(1)
    assert played == pytest.approx(odds)


@pytest.mark.parametrize(("shooter", "target", "condition", "checks"), [(*one, at < 3) for at, one in enumerate(DUELS)])
def test_whose_crew_bails_out_is_out_of_action(
    shooter: str, target: str, condition: dict[str, Any], checks: bool
) -> None:
    """na:5.15a, na:5.15c: GP fire that damages a vehicle or strikes its tracks makes its crew check."""
    state = duel(shooter, target, **condition).initial()
    shot = Shot(UnitId("b1"), UnitId("g1"), 0, "GP")
    state.fire = replaced(state.fire, announced=(shot,))
    lost = left = 0.0
    for chance, (gone, out) in branches(lambda dice: _fate(state.copy(), shot, dice)):
        lost += chance * (gone or out)
        left += chance * out
    assert kind.prospect(state, shot, overwatch=False).kill == pytest.approx(lost)
    assert (left > 0.005) is checks
    told = [row.text for row in kind.report(state, (shot,), overwatch=False).rows if row.label == "Crew"]
    assert told == ([f"bails out in {left:.0%}"] if checks else [])


def _fate(state: PanzerState, shot: Shot, dice: Dice) -> tuple[bool, bool]:
    """Whether the target of a shot is lost, and whether its crew has bailed out."""
    for event in fire.resolve(state, shot, dice):
        BOOK.evolve(state, event)
    unit = state.units[shot.target]
    return unit.presence is Presence.ELIMINATED, unit.bailed_out


def test_what_a_hidden_move_would_count_is_told() -> None:
    """na:6.5.4.3a: the owner of a vehicle may show it; nobody asks that of what has no MOVE, or is no vehicle."""
    told = {"MOVE": "the owner may show that: -10", "OVERWATCH": None}
    for command, text in told.items():
        state = duel("na-crusader-iii", "g73-medium-truck", command=command).initial()
        report = kind.report(state, (Shot(UnitId("b1"), UnitId("g1"), 0, "GP"),), overwatch=False)
        assert next((row.text for row in report.rows if row.label == "If it is moving"), None) == text
    state = duel("na-crusader-iii", "g85-rifle-squad-1-2-squad").initial()
    report = kind.report(state, (Shot(UnitId("b1"), UnitId("g1"), 0, "GP"),), overwatch=False)
    assert all(row.label != "If it is moving" for row in report.rows)


def test_what_the_command_of_a_leg_unit_would_count_is_told() -> None:
    """na:6.5.4.2.2: a MOVE that lies face down counts, though nobody shows it; not that of who crawls in Full Cover."""
    shot = Shot(UnitId("b1"), UnitId("g1"), 0, "GP")
    for condition, told in (({}, True), ({"full_cover": True}, False), ({"face": "revealed"}, False)):
        rules = duel("na-crusader-iii", "g85-rifle-squad-1-2-squad", command="MOVE", **condition)
        view = rules.view(rules.initial(), "british")
        rows = {row.label: row for row in kind.report(view, (shot,), overwatch=False).rows}
        assert ("If it is to move" in rows) == told, condition
        if told:
            assert rows["If it is to move"].text == "that counts, seen or not: -2 to its GP Defense"
            seen, true = (fire.gp_terms(at, shot, overwatch=False).strike.row for at in (view, rules.initial()))
            assert true == max(1, seen - 2)


def test_the_odds_are_quick() -> None:
    """A menu of twenty shots is there before a player can see that it was not."""
    state = duel("na-a10-cs", "g73-medium-truck").initial()
    shot = Shot(UnitId("b1"), UnitId("g1"), 0, "GP")
    begun = process_time()
    for _ in range(20):
        kind.chance(state, shot, overwatch=False)
    assert process_time() - begun < 1


def test_a_computer_player_fires_gp_where_it_promises_most() -> None:
    """Squads at squads with their small arms; a tank fires AP at armor, and its second weapon with Dual Fire."""
    rules: Any = posed(
        [
            {"id": "b1", "card": "na-gb-rifle-squad", "hex": "A1", "facing": "S", "command": "FIRE"},
            {"id": "b2", "card": "na-morris-cs9", "hex": "B1", "facing": "S", "command": "FIRE"},
            {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "hex": "A3", "value": 20},
            {"id": "g2", "card": "g43-spw-251-1", "hex": "B2", "value": 90},
        ]
    )
    state = rules.initial()
    given: dict[str, set[str]] = {}
    for dice in range(2):
        order = rules.suggest(state, "british", SeededDice(str(dice)))
        for shot in order.shots:
            given.setdefault(shot.shooter, set()).add(shot.ammo)
        state.fire = replaced(state.fire, resolved_targets=state.fire.resolved_targets | {order.target})
        for shot in order.shots:
            state.change(shot.shooter, fired=True)
        if all(state.units[u].fired for u in (UnitId("b1"), UnitId("b2"))):
            break
    assert given == {"b1": {"GP"}, "b2": {"AP", "GP"}}


# -- play --------------------------------------------------------------------------------------------

BRITISH: list[tuple[str, dict[str, Any]]] = [
    ("na-gb-rifle-squad", {"attached": ["na-gb-boys"]}),
    ("na-gb-3in-mortar", {}),
    ("na-morris-cs9", {}),
    ("na-a10-cs", {}),
    ("na-25pdr", {}),
]
GERMANS: list[tuple[str, dict[str, Any]]] = [
    ("g85-rifle-squad-1-2-squad", {}),
    ("g14-pzkpfw-iv-d", {}),
    ("g76-3-7cm-pak-36-atg", {}),
    ("g73-medium-truck", {}),
    ("g43-spw-251-1", {}),
]


def battle() -> Situation:
    """Two lines of all arms four hexes apart; a squad on the truck, a section in the half-track."""
    units: list[dict[str, Any]] = []
    for at, (card, more) in enumerate(BRITISH):
        column = "ABCDE"[at]
        units.append(
            {"id": f"b{at}", "card": card, "hex": f"{column}1", "facing": "S", "command": "FIRE", "side": "british"}
            | more
        )
    for at, (card, more) in enumerate(GERMANS):
        order = "OVERWATCH" if at % 2 else "FIRE"
        where = {"hex": f"{'ABCDE'[at]}5", "facing": "N", "command": order if card != "g73-medium-truck" else "N/C"}
        units.append({"id": f"g{at}", "card": card, "side": "german"} | where | more)
    units.append({"id": "p1", "card": "g85-rifle-squad-1-2-squad", "side": "german", "riding": "g3"})
    units.append({"id": "p2", "card": "g86-hmg-section", "side": "german", "riding": "g4"})
    return posed(units)


def fought(seed: str) -> Game[PanzerState]:
    """The Combat Phase of the battle, as players who choose at random fight it."""
    rules: Any = battle()
    game: Game[PanzerState] = Game(rules, SeededDice(seed))
    players = {s.id: player("random", f"{seed}/{s.id}") for s in game.system.sides}
    game.begin()
    combat = (*sequence.FIRE_STEPS, sequence.OVERWATCH)
    while not game.over and game.state.step in combat:
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


@pytest.mark.parametrize("seed", [f"gp {n}" for n in range(6)])
def test_what_each_side_sees_follows_from_the_events_that_it_is_told(seed: str) -> None:
    """Every event survives the journal, has words, and leaves each view as it is of the whole state."""
    game = fought(seed)
    rules: Any = game.system
    state = rules.initial()
    watched = {side.id: rules.view(rules.initial(), side.id) for side in rules.sides}
    for event in game.journal:
        assert decode(encode(event)) == event
        BOOK.evolve(state, event)
        if event.name.startswith(
            ("gp-", "bail-", "unit-s", "unit-e", "terrain-", "smoke-", "suppression-", "counters-")
        ):
            assert BOOK.report(state, event) is not None
        for side, known in watched.items():
            shown = rules.redact(state, event, side)
            if shown is not None:
                BOOK.evolve(known, shown)
            truth = rules.view(state, side)
            assert known.units == truth.units, event
            assert known.counters == truth.counters


def test_all_that_may_happen_happens() -> None:
    """Battles like those above are not about nothing: units are Suppressed, lost, dismounted, and smoke is laid."""
    counts: Counter[str] = Counter()
    for n in range(12):
        game = fought(f"gp {n}")
        counts.update(event.name for event in game.journal)
        for unit in game.state.units.values():
            assert (unit.presence is Presence.CARRIED) == (unit.carrier is not None)
            assert unit.presence is not Presence.CARRIED or game.state.units[unit.carrier].on_map  # type: ignore[index]
    assert counts["gp-fire-resolved"] > 30
    assert counts["bail-out-checked"] > 2
    assert counts["smoke-fired"] > 0


# -- counters ----------------------------------------------------------------------------------------


def test_smoke_is_renewed_on_its_hexes() -> None:
    """na:6.1.4.3.10d, na:6.1.4.3.10e: ON again, effective at once, and no thinner than it was."""
    there = frozenset({hex_from_id("A1")})
    old = Cloud(CloudKind.SMOKE, there, on=False, fresh=False)
    (renewed,) = clouds.placed((old,), Cloud(CloudKind.SMOKE, there, open=True))
    assert renewed == Cloud(CloudKind.SMOKE, there, open=False, on=True, fresh=False)
    beside = Cloud(CloudKind.SMOKE, frozenset({Hex(3, 3)}))
    assert clouds.placed((old,), beside) == (old, beside)


def test_a_barrage_and_a_fire_do_not_thin() -> None:
    """na:6.8.4: smoke and dust turn to OFF and go; a barrage ends with its mission."""
    there = frozenset({hex_from_id("A1")})
    lasting = tuple(Cloud(kind, there, fresh=False) for kind in (CloudKind.BARRAGE, CloudKind.FIRE))
    smoke = Cloud(CloudKind.SMOKE, there, fresh=False)
    once = clouds.thinned((*lasting, smoke))
    assert once == (*lasting, Cloud(CloudKind.SMOKE, there, on=False, fresh=False))
    assert clouds.thinned(once) == lasting
