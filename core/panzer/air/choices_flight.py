"""Building orders while an aircraft is over the map: its attacks, targets and steps; fire at it (na:6.7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial as later
from typing import Final

from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import UnitId
from core.hexes import DIRECTION_NAMES, Hex, in_front_arc, in_hexes
from core.order import IllegalOrder
from core.panzer.air import anti_aircraft, attacks, flying
from core.panzer.air.sight import concealed, observers
from core.panzer.armament import armament
from core.panzer.hidden_units.revealing import reveal_options
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Flight, Pattern
from core.panzer.pieces.movement import TURN_TO, MoveStep, StepKind
from core.panzer.pieces.results import LOST, Result
from core.panzer.state import PanzerState

_KEYS: Final = {Pattern.STRAFE: "s", Pattern.ROCKETS: "k", Pattern.BOMBS: "b", Pattern.DIVE: "d"}
_STEP_KEYS: Final = {StepKind.FORWARD: "f", StepKind.LEAVE_MAP: "x"}
_STEP_WORDS: Final = {StepKind.FORWARD: "One hex ahead", StepKind.LEAVE_MAP: "Leave the map"}
_STANDING: Final = Choice("instructions", "Standing instructions ...", "order", key="I")
# -- over the map --------------------------------------------------------------------------------------


def flight_choices(state: PanzerState, flight: Flight) -> Choices:
    """Attacks on the target, targets to acquire, steps of the crossing."""
    unit = state.units[flight.unit]
    options = [*_attack_options(state, flight), *_target_options(state, flight), *_steps(state, flight)]
    how = f"{flight.speed.value} and {flight.altitude.value}"
    prompt = f"{state.name(unit.id)} in {unit.hex}, {how}: {progress(state, flight)}"
    return Choices(prompt, "na:6.7.2.3", (*options, _STANDING))


def progress(state: PanzerState, flight: Flight) -> str:
    """How far the aircraft has come with its target, in words."""
    if flight.target is None:
        return "no target"
    name = state.name(flight.target)
    if flight.acquired:
        return f"{name} acquired"
    return f"{name}, {flight.counted or 0} of {in_hexes(flying.needed(state, flight))}"


def _attack_options(state: PanzerState, flight: Flight) -> list[Choice]:
    options: list[Choice] = []
    if flight.target is None:
        return options
    offered = tuple(attacks.options(state, flight))
    patterns = [_pattern(state, flight, weapon, dive=dive) for weapon, dive, _ in offered]
    for pattern, (weapon, dive, refused) in zip(patterns, offered, strict=True):
        # The weapon is told where the pattern does not tell it.
        told = f", {armament(state, flight.unit)[weapon].weapon.name}" if patterns.count(pattern) > 1 else ""
        odds = Later(later(_effect, state, flight, weapon, dive)) if refused is None else None
        options.append(
            Choice(
                f"{'dive' if dive else 'attack'}:{weapon}",
                f"Attack {state.name(flight.target)}: {pattern.value}{told}",
                "weapon",
                state.units[flight.target].hex,
                flight.target,
                odds=odds,
                refusal=refused,
                key=_KEYS[pattern],
                irreversible=True,
                group="Attack",
            )
        )
    return options


def _effect(state: PanzerState, flight: Flight, weapon: int, dive: bool) -> Chance | None:
    """What an attack may do to its target."""
    if flight.target is None:
        return None
    odds = attacks.attack_odds(state, flight, weapon, dive=dive)[flight.target]
    return _of(odds)


def _at_aircraft(state: PanzerState, flight: Flight, shot: Shot) -> Chance:
    return _of(anti_aircraft.aa_odds(state, flight, shot))


def _of(odds: Mapping[Result, float]) -> Chance:
    kill = sum(odds.get(result, 0.0) for result in (*LOST, Result.ELIMINATED))
    return Chance(kill, 1 - odds.get(Result.NO_EFFECT, 0.0))


def _pattern(state: PanzerState, flight: Flight, weapon: int, *, dive: bool) -> Pattern:
    row = armament(state, flight.unit)[weapon].weapon.air
    if row is None:
        raise ValueError(f"weapon {weapon} of {flight.unit} attacks nothing from the air")
    return attacks.pattern_of(row.attack, dive=dive)


def _target_options(state: PanzerState, flight: Flight) -> list[Choice]:
    """The enemies in front, in sight or not, with how long it takes to acquire them."""
    unit = state.units[flight.unit]
    way = set(flying.straight_ahead(state, unit.hex, unit.facing)) if unit.hex is not None else set()
    options: list[Choice] = []
    for enemy in state.of(state.scenario.enemy(unit.side)):
        if unit.hex is None or enemy.hex is None or enemy.bailed_out or enemy.id == flight.target:
            continue
        if not in_front_arc(unit.hex, unit.facing, enemy.hex, state.edition.arc_degrees):
            continue
        hidden = concealed(state, enemy)
        observer = next(iter(observers(state, unit.side, enemy.id)), None) if hidden else None
        refused = flying.sight_refusal(state, flight, enemy.id, observer)
        count, acquired = flying.first_count(state, flight, enemy.id) if refused is None else (0, False)
        cost = "at once" if acquired else f"{count} of {in_hexes(flying.needed(state, flight))}"
        if observer is not None and refused is None:
            cost += f", spotted by {state.name(observer)}"
        options.append(
            Choice(
                f"acquire:{enemy.id}",
                f"Acquire {state.name(enemy.id)}",
                "unit",
                enemy.hex,
                enemy.id,
                cost,
                refusal=refused,
                group="Acquire" if enemy.hex in way else "Acquire off its way",
            )
        )
    return sorted(options, key=lambda c: c.group)


def _steps(state: PanzerState, flight: Flight) -> list[Choice]:
    unit = state.units[flight.unit]
    if unit.hex is None:
        return []
    options: list[Choice] = []
    for step, found in flying.legal_steps(state, flight):
        refusal = Refusal(found.reason, found.rule) if isinstance(found, IllegalOrder) else None
        where = None if isinstance(found, IllegalOrder) else found.hex
        key = _STEP_KEYS.get(MoveStep.read(step).kind) or ("," if step == TURN_TO[(unit.facing - 1) % 6] else ".")
        options.append(
            Choice(f"step:{step}", _step_words(step), "option", where, refusal=refusal, key=key, group="Fly")
        )
    way = tuple(flying.straight_ahead(state, unit.hex, unit.facing))
    for number, (count, why) in enumerate(_stops(state, flight, way).items()):
        hex_ = way[count - 1]
        label, key = f"Fly to {state.board.label(hex_)}: {why}", "" if number else "t"
        options.append(Choice(f"ahead:{hex_}", label, "hex", hex_, cost=in_hexes(count), key=key, group="Fly"))
    if way:
        label, cost = "Fly straight off the map", in_hexes(len(way))
        options.append(Choice("out", label, "option", cost=cost, key="O", group="Fly"))
    return options


def _stops(state: PanzerState, flight: Flight, way: tuple[Hex, ...]) -> dict[int, str]:
    """Where a player may want to stop on the way ahead, by hexes from here: where its target is acquired, if it stays
    in sight, and in front of every enemy on the way."""
    stops: dict[int, str] = {}
    side = state.units[flight.unit].side
    for count, hex_ in enumerate(way, 1):
        names = [state.name(u.id) for u in state.in_hex(hex_) if u.side != side and not u.bailed_out]
        if names and count > 2:
            stops[count - 1] = f"in front of {names[0]}{' and others' if len(names) > 1 else ''}"
    if flight.target is not None and not flight.acquired and flight.counted is not None:
        left = flying.needed(state, flight) - flight.counted
        if 0 < left <= len(way):
            before = stops.get(left)
            stops[left] = f"{state.name(flight.target)} acquired" + (f", {before}" if before else "")
    return {count: stops[count] for count in sorted(stops)}


def _step_words(step: str) -> str:
    asked = MoveStep.read(step)
    return _STEP_WORDS[asked.kind] if asked.facing is None else f"Turn to {DIRECTION_NAMES[asked.facing]}"


# -- anti-aircraft fire --------------------------------------------------------------------------------


def aa_choices(state: PanzerState, flight: Flight, partial: Partial) -> Choices:
    """The shots that may be announced, one after the other, or none."""
    shots = anti_aircraft.aa_shots(state, flight)
    name = state.name(flight.unit)
    where = f"{flight.speed.value} and {flight.altitude.value} in {state.units[flight.unit].hex}"
    if partial and not partial[0].startswith("aa:"):
        return Choices("Hold fire", "na:4.2d", complete=True)
    taken = {shot_of(pick, flight).shooter for pick in partial}
    options = [
        Choice(
            f"aa:{shot.shooter}/{shot.weapon}",
            _label(state, flight, shot),
            "unit",
            state.units[shot.shooter].hex,
            shot.shooter,
            odds=Later(later(_at_aircraft, state, flight, shot)),
            irreversible=True,
            group="Fire",
        )
        for shot in shots
        if shot.shooter not in taken
    ]
    after = ", resolved after its attack" if flight.strike is not None else ""
    if partial:
        missing = [u for u in anti_aircraft.must_fire(state, flight, taken) if u not in taken]
        prompt = f"Fire at {name}: who else?"
        if missing:
            prompt += f" {', '.join(state.name(u) for u in missing)} must: they share the OVERWATCH"
        return Choices(prompt, "na:6.7.4.1.1", tuple(options), complete=not missing)
    options.append(Choice("hold-aa", "Hold fire", "done", key="P", irreversible=True))
    if flight.strike is None:
        options.append(Choice("hold-aa:rest", "Hold fire until it attacks", "done", key="W", irreversible=True))
    options += [*reveal_options(state, state.scenario.enemy(state.units[flight.unit].side)), _STANDING]
    return Choices(f"{name}, {where}: fire at it?{after}", "na:6.7.4.1.1", tuple(options))


def _label(state: PanzerState, flight: Flight, shot: Shot) -> str:
    terms = anti_aircraft.aa_terms(state, flight, shot)
    weapon = armament(state, shot.shooter)[shot.weapon].weapon.name
    n, s = (limit - terms.strike.tally.total for limit in terms.strike.cell)
    source = terms.strike.source
    return (
        f"{state.name(shot.shooter)}: {weapon} AA {source.gp} against {terms.strike.row}, range {terms.range} "
        f"{source.factor.name}, suppresses above {max(0, n)}, effective above {max(0, s)}"
    )


def shot_of(pick: str, flight: Flight) -> Shot:
    """The shot at the aircraft that a pick such as "aa:g1/0" names."""
    unit, _, weapon = pick.removeprefix("aa:").partition("/")
    return Shot(UnitId(unit), flight.unit, int(weapon or 0), anti_aircraft.AA)
