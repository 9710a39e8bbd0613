"""What a unit's card says of those who would spot it, and of whom it keeps in sight (or:7.7.1, or:7.7.2)."""

from __future__ import annotations

from typing import Final

from core.hexes import in_hexes
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.camouflage import attempt as attempt_at_camouflage
from core.panzer.sight.camouflage import rule
from core.panzer.sight.limited_spotting import attempt, known
from core.panzer.sight.ranges import Eyes, spotted_from
from core.panzer.sight.spotting import (
    AUTOMATIC,
    candidates,
    chosen,
    looks_at,
    may_spot,
    most_spots,
    shown,
    spots,
    spotting_factors,
    spotting_range,
    spotting_tally,
)
from core.panzer.sight.turrets import buttons_up, has_turret, traverse, turns
from core.panzer.state import PanzerState
from core.panzer.words import some_names
from core.presentation import Mark, Row

BUTTONED_UP: Final = Mark("buttoned-up", "⊖", "b", "Buttoned Up", "info")
#: Arrows clockwise from the top of the map, for those who have them, and without.
_ARROWS: Final = (("↑", "^"), ("↗", "/"), ("→", ">"), ("↘", "\\"), ("↓", "v"), ("↙", "/"), ("←", "<"), ("↖", "\\"))
#: Degrees from hexside to hexside.
_SIXTH: Final = 60
CAMOUFLAGED = Mark("camouflaged", "※", "c", "camouflaged", "good")


def spotted_out_to(state: PanzerState, unit: Unit) -> Row:
    """From how far a unit can be spotted, and why; in the miniatures edition by vehicles and by others (min:5.4.1)."""
    if not state.edition.multiplied_spotting:
        reach, tally = spotting_range(state, unit.id), spotting_tally(state, unit.id)
        return Row("Spotted out to", f"{in_hexes(reach)}, modifiers {tally}", "na:4.1.3a")
    show = shown(state, unit)
    vehicles, others = (spotted_from(state.tables, show, Eyes(vehicle)) for vehicle in (True, False))
    cover = f"{show.cover.value} Cover, {spotting_factors(state, unit.id)}"
    return Row("Spotted out to", f"{in_hexes(vehicles)} by vehicles, {others} by others; {cover}", "min:5.4.2")


def seen_by(state: PanzerState, unit: Unit) -> Row:
    """Which units of the other side spot a unit where all stand now (na:4.1)."""
    foes = [foe.id for foe in state.of(state.scenario.enemy(unit.side)) if spots(state, foe.id, unit.id)]
    return Row("Seen by", some_names(state, foes) or "nobody", "na:4.1", tone="warn" if foes else "")


def spots_row(state: PanzerState, unit: Unit, other: Unit) -> Row:
    """Whether a unit spots an enemy unit as both stand, how far off it could, and why (na:4.1, na:4.1.3, min:5.4.2)."""
    name, found = state.name(other.id), spots(state, unit.id, other.id)
    if not may_spot(state, unit.id):
        return Row(state.name(unit.id), "unarmed or abandoned: it spots nobody", "na:4.1.1a", tone="bad")
    text = f"{'spots' if found else 'does not spot'} {name}: spotted out to {spotting_range(state, other.id, unit.id)}"
    if not state.edition.multiplied_spotting and (tally := spotting_tally(state, other.id, unit.id)).reasons:
        text += f" hexes, modifiers {tally}"
    if other.hex is not None and not looks_at(state, unit, other.hex):
        text += "; it sees ahead only"
    return Row(state.name(unit.id), text, "na:4.1.3a", tone="good" if found else "bad")


def unit_rows(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """Whom a unit keeps in sight (or:7.7.2), and by what roll it would be spotted itself (or:7.7.1)."""
    return (*_turret(state, unit), *_kept(state, unit), *_spotted(state, unit), *_camouflage(state, unit))


def _camouflage(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """Its camouflage: whether the enemy knows of it, who has seen through it, and by what roll another would."""
    if not state.camouflage.has(unit.id):
        return ()
    if unit.id in state.camouflage.secret:
        return (Row("Camouflage", "nobody else knows of it", rule(state), tone="good"),)
    found = state.camouflage.found.get(unit.id)
    if found is not None:
        others = "all others" if state.edition.optional.camouflage_by_table else f"others up to range {found.range}"
        text = f"spotted by {state.name(found.spotter)}, by {others}"
        return (Row("Camouflage", text, rule(state, ".1"), tone="warn"),)
    made = attempt_at_camouflage(state, unit.id)
    text = "spotted by nobody but from the next hex"
    if made is not None:
        text += f"; next turn {made.chance:.0%} by {state.name(made.spotter)}"
    return (Row("Camouflage", text, rule(state, ".1"), tone="good"),)


def _turret(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """Which way its turret looks, how far or how fast it turns, whether it is open (or:7.8, min:8.2.1.1)."""
    found = []
    if has_turret(state, unit):
        turrets = state.turrets
        way = turrets.called(unit.facing, unit.turret)
        if turrets.of_map:
            found.append(f"faces {way}, turns by {turns(state, unit)}")
        else:
            found.append(f"faces {way} Field-of-Fire, {traverse(state, unit).name.capitalize()} traverse")
    label = "Turret" if found else "Hatches"
    if buttons_up(state, unit):
        found.append("Buttoned Up, sees ahead only" if unit.buttoned else "open")
    return (Row(label, "; ".join(found), state.turrets.fires),) if found else ()


def marks(view: PanzerState, unit: Unit) -> tuple[Mark, ...]:
    """Its camouflage, for those who know of it (or:7.24); where a turret faces on the map, if that is not ahead, and
    whether it is Buttoned Up (or:7.8, min:8.2.1.1)."""
    found = [CAMOUFLAGED] if view.camouflage.has(unit.id) else []
    if unit.turret and has_turret(view, unit):
        turned = (unit.facing * _SIXTH + view.turrets.degrees(unit.turret)) % 360
        glyph, plain = _ARROWS[(turned + 22) // 45 % 8]
        found.append(Mark("turret", glyph, plain, f"turret to {view.turrets.called(unit.facing, unit.turret)}", "info"))
    if unit.buttoned:
        found.append(BUTTONED_UP)
    return tuple(found)


def _kept(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """Which targets it keeps in sight, where it cannot keep all of them."""
    if not state.has(Switch.MAX_SPOTS) or not candidates(state, unit.id):
        return ()
    kept = chosen(state, unit.id, candidates(state, unit.id), unit.watched)
    names = ", ".join(state.name(target) for target in kept)
    return (Row("In sight", f"{names}; {most_spots(state, unit.id)} at most", "or:7.7.2"),)


def _spotted(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    if not state.has(Switch.LIMITED_SPOTTING):
        return ()
    made = attempt(state, unit.id)
    if made is None:
        return (Row("Spotted", "by nobody: out of their range or sight", "or:7.7.1"),)
    if known(state, made.spotter, unit.id) or made.range <= AUTOMATIC:
        return (Row("Spotted", f"by {state.name(made.spotter)} at range {made.range}", "or:7.7.1"),)
    others = f" and {made.further} more" if made.further else ""
    return (Row("Spotted", f"not yet; {made.value}% by {state.name(made.spotter)}{others}", "or:7.7.1"),)
