"""Aircraft: what holds of every crossing, whoever plays it, and what the sides see of it (na:6.7)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from content.panzer.situations.situation import situation
from core.ai import player
from core.codec import decode, encode
from core.dice import ScriptedDice, SeededDice, branches
from core.event import SideId, UnitId
from core.hexes import Hex, turn_size
from core.order import Order
from core.panzer import sequence
from core.panzer.air import anti_aircraft, flying
from core.panzer.air import attacks as air_attacks
from core.panzer.air import events as air_events
from core.panzer.air import runs as air_runs
from core.panzer.air.orders import AcquireTarget, AirAttackOrder, Fly, HoldAaFire
from core.panzer.air.sight import observers
from core.panzer.chapters import BOOK
from core.panzer.course import conditions
from core.panzer.course.events import TurnBegun
from core.panzer.gp.events import GpFireResolved
from core.panzer.gp.fire import short, strike_odds
from core.panzer.gp.strike import resolve, strike_at
from core.panzer.opponent import air
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import LOITER, Altitude, Speed
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Spot, Suppression
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game
from core.tally import Tally

GERMAN, SOVIET = SideId("german"), SideId("soviet")
ROWS = 14
_GRID = "\n".join(
    " ".join("g" if (row, col) in {(4, 2), (9, 5)} else "W" if row == 7 and col == 3 else "." for col in range(8))
    for row in range(ROWS)
)


def posed(*, step: str = "first-air", turn: int = 1, more: Any = (), **moment: Any) -> Situation:
    """Three aircraft against guns, tanks and a truck, on a plain with a few groves."""
    units: list[dict[str, Any]] = [
        {"id": "il", "card": "s61-il-2m3", "side": "soviet", "load": "rocket", "grade": "Veteran"},
        {"id": "pe", "card": "s62-pe-2", "side": "soviet"},
        {"id": "su", "card": "s60-su-2", "side": "soviet", "load": "bomb"},
        {"id": "s1", "card": "s12-t-34-76-m40", "side": "soviet", "hex": "A1", "command": "N/C"},
        {"id": "fo", "card": "s57-rifle-squad-1-2-squad", "side": "soviet", "hex": "D3", "labels": ["FO"]},
        {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "D6", "command": "MOVE"},
        {"id": "g2", "card": "g73-medium-truck", "hex": "D12"},
        {"id": "g3", "card": "g76-3-7cm-pak-36-atg", "hex": "C5", "command": "N/C"},
        {"id": "f1", "card": "g66-2cm-flak-zgkw-1t", "hex": "E7", "command": "OVERWATCH"},
        {"id": "f2", "card": "g80-8-8cm-flak-36-a-atg", "hex": "D10", "facing": "N", "command": "OVERWATCH"},
        *more,
    ]
    for unit in units:
        if unit["id"] == "fo":
            unit["command"] = "OVERWATCH"
        if step in ("spotting", "set-up"):
            unit.pop("command", None)
    return situation(
        {
            "modules": ["air", "ammo-limits", "leg-and-towed", "buildings", "grades", "bail-out"],
            "board": {"grid": _GRID},
            "unit": units,
            "situation": {"step": step, "turn": turn, "first": "soviet", "turns": 8, **moment},
        },
        "x",
        "x",
        "x",
    )


def test_nobody_flies_where_visibility_is_limited() -> None:
    """na:6.7, or:7.36.1: aircraft fly by day, in clear weather; the Air Phase is over at once."""
    state = posed().initial()
    dark = attrs.evolve(state.scenario, switches=state.scenario.switches | {Switch.LIMITED_VISIBILITY})
    night = state.shown({"scenario": dark})
    assert flying.able_to_fly(state)
    assert not flying.able_to_fly(night)
    refused = [flying.flight_refusal(night, unit.id) for unit in flying.aircraft(night)]
    assert [one.rule if one is not None else "" for one in refused] == ["na:6.7"] * 3
    told = conditions.card(dark)
    assert told is not None
    assert "Aircraft" in [row.label for section in told.sections for row in section.rows]


class Watcher:
    """Checks every event of a game against what holds of all crossings."""

    def __init__(self, game: Game[PanzerState]) -> None:
        self.game = game
        self.turns: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.seen: Counter[str] = Counter()
        self.turn = game.state.turn
        self.crossing: air_events.FlightBegun | None = None
        self.at: tuple[Hex, int] | None = None
        self.turned = 0

    def watch(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self.seen[event.name] += 1
            assert decode(encode(event)) == event
            BOOK.report(self.game.state, event)
            if isinstance(event, TurnBegun):
                self.turn = event.turn
            elif isinstance(event, air_events.FlightBegun):
                self._begun(event)
            elif isinstance(event, air_events.AircraftFlew):
                self._flew(event)
            elif isinstance(event, air_events.AircraftLeft):
                assert self.crossing is not None
                came = self.crossing.entered_by
                assert any(one is not other for one in came for other in event.edges)  # na:6.7.2
        self._state(self.game.state)

    def _begun(self, event: air_events.FlightBegun) -> None:
        """na:6.7.2.1: once in a turn, within five turns of the first."""
        first = self.first.setdefault(event.unit, self.turn)
        assert self.turn < first + LOITER
        self.turns[f"{event.unit}/{self.turn}"] += 1
        assert self.turns[f"{event.unit}/{self.turn}"] == 1
        self.crossing, self.at, self.turned = event, (event.hex, event.facing), 0

    def _flew(self, event: air_events.AircraftFlew) -> None:
        """na:6.7.2.3, na:6.7.2.3.1: straight ahead, with at most one turn of one hexside, none at Fast Speed."""
        assert self.crossing is not None
        assert self.at is not None
        hex_, facing = self.at
        if event.step == "F":
            assert (event.hex, event.facing) == (hex_.neighbour(facing), facing)
        else:
            assert event.hex == hex_
            assert turn_size(facing, event.facing) == 1
            self.turned += 1
            assert self.turned == 1
            if self.crossing.speed is Speed.FAST:
                assert self.game.state.units[event.unit].damaged  # na:6.7.4.2.1c
        self.at = event.hex, event.facing

    def _state(self, state: PanzerState) -> None:
        for unit in flying.aircraft(state):
            for weapon in range(len(state.card(unit.id).weapons)):
                left = air_attacks.uses_left(state, unit.id, weapon)
                assert left is not None
                assert left >= 0
                assert flying.sortie(state, unit.id).uses(weapon) <= 2
            over = state.air.flight is not None and state.air.flight.unit == unit.id
            assert (unit.hex is not None) == over  # na:6.7.2: never left on the map
            assert not unit.on_map
        flight = state.air.flight
        if flight is not None:
            assert not flight.acquired or flight.target is not None
            assert flight.target is not None or flight.counted is None
            if flight.acquired and flight.target is not None:
                assert flight.counted is not None


def test_random_crossings() -> None:
    """na:6.7.2, na:6.7.2.1, na:6.7.2.3, na:6.7.2.3.1, na:6.7.3.1.1, na:5.16.2.6, na:6.7.4.1.1: whatever is ordered."""
    rules, attacks = posed(), 0
    for seed in range(6):
        game: Game[PanzerState] = Game(rules, SeededDice(f"air {seed}"))
        watcher, dice = Watcher(game), Random(seed)
        sides = {side: player("random", f"{seed}/{side}") for side in (GERMAN, SOVIET)}
        watcher.watch(game.begin())
        for _ in range(300):
            if game.over:
                break
            side = game.active[0]
            eager = game.state.step in sequence.AIR_STEPS
            order = _eagerly(game, side, dice) if eager else sides[side].order(rules, game.view(side), side)
            watcher.watch(game.submit(side, order))
        assert watcher.seen["flight-begun"] >= 2
        attacks += watcher.seen["air-attack-completed"]
    assert attacks >= 3


def _eagerly(game: Game[PanzerState], side: SideId, dice: Random) -> Order:
    """An order of an Air Phase, built choice by choice; an attack where there is one, else anything but the end."""
    partial: tuple[str, ...] = ()
    runs = ["at"]
    while True:
        found = game.choices(side, partial)
        if found.complete and (not found.options or dice.random() < 0.5):
            return game.system.order(game.state, side, partial)
        legal = [c.pick for c in found.legal if c.pick not in ("instructions", "finish-step", "hold-aa:rest")]
        if not legal and not partial:
            return game.system.order(game.state, side, ("finish-step",))
        if not legal:
            partial, runs = (), []  # no run leads to that target
            continue
        first = [pick for pick in legal if pick.partition(":")[0] in ("attack", "dive", *runs)]
        flight = game.state.air.flight
        aims = flight is not None and flight.target is None and dice.random() < 0.7
        second = [pick for pick in legal if pick.startswith("acquire:" if aims else "step:F")]
        partial = (*partial, dice.choice(first or (second if dice.random() < 0.8 else []) or legal))


@pytest.mark.parametrize("seed", range(3))
def test_computers_fly_and_shoot(seed: int) -> None:
    """na:6.4, na:6.7.3, na:6.7.4: a computer brings its aircraft to the attack, the other fires at them."""
    rules = posed()
    game: Game[PanzerState] = Game(rules, SeededDice(f"greedy {seed}"))
    watcher = Watcher(game)
    watcher.watch(game.begin())
    while game.state.step == "first-air":
        side = game.active[0]
        watcher.watch(game.submit(side, air.air_order(game.view(side), side)))
    assert watcher.seen["air-attack-completed"] >= 1
    assert watcher.seen["aa-fire-announced"] >= 1


def test_runs_keep_their_promise() -> None:
    """na:6.7.3.1.1: a run that is offered acquires its target and attacks it from where it says."""
    rules = posed()
    found = 0
    for altitude in Altitude:
        for target in ("g1", "g2", "f2"):
            game: Game[PanzerState] = Game(rules, SeededDice("run"))
            game.begin()
            for unit in ("il", "pe", "su"):
                for run in air_runs.runs_at(game.state, UnitId(unit), UnitId(target), Speed.SLOW, altitude):
                    _fly_it(rules, run)
                    found += 1
    assert found >= 12


def _fly_it(rules: Situation, run: air_runs.Run) -> None:
    game: Game[PanzerState] = Game(rules, SeededDice("run"))
    game.begin()
    game.submit(SOVIET, run.order)
    while (flight := game.state.air.flight) is not None:
        side = game.active[0]
        if side == GERMAN:
            game.submit(side, HoldAaFire(rest=True))
        elif flight.target is None and game.state.units[run.unit].hex is not None and _sees(game.state, run.target):
            game.submit(side, AcquireTarget(target=run.target))
        elif flight.flown == run.flown:
            assert game.state.units[run.unit].hex == run.attack_from
            game.submit(side, AirAttackOrder(weapon=run.weapon, dive=run.dive))
            return
        else:
            game.submit(side, Fly(steps=("F",)))
    raise AssertionError(f"{run} never attacked")


def _sees(state: PanzerState, target: UnitId) -> bool:
    flight = state.air.flight
    assert flight is not None
    observer = next(iter(observers(state, SOVIET, target)), None)
    return flying.sight_refusal(state, flight, target, observer) is None


def test_the_odds_are_those_of_the_play() -> None:
    """na:6.7.4.2, na:6.7.3: what the panel shows is what enumerating the real resolution gives."""
    rules = posed(flight={"unit": "il", "hex": "D5", "facing": "S", "target": "g1", "counted": 9, "acquired": True})
    state = rules.initial()
    flight = state.air.flight
    assert flight is not None
    for shot in anti_aircraft.aa_shots(state, flight):
        odds = anti_aircraft.aa_odds(state, flight, shot)
        strike = anti_aircraft.aa_terms(state, flight, shot).strike
        found: dict[Result, float] = {}
        for share, outcome in branches(lambda dice, strike=strike: resolve(state, strike, dice)):  # type: ignore[misc]
            found[outcome.result] = found.get(outcome.result, 0.0) + share
        assert odds == pytest.approx(found)
        assert Result.DAMAGED in odds
        assert sum(odds.values()) == pytest.approx(1.0)
    attack = air_attacks.attack_odds(state, flight, 0)
    assert attack
    assert all(sum(odds.values()) == pytest.approx(1.0) for odds in attack.values())


def test_the_odds_count_ammunition_that_runs_short() -> None:
    """na:5.16.2b, na:6.7.4.2: of 8 on a d10 what lies above is fired at -10, and the panel says so."""
    units = [
        {"id": "aa", "card": "na-autocannone-90-53", "side": "italian", "hex": "B5", "command": "OVERWATCH"},
        {"id": "hu", "card": "na-hurricane-iib", "side": "british"},
    ]
    moment = {"step": "first-air", "turn": 1, "first": "italian", "flight": {"unit": "hu", "hex": "B2", "facing": "S"}}
    stated = {"modules": ["air", "ammo-limits"], "board": {"grid": "\n".join([". . ."] * 6)}, "unit": units}
    rules = situation({**stated, "situation": moment}, "x", "x", "x")
    state = rules.initial()
    flight, shot = state.air.flight, Shot(UnitId("aa"), UnitId("hu"), 0, anti_aircraft.AA)
    assert flight is not None
    strike = anti_aircraft.aa_terms(state, flight, shot).strike
    whole, less = strike_odds(state, strike), strike_odds(state, short(state, strike))
    mixed = {result: 0.8 * whole.get(result, 0) + 0.2 * less.get(result, 0) for result in {*whole, *less}}
    assert anti_aircraft.aa_odds(state, flight, shot) == pytest.approx(mixed)
    told = rules.odds(state, SideId("italian"), ("aa:aa/0",))
    assert told is not None
    assert any("runs short above 8 on a d10" in row.text for row in told.rows)


def test_what_a_side_does_not_see() -> None:
    """na:6.7.1: the load until it is used, the way ahead, and the chances to fire of the other side."""
    rules = posed()
    game: Game[PanzerState] = Game(rules, SeededDice("secrets"))
    game.begin()
    chosen = air_events.LoadChosen(unit=UnitId("il"), load=flying.LOADS[1])
    planned = air_events.FlightPlanned(unit=UnitId("il"), steps=("F", "F"))
    chance = air_events.AaChance(side=GERMAN)
    passed = air_events.AaPassed(side=GERMAN)
    for event, knows, not_so in (
        (chosen, SOVIET, GERMAN),
        (planned, SOVIET, GERMAN),
        (chance, GERMAN, SOVIET),
        (passed, GERMAN, SOVIET),
    ):
        assert rules.redact(game.state, event, knows) == event
        assert rules.redact(game.state, event, not_so) is None
        assert rules.redact(game.state, event, None) is None
    rules.evolve(game.state, chosen)
    assert rules.view(game.state, SOVIET).air.sorties[UnitId("il")].load is flying.LOADS[1]
    assert rules.view(game.state, GERMAN).air.sorties[UnitId("il")].load is None
    run = air.best_run(game.view(SOVIET), SOVIET)
    assert run is not None
    game.submit(SOVIET, run.order)
    rules.evolve(game.state, planned)
    flight = game.view(GERMAN).air.flight
    assert flight is not None
    assert flight.plan == ()


def test_a_suppressed_gun_tracks_and_fires_worse() -> None:
    """na:6.7.4.1.1, na:6.7.4.2: twice the hexes to track, -20 to the roll."""
    rules = posed(flight={"unit": "il", "hex": "D5", "facing": "S", "tracks": {}})
    state = rules.initial()
    flight = state.air.flight
    assert flight is not None
    gun = state.units[UnitId("f1")]
    before = flying.hexes_to_track(state, gun, flight)
    shot = Shot(gun.id, flight.unit, 0, anti_aircraft.AA)
    net = anti_aircraft.aa_terms(state, flight, shot).strike.tally.total
    state.change(gun.id, suppression=Suppression.ON)
    assert flying.hexes_to_track(state, state.units[gun.id], flight) == 2 * before
    assert anti_aircraft.aa_terms(state, flight, shot).strike.tally.total == net - 20


def test_small_arms_at_aircraft_show_less() -> None:
    """na:6.1.3b, na:6.7.4.1.1: SPOT/FIRE SA, but in place of no SPOT/FIRE that lies there."""
    guns = [
        {"id": "mg", "card": "s43-gaz-aa", "side": "soviet", "hex": "B3", "command": "OVERWATCH"},
        {"id": "m2", "card": "s43-gaz-aa", "side": "soviet", "hex": "C3", "command": "OVERWATCH", "spot": "SPOT/FIRE"},
        {"id": "hu", "card": "na-hurricane-iib", "side": "german"},
    ]
    moment = {"step": "first-air", "turn": 1, "first": "soviet", "flight": {"unit": "hu", "hex": "B2", "facing": "S"}}
    board = {"grid": "\n".join(". . . ." for _ in range(6))}
    state = situation({"modules": ["air"], "board": board, "unit": guns, "situation": moment}, "x", "x", "x").initial()
    shots = tuple(Shot(UnitId(gun), UnitId("hu"), 0, anti_aircraft.AA) for gun in ("mg", "m2"))
    BOOK.evolve(state, air_events.AaFireAnnounced(side=SOVIET, target=UnitId("hu"), shots=shots))
    assert state.units[UnitId("mg")].spot is Spot.SMALL_ARMS
    assert state.units[UnitId("m2")].spot is Spot.FIRE


def test_gp_fire_at_aircraft_is_told_apart() -> None:
    """na:6.5.4.2.4: an aircraft is of type S, and only anti-aircraft fire strikes it."""
    rules = posed(flight={"unit": "il", "hex": "D5", "facing": "S"})
    game: Game[PanzerState] = Game(rules, SeededDice("aa"))
    game.begin()
    assert game.active == (GERMAN,) or game.state.air.flight is not None
    where = game.state.units[UnitId("il")].hex
    assert where is not None
    event = GpFireResolved(
        shooter=UnitId("f1"),
        target=UnitId("il"),
        weapon=0,
        range=2,
        factor="P",
        gp=5,
        defense=6,
        type="S",
        n_effect=60,
        s_effect=90,
        net=0,
        total=95,
        result=Result.DAMAGED,
        target_hex=where,
    )
    rules.evolve(game.state, event)
    assert game.state.units[UnitId("il")].damaged
    assert game.state.air.flight is not None
    assert game.state.air.flight.speed is Speed.SLOW


def test_what_is_shown() -> None:
    """na:6.7.2, na:6.7.3.1, na:6.7.4.1.1, na:6.5.4.3a: the counter over the map, the sheet, the layer, cards and
    chances."""
    crossing = {"unit": "il", "hex": "D5", "facing": "S", "target": "g1", "counted": 5, "acquired": True}
    rules = posed(flight=crossing, sortie=[{"unit": "il", "used": [1, 0, 0]}])
    state, face = rules.initial(), rules.face
    counter = next(c for c in face.counters(state) if c.id == "il")
    assert (counter.hex.id, counter.facing, counter.side) == ("D5", 3, SOVIET)
    assert {"low", "tracked"} <= {mark.id for mark in counter.marks}
    told = [
        (row.label, row.text)
        for card in face.sheet(state, SOVIET, "air").cards
        for s in card.sections
        for row in s.rows
    ]
    assert ("Target", "PzKpfw III/J acquired") in told
    assert ("Left", "strafe 1, rocket 2") in told
    assert any("tracks the aircraft" in text for _, text in told)
    seen_by_enemy = [
        row.label
        for card in face.sheet(rules.view(state, GERMAN), GERMAN, "air").cards
        for s in card.sections
        for row in s.rows
    ]
    assert "Left" not in seen_by_enemy
    assert "Used" in seen_by_enemy
    layer = face.overlay(state, SOVIET, "air", None, None)
    assert layer.cells[Hex(4, 6)].tone == "seen"
    assert any(row.label == "Above" for s in face.hex_card(state, Hex(4, 5)).sections for row in s.rows)
    assert any(row.label == "Flies" for s in face.unit_card(state, "il").sections for row in s.rows)
    attack = rules.odds(state, SOVIET, ("attack:0",))
    assert attack is not None
    assert sum(share for _, share in attack.outcomes) == pytest.approx(1.0)
    assert ("If it is moving", "the owner may show that: -10") in [(row.label, row.text) for row in attack.rows]
    fire = rules.odds(state, GERMAN, ("aa:f1/0",))
    assert fire is not None
    assert "Low Altitude" in {reason.label for reason in fire.tally}
    quiet = posed()
    guns = quiet.face.overlay(quiet.initial(), SOVIET, "air", None, None)
    assert max(int(cell.text) for cell in guns.cells.values()) == 2
    run = quiet.odds(quiet.initial(), SOVIET, ("enter:il", "Slow", "Low", "at:g1", "D1/3"))
    assert run is not None
    assert run.path


def test_an_aircraft_stands_on_no_hex() -> None:
    """na:6.7.2: over the map it has no reach, range bands or field of fire on it, nor is it said to be off it."""
    rules = posed(flight={"unit": "il", "hex": "D5", "facing": "S", "target": "g1", "counted": 5, "acquired": True})
    state, face = rules.initial(), rules.face
    for kind in face.overlay_kinds():
        if kind.needs == "unit":
            assert not face.overlay(state, SOVIET, kind.id, Hex(4, 5), "il").cells, kind.id
    assert all(row.label != "Where" for s in face.unit_card(state, "il").sections for row in s.rows)
    assert flying.entry_words(state, UnitId("pe")) == "on any edge"


def test_a_crash_is_effective_against_any_vehicle() -> None:
    """na:6.7.4.2.1d: whatever the GP Defense Factor; other fire of no more effectiveness only Suppresses."""
    state = posed().initial()
    thick = Tally().add("Data Card", 10, "na:6.5.4.2.1")
    strike = strike_at(state, anti_aircraft.CRASH, UnitId("g1"), Tally())
    crash = attrs.evolve(strike, defense=thick)
    other = attrs.evolve(crash, source=attrs.evolve(anti_aircraft.CRASH, sure=False))
    assert resolve(state, crash, ScriptedDice([98, 8])).result is Result.KNOCKED_OUT
    assert resolve(state, crash, ScriptedDice([98, 7])).result is Result.BREW_UP
    assert resolve(state, other, ScriptedDice([98])).result is Result.SUPPRESSED


def test_which_fo_spots_for_an_aircraft_is_asked() -> None:
    """na:6.7.3.1.2: each that could is offered, with the OVERWATCH that it would spend; one alone is not asked for."""
    second = {"id": "fp", "card": "s57-rifle-squad-1-2-squad", "side": "soviet", "hex": "B4", "labels": ["FO"]}
    flight = {"unit": "il", "hex": "C2", "facing": "S"}
    for more, asked in (((), False), (({**second, "command": "OVERWATCH"},), True)):
        game: Game[PanzerState] = Game(posed(more=more, flight=flight), SeededDice("fo"))
        picks = ("acquire:g3",)
        found = game.choices(SOVIET, picks)
        assert found.complete is not asked
        if asked:
            assert [o.pick for o in found.legal] == ["fo", "fp"]
            order = game.system.order(game.state, SOVIET, (*picks, "fp"))
            assert order == AcquireTarget(target=UnitId("g3"), observer=UnitId("fp"))
            game.submit(SOVIET, order)
            assert dict(game.state.air.observers) == {"fp": "g3"}
        assert game.choices(SOVIET, ("acquire:g1",)).complete
