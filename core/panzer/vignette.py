"""Questions to the rules of Panzer, for worked examples and for whoever wants to know; and games from a situation.

Each question is a class whose fields are what must be named to ask it; `answer` names what it tells. Fields are
proved by the content before they get here: what a text stands for is in its metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.board import Board
from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, distance, hex_from_id
from core.order import IllegalOrder
from core.panzer import ap_fire, command, direct_fire, heights, movement, overwatch, reach, spotting, victory
from core.panzer.allowance import allowance
from core.panzer.line_of_sight import line_of_sight
from core.panzer.shot_odds import batch_odds, shot_odds
from core.panzer.state import ActiveMove, Command, PanzerState, Rate, Shot, Unit, Window
from core.panzer.system import Panzer
from core.panzer.terrain import vehicle_terrain
from core.tally import Tally

#: What a field stands for, in its metadata.
UNIT: Final = {"is": "unit"}
HEX: Final = {"is": "hex"}
OBJECTIVE: Final = {"is": "objective"}
RATE: Final = {"is": "rate"}

Answer = Mapping[str, Any]


@frozen(eq=False)
class Situation(Panzer):
    """The rules on a scenario whose games begin in the middle, from a given state."""

    start: PanzerState = field(kw_only=True)

    def initial(self) -> PanzerState:
        """A copy of the given state."""
        return self.start.copy()


def _id(text: str) -> UnitId:
    return UnitId(text)


def _hex(text: str) -> Hex:
    return hex_from_id(text)


def _tally(tally: Tally) -> dict[str, Any]:
    return {"total": tally.total, "tally": tally.reasons}


def _refused(refusal: Refusal | IllegalOrder | None) -> Answer | None:
    return None if refusal is None else {"rule": refusal.rule, "reason": refusal.reason}


# -- dice, range -----------------------------------------------------------------------------------


@frozen(kw_only=True)
class ReadDice:
    """How two ten-sided dice are read as one roll of (100), or one of them as (10) (na:3.2)."""

    tens: int | None = None
    units: int

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """result: 1 to 100, or 1 to 10 without tens; the face 10 reads as 0 of a pair."""
        if self.tens is None:
            return {"result": self.units % 10 or 10}
        return {"result": 10 * (self.tens % 10) + self.units % 10 or 100}


@frozen(kw_only=True)
class Range:
    """The range between two hexes (na:3.5, na:3.5.1)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """range in hexes."""
        return {"range": distance(_hex(self.from_), _hex(self.to))}


# -- spotting --------------------------------------------------------------------------------------


@frozen(kw_only=True)
class SpottingRange:
    """From how far away a unit can be spotted now (na:4.1.3)."""

    target: str = field(metadata=UNIT)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """range in hexes; row of the Spotting Ranges Table; tally; total: its sum before it is clamped."""
        tally = spotting.spotting_tally(state, _id(self.target))
        return {
            "range": spotting.spotting_range(state, _id(self.target)),
            "row": spotting.spotting_row(tally),
            **_tally(tally),
        }


@frozen(kw_only=True)
class Sighting:
    """Whether one unit spots another now (na:4.1)."""

    spotter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """spotted; range, spotting_range, row, tally; sight: as line-of-sight tells it."""
        return spotting_answer(state, _id(self.spotter), _id(self.target))


def spotting_answer(state: PanzerState, spotter: UnitId, target: UnitId) -> Answer:
    """The answer of `Sighting`."""
    found = spotting.sighting(state, spotter, target)
    return {
        "spotted": found.spotted,
        "range": found.range,
        "spotting_range": found.spotting_range,
        "row": found.row,
        "tally": found.tally,
        "clear": found.sight.clear,
        "sight": found.sight,
    }


@frozen(kw_only=True)
class LineOfSight:
    """The line between two hexes (na:4.1.4)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """clear, range, origin_height, target_height; obstacle: hex, direction, name, height, zone, d, reason, rule."""
        found = line_of_sight(state.board, state.tables, _hex(self.from_), _hex(self.to))
        back = line_of_sight(state.board, state.tables, _hex(self.to), _hex(self.from_))
        return {
            "clear": found.clear,
            "both_ways": found.clear == back.clear,
            "range": found.range,
            "origin_height": found.origin_height,
            "target_height": found.target_height,
            "obstacle": found.obstacle,
            "passed": list(found.passed),
        }


@frozen(kw_only=True)
class BlindZone:
    """The blind zone behind an obstacle (na:4.1.4.2.4).

    lower: Height of the lower unit; below: Heights by which the obstacle is lower than the higher unit; range:
    from the higher unit to the obstacle.
    """

    lower: int = 0
    below: int
    range: int

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """hexes: its length; first, last: the ranges it hides; divisor, none where it is always 1 hex."""
        length = heights.blind_zone(state.tables, self.lower, self.below, self.range)
        return {
            "hexes": length,
            "first": self.range + 1,
            "last": self.range + length,
            "divisor": heights.blind_zone_divisor(state.tables, self.lower, self.below),
        }


@frozen(kw_only=True)
class CoverIn:
    """Which Cover a vehicle in a hex has (na:4.1.3a, na:4.4.3.2.2c)."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """terrain: id of the line of the Terrain Effects Table that applies; spotting, combat: its Cover."""
        hex_ = _hex(self.hex)
        return {
            "terrain": vehicle_terrain(state.tables, state.cell(hex_)).id,
            "spotting": spotting.spotting_cover(state, hex_),
            "combat": ap_fire.combat_cover(state, hex_),
        }


# -- commands --------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Commands:
    """Which commands a unit may be given (na:4.2.1e)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """allowed: the commands; refused: rule and reason of the others; targets: units it could fire at."""
        unit = state.unit(self.unit)
        refused = {c.value: r for c in Command if (r := command.command_refusal(state, unit, c)) is not None}
        return {
            "allowed": [c.value for c in Command if c.value not in refused],
            "refused": {name: _refused(refusal) for name, refusal in refused.items()},
            "targets": command.fire_targets(state, unit.id) if unit.on_map else (),
        }


# -- fire ------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class RangeFactorOf:
    """The AP Range Factor of a unit's weapon at a range (na:4.4.3.2.1a)."""

    unit: str = field(metadata=UNIT)
    range: int
    weapon: int = 0

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """factor: P, S, M, L or E, none beyond Extreme; maximum: the range of column E; penetration there."""
        row = state.card(_id(self.unit)).weapons[self.weapon].weapon.basic_ap
        if row is None:
            raise IllegalOrder("the weapon has no AP row", "na:4.4.3")
        factor = ap_fire.range_factor(row, self.range)
        return {
            "factor": factor.name if factor else None,
            "maximum": row.range[-1],
            "penetration": row.penetration[factor.value] if factor else None,
        }


@frozen(kw_only=True)
class InField:
    """Whether hexes lie in the Field-of-Fire of a unit's weapon (na:4.4.3.1)."""

    unit: str = field(metadata=UNIT)
    hexes: tuple[str, ...] = field(metadata=HEX)
    weapon: int = 0

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """field: "360", "front" or "rear"; inside, outside: the hexes asked for."""
        unit = state.unit(self.unit)
        origin = _standing(unit)
        sort = state.card(unit.id).weapons[self.weapon].field_of_fire
        inside = [h for h in self.hexes if ap_fire.in_field_of_fire(sort, origin, unit.facing, _hex(h))]
        return {"field": sort, "inside": inside, "outside": [h for h in self.hexes if h not in inside]}


def _standing(unit: Unit) -> Hex:
    if unit.hex is None:
        raise IllegalOrder(f"{unit.id} is not on the map", "na:4.5.1.1.9")
    return unit.hex


@frozen(kw_only=True)
class MayFire:
    """Whether a unit may fire at another now (na:4.4.1, na:4.4.2, na:4.4.3)."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; weapons: all with which it might."""
        shot = Shot(_id(self.shooter), _id(self.target), self.weapon)
        refusal = ap_fire.shot_refusal(state, shot, overwatch=self.overwatch)
        weapons = ap_fire.usable_weapons(state, shot.shooter, shot.target, overwatch=self.overwatch)
        return {"allowed": refusal is None, "refused": _refused(refusal), "weapons": weapons}


@frozen(kw_only=True)
class HitNumber:
    """What decides a shot before its dice (na:4.4.3.2). moving: assume it of the target instead of what is known."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False
    moving: bool | None = None

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """range, factor, net, hit_number, tally, total, penetration, aspects, armor by aspect, results by aspect."""
        shot = Shot(_id(self.shooter), _id(self.target), self.weapon)
        terms = ap_fire.shot_terms(state, shot, overwatch=self.overwatch, moving=self.moving)
        return {
            "range": terms.range,
            "factor": terms.factor.name,
            "net": terms.net,
            "hit_number": terms.hit_number,
            "penetration": terms.penetration,
            "aspects": terms.aspects,
            "armor": terms.armor,
            "results": {a: terms.result(a, state.tables.ap_damage_basic) for a in terms.aspects},
            **_tally(terms.tally),
        }


@frozen(kw_only=True)
class HitNumberAt:
    """The cell of the AP Hit Table for a Net Modifier and an AP Range Factor (na:4.4.3.2.3)."""

    net: int
    factor: str = field(metadata={"is": "factor"})

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """hit_number: 0 = no hit possible."""
        row = state.tables.ap_hit[max(-10, min(5, self.net))]
        return {"hit_number": row["PSMLE".index(self.factor)] or 0}


@frozen(kw_only=True)
class AspectFrom:
    """Which aspect of a unit a shot from a hex meets (na:4.4.3.2.4)."""

    target: str = field(metadata=UNIT)
    from_: str = field(metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """aspects: Front, Rear, or both where the owner chooses."""
        return {"aspects": ap_fire.aspects_hit(state.unit(self.target), _hex(self.from_))}


@frozen(kw_only=True)
class Damage:
    """What a hit does, by Penetration and Armor Factor (na:4.4.3.2.5, na:4.4.3.2.6)."""

    penetration: int
    armor: int

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """result: no effect, DM, KO or BU; penetrates."""
        x = self.penetration - self.armor
        result = next(r for low, high, r in state.tables.ap_damage_basic if low <= x <= high)
        return {"result": result, "penetrates": x >= 0}


@frozen(kw_only=True)
class Odds:
    """The chances of the shots of several units, one after the other, at one target."""

    target: str = field(metadata=UNIT)
    shooters: tuple[str, ...] = field(metadata=UNIT)
    overwatch: bool = False

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """first: chances of miss, no effect, DM, KO, BU of the first shot; all: untouched, DM, KO, BU after all."""
        batch = [
            ap_fire.shot_terms(state, Shot(_id(s), _id(self.target)), overwatch=self.overwatch) for s in self.shooters
        ]
        return {"first": shot_odds(state, batch[0]), "all": batch_odds(state, batch)}


@frozen(kw_only=True)
class FireTargets:
    """At which targets a unit may announce fire now (na:4.4.1b, na:4.4.2a)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """direct: targets of Direct Fire; overwatch: those that it may answer."""
        unit = state.unit(self.unit)
        window = state.window or Window(acting=unit.side, fired=state.fired)
        shots = overwatch.overwatch_shots(state, window, unit.side)
        return {
            "direct": direct_fire.direct_targets(state, unit.id) if unit.on_map else (),
            "overwatch": [t for t, batch in shots.items() if any(s.shooter == unit.id for s in batch)],
        }


# -- movement --------------------------------------------------------------------------------------


def _rate(text: str) -> Rate:
    return Rate(text)


def _begun(state: PanzerState, unit: str, rate: str) -> ActiveMove:
    if state.move is not None and state.move.unit == unit:
        return state.move
    return movement.begin(state, _id(unit), _rate(rate))


@frozen(kw_only=True)
class AllowanceOf:
    """How far a unit may move (na:3.7b, na:4.5.1.1.1). path, road: hexes entered along each."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)
    path: int = 0
    road: int = 0

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """allowance, and its tally."""
        unit = state.unit(self.unit)
        total, reasons = allowance(state, unit, _rate(self.rate), path=self.path, road=self.road)
        return {"allowance": total, "tally": reasons}


@frozen(kw_only=True)
class StepCost:
    """What one step of a unit costs from where it stands (na:4.5.1.1.2). Refused if the step is."""

    unit: str = field(metadata=UNIT)
    step: str
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """cost, tally; hex, facing after it; left: allowance left; route: the kind of route followed."""
        result = movement.take_step(state, _begun(state, self.unit, self.rate), self.step)
        return {
            "cost": result.cost,
            "tally": result.reasons,
            "hex": result.hex,
            "facing": result.facing,
            "left": result.left,
            "route": result.route,
        }


@frozen(kw_only=True)
class PathCost:
    """What a whole move costs (na:4.5.1.1). Refused if it is; end: whether it is to be complete there."""

    unit: str = field(metadata=UNIT)
    steps: tuple[str, ...]
    rate: str = field(default="cross-country", metadata=RATE)
    end: bool = True

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """cost; costs: of each step; hexes entered, path and road hexes among them; hex, facing, left at the end."""
        results = movement.check_move(state, _id(self.unit), _rate(self.rate), self.steps, self.end)
        if not results:
            return {"cost": 0, "costs": []}
        last = results[-1]
        return {
            "cost": sum(r.cost for r in results),
            "costs": [r.cost for r in results],
            "hexes": last.move.hexes,
            "path": last.move.path,
            "road": last.move.road,
            "denied": last.move.denied,
            "hex": last.hex,
            "facing": last.facing,
            "left": last.left,
        }


@frozen(kw_only=True)
class MayMove:
    """Whether a unit may begin a move now. Refused if not."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """allowance: what it has to spend."""
        move = _begun(state, self.unit, self.rate)
        return {"allowance": movement.remaining(state, move)}


@frozen(kw_only=True)
class Reachable:
    """Where a unit may end its move; to: one hex, refused if it cannot."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)
    to: str = field(default="", metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """hexes: all, by id; of one hex: cost, left and steps of the cheapest way."""
        move = _begun(state, self.unit, self.rate)
        if self.to:
            way = reach.path_to(state, _id(self.unit), move, _rate(self.rate), _hex(self.to))
            found = reach.reachable(state, _id(self.unit), move, _rate(self.rate))[_hex(self.to)]
            return {"cost": found.cost, "left": found.left, "steps": way}
        return {"hexes": sorted(reach.reachable(state, _id(self.unit), move, _rate(self.rate)))}


# -- what stands on the map ------------------------------------------------------------------------


@frozen(kw_only=True)
class UnitOf:
    """All that is known of a unit."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """Its fields, with name, card, height, armed, turreted, and marks: ids of the marks on its counter."""
        unit = state.unit(self.unit)
        card = state.card(unit.id)
        marks = [m.id for c in system.face.counters(state) if c.id == unit.id for m in c.marks]
        height = heights.unit_height(state.board, state.tables, unit.hex) if unit.hex is not None else None
        fields = {a: getattr(unit, a) for a in Unit.__slots__ if not a.startswith("_")}
        extra = {"name": state.name(unit.id), "card": card.id, "height": height, "marks": marks}
        return {**fields, **extra, "armed": card.armed, "turreted": card.turreted}


@frozen(kw_only=True)
class HexOf:
    """What lies in a hex."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """terrain, level, height of a unit there, top: Height as an obstacle; vehicles, over_stacked, wreck, smoke."""
        hex_ = _hex(self.hex)
        board: Board = state.board
        cell = state.cell(hex_)
        return {
            "terrain": cell.terrain,
            "level": cell.level,
            "stories": cell.stories,
            "height": heights.unit_height(board, state.tables, hex_),
            "top": heights.obstacle_height(board, state.tables, hex_),
            "vehicles": [u.id for u in state.in_hex(hex_)],
            "over_stacked": spotting.over_stacked(state, hex_),
            "wreck": state.wrecks.get(hex_),
            "smoke": hex_ in state.smoke(),
            "routes": sorted(cell.routes),
            "partial": "partial" in cell.marks,
            "neighbours": [n.id for n in hex_.neighbours() if n in board],
        }


@frozen(kw_only=True)
class Control:
    """Who controls an objective (na:3.6)."""

    objective: str = field(metadata=OBJECTIVE)

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """controller; occupier: who is there alone; held: complete turns of occupation so far, by whom."""
        objective = next(o for o in state.scenario.objectives if o.id == self.objective)
        return {
            "controller": state.control.get(objective.id),
            "occupier": victory.occupier(state, objective),
            "held": state.occupation.get(objective.id),
        }


@frozen(kw_only=True)
class Turn:
    """Who is who in this turn."""

    def answer(self, system: Panzer, state: PanzerState) -> Answer:
        """turn, step; first, second: the sides; winner: of the initiative; sighted: whom each unit spotted."""
        return {
            "turn": state.turn,
            "step": state.step,
            "first": state.first,
            "second": state.second,
            "winner": state.initiative_winner,
            "sighted": state.sighted,
            "question": state.question,
        }


#: The questions that only Panzer answers, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "allowance": AllowanceOf,
    "aspect": AspectFrom,
    "blind-zone": BlindZone,
    "commands": Commands,
    "control": Control,
    "cover": CoverIn,
    "damage": Damage,
    "field-of-fire": InField,
    "hex": HexOf,
    "hit-number": HitNumber,
    "hit-table": HitNumberAt,
    "line-of-sight": LineOfSight,
    "may-fire": MayFire,
    "may-move": MayMove,
    "odds": Odds,
    "path-cost": PathCost,
    "range": Range,
    "range-factor": RangeFactorOf,
    "reachable": Reachable,
    "roll": ReadDice,
    "sighting": Sighting,
    "spotting-range": SpottingRange,
    "step-cost": StepCost,
    "targets": FireTargets,
    "turn": Turn,
    "unit": UnitOf,
}

