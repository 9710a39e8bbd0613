"""What players may switch on and off in an engagement: the advanced and optional rules of the book.

A rule that the engagement is played with is left out by "without-" and its id; any other is brought in by its id.
"""

from __future__ import annotations

from collections.abc import Iterable

from content.kit.library import OptionInfo
from core.panzerwar.pieces.switches import GROUPS, ROWS, WITHOUT, Switch, clash, played, rows

_LEAVE_OUT = "Leave out"


def offered(there: Iterable[str]) -> tuple[str, ...]:
    """The ids of the options of an engagement that is played with these rules."""
    return tuple(one.id for one in told(there))


def told(there: Iterable[str]) -> tuple[OptionInfo, ...]:
    """What a player reads of each of them, by heading."""
    on = frozenset(there)
    out = [_out(switch) for switch in ROWS if switch.value in on]
    return (*out, *(_in(switch) for group in GROUPS for switch in rows(group) if switch.value not in on))


def _out(switch: Switch) -> OptionInfo:
    row = ROWS[switch]
    about = f"On: the engagement is played without {row.title.lower()}. {row.about}"
    return OptionInfo(f"{WITHOUT}{switch.value}", f"Without {row.title.lower()}", about, row.rule, _LEAVE_OUT)


def _in(switch: Switch) -> OptionInfo:
    row = ROWS[switch]
    about = f"{row.about} {row.tier.capitalize()}. Adds to a turn: {row.adds}."
    return OptionInfo(
        switch.value,
        row.title,
        about,
        row.rule,
        row.group,
        needs=frozenset(other.value for other in row.needs),
        excludes=frozenset(other.value for other in row.excludes),
    )


def refusal(there: Iterable[str], options: Iterable[str]) -> str:
    """Why these options do not go together; "" if they do."""
    return clash(played(there, options))
