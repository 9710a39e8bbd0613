"""Fire Response: whether a called unit fires at all (na:6.5.1.12, na:6.5.1.12.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex, distance, line
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing.hindrances import occurrences
from core.panzer.hidden_units.under import is_hidden
from core.panzer.indirect.observers import attachment, command_recon, observer_row, off_map, spotted_in, where
from core.panzer.indirect.reconnaissance import by_fire
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.spotting import size_column, spots
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

#: How near a spotted friendly unit must be for Danger Close (na:6.5.1.10).
_HINDERS = ("brew-up-smoke", "smoke", "barrage", "on-fire")
_WORDS = {"brew-up-smoke": "Brew-Up Smoke", "on-fire": "Fire"}


@frozen(eq=False, repr=False)
class ResponseTerms(Alike):
    """All that decides a response roll before its die. row: of the table; factor: Fire Response Factor."""

    row: str
    attachment: Attachment
    factor: int
    tally: Tally

    def responds(self, roll: int) -> bool:
        """Whether a unit responds on a roll(10); never on an unmodified 1 (na:6.5.1.12a)."""
        return roll != 1 and roll + self.tally.total >= self.factor

    @property
    def chance(self) -> float:
        """The exact chance that it responds where it was called to."""
        return sum(self.responds(roll) for roll in range(1, 11)) / 10


def response_terms(
    state: PanzerState, observer: UnitId, source: UnitId, aim: Aim, *, already: bool = False
) -> ResponseTerms:
    """What decides whether a unit responds to an observer; already: it fires in the mission that is adjusted.

    Factor by observer and Attachment Level (na:6.5.1.12), all modifiers added up (na:6.5.1.12.1). The firing unit's
    own grade does not matter (na:6.5.1.7a). In the miniatures edition other factors, and none for what lies in the
    observer's way or for its grade (min:16.6.1, min:16.6.2, min:16.6.4). ValueError if the observer may not call fire.
    """
    row = observer_row(state, observer)
    if row is None:
        raise ValueError(f"{observer} calls no fire")
    level = attachment(state, observer, source)
    called = Called(state, observer, source, aim, already)
    tally = summed(RESPONSE, called, state.advanced.response_modifiers, state.scenario.switches)
    return ResponseTerms(row, level, state.advanced.response[row][level], tally)


@frozen(eq=False, repr=False)
class Called(Alike):
    """A unit called on as the modifiers of its response see it. already: it fires in the mission that is adjusted."""

    state: PanzerState
    observer: UnitId
    source: UnitId
    aim: Aim
    already: bool

    @property
    def unit(self) -> Unit:
        """The observer."""
        return self.state.units[self.observer]


def _hindered(at: Called) -> Iterable[Reason]:
    """Each unique occurrence that the observer's line meets, of any and all types, those in one hex too.

    na:5.11 speaks of combat modifiers. Where it is met would tell where a hidden observer is (or:7.2.2.3).
    """
    origin = where(at.state, at.observer)
    if origin is None:
        return
    met = tuple(hex_ for step in line(origin, at.aim.hex) for hex_ in step.hexes)
    for occurrence in occurrences(at.state):
        first = next((hex_ for hex_ in met if hex_ in occurrence.hexes), None)
        if first is not None and occurrence.kind.startswith(_HINDERS):
            name = _WORDS.get(occurrence.kind) or occurrence.kind.partition("-")[0].capitalize()
            amount = at.state.advanced.response_modifiers["hindered"]
            where_ = "" if is_hidden(at.state, at.observer) else f" in {first}"
            yield Reason(f"hindered, {name}{where_}", amount, "na:6.5.1.12.1f")


def _in_haze(at: Called) -> bool:
    """The Target Point is placed on the unit that suffers least of it."""
    origin = where(at.state, at.observer)
    if origin is None:
        return False
    sizes = [size_column(at.state, unit) for unit in spotted_in(at.state, at.observer, at.aim.hex)]
    reach = max((at.state.advanced.heat_haze[size] for size in sizes), default=0)
    return distance(origin, at.aim.hex) >= reach


def _grade(at: Called) -> Iterable[Reason]:
    grade = unit_grade(at.state, at.observer)
    amount = at.state.advanced.response_modifiers[f"grade-{grade.value.casefold()}"]
    yield Reason(f"{grade.value} observer", amount, "na:6.5.1.12.1j")


def _soviet_in(year: int) -> Callable[[Called], bool]:
    """Whether the observer is Soviet and the scenario set in a year; of planned fire nobody asks (or:7.5)."""

    def applies(at: Called) -> bool:
        scenario = at.state.scenario
        return scenario.date.startswith(str(year)) and scenario.side(at.unit.side).nation == "Soviet"

    return applies


def _battery_damaged(at: Called) -> bool:
    """Damage of a unit on the map counts when it fires, not when it is called; so does a battery's by the table of the
    miniatures edition (min:20.15.2.3)."""
    return off_map(at.state, at.source) and at.state.units[at.source].damaged


#: The Fire Response modifiers, in the order of the card (na:6.5.1.12.1).
RESPONSE: Final[tuple[Line[Called], ...]] = (
    Modifier(
        "pre-registered",
        "Pre-Registered Point",
        "na:6.5.1.12.1a",
        lambda at: registered(at.state, at.source, at.aim.hex),
    ),
    Modifier(
        "command-recon",
        "Command Recon observer",
        "na:6.5.1.12.1b",
        lambda at: command_recon(at.state, at.observer),
    ),
    Modifier("adjusted", "adjusted fire", "na:6.5.1.12.1c", lambda at: at.already),
    Modifier("suppressed", "observer Suppressed", "na:6.5.1.12.1d", lambda at: at.unit.suppressed),
    Modifier("damaged", "observer Damaged", "na:6.5.1.12.1e", lambda at: at.unit.hurt),  # any DMGD counter
    Modifier("hesitating", "observer Hesitating", "na:6.5.1.12.1h", lambda at: at.unit.hesitating),
    Modifier("broken", "observer Broken", "na:6.5.1.12.1i", lambda at: at.unit.broken),
    Varying(_hindered),
    Modifier("heat-haze", "Heat Haze", "na:6.5.1.12.1g", _in_haze, Switch.HEAT_HAZE),
    Varying(_grade),
    Modifier("soviet-1941", "Soviet observer 1941", "or:7.5", _soviet_in(1941), Switch.SOVIET_COMMUNICATIONS),
    Modifier("soviet-1942", "Soviet observer 1942", "or:7.5", _soviet_in(1942), Switch.SOVIET_COMMUNICATIONS),
    Modifier("battery-damaged", "battery Damaged", "or:7.28.2", _battery_damaged, Switch.COUNTER_BATTERY),
    Modifier(
        "recon-by-fire",
        "reconnaissance by fire",
        "or:7.37",
        lambda at: by_fire(at.state, at.observer, at.aim.hex),
        Switch.RECON_BY_FIRE,
    ),
)


def registered(state: PanzerState, source: UnitId, hex_: Hex) -> bool:
    """Whether a hex is a Pre-Registered Point of this battery; of others there is no benefit (na:6.5.1.4,
    min:16.5.1.7.1)."""
    return any(p.hex == hex_ and source in p.batteries for p in state.indirect.points)


# -- Danger Close ----------------------------------------------------------------------------------


def endangered(state: PanzerState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """The friendly units within 5 hexes, or 10 inches, of a Target Point that the enemy spots (na:6.5.1.10,
    na:6.5.1.12a, min:16.5.1.15)."""
    enemy = state.scenario.enemy(side)
    eyes = [u.id for u in state.units.values() if u.side == enemy]
    near = (
        u.id
        for u in state.of(side)
        if u.hex is not None
        and not u.bailed_out
        and distance(u.hex, hex_) <= state.edition.indirect.danger_close
        and _on_ground(state, u.id)
    )
    return tuple(unit for unit in near if any(spots(state, eye, unit) for eye in eyes))


def _on_ground(state: PanzerState, unit: UnitId) -> bool:
    return not isinstance(state.card(unit), AircraftCard)
