"""The resolution of indirect fire: everybody and everything in a SHEAF, one by one (na:6.5.1.13, na:6.5.1.13a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.armament import armament
from core.panzer.firing.ammunition import check_gp, check_special
from core.panzer.gp import mine_clearing
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.gp.bail_out import passengers
from core.panzer.gp.modifiers import amounts, condition_tally, rules, target_tally
from core.panzer.gp.strike import strike_at, strike_terrain
from core.panzer.ground import positions
from core.panzer.hidden_units.under import any_hidden, uncovered
from core.panzer.indirect.events import MissionFired
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.sheafs import counts_as_open, hexes
from core.panzer.indirect.sources import called_range, rows, weapon_for
from core.panzer.indirect.veils import veiled
from core.panzer.pieces.cards import AircraftCard, Limited
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.missions import Aim, FireType, Firing, Mission, Sheaf
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import GpRow, RangeFactor
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Tally, Varying, summed

#: The limits of the types of fire that the cards print.
LIMITED = {FireType.SMOKE: Limited.SMOKE, FireType.ILLUMINATION: Limited.ILLUMINATION}
# -- how a unit fires ------------------------------------------------------------------------------


def firing(state: PanzerState, mission: Mission, source: UnitId) -> Firing:
    """With which weapon, range and Range Factor a unit fires in a mission.

    Planned fire always has Range Factor M (na:6.5.1.13). Fire moved by Danger Close falls where it falls: out of the
    weapon's ranges the nearest Range Factor counts. The range of who is under a HIDDEN UNIT counter is not told: 0
    (or:7.2.2.3).
    """
    if mission.observer is None:
        index = next((at for at, mounted, _ in rows(state, source) if mounted.weapon.gp_if is not None), 0)
        return Firing(source, index, 0, RangeFactor.M.name)
    state = uncovered(state, mission.side)
    range_ = called_range(state, mission.observer, source, mission.aim.hex) or 0
    best = weapon_for(state, source, range_, mission.aim.type)
    own = rows(state, source)
    at, row = next(((i, r) for i, _, r in own if i == best), (own[0][0], own[0][2]))
    told = 0 if any_hidden(state, (mission.observer, source)) else range_
    return Firing(source, at, told, (row.at(range_) or _nearest(row, range_)).name)


def _nearest(row: GpRow, range_: int) -> RangeFactor:
    return RangeFactor.P if range_ < row.min_range else RangeFactor.E


def gp_source(state: PanzerState, fire: Firing) -> GpSource:
    """What strikes: GP Factor by the Range Factor, the same for all in the SHEAF (na:6.5.1.13)."""
    row = armament(state, fire.unit)[fire.weapon].weapon.gp_if
    if row is None:
        raise ValueError(f"{fire.unit} has no GP-IF row")
    factor = RangeFactor[fire.factor]
    return GpSource(row.factor[factor.value], factor, row.effectiveness, row.small_arms, indirect=True)


# -- what it strikes -------------------------------------------------------------------------------


def struck(state: PanzerState, aim: Aim, source: UnitId) -> tuple[Unit, ...]:
    """Every ground unit inside the SHEAF of a unit, friend or foe, spotted or not (na:6.5.1e, na:6.5.1.7).

    Passengers are struck with their vehicle (na:6.5.4.2.3); an abandoned vehicle is out of action for good.
    """
    area = hexes(state.board, aim, state.edition, on_map=not off_map(state, source))
    there = [
        u
        for u in state.units.values()
        if u.on_map and u.hex in area and not u.bailed_out and not isinstance(state.card(u.id), AircraftCard)
    ]
    return tuple(sorted(there, key=lambda u: u.hex or aim.hex))


@frozen(eq=False, repr=False)
class Fired(Alike):
    """Indirect fire as the modifiers of who fires see it; off_map: by a battery."""

    state: PanzerState
    unit: Unit
    aim: Aim
    short: bool
    off_map: bool


#: The modifiers of the unit that fires, in the order in which they are told. No Unit Grade (na:6.5.1.12.1j), nothing of
#: its hex or its SPOT counter (na:6.5.1d), nothing of what lies along the line (na:6.5.4.3k to na:6.5.4.3n). Only
#: counter battery fire suppresses or damages a battery (or:7.28.2).
INDIRECT: Final[tuple[Line[Fired], ...]] = (
    Modifier("if-open-sheaf", "Open SHEAF", "na:6.5.4.3p", lambda at: at.off_map and at.aim.sheaf is Sheaf.OPEN),
    Varying(lambda at: condition_tally(at.state, at.unit, indirect=True).reasons),
    Modifier("ammo-limit", "Ammo Limit", "na:6.5.4.3s", lambda at: at.short),
)


def fire_tally(state: PanzerState, aim: Aim, fire: Firing) -> Tally:
    """The modifiers of the unit that fires, whatever it strikes (na:6.5.4.3)."""
    fired = Fired(state, state.units[fire.unit], aim, bool(fire.short), off_map(state, fire.unit))
    advanced = state.advanced
    return summed(INDIRECT, fired, amounts(advanced, indirect=True), state.scenario.switches, rules(advanced))


def unit_strikes(
    state: PanzerState, mission: Mission, fire: Firing, unit: UnitId, *, barrage: bool = False
) -> tuple[Strike, ...]:
    """The strikes at a unit and its passengers, with the IF column of the modifiers (na:6.5.4.3).

    barrage: it moves within the Barrage, so that its moving does not count, as it does not for planned fire
    (na:6.5.4.3a, na:6.6.6); in the miniatures edition it does so at the Target Point alone (min:16.7.2.1).
    """
    source, common = gp_source(state, fire), fire_tally(state, mission.aim, fire)
    aside = state.edition.counts_at_target_point and state.units[unit].hex != mission.aim.hex
    uncounted = barrage or mission.planned or aside
    return tuple(
        strike_at(state, source, one, own + veiled(state, mission, fire.unit, one) + common)
        for one in (unit, *passengers(state, unit))
        for own in (target_tally(state, one, indirect=True, voluntary=uncounted),)
    )


def terrain_strikes(state: PanzerState, mission: Mission, fire: Firing, hex_: Hex) -> tuple[Strike, ...]:
    """The strikes at each vulnerable Terrain Type of a hex, whoever is in it (na:6.5.4.2.5, na:6.5.1e); its known
    mines too (or:7.31.3.1, min:20.6.3.1)."""
    source = gp_source(state, fire)
    harmless = source.small_arms and not state.edition.terrain_falls_at_once
    if harmless:
        return ()
    tally = fire_tally(state, mission.aim, fire)
    found: list[Strike] = []
    terrain = state.cell(hex_).terrain
    if state.has(Switch.BUILDINGS) and (value := positions.ground_defense(state, terrain)) is not None:
        found.append(strike_terrain(state, source, hex_, terrain, value, tally))
    for work in positions.struck(state, hex_):
        if (value := positions.defense(state, work)) is not None:
            found.append(strike_terrain(state, source, hex_, work.kind.value, value, tally))
    return tuple(found)


# -- resolution ------------------------------------------------------------------------------------


def fire_mission(state: PanzerState, mission: Mission, source: UnitId, dice: Dice) -> Iterator[Event]:
    """One unit fires: ammunition, ARTILLERY IMPACT counter, then every unit and the terrain (na:6.5.1.13a, na:5.3).

    Each result applies at once, unit before terrain in each hex (na:6.5.4.4d). Smoke lays its SMOKE/ON counter
    (na:6.5.1.6.1); an Illumination mission lights it (or:7.27).
    """
    aim, fire = mission.aim, firing(state, mission, source)
    short, rolls = _ammunition(state, aim.type, fire, dice)
    gone = short and aim.type is not FireType.GP
    fire = Firing(fire.unit, fire.weapon, fire.range, fire.factor, short and not gone)
    on_map = not off_map(state, source)
    area = tuple(sorted(hexes(state.board, aim, state.edition, on_map=on_map)))
    yield MissionFired(
        side=mission.side,
        number=mission.number,
        source=source,
        aim=aim,
        firing=fire,
        hexes=area,
        placed=not gone,
        open_sheaf=counts_as_open(aim, state.edition, on_map=on_map),
        off_map=not on_map,
        rolls=rolls,
    )
    if aim.type is FireType.GP:
        yield from _strike_all(state, mission, fire, area, dice)


def _ammunition(state: PanzerState, type_: FireType, fire: Firing, dice: Dice) -> tuple[bool, tuple[Roll, ...]]:
    """Whether it ran short: the check of each mission (na:5.16.2b); GP of batteries is unlimited (na:5.16.2.5).

    Planned smoke is checked too (min:16.5.1.14.3), Illumination where the cards limit it (na:6.5.1.11.4; not
    min:16.5.1.14.4).
    """
    limited = LIMITED.get(type_)
    if limited is not None:
        checked = check_special(state, fire.unit, fire.weapon, limited, dice)
    elif off_map(state, fire.unit):
        return False, ()
    else:
        checked = check_gp(state, Shot(fire.unit, fire.unit, fire.weapon, GP), dice)
    return bool(checked.short), checked.rolls


def _strike_all(
    state: PanzerState, mission: Mission, fire: Firing, area: tuple[Hex, ...], dice: Dice
) -> Iterator[Event]:
    by = FiredBy(fire.unit, fire.weapon, fire.range)
    units = struck(state, mission.aim, fire.unit)
    known = mine_clearing.known_in(state, area)
    for hex_ in area:
        for unit in units:
            if unit.hex == hex_ and state.units[unit.id].on_map:
                yield from resolve_strikes(state, by, unit_strikes(state, mission, fire, unit.id), dice)
        for strike in terrain_strikes(state, mission, fire, hex_):
            yield from mine_clearing.strike_terrain(state, by, strike, area, dice)
    common = fire_tally(state, mission.aim, fire)
    yield from mine_clearing.strike_hidden(state, by, gp_source(state, fire), common, area, dice, known=known)
