"""The odds panel: a shot with its number, what it is made of, and what may come of it; the cost of a way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Chance, Partial
from core.event import SideId
from core.order import IllegalOrder
from core.panzerwar import sequence
from core.panzerwar.artillery import face as artillery_face
from core.panzerwar.combat import aimed, arms, places, ranges, suppressive, zones
from core.panzerwar.combat import choices as fire_choices
from core.panzerwar.damage import odds as damage_odds
from core.panzerwar.damage.targets import target_of
from core.panzerwar.face import ruler, sighting_panel, ways
from core.panzerwar.face.vehicle_card import metres
from core.panzerwar.infantry import odds as assault_odds
from core.panzerwar.infantry.killpower import SUPPRESSES
from core.panzerwar.movement import choices as movement_choices
from core.panzerwar.movement import hazards, planning, pricing
from core.panzerwar.movement.reports import told
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Arm
from core.panzerwar.state import WarState
from core.plane import centre, gsu_between
from core.presentation import OddsReport, Row

#: Sides of the die of suppressive fire, which has no overs.
D10: Final = 10


def odds_report(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """Chances of the order begun, as far as it is known; None if there are none."""
    weigh = _WEIGHED.get(head_of(partial[0])) if partial else None
    try:
        return weigh(view, side, partial) if weigh is not None else None
    except (IllegalOrder, ValueError, KeyError, IndexError):
        return None


def _fire(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """A shot: the chances, the number to hit with every modifier, what the target shows and what pierces it."""
    if len(partial) < 3:
        return None
    element = view.element(value_of(partial[0]))
    arm, target = arms.arm(view, element, partial[1]), view.element(partial[2])
    if arm is None:
        return None
    found = fire_choices.chances_of(view, side, element, arm, target, partial[3:])
    riders = tuple(_riders(view, side, element, arm, target, partial))
    if found is None:
        return OddsReport(f"{element.name} at {target.name}", (), riders) if riders else None
    rows = [] if found.needed is None else [Row("To hit", f"{found.needed} or more: {found.hits:.0%}", "pw:8.4")]
    if found.more:
        rows.append(Row("Further hits", ", ".join(f"{roll} or more" for roll in found.more), "pw:8.11"))
    if found.net is not None:
        rows.append(Row("Killpower", f"kills on {found.net} or less", "pw:12.4.1"))
    rows.append(Row("Any effect", f"{found.harms:.0%}", "pw:9.0"))
    facts = (*_line_of_fire(view, side, element, arm, target, partial), *riders)
    tally = ranges.exact(found.tally, zones.bearing_on(view, element, target, sequence.segment(view)).range)
    return OddsReport(f"{element.name} at {target.name}", found.outcomes, tuple(rows), tally, facts=facts)


def _riders(
    view: WarState, side: SideId, element: Element, arm: Arm, target: Element, partial: Partial
) -> Iterator[Row]:
    """What one hit, or a burst, does to each of those who ride on the target (pw:6.9.5)."""
    whole = "a hit " if aimed.needs_roll(view, arm, target) else ""
    for rider, by in fire_choices.riders_of(view, side, element, arm, target, partial[3:]):
        killed, any_ = by[Result.KILLED], 1 - by[Result.NOTHING]
        yield Row("Rides on it", f"{rider.name}: {whole}kills {killed:.0%}, any effect {any_:.0%}", "pw:6.9.5")


def _line_of_fire(
    view: WarState, side: SideId, element: Element, arm: Arm, target: Element, partial: Partial
) -> Iterator[Row]:
    """The range, what a vehicle shows, what the shell pierces there (pw:8.4.1, pw:9.1, pw:9.4)."""
    found = zones.bearing_on(view, element, target, sequence.segment(view))
    yield Row("Range", metres(found.range), "pw:8.4.1")
    if target.kind is not Kind.VEHICLE:
        if target.foot and aimed.needs_roll(view, arm, target):
            yield from _hit_on_men(view, side, element, arm, target, partial)
        return
    there = places.there(view, element, target, found.at)
    yield Row("Shows", ruler.aspects(view, there, found.from_), "pw:9.1")
    shot, shell = fire_choices.shot_of(view, side, element, arm, target, partial[3:])
    if shell is None or not aimed.needs_roll(view, arm, target):
        return
    yield Row("Shell", f"{shell.name}, {shell.penetration(found.range):g} cm", "pw:9.4")
    strike = aimed.strike_of(view, arm, shell, found, shot)
    one = damage_odds.chances(view.charts, target_of(view, there), strike, target.grade)
    yield Row("A hit", f"pierces {one.pierced:.0%}, stuns {one.stunned:.0%}, out of the fight {one.out:.0%}", "pw:9.0")
    spread = sorted(((chance, part) for part, chance in one.damage.items() if chance >= 0.005), key=lambda row: -row[0])
    if spread:
        yield Row("Damages", ", ".join(f"{part.value} {chance:.0%}" for chance, part in spread), "pw:9.5")


def _hit_on_men(
    view: WarState, side: SideId, element: Element, arm: Arm, target: Element, partial: Partial
) -> Iterator[Row]:
    """The killpower of a shell that hits men, with all that adjusts it (pw:8.13, pw:12.4.2)."""
    shot, shell = fire_choices.shot_of(view, side, element, arm, target, partial[3:])
    if shell is None or shell.smoke is not None:
        return
    found = zones.bearing_on(view, element, target, sequence.segment(view))
    there = places.there(view, element, target, found.at)
    strike = aimed.strike_of(view, arm, shell, found, shot)
    made = aimed.attack_on_men(view, element, there, found, shell, strike)
    parts = ", ".join(f"{reason.label} {reason.amount:+d}" for reason in made.tally.reasons)
    yield Row("A hit", f"kills on {made.net} or less: {parts}", "pw:12.4.2")


def _suppress(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """Fire at an area: the number that its range must allow, and the chance that it keeps the area down (pw:8.12)."""
    element = view.element(value_of(partial[0]))
    arm = arms.arm(view, element, partial[1]) if len(partial) > 1 else None
    hexes = [pick for pick in partial[2:] if ":" not in pick]
    if arm is None or not hexes:
        return None
    shell = next((value_of(pick) for pick in partial[2:] if ":" in pick), "")
    at = centre(view.board.hex(hexes[0]))
    far = gsu_between(element.where, at)
    needed = suppressive.killpower(view, element, arm, at, shell) + SUPPRESSES
    chance = max(0, min(needed, D10)) / D10
    rows = [Row("Range", metres(far), "pw:8.12"), Row("Needs", f"{needed} or less", "pw:8.12")]
    number = suppressive.number(view, element, arm, far, shell, at)
    if number is not None:
        rows.append(Row("To hit", f"{number.total} for the range, of {suppressive.AT_MOST} at most", "pw:8.12"))
    outcomes = (("keeps it down", chance), ("nothing", 1 - chance))
    tally = ranges.exact(number.reasons, far) if number is not None else ()
    return OddsReport(f"{element.name} suppresses {hexes[0]}", outcomes, tuple(rows), tally)


def _assault(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    if len(partial) < 2:
        return None
    element, target = view.element(value_of(partial[0])), view.element(partial[1])
    weapon = partial[2] if len(partial) > 2 else ""
    tally = assault_odds.number(view, element, target, weapon)
    chance = assault_odds.succeeds(view, element, target, weapon)
    rows = [Row("Needs", f"{tally.total} or less", "pw:12.11")]
    harm = assault_odds.harm(view, element, target, weapon)
    if isinstance(harm, Chance):
        rows.append(Row("Destroyed", f"{harm.kill:.0%}", "pw:12.11.6"))
        rows.append(Row("Any effect", f"{harm.effect:.0%}", "pw:12.11.6"))
    outcomes = (("succeeds", chance), ("fails", 1 - chance))
    return OddsReport(f"{element.name} assaults {target.name}", outcomes, tuple(rows), tally.reasons)


def _plan(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """The way that is picked so far, or else the one that is written down, and what it comes to (pw:6.3)."""
    element = view.element(value_of(partial[0]))
    written = view.plans.get(element.id) if len(partial) == 1 else None
    plan = written or movement_choices.read(view, element, partial[1:]).plan
    found = planning.examined(view, element, plan)
    ghost = ways.ghost(view, element, plan)
    title = f"{element.name}: {told(view, plan)}"
    if not isinstance(found, pricing.Price):
        return OddsReport(title, (), (Row("Not so", found.reason, found.rule, tone="bad"),), ghost=ghost)
    segments = dict.fromkeys(part.segment.upper() for part in ways.parts(view, element, plan) if part.segment)
    rows = [Row("Movement", f"{found.spent:g} of {found.allowance:g} GSU", "pw:6.3")]
    if found.turns:
        rows.append(Row("Of that", f"ground {found.ground:g}, turns {found.turns:g}", "pw:6.4"))
    rows.append(Row("Counts as", found.motion.value, "pw:6.3"))
    if segments:
        rows.append(Row("Moves in", ", ".join(segments), "pw:6.0"))
    rows += [
        Row(risk.name, risk.told, risk.rule, tone="warn") for risk in hazards.risks(view, element, plan, found.points)
    ]
    return OddsReport(title, (), tuple(rows), ghost=ghost)


_WEIGHED: Final[Mapping[str, Callable[[WarState, SideId, Partial], OddsReport | None]]] = {
    "fire": _fire,
    "suppress": _suppress,
    "assault": _assault,
    "plan": _plan,
    **artillery_face.WEIGHED,
    **sighting_panel.WEIGHED,
}
