"""Where a hit strikes: location, aspect, armour, cupola, barrel, top (pw:9.1.8, pw:9.2, pw:9.3, pw:9.9.3, pw:9.20)."""

from __future__ import annotations

from typing import Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.panzerwar.damage.aspects import ANTI_DEFLECTION, hull_aspect, hull_zone, turret_aspect
from core.panzerwar.damage.hull_down import modelled
from core.panzerwar.damage.penetration import Obstruction
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.targets import Target, protected, protection, walled
from core.panzerwar.pieces.armour import BARE, Armour
from core.panzerwar.pieces.cards import Compartment, Cupola, Location
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.damage import DamageColumn
from core.panzerwar.pieces.strike import BARRELS, Aim, Aspect, Part, Strike
from core.plane import off_angle

#: The location of a top hit: a 10 and one more (pw:9.2.4).
TOP: Final = 11
#: The calibre in mm above which a 10 is a barrel hit too (pw:9.9.3).
WIDE_BARREL: Final = 60

_PARTS: Final = {
    Compartment.TURRET: Part.TURRET,
    Compartment.SUPERSTRUCTURE: Part.SUPERSTRUCTURE,
    Compartment.SECOND_TURRET: Part.SECOND_TURRET,
    Compartment.THIRD_TURRET: Part.SECOND_TURRET,
    Compartment.HULL: Part.HULL,
    Compartment.TRACK: Part.TRACK,
    Compartment.WHEELS: Part.TRACK,
}
#: The compartments in which guns turn, or stand as in a turret (pw:8.2).
_UPPER: Final = frozenset({Compartment.TURRET, Compartment.SUPERSTRUCTURE})
#: Those that turn: nothing deflects there (pw:9.1.7). Secondary turrets are taken to point as the hull does.
_TURRETS: Final = frozenset({Compartment.TURRET, Compartment.SECOND_TURRET, Compartment.THIRD_TURRET})


@frozen(eq=False, repr=False)
class Struck(Alike):
    """What a hit strikes. location: 1 to 11, 0 without a number; obstruction: what it must defeat there; sponson: it is
    marked Sp (pw:9.9); column: of the Location Damage Chart, where the location settles it (pw:9.3.1, pw:9.5.5).
    """

    part: Part
    aspect: Aspect
    location: int = 0
    zone: str = ""
    obstruction: Obstruction = field(factory=Obstruction)
    sponson: bool = False
    column: DamageColumn | None = None

    @property
    def running_gear(self) -> bool:
        """Whether it is a track hit, or one on wheels (pw:9.3.2)."""
        return self.part is Part.TRACK

    def behind(self, obstruction: Obstruction, column: DamageColumn | None = None) -> Struck:
        """The same with what must be defeated there."""
        return Struck(self.part, self.aspect, self.location, self.zone, obstruction, self.sponson, column)

    def anywhere(self) -> Struck:
        """The same without its number and zone, on which nothing depends that is behind the armour."""
        return Struck(self.part, self.aspect, 0, "", self.obstruction, self.sponson, self.column)

    @property
    def barrel(self) -> bool:
        """Whether it is the barrel of a gun (pw:9.9.3)."""
        return self.part in BARRELS


# -- the location ----------------------------------------------------------------------------------


def plunging(charts: Charts, strike: Strike) -> str:
    """The rule by which 1 is added to the location roll; "" if none does (pw:9.2.2, pw:9.2.3).

    HE and HEAT from afar, and whatever is fired from high above; it is added once.
    """
    if not strike.direct:
        return ""
    long = strike.length >= charts.number("plunging-calibres")
    beyond = charts.number("plunging-long" if long else "plunging-short")
    if (strike.explosive or strike.heat) and strike.range > beyond:
        return "pw:9.2.2"
    steep = strike.higher > 0 and strike.higher >= charts.number("higher-firer") * strike.range
    return "pw:9.2.3" if steep else ""


def roll_location(charts: Charts, strike: Strike, record: Record) -> int:
    """The location of a direct hit, 1 to 11: a D10, or as it was aimed (pw:9.3, pw:9.20.6, pw:9.20.7).

    What is aimed strikes none but the locations of its D6.
    """
    if strike.aim is Aim.NORMAL:
        rule = plunging(charts, strike)
        rolled = record.plain("d10", "location", "pw:9.3")
        location = rolled + bool(rule)
        record.tell("location", rolled, f"{location}{', one higher' if rule else ''}", rule or "pw:9.3")
        return location
    rolled = record.plain("d6", "location", "pw:9.20")
    low = strike.aim is Aim.LOW
    location = rolled if low else rolled + 4
    record.tell("location", rolled, f"{location}, aimed {strike.aim.value}", "pw:9.20.6" if low else "pw:9.20.7")
    return location


# -- what is struck there --------------------------------------------------------------------------


def locate(charts: Charts, target: Target, strike: Strike, record: Record) -> Struck:
    """What a direct hit on an armoured vehicle strikes (pw:9.1, pw:9.2, pw:9.3)."""
    location = roll_location(charts, strike, record)
    if location >= TOP:
        return top(target, strike, record)
    return at_location(charts, target, strike, target.card.locations[location], record)


def at_location(charts: Charts, target: Target, strike: Strike, location: Location, record: Record) -> Struck:
    """What a hit on a numbered location strikes."""
    if target.modelled is not None:
        factor = modelled(target.modelled, record)
        target = evolve(target, posture=evolve(target.posture, hull_down=factor), modelled=None)
    bearing = strike.bearing or 0.0
    zone, thick, deflected = "", False, False
    if location.compartment in _TURRETS:
        heading = target.turret if location.compartment is Compartment.TURRET else target.heading
        aspect, off = turret_aspect(heading, bearing), off_angle(heading, bearing)
    else:
        found, off = hull_zone(charts.damage, target.heading, bearing), off_angle(target.heading, bearing)
        die = 0
        if found.other:
            die = record.plain("d6", "aspect", "pw:9.1.4")
        aspect, thick = hull_aspect(found, die)
        zone, deflected = found.zone, found.deflection
        if found.other:
            rule = "pw:9.1.5" if found.other_from == 4 else "pw:9.1.6"
            record.tell("aspect", die, f"{aspect.value}{', armour x 1.5' if thick else ''}", rule)
    struck = part_at(target, location.number, aspect, zone)
    other = _another_part(charts, target, strike, location, struck, record)
    if other is not None:
        return other
    armour = location.aspect(aspect.value)
    armour, column = _chosen(target, struck, armour, record)
    if armour.anti_deflection:  # it deflects where other armour does not, and not where other armour does
        deflected = off <= ANTI_DEFLECTION
    if thick:
        armour = armour.times(charts.number("deflection-zone"))
    covered = protected(target.posture, location.number, strike.bearing)
    obstruction = Obstruction(
        armour,
        deflected,
        covered,
        protection(target.posture) if covered else 0.0,
        covered and walled(charts, target.posture),
    )
    return struck.behind(obstruction, column)


def _chosen(target: Target, struck: Struck, armour: Armour, record: Record) -> tuple[Armour, DamageColumn | None]:
    """Of two values an even choice; on the side of a hull it tells the compartment too (pw:9.3.1, pw:9.5.5)."""
    side_hull = struck.part is Part.HULL and struck.aspect is Aspect.SIDE
    detailed = side_hull and target.side_locations
    if not armour.choices and not detailed:
        return armour, None
    die = record.plain("d6", "place on the location", "pw:9.3.1")
    found, column = armour.chosen(die), None
    if detailed:
        column = side_columns(target)[die - 1]
        record.tell("compartment", die, column.value, "pw:9.5.5")
    elif side_hull:
        column = DamageColumn.FRONT_HULL if die <= 3 else DamageColumn.REAR_HULL
        record.tell("compartment", die, column.value, "pw:9.3.1")
    if armour.choices:
        record.tell("armour", die, found.text, "pw:9.3.1")
    return found, column


def side_columns(target: Target) -> tuple[DamageColumn, ...]:
    """The columns of damage behind the side of a hull, by a D6 (pw:9.5.3, pw:9.5.5).

    With the engine in front or in the middle the fighting compartment is the last (pw:9.5.4).
    """
    front, turret, rear = DamageColumn.FRONT_HULL, DamageColumn.TURRET, DamageColumn.REAR_HULL
    middle, last = (rear, turret) if target.card.engine_first else (turret, rear)
    return (front, front, middle, middle, last, last)


def _another_part(
    charts: Charts, target: Target, strike: Strike, location: Location, struck: Struck, record: Record
) -> Struck | None:
    """The cupola or a barrel, if the second D10 says that it is hit; else None (pw:9.1.8, pw:9.9.3, pw:9.9.4)."""
    card, upper = target.card, location.compartment in _UPPER
    if location.number == 10 and upper and card.cupola is not None:
        needed = charts.whole("cupola-high" if card.cupola is Cupola.HIGH else "cupola-low")
        rolled = record.plain("d10", "cupola", "pw:9.1.8")
        record.tell("cupola", rolled, "cupola" if rolled >= needed else "not the cupola", "pw:9.1.8", needed)
        if rolled >= needed:
            armour = card.cupola_armour or BARE
            return evolve(struck, part=Part.CUPOLA).behind(Obstruction(armour), DamageColumn.CUPOLA)
    part, calibre, rule = _barrel(target, location, struck, strike)
    if not calibre:
        return None
    needed = charts.whole("barrel-hit")
    rolled = record.plain("d10", "barrel", rule)
    hit = rolled == needed or (rolled > needed and calibre > WIDE_BARREL)
    record.tell("barrel", rolled, part.value if hit else "not the barrel", rule, needed)
    return evolve(struck, part=part).behind(barrel_of(charts, calibre)) if hit else None


def _barrel(target: Target, location: Location, struck: Struck, strike: Strike) -> tuple[Part, float, str]:
    """The barrel that stands out there, its calibre in mm (0 if none does), and the rule (pw:9.9.3, pw:9.9.4)."""
    ahead = struck.aspect in (Aspect.FRONT, Aspect.SIDE)
    covered = protected(target.posture, location.number, strike.bearing)
    if ahead and location.number == 9 and location.compartment in _UPPER:
        return Part.BARREL, target.calibre, "pw:9.9.3"
    if ahead and location.number == 6 and not covered:
        if location.sponson:
            return Part.SPONSON_BARREL, target.sponson_calibre, "pw:9.9.4"
        return Part.SECOND_BARREL, target.second_calibre, "pw:9.9.4"
    return struck.part, 0.0, ""


def barrel_of(charts: Charts, calibre: float) -> Obstruction:
    """The armour of a barrel: half its calibre, at most 5 cm (pw:9.9.3). calibre: in mm."""
    thick = min(calibre / 10 * charts.number("barrel-share"), charts.number("barrel-most"))
    return Obstruction(Armour(f"{thick:g}", thick, thick))


# -- the top and the bottom ------------------------------------------------------------------------


def top(target: Target, strike: Strike, record: Record) -> Struck:
    """A top hit: the turret top or the deck; a deflection hit unless by HE (pw:9.2, pw:9.2.4)."""
    die = record.plain("d6", "top", "pw:9.2")
    turret = die <= 3
    record.tell("top", die, (Part.TOP_TURRET if turret else Part.TOP_DECK).value, "pw:9.2")
    return top_part(target, turret=turret, deflected=not strike.explosive)


def top_part(target: Target, *, turret: bool, deflected: bool) -> Struck:
    """The turret top, or the top deck of the engine, which no cover protects (pw:9.2, pw:9.3)."""
    armour = (target.card.top_turret if turret else target.card.top_deck) or BARE
    part, column = (Part.TOP_TURRET, DamageColumn.TOP_TURRET) if turret else (Part.TOP_DECK, DamageColumn.TOP_DECK)
    return Struck(part, Aspect.TOP, TOP, obstruction=Obstruction(armour, deflected), column=column)


def bottom(target: Target, record: Record) -> Struck:
    """The bottom, over a mine: as thick as the thinner top or deck that is armour at all (pw:15.2).

    What lies above it is the front of the hull or the rear.
    """
    tops = [one for one in (target.card.top_turret, target.card.top_deck) if one is not None and one.base > 0]
    armour = min(tops, key=lambda one: one.base, default=BARE)
    die = record.plain("d6", "part of the bottom", "pw:15.2")
    column = DamageColumn.FRONT_HULL if die <= 3 else DamageColumn.REAR_HULL
    record.tell("part of the bottom", die, column.value, "pw:15.2")
    return Struck(Part.BELLY, Aspect.BOTTOM, obstruction=Obstruction(armour), column=column)


def part_at(target: Target, number: int, aspect: Aspect, zone: str = "") -> Struck:
    """What lies at a numbered location of an aspect, whatever it takes to get through it (pw:9.3)."""
    location = target.card.locations[number]
    return Struck(_PARTS[location.compartment], aspect, number, zone, sponson=location.sponson)


def uncovered_side(target: Target, number: int, record: Record) -> Struck:
    """A numbered location of the side, struck from where no cover protects it (pw:10.3.1)."""
    struck = part_at(target, number, Aspect.SIDE)
    armour, column = _chosen(target, struck, target.card.locations[number].side, record)
    return struck.behind(Obstruction(armour), column)


def lowest_track(target: Target) -> int:
    """The lowest location of the running gear (pw:8.2)."""
    return min(number for number, one in target.card.locations.items() if one.compartment.running_gear)
