"""What ``toe/*.toml`` may state."""

from __future__ import annotations

from attrs import frozen


@frozen(eq=False, repr=False)
class MembersLine:
    """So many of a unit, and what may be fielded instead of them. most: the upper end where a range is printed."""

    count: int
    unit: str
    most: int = 0
    size: str = ""
    labels: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()
    motorcycle: bool = False
    attachment: str = ""
    or_: tuple[MembersLine, ...] = ()


@frozen(eq=False, repr=False)
class PartLine:
    """A sub-formation. mix: names of its parts each of which may be fielded in the place of any other of them."""

    name: str
    count: int = 1
    headquarters_name: str = ""
    headquarters: tuple[MembersLine, ...] = ()
    units: tuple[MembersLine, ...] = ()
    optional: str = ""
    mix: tuple[str, ...] = ()
    part: tuple[PartLine, ...] = ()
    or_: tuple[PartLine, ...] = ()


@frozen(eq=False, repr=False)
class SubstitutionLine:
    """A unit that may stand for another, from one period to another."""

    unit: str
    replaces: str
    first: str = ""
    last: str = ""
    note: str = ""


@frozen(eq=False, repr=False)
class IssueLine:
    """A weapon that units carry; see `core.panzer.forces.organization.Issue`."""

    weapon: str
    units: tuple[str, ...]
    within: str = ""
    one_in: int = 1
    each: int = 0
    first: str = ""


@frozen(eq=False, repr=False)
class ToeFile:
    """A TO&E."""

    id: str
    name: str
    nation: str
    first: str
    source: str
    last: str = ""
    notes: tuple[str, ...] = ()
    headquarters_name: str = ""
    headquarters: tuple[MembersLine, ...] = ()
    units: tuple[MembersLine, ...] = ()
    part: tuple[PartLine, ...] = ()
    substitution: tuple[SubstitutionLine, ...] = ()
    issue: tuple[IssueLine, ...] = ()
