"""Counters as they lie on the map: where within their hex, which way they look, what befell them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.panzerwar.artillery import face as artillery_face
from core.panzerwar.obstacles import face as obstacles_face
from core.panzerwar.pieces.cards import Drive, Gun, Squad, Team, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.harm import TRACKS, Damage
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import hex_at
from core.presentation import Counter, Mark

BROKEN: Final = Mark("broken", "▼", "v", "broken", "bad")
SUPPRESSED: Final = Mark("suppressed", "▽", "s", "suppressed", "warn")
STUNNED: Final = Mark("stunned", "◇", "z", "stunned", "bad")
BURNING: Final = Mark("fire", "♨", "f", "on fire", "bad")
DAMAGED: Final = Mark("damaged", "╳", "x", "damaged", "bad")
IMMOBILE: Final = Mark("immobile", "▬", "=", "cannot move", "bad")
GUN_OUT: Final = Mark("gun-out", "⊘", "g", "its gun is damaged or jammed", "bad")
FIRED: Final = Mark("fired", "☼", "*", "has fired", "warn")
MOVED: Final = Mark("moved", "»", ">", "has moved", "info")
BUTTONED: Final = Mark("buttoned", "▪", "b", "buttoned up", "dim")
HULL_DOWN: Final = Mark("hull-down", "▂", "_", "hull down", "good")
TURRET_DOWN: Final = Mark("turret-down", "▁", "t", "turret down", "good")
DUG_IN: Final = Mark("dug-in", "∪", "u", "dug in", "good")
IN_BUNKER: Final = Mark("bunker", "∩", "n", "in a bunker", "good")
HIDDEN: Final = Mark("hidden", "?", "?", "hidden", "good")
FIRST_SIGHT: Final = Mark("first-sight", "!", "!", "sighted for the first time in this turn", "warn")
PLANNED: Final = Mark("planned", "→", "p", "its movement is written down", "info")

_SHORT: Final = {Kind.SQUAD: "Sq", Kind.TEAM: "Tm", Kind.CREW: "Cr", Kind.GUN: "Gn", Kind.BUNKER: "Bk"}
#: What stays on the map of an element that is out of the game.
_WRECKS: Final = frozenset({"destroyed", "abandoned", "bailed out"})
#: Tons from which a tank is medium, and heavy.
_MEDIUM, _HEAVY = 18.0, 40.0
#: 48 headings on six facings.
_STEPS: Final = 8


def counters(view: WarState) -> tuple[Counter, ...]:
    """All that lies on the map, what is undermost first."""
    found = [*obstacles_face.counters(view), *artillery_face.counters(view), *_smoke(view)]
    wrecks = [e for e in view.elements.values() if e.at is not None and e.presence.value in _WRECKS]
    found += [_wreck(view, e) for e in sorted(wrecks, key=lambda e: e.id) if e.kind in (Kind.VEHICLE, Kind.GUN)]
    there = [e for e in view.elements.values() if e.at is not None and e.on_table]
    found += [counter(view, e) for e in sorted(there, key=lambda e: (e.kind is Kind.VEHICLE, e.id))]
    return tuple(found)


def counter(view: WarState, element: Element) -> Counter:
    """An element as it lies on the map."""
    return Counter(
        id=element.id,
        kind="unit",
        hex=hex_at(element.where),
        side=element.side,
        short=short(view, element),
        name=card_name(view, element)[:14],
        facing=facing(element.heading),
        marks=tuple(marks(view, element)),
        values=values(view, element),
        label=element.name,
        point=element.at,
        heading=element.heading,
    )


def facing(heading: int) -> int:
    """The nearest of six facings to a heading of 48."""
    return (heading + _STEPS // 2) // _STEPS % 6


def short(view: WarState, element: Element) -> str:
    """The class of an element in two letters: light, medium, heavy tank, assault gun, car, half-track, truck; HQ."""
    card = view.cards.find(element.card)
    if not isinstance(card, Vehicle):
        return _SHORT.get(element.kind, "El")
    if card.soft:
        return "Tr"
    if card.drive is not Drive.TRACKS:
        return "HT" if card.drive is Drive.HALF_TRACK else "AC"
    if card.gun is None:
        return "CR"
    if not card.turreted:
        return "AG"
    return "HV" if card.weight >= _HEAVY else "MD" if card.weight >= _MEDIUM else "LT"


def card_name(view: WarState, element: Element) -> str:
    """The name of what it is."""
    card = view.cards.find(element.card)
    return card.name if card is not None else element.card


def values(view: WarState, element: Element) -> str:
    """A fact or two for the close zoom: the gun of a vehicle, the men of a squad."""
    card = view.cards.find(element.card)
    if isinstance(card, Vehicle | Gun):
        mount = card.mount if isinstance(card, Gun) else card.gun
        weapon = view.cards.weapons.get(mount.weapon) if mount is not None else None
        return f"{weapon.calibre:g}mm" if weapon is not None else "mg" if isinstance(card, Vehicle) else ""
    return f"{card.men} men" if isinstance(card, Squad | Team) else ""


def marks(view: WarState, element: Element) -> Iterator[Mark]:
    """The status marks of an element, what matters most first."""
    yield from _harm(element)
    if element.nerve.broken:
        yield BROKEN
    elif element.nerve.pinned(view.turn):
        yield SUPPRESSED
    if any(element.id in seen for seen in view.sighted_now.values()):
        yield FIRST_SIGHT
    if element.id in view.plans and view.step == "plan":
        yield PLANNED
    if element.gunnery.fired:
        yield FIRED
    elif element.travel.motion is not Motion.STATIONARY:
        yield MOVED
    yield from _posture(element)


def _harm(element: Element) -> Iterator[Mark]:
    harm = element.harm
    if Damage.FIRE in harm.damage:
        yield BURNING
    if harm.stunned:
        yield STUNNED
    if harm.immobile:
        yield IMMOBILE
    if Damage.GUN in harm.damage or element.gunnery.jammed:
        yield GUN_OUT
    if harm.damage - TRACKS - {Damage.FIRE, Damage.GUN, Damage.MOBILITY}:
        yield DAMAGED


def _posture(element: Element) -> Iterator[Mark]:
    posture = element.posture
    if posture.turret_down:
        yield TURRET_DOWN
    elif posture.hull_down:
        yield HULL_DOWN
    if posture.bunker:
        yield IN_BUNKER
    elif posture.dug.value != "none":
        yield DUG_IN
    if posture.hidden:
        yield HIDDEN
    if element.buttoned:
        yield BUTTONED


def _wreck(view: WarState, element: Element) -> Counter:
    name = card_name(view, element)[:14]
    return Counter(
        id=f"wreck:{element.id}",
        kind="wreck",
        hex=hex_at(element.where),
        side=element.side,
        short="Wr",
        name=name,
        label=f"{element.name}, {element.presence.value}",
        point=element.at,
        heading=element.heading,
    )


def _smoke(view: WarState) -> Iterator[Counter]:
    for point, _, _, thick in clouds.discs(view):
        hex_ = hex_at(point)
        if hex_ in view.board:
            yield Counter(
                f"smoke:{point.x}:{point.y}", "smoke", hex_, None, "Sm", thick.value.capitalize()[:14], point=point
            )
