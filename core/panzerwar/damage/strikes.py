"""The strike of a shell, a burst, a mine (pw:8.9, pw:9.0, pw:12.7, pw:15.2)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.strike import Aim, Strike
from core.panzerwar.pieces.weapons import FULL_CALIBRE, MachineGun, Shell, ShellType, Weapon

#: The killpower of the 120 mm shell that an anti-tank mine is, against what is soft (pw:15.2).
_AT_KILLPOWER: Final = 6


def of_shell(
    weapon: Weapon,
    shell: Shell,
    range_: float,
    bearing: float,
    *,
    higher: float = 0.0,
    aim: Aim = Aim.NORMAL,
) -> Strike:
    """A direct hit by a shell at a range in GSU: AP, sub-calibre, HEAT or HE (pw:8.9.1 to pw:8.9.5).

    bearing: of the firer from what is hit, in degrees; higher: mm that the firer stands above it.
    """
    return Strike(
        name=f"{weapon.name} {shell.type.value}",
        shell=shell.type,
        penetration=shell.penetration(range_),
        destruction=shell.destruction,
        stun=shell.stun,
        killpower=shell.power(range_),
        range=range_,
        bearing=bearing,
        higher=higher,
        length=weapon.length,
        aim=aim,
        rifle=weapon.infantry and shell.type in FULL_CALIBRE,
    )


def of_burst(gun: MachineGun, range_: float, bearing: float, *, higher: float = 0.0, aim: Aim = Aim.NORMAL) -> Strike:
    """A hit on light armour by a machine gun or auto-cannon at a range in GSU (pw:12.7)."""
    return Strike(
        name=gun.name,
        shell=ShellType.AP,
        penetration=gun.penetration(range_),
        destruction=gun.destruction,
        stun=gun.stun,
        killpower=gun.killpower(range_),
        range=range_,
        bearing=bearing,
        higher=higher,
        aim=aim,
    )


def of_blast(weapon: Weapon, shell: Shell, range_: float = 0.0) -> Strike:
    """A shell of area fire, which comes down from above (pw:9.2.1, pw:10.1.1)."""
    return Strike(
        name=f"{weapon.name} {shell.type.value}",
        shell=shell.type,
        penetration=shell.penetration(range_),
        destruction=shell.destruction,
        stun=shell.stun,
        killpower=shell.power(range_),
        direct=False,
        range=range_,
        length=weapon.length,
    )


def of_mine(charts: Charts, kind: str) -> Strike:
    """A mine: "at" is a 120 mm HE shell, "ap" the HE shell of a 50 mm mortar (pw:15.2, pw:15.3)."""
    shell = charts.artillery.mines[kind]
    return Strike(
        name="anti-tank mine" if kind == "at" else "anti-personnel mine",
        shell=ShellType.HE,
        penetration=shell.penetration(0.0),
        destruction=shell.destruction,
        stun=shell.stun,
        killpower=_AT_KILLPOWER if shell.killpower is None else shell.killpower,
        direct=False,
    )
