"""What is added to the D100 of the General Morale Table and of the Morale Failure Results Table (pw:13.1, pw:13.1.7,
pw:13.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzerwar.command.doctrine import needs_leader
from core.panzerwar.command.near import known_enemies
from core.panzerwar.ground import lines
from core.panzerwar.morale.counting import Losses, there
from core.panzerwar.pieces.charts.rows import Modifiers
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.tally import Modifier, Tally, summed

#: A charge helps while no more than this is lost, in percent (pw:4.6.5).
CHARGE: Final = 25
#: So much lost in the first turn under fire is heavy, in percent (pw:13.3).
HEAVY: Final = 30


@frozen(eq=False, repr=False)
class MoraleTest(Alike):
    """A unit that tests, with what it consists of, its losses and grade. failed: the levels at which it has failed now;
    None = not told."""

    state: WarState
    unit: Organisation
    elements: tuple[Element, ...]
    losses: Losses
    grade: Grade
    failed: frozenset[int] | None = None

    @classmethod
    def of(cls, state: WarState, unit: Organisation, losses: Losses, grade: Grade) -> MoraleTest:
        """A unit of elements."""
        return cls(state, unit, there(state, unit), losses, grade)


def _leaderless(test: MoraleTest) -> bool:
    return test.unit.leaderless


def _command_lost(test: MoraleTest) -> bool:
    """Its command element is gone and no other chosen."""
    unit = test.unit
    had = any(e.id in unit.members and e.command for e in test.state.engagement.elements)
    return had and unit.command is None and needs_leader(test.state, unit)


def _prepared(test: MoraleTest) -> bool:
    """All its elements are dug in, in bunkers, or hull down."""
    return bool(test.elements) and all(
        e.posture.dug is not Digging.NONE or e.posture.bunker or e.posture.hull_down for e in test.elements
    )


def _unseen(test: MoraleTest) -> bool:
    """No enemy that its side has in sight lies in the line of sight of any element of it: it sees none."""
    state = test.state
    eyes = [e for e in test.elements if e.on_table]
    return not any(lines.between(state, e, enemy).clear for enemy in known_enemies(state, test.unit.side) for e in eyes)


#: The lines of the General Morale Table.
GENERAL: Final = (
    Modifier[MoraleTest]("leaderless", "regrouped without its command element", "pw:4.9.2", _leaderless),
    Modifier[MoraleTest]("command-lost", "command element lost", "pw:13.1", _command_lost),
    Modifier[MoraleTest]("prepared", "all in prepared cover", "pw:13.1", _prepared),
    Modifier[MoraleTest]("unseen", "no enemy in sight", "pw:13.1", _unseen),
)


def heavy_first_losses(test: MoraleTest) -> bool:
    """Whether a unit of elements lost 30 % or more in its first turn under fire, and failed at that level or below it
    (pw:13.3)."""
    failed = test.failed is None or any(level <= HEAVY for level in test.failed)
    return failed and test.unit.under_fire == test.state.turn and test.losses.reaches(HEAVY)


def _charge(test: MoraleTest) -> bool:
    """It is under Charge and has lost 25 % or less (pw:4.6.5)."""
    return test.unit.order is Tactical.CHARGE and test.losses.lost * 100 <= CHARGE * test.losses.of


def _graded(grade: Grade) -> Modifier[MoraleTest]:
    return Modifier(grade.value, grade.value, "pw:13.1.7", lambda test: test.grade is grade)


#: The lines of the Morale Failure Results Table.
FAILURE: Final = (
    Modifier[MoraleTest]("heavy-first-losses", "30 % lost in the first turn under fire", "pw:13.3", heavy_first_losses),
    Modifier[MoraleTest]("charge", "under Charge, 25 % or less lost", "pw:4.6.5", _charge),
    *(_graded(grade) for grade in Grade),
)


def general(test: MoraleTest) -> Tally:
    """What is added to the D100 of a test (pw:13.1, pw:4.9.2)."""
    return summed(GENERAL, test, _amounts(test.state.charts.infantry.general_modifiers))


def failure(test: MoraleTest) -> Tally:
    """What is added to the D100 of the results of failure (pw:13.1.7, pw:13.3, pw:4.6.5)."""
    return summed(FAILURE, test, _amounts(test.state.charts.infantry.failure_modifiers))


def _amounts(found: Modifiers) -> Mapping[str, int]:
    return {key: one.amount for key, one in found.by_key.items()}
