"""Counters as they lie on the map: their order in a hex, short names, printed factors, status marks."""

from __future__ import annotations

from typing import Final

from core.panzerblitz.pieces.reference import Kind, UnitType, WeaponClass
from core.panzerblitz.pieces.unit import Operation, Unit
from core.panzerblitz.state import BlitzState
from core.presentation import Counter, Mark

DISPERSED: Final = Mark("dispersed", "▼", "v", "dispersed, face down", "bad")
FIRED: Final = Mark("fired", "☼", "*", "has fired", "warn")
MOVED: Final = Mark("moved", "»", ">", "has moved", "info")
INSIDE: Final = Mark("inside", "▣", "#", "in the fortification", "good")
CARRIED: Final = Mark("carried", "↑", "^", "carried", "dim")
CARRIES: Final = Mark("carries", "≡", "=", "carries a unit", "info")
HIDDEN: Final = Mark("hidden", "?", "?", "hidden from the enemy", "good")

#: Markers lie at the bottom of a hex.
_LAYERS: Final = {Kind.MINEFIELD: 0, Kind.BLOCK: 1}
#: Words of names that are too long for a counter on the map, and what stands for them there.
_SHORTER: Final = (
    ("Submachinegun", "SMG"),
    ("Reconnaissance", "Recon"),
    ("Command Post", "Cmd Post"),
    ("Engineers", "Engrs"),
    ("Security", "Secur."),
    ("Fortification", "Fort"),
    ("Minefield", "Mines"),
    ("Truck Transport", "Truck"),
    ("Halftrack SdKfz 251", "Sd 251"),
    ("Halftrack SIS 33 & M3", "Halftrk"),
    ("Puma SdKfz 234/2", "Puma"),
    ("SdKfz 234/", "Sd 234/"),
    (" infantry howitzer", " IH"),
    (" howitzer", " Hw"),
    ("82mm mortar (motorized)", "82 MrMot"),
    (" mortar", " Mr"),
    (" (75mm)", ""),
    ("20mm QUAD", "20 Quad"),
    ("76.2mm", "76mm"),
    ("PzKpfw", "PzKw"),
    ("Marder III", "Mard III"),
    ("Maultier", "Maultr"),
    ("Wirbelwind", "Wirbel."),
)


def counters(view: BlitzState) -> tuple[Counter, ...]:
    """All that lies on the map, in each hex what is undermost first."""
    found = [Counter(f"block:{hex_}", "mark", hex_, None, "Bl", "Block") for hex_ in sorted(view.rubble)]
    for hex_, sides in sorted(view.wrecks.items()):
        for number, side in enumerate(sides):
            found.append(Counter(f"wreck:{hex_}:{number}", "wreck", hex_, side, "Wr", "Wreck"))
    ordered = sorted(view.units.values(), key=lambda u: (_layer(view, u), u.id))
    found += [_counter(view, u) for u in ordered if u.on_map and u.hex is not None]
    return tuple(found)


def _layer(view: BlitzState, unit: Unit) -> int:
    """Markers lie lowest, then what is in a fortification, the fortification, carried units, and the rest."""
    kind = view.type(unit.id).kind
    if kind is Kind.FORTIFICATION:
        return 4
    if kind in _LAYERS:
        return _LAYERS[kind]
    if unit.inside:
        return 2 if unit.carrier is not None else 3
    return 5 if unit.carrier is not None else 6


def _counter(view: BlitzState, unit: Unit) -> Counter:
    type_ = view.type(unit.id)
    if unit.hex is None:
        raise ValueError(f"{unit.id} is not on the map")
    kind = "unit" if type_.manned or type_.kind is Kind.FORTIFICATION else "mark"
    return Counter(
        id=unit.id,
        kind="mines" if type_.kind is Kind.MINEFIELD else kind,
        hex=unit.hex,
        side=unit.side,
        short=type_.short,
        name=short_name(type_),
        marks=marks(view, unit),
        values=values(type_),
        label=view.name(unit.id),
    )


def short_name(type_: UnitType) -> str:
    """The name of a kind of counter, without the number, in the seven cells that a counter at the close zoom has for it
    beside the sign of its side, or in a few more of which spaces can go."""
    name = type_.name
    for words, shorter in _SHORTER:
        name = name.replace(words, shorter)
    return name[:14]


def values(type_: UnitType) -> str:
    """The factors of a counter as they are printed: attack, class and range above, defense and movement below."""
    if not type_.manned:
        return f"-{type_.defense}" if type_.defense else ""
    letter = "C" if type_.weapon_class is WeaponClass.NONE and type_.carrier else type_.weapon_class.value
    return f"{type_.attack}{letter}{type_.range} {type_.defense}-{type_.movement}"


def marks(view: BlitzState, unit: Unit) -> tuple[Mark, ...]:
    """The status marks of a counter."""
    found = []
    if unit.dispersed:
        found.append(DISPERSED)
    if unit.fired:
        found.append(FIRED)
    elif unit.entered or unit.operation is Operation.UNLOADED:
        found.append(MOVED)
    if unit.inside:
        found.append(INSIDE)
    if unit.carrier is not None:
        found.append(CARRIED)
    elif view.passenger(unit.id) is not None:
        found.append(CARRIES)
    if unit.hidden:
        found.append(HIDDEN)
    return tuple(found)
