"""How the sides set up and how the winner is found, as scenario files state it (na:2.0, na:3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from content.kit import goals
from content.kit.goals import ObjectiveLine
from content.kit.load import listed
from content.panzer.boards.boards import is_building
from content.panzer.scenarios.scenario_file import BarrierLine, VillageLine
from content.panzer.scenarios.scenario_proof import Draft
from core.event import SideId
from core.panzer.pieces.scenario import Barrier, SetUp, Victory, Village
from core.setting import Exit, Objective, Zone


def set_up(draft: Draft) -> SetUp:
    """How the sides set up."""
    try:
        return SetUp(draft.data.set_up)
    except ValueError:
        draft.proof.unknown("set_up", draft.data.set_up, [s.value for s in SetUp], "the way")
        return SetUp.FIXED


def zones(draft: Draft) -> dict[str, Zone]:
    """The set-up areas by id; those that sides name must be there."""
    found = goals.zones(draft, draft.data.zone)
    for at, side in enumerate(draft.data.side, 1):
        for zone in side.zones:
            draft.proof.among(f"side[{at}].zones", zone, found, "the zone")
    return found


def villages(draft: Draft, lines: Sequence[VillageLine]) -> tuple[tuple[Village, ...], tuple[Objective, ...]]:
    """The villages, and their buildings as objectives that score nothing by themselves (min:23.3.4, min:23.3.5)."""
    found: list[Village] = []
    buildings: list[Objective] = []
    draft.proof.unique("village", [line.id for line in lines])
    for at, line in enumerate(lines, 1):
        key = f"village[{at}]"
        hexes = draft.area(ObjectiveLine(line.id, line.name, line.vp, line.hexes, line.place), key)
        bare = [h.id for h in hexes if not is_building(draft.map[h].terrain)]
        if bare:
            draft.proof.mistake(f"{key}.hexes", listed(bare), "hexes with buildings")
        if not len(hexes) < 2 * line.needed <= 2 * len(hexes):
            draft.proof.mistake(f"{key}.needed", str(line.needed), f"more than half of {len(hexes)} buildings, or all")
        holder = draft.side(f"{key}.controller", line.controller) if line.controller else None
        own = [Objective(f"{line.id}-{h.id}", f"{line.name} {h.id}", (h,), 0, line.turns, holder) for h in hexes]
        buildings += own
        found.append(Village(line.id, line.name, frozenset(o.id for o in own), line.needed, line.vp))
    return tuple(found), tuple(buildings)


def barriers(draft: Draft, lines: Sequence[BarrierLine], exits: Sequence[Exit]) -> Iterator[Barrier]:
    """What a side scores if few enough enemies leave by an exit (min:23.2.4.2)."""
    ways = {way.id: way for way in exits}
    for at, line in enumerate(lines, 1):
        key = f"barrier[{at}]"
        draft.proof.among(f"{key}.exit", line.exit, ways, "the exit")
        if line.most < 0:
            draft.proof.mistake(f"{key}.most", str(line.most), "0 or more")
        if line.exit in ways:
            side = next((s.id for s in draft.data.side if s.id != ways[line.exit].side), "")
            yield Barrier(line.id, line.name, SideId(side), line.exit, line.most, line.vp)


def victory(draft: Draft) -> Victory:
    """How the winner is found."""
    line = draft.data.victory
    return Victory(
        levels=goals.levels(draft, line.levels),
        losses=line.losses,
        annihilation=line.annihilation,
        text=line.text,
        rule=line.rule,
        immobilized=line.immobilized,
    )
