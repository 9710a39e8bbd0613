"""The platoons, sections and troops of the formations of a scenario file (or:7.3)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from content.kit.load import Proof
from content.panzer.scenarios.scenario_file import NUMBERED, FormationLine, SideLine, expanded


def platoons_of(side: SideLine, key: str, proof: Proof) -> Mapping[str, str]:
    """The platoon of each unit of a side that is in one, by its id. `key` is the name of the side in messages."""
    found: dict[str, str] = {}
    for at, formation in enumerate(side.formation, 1):
        own = {id_ for _, _, _, name, id_, _ in expanded(side) if name == formation.name}
        for platoon, unit, where in _members(formation, f"{key}.formation[{at}]", own, proof):
            if unit in found:
                proof.mistake(where, f"{unit!r} again", "a unit of one platoon", f"{found[unit]} has it")
            found[unit] = platoon
    return found


def _members(line: FormationLine, key: str, own: Container[str], proof: Proof) -> Iterator[tuple[str, str, str]]:
    """Every unit of every platoon of a formation: the platoon's name, the unit's id, the key."""
    for at, platoon in enumerate(line.platoons, 1):
        where = f"{key}.platoons[{at}]"
        if platoon.name in [other.name for other in line.platoons[: at - 1]]:
            proof.mistake(f"{where}.name", f"{platoon.name!r} again", "a name of its own")
        for word in platoon.units.split():
            for unit in _from_to(word):
                if unit in own:
                    yield platoon.name, unit, f"{where}.units"
                else:
                    proof.mistake(f"{where}.units", repr(unit), f"the id of a unit of {line.name}")


def _from_to(word: str) -> tuple[str, ...]:
    """The ids that "g2-g5" or "g2" stands for; a word that is neither stands for itself."""
    ends = [NUMBERED.match(end) for end in word.split("-")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0][1] != ends[1][1]:
        return (word,)
    first, last = int(ends[0][2]), int(ends[1][2])
    return tuple(f"{ends[0][1]}{number}" for number in range(first, last + 1)) or (word,)
