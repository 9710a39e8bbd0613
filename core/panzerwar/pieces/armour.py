"""One cell of a Vehicle Data Chart: the armour of a location on an aspect, in cm (pw:8.2, pw:9.3, pw:DN.base).

How a cell is written: ``9`` the basis; ``2.5+2.5`` bolted plates (pw:DN.bolted); ``4s^8`` spaced armour and what it
is against HEAT (pw:DN.spaced); ``3^8`` running gear, and running gear with the side behind it (pw:DN.track); behind
the number ``r`` or ``rr`` rounded (pw:9.4.5, pw:DN.round), ``u`` underlined (pw:9.4.4, pw:DN.underlined), ``a``
anti-deflection (pw:9.4.3, pw:DN.antidefl); ``12/14`` an even choice of two such values (pw:9.3.1).
"""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike

_VALUE: Final = re.compile(
    r"(?P<first>\d+(?:\.\d+)?)(?:\+(?P<second>\d+(?:\.\d+)?))?(?P<spaced>s)?(?:\^(?P<high>\d+(?:\.\d+)?))?(?P<marks>[aur]*)\Z"
)
#: The marks that may stand behind a number, in this order.
_MARKS: Final = ("", "a", "u", "r", "rr", "ur", "urr", "ar", "arr")


@frozen(eq=False, repr=False)
class Armour(Alike):
    """The armour basis of one cell, in cm.

    text:            the cell as it is written.
    base:            what a shell other than HEAT must defeat; of bolted armour the sum, of running gear the gear alone.
    against_heat:    what HEAT must defeat (pw:DN.spaced).
    bolted:          the first plate alone; None unless plates are bolted together (pw:DN.bolted).
    behind:          running gear and side armour together; None unless they are one behind the other (pw:DN.track).
    spaced:          whether anti-tank rifles and deflection meet spaced armour (pw:DN.spaced, pw:DN.atr).
    rounded:         0, 1 for r, 2 for rr: so much less on the D6 of penetration (pw:9.4.5).
    highly_sloped:   underlined, 45 degrees or more (pw:9.4.4).
    anti_deflection: counts as deflection armour within 30 degrees of the front (pw:9.4.3).
    choices:         the two values of an even choice; none if it is one value. All else is then that of the first.
    """

    text: str
    base: float
    against_heat: float
    bolted: float | None = None
    behind: float | None = None
    spaced: bool = False
    rounded: int = 0
    highly_sloped: bool = False
    anti_deflection: bool = False
    choices: tuple[Armour, ...] = ()

    def chosen(self, die: int) -> Armour:
        """The value that a D6 chooses: 1 to 3 the first, 4 to 6 the second (pw:9.3.1); itself if it is one value."""
        return self.choices[0 if die <= 3 else 1] if self.choices else self

    def times(self, factor: float) -> Armour:
        """The same armour, every thickness multiplied: a deflection zone has 1.5 (pw:9.1.5, pw:9.1.6)."""
        return evolve(
            self,
            base=self.base * factor,
            against_heat=self.against_heat * factor,
            bolted=None if self.bolted is None else self.bolted * factor,
            behind=None if self.behind is None else self.behind * factor,
            choices=tuple(choice.times(factor) for choice in self.choices),
        )


#: No armour at all.
BARE: Final = Armour("0", 0.0, 0.0)


def armour(text: str) -> Armour:
    """The armour that a cell states. ValueError, which says how cells are written, if it states none."""
    parts = text.split("/")
    values = tuple(map(_value, parts))
    if len(values) == 1:
        return values[0]
    if len(values) != 2:
        raise ValueError(f"{text!r} is no armour; at most two values stand to choose from, such as 7/8r")
    return evolve(values[0], text=text, choices=values)


def _value(text: str) -> Armour:
    match = _VALUE.match(text)
    if not match or match["marks"] not in _MARKS or (match["spaced"] and not match["high"]):
        raise ValueError(f"{text!r} is no armour; it is written like 9, 9u, 3r, 6rr, 6a, 8+3, 4s^8, 3^8, 12/14 or 0")
    first, second = float(match["first"]), float(match["second"] or 0)
    high = float(match["high"]) if match["high"] else None
    spaced = bool(match["spaced"])
    base = first + second
    return Armour(
        text=text,
        base=base,
        against_heat=high if spaced and high is not None else base,
        bolted=first if match["second"] else None,
        behind=None if spaced else high,
        spaced=spaced,
        rounded=match["marks"].count("r"),
        highly_sloped="u" in match["marks"],
        anti_deflection="a" in match["marks"],
    )
