"""The twelve Situation Cards as a player reads them: what a Situation as shipped is checked against.

Kept apart from the content: none of this is read from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen


@frozen
class Card:
    """One Situation Card.

    boards:  from west to east ("1 | 2 | 3") or from north to south ("1i / 3i / 2"); i = turned half round.
    corners: the printed hexes in the north-west, north-east, south-west and south-east corner of the map.
    sets_up: the sides that set up on the map, in their order; moves: who takes the first Player-Turn.
    german, russian: counters by where they set up, or after ">" enter on turn 1: boards, rows, numbers. "2 A-B" are
    rows A and B of board 2, "2 A-GG first" the hexes with the lowest number of all rows of board 2, "12" boards 1
    and 2; half hexes that two boards share belong to neither.
    """

    id: str
    turns: int
    boards: str
    corners: str
    sets_up: str
    moves: str
    german: Mapping[str, str]
    russian: Mapping[str, str]


CARDS: Final[Mapping[int, Card]] = {
    1: Card(
        "rear-area-raid",
        turns=10,
        boards="1 | 2 | 3",
        corners="1-A-10 3-A-1 1-GG-10 3-GG-1",
        sets_up="german",
        moves="russian",
        german={
            "2 hilltops": "3 Command Post",
            "2": (
                "3 Fortification, 3 Security, 2 Engineers, 2 Submachinegun, 2 50mm, 2 88mm, 2 20mm, 1 20mm "
                "QUAD, 4 Block, 4 Minefield"
            ),
        },
        russian={
            "> 2 A 3": (
                "1 45mm, 2 82mm mortar (motorized), 1 76.2mm howitzer, 2 Submachinegun, 3 T-34c, 1 SU-76, 4 "
                "Wagons, 4 Cavalry"
            ),
        },
    ),
    2: Card(
        "advance-on-nikopol",
        turns=10,
        boards="1 | 3 | 2",
        corners="1-A-10 2-A-1 1-GG-10 2-GG-1",
        sets_up="russian",
        moves="german",
        german={
            "> 132 GG": (
                "3 PzKpfw IV, 3 StuG III (75mm), 2 75mm AT, 5 Rifle, 2 81mm mortar, 1 120mm mortar, 5 "
                "Halftrack SdKfz 251, 5 Truck Transport"
            ),
        },
        russian={
            "1 A-B": (
                "6 Rifle, 2 82mm mortar, 1 76.2mm howitzer, 1 120mm mortar, 1 Submachinegun, 1 Wagons, 1 "
                "Truck Transport"
            ),
            "2 A-B": "3 Rifle, 2 Reconnaissance, 2 Submachinegun, 1 SU-76, 2 82mm mortar",
            "3 A-B": ("3 Guards, 2 Reconnaissance, 2 Submachinegun, 1 Engineers, 1 122mm howitzer, 1 Truck Transport"),
        },
    ),
    3: Card(
        "vyazma",
        turns=10,
        boards="3 | 2 | 1",
        corners="3-A-10 1-A-1 3-GG-10 1-GG-1",
        sets_up="russian",
        moves="german",
        german={
            "> 321 GG": (
                "5 PzKpfw IV, 2 50mm, 3 Rifle, 1 81mm mortar, 1 75mm infantry howitzer, 5 Halftrack SdKfz "
                "251, 2 Truck Transport"
            ),
        },
        russian={
            "map": (
                "2 Guards, 3 Submachinegun, 8 Rifle, 2 82mm mortar, 2 76.2mm howitzer, 3 76.2mm AT, 6 Wagons, "
                "3 Truck Transport"
            ),
        },
    ),
    4: Card(
        "minsk",
        turns=10,
        boards="1i / 3i / 2",
        corners="1-GG-1 1-GG-10 2-GG-10 2-GG-1",
        sets_up="",
        moves="russian",
        german={
            "> 2 A-GG first": (
                "1 Panther, 1 JgdPz IV, 2 Rifle, 1 Wespe, 1 Hummel, 1 88mm, 2 75mm AT, 1 Nashorn, 3 Halftrack "
                "SdKfz 251, 4 Truck Transport"
            ),
        },
        russian={
            "> 2 GG": (
                "4 T-34c, 5 T-34/85, 2 SU-85, 1 SU-152, 4 Submachinegun, 2 Reconnaissance, 2 82mm mortar, 6 "
                "Rifle, 3 45mm, 2 76.2mm AT, 15 Truck Transport, 5 Halftrack SIS 33 & M3"
            ),
        },
    ),
    5: Card(
        "lutezh-bridgehead",
        turns=12,
        boards="3 | 1i | 2",
        corners="3-A-10 2-A-1 3-GG-10 2-GG-1",
        sets_up="russian german",
        moves="german",
        german={
            "3": (
                "2 SdKfz 234/1, 2 PzKpfw IV, 2 StuG III (75mm), 3 Rifle, 1 81mm mortar, 1 Engineers, 2 Wespe, "
                "3 Command Post, 8 Halftrack SdKfz 251"
            ),
        },
        russian={
            "1": (
                "8 Rifle, 2 82mm mortar, 1 Submachinegun, 2 120mm mortar, 1 76.2mm howitzer, 2 122mm "
                "howitzer, 2 SU-76, 3 45mm, 4 Minefield, 6 Block, 2 Truck Transport, 6 Wagons"
            ),
        },
    ),
    6: Card(
        "dnieper-bend",
        turns=10,
        boards="3i / 2i / 1",
        corners="3-GG-1 3-GG-10 1-GG-10 1-GG-1",
        sets_up="russian german",
        moves="german",
        german={
            "2": (
                "2 PzKpfw IV, 1 Panther, 3 Rifle, 1 120mm mortar, 1 JgdPz IV, 2 75mm AT, 1 88mm, 1 20mm QUAD, "
                "1 Wespe, 1 Hummel, 1 Command Post, 8 Halftrack SdKfz 251"
            ),
        },
        russian={
            "1 X-GG": (
                "12 T-34c, 6 Submachinegun, 2 Reconnaissance, 2 45mm, 2 76.2mm AT, 2 SU-85, 2 SU-152, 2 "
                "Halftrack SIS 33 & M3, 10 Truck Transport"
            ),
        },
    ),
    7: Card(
        "relief-of-kiev",
        turns=10,
        boards="1i | 2 | 3i",
        corners="1-GG-1 3-GG-10 1-A-1 3-A-10",
        sets_up="",
        moves="german",
        german={
            "> 3 Q last": (
                "6 PzKpfw IV, 5 Panther, 4 StuG III (75mm), 4 Rifle, 1 SdKfz 234/4, 1 120mm mortar, 2 75mm "
                "AT, 1 Wespe, 1 Hummel, 7 Halftrack SdKfz 251"
            ),
        },
        russian={
            "> 1 Q first": (
                "6 T-34/85, 12 T-34c, 6 Submachinegun, 3 45mm, 2 76.2mm AT, 2 Reconnaissance, 1 12.7mm, 2 "
                "SU-85, 12 Truck Transport, 2 Halftrack SIS 33 & M3, 2 SU-152"
            ),
        },
    ),
    8: Card(
        "korsun-pocket",
        turns=10,
        boards="3 | 1i | 2",
        corners="3-A-10 2-A-1 3-GG-10 2-GG-1",
        sets_up="russian german",
        moves="german",
        german={
            "2": (
                "3 Panther, 4 PzKpfw IV, 3 StuG III (75mm), 11 Rifle, 2 81mm mortar, 3 120mm mortar, 1 Wespe, "
                "1 Hummel, 2 Engineers, 2 Command Post, 1 Gw 38, 1 StuH 42, 8 Halftrack SdKfz 251, 16 Truck "
                "Transport"
            ),
        },
        russian={
            "1": (
                "6 Rifle, 8 Guards, 3 Submachinegun, 5 82mm mortar, 3 120mm mortar, 2 76.2mm howitzer, 1 "
                "Reconnaissance, 6 76.2mm AT, 2 122mm howitzer, 2 SU-85, 6 Block, 10 Minefield, 8 "
                "Fortification, 2 Command Post"
            ),
        },
    ),
    9: Card(
        "drive-on-stalino",
        turns=10,
        boards="1 | 2 | 3",
        corners="1-A-10 3-A-1 1-GG-10 3-GG-1",
        sets_up="german",
        moves="russian",
        german={
            "2": (
                "14 Rifle, 2 81mm mortar, 2 75mm infantry howitzer, 1 150mm infantry howitzer, 2 75mm AT, 2 "
                "120mm mortar, 3 Truck Transport, 3 Wagons, 6 Block, 3 Minefield, 2 Engineers"
            ),
        },
        russian={
            "> 3 A-GG first": (
                "9 Guards, 1 Submachinegun, 3 45mm, 3 76.2mm AT, 1 82mm mortar, 3 82mm mortar (motorized), 3 "
                "120mm mortar, 3 Reconnaissance, 1 12.7mm, 2 Engineers, 4 T-34c, 2 SU-76, 2 SU-152, 17 Truck "
                "Transport, 6 Halftrack SIS 33 & M3"
            ),
        },
    ),
    10: Card(
        "prochorovka",
        turns=12,
        boards="2 / 3 / 1i",
        corners="2-A-10 2-A-1 1-A-1 1-A-10",
        sets_up="russian",
        moves="german",
        german={
            "> 1 A": (
                "8 PzKpfw IV, 5 Panther, 2 Tiger I, 4 StuG III (75mm), 2 Marder III, 2 Wespe, 1 Hummel, 6 "
                "Rifle, 2 81mm mortar, 2 75mm AT, 11 Halftrack SdKfz 251, 2 Truck Transport"
            ),
        },
        russian={
            "2": (
                "18 T-34c, 2 SU-76, 2 SU-85, 2 SU-152, 6 Submachinegun, 2 82mm mortar, 3 Reconnaissance, 11 "
                "Truck Transport"
            ),
            "1": "6 76.2mm AT, 6 Truck Transport",
        },
    ),
    11: Card(
        "first-panzer-army",
        turns=8,
        boards="2 | 1i | 3i",
        corners="2-A-10 3-GG-10 2-GG-10 3-A-10",
        sets_up="russian",
        moves="german",
        german={
            "> 2 A-GG last": (
                "12 PzKpfw IV, 12 Panther, 9 Rifle, 3 81mm mortar, 2 120mm mortar, 3 StuG III (75mm), 1 Gw "
                "38, 2 Wespe, 1 Hummel, 3 Truck Transport, 11 Halftrack SdKfz 251"
            ),
        },
        russian={
            "1": (
                "9 Guards, 3 45mm, 3 76.2mm AT, 2 82mm mortar, 1 Submachinegun, 3 82mm mortar (motorized), 1 "
                "120mm mortar, 3 Reconnaissance, 1 12.7mm, 4 T-34/85, 6 Halftrack SIS 33 & M3, 17 Truck "
                "Transport"
            ),
        },
    ),
    12: Card(
        "nikopol-bridgehead",
        turns=10,
        boards="1i | 2 | 3i",
        corners="1-GG-1 3-GG-10 1-A-1 3-A-10",
        sets_up="german russian",
        moves="russian",
        german={
            "2": (
                "18 Rifle, 2 Submachinegun, 3 Security, 4 81mm mortar, 4 120mm mortar, 3 Engineers, 4 75mm "
                "infantry howitzer, 2 150mm infantry howitzer, 1 StuG III (75mm), 2 75mm AT, 3 Command Post, "
                "5 Truck Transport, 6 Wagons, 8 Block, 11 Minefield, 8 Fortification"
            ),
            "12": "3 Wespe, 2 Hummel",
        },
        russian={
            "3": (
                "9 Rifle, 10 Guards, 6 Submachinegun, 4 45mm, 6 76.2mm AT, 2 122mm howitzer, 2 76.2mm "
                "howitzer, 6 82mm mortar, 3 120mm mortar, 2 SU-85, 2 SU-76, 2 SU-152, 4 T-34c, 4 Truck "
                "Transport, 8 Wagons"
            ),
        },
    ),
}
