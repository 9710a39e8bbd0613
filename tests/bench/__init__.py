"""How fast things are: each part measures user CPU beside a yardstick of the same run, and finds rows of a table.

A part is a module with ``measure(run) -> Iterator[Found]``. What the parts know of the insides of the rule systems
stands in `internals`, what they know of scenarios as values in `forces`; everything else goes through the doors that
players, saves and screens have. To say a rate without the machine, it is given as a share of the random moves that
python-chess plays in the same time, a duration as the number of moves that it would last.
"""

from __future__ import annotations

from typing import Final

#: The parts by name, with their modules.
PARTS: Final = {
    "orders": "orders",
    "turns": "turns",
    "random": "random_play",
    "growth": "growth",
    "keys": "keys",
    "odds": "odds",
    "computer": "computer",
    "saves": "saves",
    "sight": "line_of_sight",
    "reach": "movement",
    "map": "map",
    "large": "large",
    "terminal": "terminal",
    "memory": "memory",
    "ssh": "ssh",
}
