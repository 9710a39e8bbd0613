"""Switches that leave a module of the Advanced Game out of a scenario that has it (na:5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from content.kit.library import OptionInfo
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import NOTES, Switch

_PREFIX: Final = "without-"
#: What the units and the map of a scenario stand on: leaving it out would leave pieces that nothing can be done with.
_FOUNDATIONS: Final = frozenset({Switch.LEG_AND_TOWED, Switch.GP_FIRE, Switch.TRANSPORT, Switch.BUILDINGS})


def offered(modules: Iterable[Switch]) -> tuple[str, ...]:
    """The ids of the switches of a scenario with these modules."""
    there = set(modules) - _FOUNDATIONS
    return tuple(f"{_PREFIX}{module.value}" for module in Switch if module in there)


def told(modules: Iterable[Switch]) -> tuple[OptionInfo, ...]:
    """What a player reads of each of them."""
    there = frozenset(modules)
    return tuple(_info(Switch(id_.removeprefix(_PREFIX)), there) for id_ in offered(there))


def _info(module: Switch, there: frozenset[Switch]) -> OptionInfo:
    along = [NOTES[other].title for other in Switch if other in there - left(there, (module,)) and other is not module]
    about = f"On: the game is played without {NOTES[module].title.lower()}"
    about += f", and so without {' and '.join(along).lower()}." if along else "."
    return OptionInfo(
        f"{_PREFIX}{module.value}", f"Without {NOTES[module].title.lower()}", about, NOTES[module].rules[0], "Leave out"
    )


def left(modules: frozenset[Switch], out: Iterable[Switch]) -> frozenset[Switch]:
    """The modules without some of them, and without those that cannot do without these."""
    kept = modules - frozenset(out)
    while True:
        orphans = frozenset(module for module in kept if not kept.issuperset(NOTES[module].needs))
        if not orphans:
            return kept
        kept -= orphans


def chosen(scenario: Scenario, options: Iterable[str]) -> Scenario:
    """The scenario as it is played with these of its options."""
    out = [Switch(o.removeprefix(_PREFIX)) for o in options if o.startswith(_PREFIX)]
    return evolve(scenario, switches=left(scenario.switches, out)) if out else scenario
