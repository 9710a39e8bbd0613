"""The two editions of Panzer: what the miniatures edition, on hexes of an inch, does otherwise than the hex edition.

Most of what differs are numbers, and stands in the tables that a scenario of the edition brings. What is left are the
facts below: one line each, by the chapters of the book, so that all differences of the two books are read in one place.
A chapter asks `state.edition` for the fact, never which edition it is.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class Edition:
    """What a chapter asks of the edition that is played.

    id: as scenario files name it; metres: width of a hex; measure: the unit of its distances, one to a hex.
    """

    id: str
    name: str
    metres: int
    measure: str
    #: Whether the turrets of vehicles face a quadrant of their own (min:8.2.1.1; in the hex edition only with or:7.8).
    turrets: bool = False
    #: Whether spotting ranges are multiplied for what both do (min:5.4.2.6), not shifted by rows (na:4.1.3b).
    multiplied_spotting: bool = False
    #: Width of front and rear Fields-of-Fire (na:4.4.3.1.4; min:8.2.1.4: a quadrant).
    arc_degrees: int = 60
    #: Whether Broken units, as Suppressed ones, spot ahead only (min:5.2).
    broken_look_ahead: bool = False
    #: The least allowance that halving leaves a unit (na:3.7; min:9.2.1.1 has none).
    least_allowance: int = 1

    @property
    def hexes_in_100_metres(self) -> int:
        """How many hexes are a hex of the hex edition."""
        return 100 // self.metres


#: "Panzer North Africa" and its Optional Rules: hexes of 100 m.
HEX: Final = Edition(id="hex", name="hex edition", metres=100, measure="hex")
#: The table-top rules on hexes: 1 inch of the table is a hex of 50 m (min:INTRO.c, min:4.5.1).
MINIATURES: Final = Edition(
    id="miniatures",
    name="miniatures edition",
    metres=50,
    measure="inch",
    turrets=True,
    multiplied_spotting=True,
    arc_degrees=90,
    broken_look_ahead=True,
    least_allowance=0,
)
EDITIONS: Final = {one.id: one for one in (HEX, MINIATURES)}
