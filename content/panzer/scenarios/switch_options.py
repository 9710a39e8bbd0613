"""What players may switch on and off in a scenario: parts of the Advanced Game out of it (na:5.0), Optional Rules into
it (or:7.0).

An option that leaves a part out is named "without-" and the id of its switch; one that brings an Optional Rule in is
named by the id of its switch alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from content.kit.library import OptionInfo
from content.panzer.scenarios.with_morale import played_with_morale
from content.panzer.tables.advanced_tables import advanced_tables
from content.panzer.tables.tables import basic_tables
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.optional.notes import GROUPS, Book
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import NOTES, OPTIONAL, Switch, clash, completed, without

_PREFIX: Final = "without-"
#: What the units and the map of a scenario stand on: leaving it out would leave pieces that nothing can be done with.
_FOUNDATIONS: Final = frozenset({Switch.LEG_AND_TOWED, Switch.GP_FIRE, Switch.TRANSPORT, Switch.BUILDINGS})


def offered(there: Iterable[Switch], allowed: Iterable[Switch] = (), edition: Edition = HEX) -> tuple[str, ...]:
    """The ids of the options of a scenario with these switches on.

    allowed: Optional Rules that need something of a scenario (its mines, its counters) which this one has; what the
    edition has rules of its own for, or its book does not have, is not offered.
    """
    on = frozenset(there)
    out = tuple(f"{_PREFIX}{switch.value}" for switch in Switch if switch in on - _FOUNDATIONS)
    able = _to_bring_in(on, frozenset(allowed), edition)
    return (*out, *(s.value for group in GROUPS for s in Switch if s in able and NOTES[s].group == group))


def _to_bring_in(on: frozenset[Switch], allowed: frozenset[Switch], edition: Edition) -> frozenset[Switch]:
    """The Optional Rules that a scenario can be played with besides: what they need is there or can be brought in."""
    met = edition.instead.keys()
    optional = OPTIONAL - on - met - edition.lacks
    able = frozenset(switch for switch in optional if not NOTES[switch].asked or switch in allowed)
    return without(on | able | met, ()).difference(on, met)


def told(there: Iterable[Switch], allowed: Iterable[Switch] = (), edition: Edition = HEX) -> tuple[OptionInfo, ...]:
    """What a player reads of each of them."""
    on = frozenset(there)
    ids = offered(on, allowed, edition)
    return tuple(
        _leaving_out(Switch(id_.removeprefix(_PREFIX)), on, edition)
        if id_.startswith(_PREFIX)
        else _bringing_in(Switch(id_), frozenset(ids), edition)
        for id_ in ids
    )


def _rule(switch: Switch, edition: Edition) -> str:
    """The first rule of a switch, as the edition cites it."""
    rule = NOTES[switch].rules[0]
    return basic_tables(edition.id).rule_names.get(rule, rule)


def _leaving_out(switch: Switch, on: frozenset[Switch], edition: Edition) -> OptionInfo:
    notes = NOTES[switch]
    along = [NOTES[other].title for other in Switch if other in on - without(on, (switch,)) and other is not switch]
    about = f"On: the game is played without {notes.title.lower()}"
    about += f", and so without {' and '.join(along).lower()}." if along else "."
    title = f"Without {notes.title.lower()}"
    return OptionInfo(f"{_PREFIX}{switch.value}", title, about, _rule(switch, edition), "Leave out")


def _bringing_in(switch: Switch, ids: frozenset[str], edition: Edition) -> OptionInfo:
    notes = NOTES[switch]
    about = [notes.about, f"Adds to a turn: {notes.adds}." if notes.adds else ""]
    needed = [other for other in notes.needs if other not in edition.instead]
    optional = [NOTES[other].title for other in needed if NOTES[other].book is Book.OPTIONAL]
    about.append(f"Needs {' and '.join(optional)}." if optional else "")
    against = [NOTES[other].title for other in notes.excludes]
    about.append(f"Not together with {' and '.join(against)}." if against else "")
    parts = {f"{_PREFIX}{other.value}" for other in completed({switch})}
    return OptionInfo(
        switch.value,
        notes.title,
        " ".join(filter(None, about)),
        _rule(switch, edition),
        notes.group,
        needs=frozenset(other.value for other in notes.needs) & ids,
        excludes=(frozenset(other.value for other in notes.excludes) | parts) & ids,
    )


def refusal(
    there: Iterable[Switch],
    options: Iterable[str],
    edition: Edition = HEX,
    allowed: Iterable[Switch] = tuple(OPTIONAL),
) -> str:
    """Why a scenario with these switches cannot be played with these options together; "" if it can.

    allowed: as for what is offered.
    """
    on = _switched(frozenset(there), options, edition)
    brought = on.difference(there)
    for switch in Switch:
        if switch in brought & edition.lacks:
            return f"{_called(switch, edition)} is no rule of the {edition.name}"
    for switch, rule in edition.instead.items():
        if switch in brought:
            it = _called(switch, edition)
            return f"{it} is no option in the {edition.name}, which has rules of its own for it ({rule})"
    for switch in Switch:
        if switch in brought.difference(allowed) and NOTES[switch].asked:
            return f"{_called(switch, edition)} needs a scenario with {NOTES[switch].asked}; this one has none"
    for switch in Switch:
        needed = NOTES[switch].needs if switch in on else ()
        missing = [other for other in needed if other not in on and other not in edition.instead]
        if missing:
            them = " and ".join(_called(other, edition) for other in missing)
            return f"{_called(switch, edition)} needs {them}: switch both on, or leave {NOTES[switch].title} out"
    found = clash(on)
    if found is not None:
        one, other = found
        return f"{_called(one, edition)} does not go with {_called(other, edition)}: choose one of the two"
    return ""


def _called(switch: Switch, edition: Edition) -> str:
    return f"{NOTES[switch].title} ({_rule(switch, edition)})"


def _switched(there: frozenset[Switch], options: Iterable[str], edition: Edition) -> frozenset[Switch]:
    """What is on with these options; a part of the Advanced Game takes along what cannot do without it."""
    known = {switch.value: switch for switch in OPTIONAL}
    ids = tuple(options)
    out = [Switch(id_.removeprefix(_PREFIX)) for id_ in ids if id_.startswith(_PREFIX)]
    met = edition.instead.keys() - there
    return (without(there | met, out) - met) | {known[id_] for id_ in ids if id_ in known}


def chosen(scenario: Scenario, options: Iterable[str]) -> Scenario:
    """The scenario as it is played with these of its options. ValueError: they do not go together."""
    ids = tuple(options)
    refused = refusal(scenario.switches, ids, scenario.rules)
    if refused:
        raise ValueError(refused)
    on = _switched(scenario.switches, ids, scenario.rules)
    if Switch.COUNTER_BATTERY in on - scenario.switches:
        scenario = evolve(scenario, units=(*scenario.units, *scenario.counter_batteries))
    if Switch.MORALE in on - scenario.switches:
        scenario = played_with_morale(scenario)
    if on == scenario.switches:
        return scenario
    tables = advanced_tables(scenario.rules.id) if on and scenario.advanced is None else scenario.advanced
    return evolve(scenario, switches=on, advanced=tables)
