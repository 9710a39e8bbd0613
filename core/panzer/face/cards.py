"""Cards of units and hexes, lines of sight in words, and the odds panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder
from core.panzer.air import face as air_face
from core.panzer.air.flying import aircraft
from core.panzer.assault import face as assault_face
from core.panzer.command import face as command_face
from core.panzer.counter_battery import face as counter_battery_face
from core.panzer.course.sheet import CONTESTED
from core.panzer.course.victory import kept_off
from core.panzer.direct_fire.choices import chosen_shots
from core.panzer.direct_fire.face import fire_odds
from core.panzer.face import data
from core.panzer.face import weapons as face_weapons
from core.panzer.fires import face as fires_face
from core.panzer.firing.aim import combat_cover
from core.panzer.gp import face as gp_face
from core.panzer.ground import face as ground_face
from core.panzer.ground.cover import over_stacked
from core.panzer.ground.heights import obstacle_height, unit_height
from core.panzer.ground.terrain import BUILDINGS, vehicle_terrain
from core.panzer.hidden_units import face as hidden_units_face
from core.panzer.hidden_units.revealing import title
from core.panzer.hidden_units.under import uncovered
from core.panzer.indirect import face as indirect_face
from core.panzer.indirect import odds as indirect_odds
from core.panzer.minefields import face as minefields_face
from core.panzer.morale import face as morale_face
from core.panzer.movement.allowance import allowance
from core.panzer.movement.choices import walk
from core.panzer.movement.move import remaining
from core.panzer.movement.mover import mover
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.unit import Command, CommandFace, Presence, Spot, Unit, Wreck
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.sight import face as sight_face
from core.panzer.sight.line_of_sight import Sight
from core.panzer.sight.spotting import spotting_cover
from core.panzer.state import PanzerState
from core.panzer.transport import face as transport_face
from core.presentation import Card, OddsReport, Row, Section

#: The rule of what a step costs.
_COSTS: Final = "na:4.5.1.1.2a"
#: How vehicles drive, by the letters of their cards.
_TRACTIONS: Final = {"T": "tracked", "H": "half-tracked", "W": "wheeled"}

# -- units ---------------------------------------------------------------------------------------


def unit_card(state: PanzerState, unit: Unit) -> Card:
    """All that the view knows of a unit: its state, then its data card."""
    card = state.card(unit.id)
    return Card(
        title=state.name(unit.id),
        subtitle=f"{card.name} ({card.nation}) {card.card}".strip(),
        side=unit.side,
        sections=(_condition(state, unit), *_data_card(state, unit)),
    )


def _data_card(state: PanzerState, unit: Unit) -> tuple[Section, ...]:
    """The data card, as the Basic Game reads it or as the modules of the Advanced Game do."""
    if not state.scenario.switches:
        return card_sections(state.card(unit.id))
    return (
        data.general(state, unit),
        *face_weapons.sections(state, unit),
        *data.armor(state, unit),
        *data.sizes(state, unit),
    )


def _condition(state: PanzerState, unit: Unit) -> Section:
    flight = state.air.flight
    rows = [] if flight is not None and flight.unit == unit.id else [Row("Where", _where(state, unit))]
    if unit.presence in (Presence.ON_MAP, Presence.WAITING):
        rows.append(Row("Command", _command(state, unit), "na:1.7.2"))
    if unit.on_map and unit.hex is not None:
        rows += (sight_face.seen_by(state, unit), sight_face.spotted_out_to(state, unit))
        rows += sight_face.unit_rows(state, unit)
        rows += ground_face.unit_rows(state, unit)
        if unit.spot is not None:
            rows.append(Row("Counter", unit.spot.value, "na:4.1.3e"))
        if unit.new_spot_fire:
            rows.append(Row("New counter", f"{Spot.FIRE.value}, counts from Overwatch on", "na:4.4.1h"))
    if unit.damaged and unit.presence is not Presence.ELIMINATED and unit not in aircraft(state):
        rows.append(
            Row(
                "DMGD",
                f"fires at {state.tables.ap_hit_modifiers['shooter-damaged']}, half movement; a second Damage is a KO",
                "na:4.4.3.2.6a",
                tone="bad",
            )
        )
    if unit.presence is not Presence.ELIMINATED:
        rows += _harm(unit)
        if unit.bogged_down(state.turn):
            rows.append(Row("Bogged down", "it neither moves nor turns this turn", "or:7.29", tone="bad"))
        rows += gp_face.unit_rows(state, unit)
        rows += morale_face.unit_rows(state, unit)
        rows += assault_face.unit_rows(state, unit)
        rows += transport_face.unit_rows(state, unit)
        rows += air_face.unit_rows(state, unit)
        rows += indirect_face.unit_rows(state, unit)
        rows += counter_battery_face.unit_rows(state, unit)
    if unit.fired:
        rows.append(indirect_face.acted(state, unit))
    if unit.moved:
        rows.append(Row("Moved", "this turn", "na:4.5.1.1a"))
    more = bool(state.scenario.switches)
    worth = f"{state.scenario.by_id[unit.id].value} points"
    rows.append(Row("Worth", worth, state.scenario.victory.rule, full=more))
    unit_ = state.scenario.by_id[unit.id]
    if belongs := ", ".join(filter(None, (unit_.formation, unit_.role))):
        rows.append(Row("Formation", belongs, full=more))
    rows += command_face.rows(state, unit)
    return Section("State", _in_order(rows))


def _in_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Where a unit is and what it is to do, then what is wrong with it, then who sees it, then all else."""
    ranks = {"Where": 0, "Command": 1, "Seen by": 3}
    return tuple(sorted(rows, key=lambda row: ranks.get(row.label, 2 if row.tone in ("bad", "warn") else 4)))


def _harm(unit: Unit) -> list[Row]:
    """What the hits of the Advanced Game have left behind."""
    rows: list[Row] = []
    if unit.track_hit:
        rows.append(Row("TK", "may not move nor pivot any more", "na:6.5.2.2.1", tone="bad"))
    if unit.turret_damaged:
        rows.append(Row("TURRET DMGD", "AP -3, GP -10; a second Damage is a KO", "na:6.5.2.2.4", tone="bad"))
    if unit.hull_damaged:
        rows.append(Row("HULL DMGD", "half movement; a second Damage is a KO", "na:6.5.2.2.4", tone="bad"))
    if unit.hull_down is not None:
        side = "front" if unit.backed_in else "rear"
        rows.append(Row("Position", f"{unit.hull_down.value}, open to the {side}", "na:6.1.4.1", tone="good"))
    return rows


def _where(state: PanzerState, unit: Unit) -> str:
    if unit.presence is Presence.CARRIED and unit.carrier is not None:
        return f"in {state.name(unit.carrier)}, {_where(state, state.units[unit.carrier])}"
    if unit.presence is Presence.ON_MAP and unit.hex is not None:
        return f"{unit.hex}, facing {DIRECTION_NAMES[unit.facing]}"
    if unit.presence is Presence.ELIMINATED:
        return "brewed up" if unit.fate is Wreck.BU else "knocked out"
    counter = state.hidden.holding(unit.id)
    if counter is not None:
        return f"under {title(counter)} in {counter.hex}"
    return str(unit.presence.value)


def _command(state: PanzerState, unit: Unit) -> str:
    """The command of a unit; only its own side knows of one that lies face down (na:1.7.2)."""
    if unit.command is None:
        return "none" if state.is_view_of(unit.side) else "none that is known"
    face = {
        CommandFace.DOWN: "face down",
        CommandFace.SHOWN: "shown, not executed",
        CommandFace.REVEALED: "revealed",
    }[unit.command_face]
    half = ""
    if unit.command is Command.SHORT_HALT and unit.command_face is CommandFace.REVEALED:
        half = ", MOVE half" if unit.moved else ", FIRE half"
    return f"{unit.command.value} ({face}{half})"


def _general(card: UnitCard) -> tuple[Row, ...]:
    if isinstance(card, VehicleCard):
        c, p, r = card.move
        return (
            Row("Move", f"{c}{card.traction.value} off road, {p} path, {r} road", "na:4.5.1.1.1a"),
            Row("Turret", data.turret(card), "na:4.4.3.1"),
            Row("Size", f"{card.size:+d}", "na:4.4.3.2.2a"),
            Row("Armor", f"front {card.basic_front}, rear {card.basic_rear}", "na:4.4.3.2.5"),
        )
    if isinstance(card, LegCard | TowedCard):
        cover = card.gp_defense
        values = f"none {cover.none}, light {cover.light}, medium {cover.medium}, heavy {cover.heavy}"
        pushed = f"{card.move}L, manhandled" if isinstance(card, TowedCard) and card.move else "never by hand"
        move = f"{card.move[0]}L {card.move[1]}" if isinstance(card, LegCard) else pushed
        return (
            Row("Move", move, "na:6.6.4.1" if isinstance(card, LegCard) else "na:6.6.5"),
            Row("Size", card.size, "na:6.1.3a"),
            Row("GP Defense", values, "na:6.5.4.2.2"),
        )
    return ()


def card_sections(card: UnitCard) -> tuple[Section, ...]:
    """A data card: movement, weapons by range factor, armor (na:1.6)."""
    weapons = []
    for mounted in card.weapons:
        row = mounted.weapon.basic_ap
        if row is None:
            continue
        field = {"360": "all round", "front": "front 60°", "rear": "rear 60°"}[mounted.field_of_fire.value]
        weapons.append(
            Section(
                f"{mounted.weapon.name} ({field})",
                (
                    Row("AP range", rule="na:4.4.3.2.1a", cells=tuple(str(x) for x in row.range)),
                    Row("AP pen.", rule="na:4.4.3.2.5", cells=tuple(str(x) for x in row.penetration)),
                ),
                heading=("", *(f.name for f in RangeFactor)),
            )
        )
    return (Section("Data card", _general(card)), *weapons)


# -- hexes ---------------------------------------------------------------------------------------


def hex_card(state: PanzerState, hex_: Hex) -> Card:
    """Terrain, heights, cover, costs, hexsides and what lies in a hex."""
    cell = state.cell(hex_)
    tables = state.tables
    effect = vehicle_terrain(tables, cell)
    printed = tables.terrain[cell.terrain]
    stories = "1 story" if cell.stories == 1 else f"{cell.stories} stories"
    name = printed.name if cell.terrain not in BUILDINGS else f"{printed.name}, {stories} (vehicles: Alley)"
    rows = [Row("Terrain", name, "na:1.2a")]
    if cell.under:
        rows.append(Row("Over", tables.terrain[cell.under].name, "na:4.5.1.1.6"))
    rows.append(
        Row(
            "Height",
            f"{unit_height(state.board, tables, hex_)} for a unit, "
            f"{obstacle_height(state.board, tables, hex_)} as an obstacle",
            "na:4.1.4.1",
        )
    )
    stacked = " (over-stacked: none for vehicles)" if over_stacked(state, hex_) else ""
    rows.append(
        Row(
            "Cover",
            f"spotting {spotting_cover(state, hex_).value}, fire {combat_cover(state, hex_).value}{stacked}",
            "na:4.1.3a",
        )
    )
    costs = [f"{told} {'closed' if (cost := effect.cost.get(t)) is None else cost}" for t, told in _TRACTIONS.items()]
    turn = "no turn" if effect.turn is None else f"a turn {effect.turn}"
    rows.append(Row("To enter", f"{', '.join(costs)}; {turn}", "na:4.5.1.1.2a"))
    for kind, mask in sorted(cell.routes.items()):
        ways = ", ".join(DIRECTION_NAMES[d] for d in range(6) if mask >> d & 1)
        rows.append(Row(kind.capitalize(), ways or "ends here", "na:4.5.1.1.5a"))
    rows += ground_face.hexside_rows(state, hex_)
    rows += ground_face.building_rows(state, hex_)
    lying = [
        row
        for u in state.in_hex(hex_)
        for row in (Row(state.card(u.id).kind.value.capitalize(), state.name(u.id)), *transport_face.riders(state, u))
    ]
    lying += ground_face.hex_rows(state, hex_)
    lying += minefields_face.hex_rows(state, hex_)
    lying += hidden_units_face.hex_rows(state, hex_)
    lying += fires_face.hex_rows(state, hex_)
    lying += air_face.hex_rows(state, hex_)
    lying += indirect_face.hex_rows(state, hex_)
    lying += ground_face.wreck_rows(state, hex_)
    for objective in state.scenario.objectives:
        if hex_ in objective.hexes:
            holder = state.objectives.control.get(objective.id)
            held = state.scenario.side(holder).name if holder else "nobody"
            held += f", {CONTESTED}" if kept_off(state, objective) else ""
            lying.append(
                Row("Objective", f"{objective.name}, {state.scenario.worth_of(objective)}, held by {held}", "na:3.6a")
            )
    places = [Row("Place", p.name) for p in state.board.places if hex_ in p.hexes]
    sections = [Section("Terrain", tuple(rows))]
    if lying or places:
        sections.append(Section("Here", tuple(places + lying)))
    label = state.board.label(hex_)
    subtitle = printed.name if label == hex_.id else f"{hex_.id} · {printed.name}"
    return Card(title=label, subtitle=subtitle, sections=tuple(sections))


def sight_rows(sight: Sight) -> tuple[Row, ...]:
    """A line of sight in words: clear or blocked, by what, with which heights, by which rule."""
    state = "clear" if sight.clear else "blocked"
    rows = [
        Row(
            f"{sight.origin} to {sight.target}",
            f"{state}; range {sight.range}, Heights {sight.origin_height} and {sight.target_height}",
            "na:4.1.4",
            tone="good" if sight.clear else "bad",
        )
    ]
    if sight.obstacle is not None:
        obstacle = sight.obstacle
        side = f"/{DIRECTION_NAMES[obstacle.direction]}" if obstacle.direction is not None else ""
        rows.append(Row(f"{obstacle.name} {obstacle.hex}{side}", obstacle.reason, obstacle.rule, tone="bad"))
    rows += [Row("", note) for note in sight.passed]
    return tuple(rows)


# -- odds ----------------------------------------------------------------------------------------


def odds_report(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    """Chances of the fire begun, or what a move begun costs; None for other orders."""
    if not partial:
        return None
    if (air := air_face.odds(state, side, partial)) is not None:
        return air
    if partial[0].startswith(("fire:", "overwatch:")):
        return _fire_odds(state, side, partial)
    if partial[0].startswith(("call:", "mission:")):
        return indirect_odds.report(uncovered(state, side), side, partial)
    if partial[0].startswith("move:"):
        return _move_report(state, partial)
    if partial[0].startswith(assault_face.HEADS):
        return _assault_odds(state, side, partial)
    return transport_face.order_report(state, partial)


def _fire_odds(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    overwatch = partial[0].startswith("overwatch:")
    shots = chosen_shots(state, side, partial)
    if not shots:
        shots = chosen_shots(state, side, (*partial, "all"))
    if not shots:
        return None
    return fire_odds(state, shots, overwatch=overwatch)


def _assault_odds(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    """The chances of close combat begun, and who may not dare to attack (or:7.6)."""
    found = assault_face.report(state, side, partial)
    if found is None:
        return None
    target, attacks = assault_face.on_foot(state, side, partial)
    units = (unit for attack in attacks for unit in attack.units)
    return evolve(found, rows=(*found.rows, *morale_face.before_attack(state, units, target)))


def _allowance_rows(state: PanzerState, active: ActiveMove) -> tuple[Row, ...]:
    """What makes the allowance of a move, and what denies it that of its Path or Road."""
    who = mover(state, active.unit)
    denied = who.denied(active)
    rate = Rate.CROSS_COUNTRY if denied else active.rate
    _, reasons = allowance(state, who.unit, rate, path=active.path, road=active.road)
    begun = (f"{reasons[0].label} {reasons[0].amount}", *(f"{r.label} {r.amount:+d}" for r in reasons[1:]))
    cut = any(at is not None for at in (active.damaged_after, active.suppressed_after, active.broken_after))
    text = f"{who.total(active)} in all, half of what was left" if cut else f"{who.total(active)}: {'; '.join(begun)}"
    rows = (Row("Allowance", text, reasons[-1].rule),)
    return (*rows, Row("Denied", f"Path and Road allowance, by {denied}", "na:4.5.1.1.5d")) if denied else rows


def _move_report(state: PanzerState, partial: Partial) -> OddsReport | None:
    unit = UnitId(partial[0].removeprefix("move:"))
    try:
        walked = walk(state, partial)
    except IllegalOrder as error:
        return OddsReport(state.name(unit), (), (Row("Not possible", error.reason, error.rule, tone="bad"),))
    active, where = walked.move, walked.state.units[unit]
    rows = [
        Row("Rate", active.rate.words, "na:4.5.1.1.5b"),
        Row("Steps", " ".join(walked.steps) or "none", "na:4.5.1.1a"),
        Row("Spent", f"{active.spent}, {remaining(walked.state, active)} left", "na:4.5.1.1.1b"),
        *_allowance_rows(walked.state, active),
    ]
    if walked.results and (reasons := walked.results[-1].reasons):
        costs = "; ".join(f"{reason.label} {reason.amount:+d}" for reason in reasons)
        rows.append(Row("Last step", f"{walked.results[-1].text}, cost {walked.results[-1].cost}: {costs}", _COSTS))
    if where.hex is not None:
        rows.append(Row("Then", f"in {where.hex}, facing {DIRECTION_NAMES[where.facing]}"))
    return OddsReport(f"Move of {state.name(unit)}", (), tuple(rows), path=walked.path)
