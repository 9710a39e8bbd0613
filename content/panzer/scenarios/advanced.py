"""What files state of the Advanced Game: modules, grades, labels, attached weapons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from attrs import evolve

from content.kit.load import Proof, one_of
from content.panzer.cards.cards import attached_weapon
from content.panzer.scenarios import air_file
from content.panzer.scenarios.artillery import attachment, self_propelled
from content.panzer.scenarios.scenario_file import SunEntry
from core.event import UnitId
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import LegCard, LegStep, UnitCard, VehicleCard
from core.panzer.pieces.conditions import Edge, Sun
from core.panzer.pieces.edition import EDITIONS, HEX, MINIATURES
from core.panzer.pieces.scenario import Label, Level
from core.panzer.pieces.switches import ADVANCED, Switch, completed
from core.panzer.pieces.tables import Tables

#: Stands for all modules but those of the weather.
_ALL: Final = "advanced"


class Abilities(Protocol):
    """The fields of a unit line that only the Advanced Game has."""

    @property
    def grade(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def level(self) -> str: ...
    @property
    def attached(self) -> tuple[str, ...]: ...
    @property
    def motorcycle(self) -> bool: ...
    @property
    def transporter(self) -> str: ...
    @property
    def riding(self) -> str: ...
    @property
    def attachment(self) -> str: ...
    @property
    def self_propelled(self) -> bool: ...
    @property
    def load(self) -> str: ...
    @property
    def without_skirts(self) -> bool: ...


#: Optional Rules of the hex edition that are part of the Advanced Game of the other (min:17.2.2.2).
_STANDARD: Final = {MINIATURES.id: frozenset({Switch.BOGGING_DOWN})}


def modules(names: Iterable[str], proof: Proof, edition: str = HEX.id) -> frozenset[Switch]:
    """The modules that a file names, with all that they need; "advanced" names all but dust, sun and heat.

    In the miniatures edition vehicles bog down by it as well (min:17.2.2.2), and turrets are no option (min:8.2.1.1).
    """
    played = EDITIONS.get(edition, HEX)
    instead = played.instead
    found: set[Switch] = set()
    for at, name in enumerate(names, 1):
        if name == _ALL:
            found |= ADVANCED | _STANDARD.get(edition, frozenset())
        elif module := one_of(Switch, name, f"modules[{at}]", proof):
            if module in instead:
                why = f"the edition has rules of its own for it in every game ({instead[module]})"
                proof.mistake(f"modules[{at}]", repr(name), "nothing", why)
            elif module in played.lacks:
                proof.mistake(f"modules[{at}]", repr(name), "nothing", f"it is no rule of the {played.name}")
            found.add(module)
    return completed(found).difference(instead)


def sun(stated: SunEntry | None, key: str, proof: Proof) -> Sun | None:
    """Where the sun blinds, if it does."""
    edge = one_of(Edge, stated.edge, f"{key}.edge", proof) if stated is not None else None
    return Sun(edge, stated.ap, stated.gp) if stated is not None and edge is not None else None


def hull_down(stated: Mapping[str, int], tables: Tables, key: str, proof: Proof) -> Mapping[str, int]:
    """Where vehicles may find a Hull Down position, where the scenario says otherwise than the table (na:6.6.9)."""
    for terrain, value in stated.items():
        proof.among(key, terrain, tables.terrain, "the terrain")
        if not 0 <= value <= 100:
            proof.mistake(f"{key}.{terrain}", str(value), "0 to 100")
    return dict(stated)


def abilities(
    line: Abilities,
    card: UnitCard,
    default: Grade,
    known: Iterable[str],
    key: str,
    proof: Proof,
    edition: str = HEX.id,
) -> Mapping[str, Any]:
    """The fields of a `ScenarioUnit` that a line states; `default`: the grade of its formation; `known`: unit ids."""
    ids = dict.fromkeys(known)
    for name in ("transporter", "riding"):
        other = getattr(line, name)
        if other and other not in ids:
            proof.unknown(f"{key}.{name}", other, ids, "the unit")
    labels = frozenset(made for text in line.labels if (made := one_of(Label, text, f"{key}.labels", proof)))
    level = one_of(Level, line.level, f"{key}.level", proof) if line.level else None
    if Label.COMMAND in labels and level is None:
        level = Level.COMPANY
    if line.motorcycle and not (isinstance(card, LegCard) and card.motorcycle):
        proof.mistake(f"{key}.motorcycle", "true", "a leg unit whose card has motorcycles", f"{card.id} has none")
    if line.attached and not isinstance(card, LegCard):
        proof.mistake(f"{key}.attached", repr(list(line.attached)), "nothing: only leg units have attached weapons")
    find = partial(attached_weapon, edition=edition)
    weapons = (proof.looked_up(find, text, f"{key}.attached", "panzer/units") for text in line.attached)
    return {
        "grade": one_of(Grade, line.grade, f"{key}.grade", proof) or default if line.grade else default,
        "labels": labels,
        "level": level,
        "attached": tuple(weapon for weapon in weapons if weapon),
        "motorcycle": line.motorcycle,
        "transporter": UnitId(line.transporter) if line.transporter else None,
        "riding": UnitId(line.riding) if line.riding else None,
        "attachment": attachment(line.attachment, card, f"{key}.attachment", proof),
        "self_propelled": self_propelled(card, f"{key}.self_propelled", proof, stated=line.self_propelled),
        "load": air_file.load(line.load, card, f"{key}.load", proof),
        "without_skirts": line.without_skirts,
    }


def fielded(line: Abilities, card: UnitCard, key: str, proof: Proof) -> UnitCard:
    """The card of a unit as its player fields it: without the skirts and plates that it has, if its line says so
    (or:7.10.1)."""
    if not line.without_skirts:
        return card
    if not isinstance(card, VehicleCard) or not card.armor.skirts:
        proof.mistake(f"{key}.without_skirts", "true", "a vehicle whose card has skirts", f"{card.id} has none")
        return card
    return evolve(card, armor=evolve(card.armor, skirts={}))


def leg_size(text: str, card: UnitCard, key: str, proof: Proof) -> LegStep | None:
    """The size at which a leg unit starts; None for the largest of its card (na:5.1)."""
    if not text:
        return None
    if not isinstance(card, LegCard):
        proof.mistake(key, repr(text), "nothing: only leg units have a size")
        return None
    size = one_of(LegStep, text, key, proof)
    if size is not None and size not in card.sizes:
        proof.mistake(key, repr(text), ", ".join(step.value for step in card.sizes), f"{card.id} has no such size")
        return None
    return size
