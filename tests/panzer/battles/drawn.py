"""Battles drawn from a seed: every edition, theatre, type, size and grade of force that a form offers."""

from __future__ import annotations

from content.panzer.battles.mines import KINDS, TYPES
from content.panzer.battles.wishes import ATTITUDES, weathers
from content.panzer.recipes.recipes import theatre, theatre_ids
from core.lots import Lots
from core.panzer.forces.ground_plan import Edge
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.edition import EDITIONS


def lines_of(seed: int) -> dict[str, str]:
    """The lines of a form, drawn."""
    lots = Lots(f"drawn/{seed}")
    field = theatre(lots.one_of(theatre_ids()))
    attacker, defender = lots.shuffled(field.nations)[:2]
    first, last = (int(date[:4]) * 12 + int(date[5:]) - 1 for date in (field.first, field.last))
    month = lots.between(first, last)
    attitude = lots.one_of(tuple(ATTITUDES))
    points = lots.one_of(("600", "900", "1400", "2000", "3000"))
    lines = {
        "theatre": field.id,
        "date": f"{month // 12}-{month % 12 + 1:02d}",
        "attitude": attitude,
        "attacker": attacker,
        "defender": defender,
        "attacker-grade": lots.one_of(tuple(Grade)).value,
        "defender-grade": lots.one_of(tuple(Grade)).value,
        "points": points,
        "share": lots.one_of(("least", "middle", "most")),
        "turn": lots.one_of(("diced", "6", "10", "16")),
        "edge": lots.one_of(tuple(Edge)).value,
        "objectives": lots.one_of(("1", "3", "5")),
        "weather": lots.one_of(("fair", "fair", "dust", "heat")),
        "seed": str(seed),
    }
    lines["edition"] = lots.one_of(tuple(EDITIONS))
    if lines["weather"] not in weathers(EDITIONS[lines["edition"]]):
        lines["weather"] = "fair"
    if attitude != "meeting":
        lines["works"] = lots.one_of(("0", "10", "20"))
    lines["light"] = lots.one_of(("day", "day", "day", "dusk", "twilight", "moonlight", "fog"))
    lines["ground"] = lots.one_of(("dry", "dry", "mud", "snow", "frost"))
    if attitude != "meeting" and lots.hits(40):
        lines["mines"] = "10"
        lines["mine-kind"] = lots.one_of(tuple(KINDS))
        lines["mine-types"] = lots.one_of(tuple(TYPES))
    if int(points) >= 1400 and lots.hits(30):
        lines["morale"] = "rolled"
    if points == "600" and attitude == "counterattack" and "mines" in lines:
        lines["works"] = "10"  # else too little is left for each of the defender's two groups
    return lines
