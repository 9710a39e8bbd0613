"""What falls on an area, and how many dice of it (pw:10.1.1, pw:10.3, pw:10.4, pw:10.4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.panzerwar.combat import at_men
from core.panzerwar.damage.strikes import of_blast, of_burst
from core.panzerwar.infantry import adjustments
from core.panzerwar.infantry.killpower import reason
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Arm
from core.panzerwar.pieces.strike import Strike
from core.panzerwar.pieces.weapons import MachineGun, Shell, ShellType, Smoke, Weapon
from core.panzerwar.state import WarState
from core.tally import Reason

#: Kilograms of a pound.
POUND: Final = 0.45359237


@frozen(kw_only=True, eq=False, repr=False)
class Load(Alike):
    """What one gun fires at an area.

    name: weapon and shell, in words; strike: one possible hit of it; killpower: against men, None of smoke; why: what
    adjusts that of who fires it; he: it bursts, so that crews button up and buildings suffer; smoke: what it makes
    instead of harm; star: it lights the ground instead (pw:7.8.3).
    """

    name: str
    strike: Strike
    killpower: int | None = None
    why: tuple[Reason, ...] = ()
    he: bool = True
    smoke: Smoke | None = None
    star: bool = False

    @property
    def harmless(self) -> bool:
        """Whether it harms nobody: smoke, and what gives light."""
        return self.smoke is not None or self.star


def of_shell(fired: Weapon, shell: Shell, range_: float) -> Load:
    """A shell of a gun, howitzer, mortar or launcher (pw:10.1.1)."""
    return Load(
        name=f"{fired.name} {shell.name}",
        strike=of_blast(fired, shell, range_),
        killpower=shell.power(range_),
        he=shell.type not in (ShellType.SMOKE, ShellType.STAR),
        smoke=shell.smoke if shell.type is ShellType.SMOKE else None,
        star=shell.type is ShellType.STAR,
    )


def of_gun(gun: MachineGun, range_: float) -> Load | None:
    """The burst of a machine gun or auto-cannon at a range in GSU; None beyond it (pw:10.1.1, pw:10.5)."""
    killpower = gun.killpower(range_)
    if killpower is None:
        return None
    return Load(name=gun.name, strike=of_burst(gun, range_, 0.0), killpower=killpower, he=gun.kind == "auto-cannon")


def adjusted(load: Load, why: tuple[Reason, ...]) -> Load:
    """The same with its killpower adjusted, against men and against what is soft (pw:12.4.2, pw:10.3.9.3)."""
    power = load.strike.killpower
    if not why or power is None:
        return load
    return evolve(load, why=why, strike=evolve(load.strike, killpower=power + sum(one.amount for one in why)))


def of_pieces(state: WarState, pieces: Sequence[Element], arm: Arm) -> tuple[Reason, ...]:
    """What adjusts the killpower of machine guns and auto-cannon of who fires them, as in all their fire: he is
    suppressed, fires on the move, or beside his main gun (pw:12.4.2, pw:12.9, pw:8.5.4, pw:8.5.6, pw:8.17.3); of
    several what is so of all."""
    found = [tuple(_of_piece(state, piece, arm)) for piece in pieces]
    return max(found, key=lambda why: sum(one.amount for one in why))


def _of_piece(state: WarState, piece: Element, arm: Arm) -> Iterator[Reason]:
    yield from adjustments.of_firer(state, piece, at_men.kind_of(piece, arm))
    if at_men.beside_main_gun(state, piece.id, arm):
        yield from reason(state.charts, "coax", "pw:8.17.3")


def per_gun(charts: Charts, fired: Weapon | MachineGun, shell: Shell | None, *, concentrated: bool) -> int:
    """The D10 of each gun: one, two in concentrated fire (pw:10.3, pw:10.4); of a shell that weighs more than 100 lbs
    so many for each 100 (pw:10.4.1)."""
    heavy = 1
    if isinstance(fired, Weapon) and shell is not None:
        heavy = max(1, int(shell.mass / POUND // charts.number("heavy-shell-pounds")))
    return heavy * (charts.whole("concentrated-dice") if concentrated else 1)


def dice(
    charts: Charts,
    fired: Weapon | MachineGun,
    shell: Shell | None,
    sheaf: Sheaf,
    guns: int,
    *,
    concentrated: bool = False,
) -> int:
    """The D10 at each element inside: of all guns in a closed sheaf, of one in an open one; of rockets one for every
    four (pw:10.3, pw:10.2.1, pw:10.2.2)."""
    firing = guns if sheaf is Sheaf.CLOSED else 1
    if isinstance(fired, Weapon) and fired.rockets:
        salvo = max(1, firing * fired.rockets // charts.whole("rockets-per-die"))
        return salvo * per_gun(charts, fired, shell, concentrated=False)
    return firing * per_gun(charts, fired, shell, concentrated=concentrated)
