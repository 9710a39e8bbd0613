"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, asks_beside, attempts_beside
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.assault import (
    choices,
    choices_overrun,
    choices_terrain,
    dismount_attack,
    evolve,
    face,
    orders,
    overrunning,
    reports,
    step,
    terrain_attack,
    who,
)
from core.panzer.firing import questions
from core.panzer.pieces.unit import CommandFace
from core.panzer.state import PanzerState


def _over(state: PanzerState) -> bool:
    player = sequence.player_of(state)
    return player is not None and step.is_over(state, player)


def _undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    if sequence.player_of(state) != side:
        return ()
    return tuple(dict.fromkeys(u for able in who.possible(state, side).values() for u in able))


def _attacker(state: PanzerState) -> SideId | None:
    """The player of the step, if half of the secrets does not tell who could still attack."""
    player = sequence.player_of(state)
    return player if player is not None and player not in state.ended and state.unknown(player) else None


def _wanted(state: PanzerState) -> SideId | None:
    """The side of a vehicle under attack whose command is face down: it may show it (na:4.4.3.2.2b). The side of the
    attackers where it is asked who leads them (na:6.6.1.2.3c), and as soon as the target is gone: it knows who shares a
    MOVE (na:6.6.11)."""
    assault = state.combats.active
    if assault is None or assault.won:
        return None
    if (attacker := step.follower(state, assault)) is not None:
        return attacker
    if step.unled(state, assault):
        return assault.side
    target = state.units[assault.target]
    return target.side if target.command_face is CommandFace.DOWN and target.side in state.commands.done else None


def _fighting(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    assert state.combats.active is not None
    return step.procedure(state, state.combats.active, dice)


def _demolishing(state: PanzerState, dice: Dice) -> Iterator[Event]:
    assert state.combats.demolition is not None
    return terrain_attack.procedure(state, state.combats.demolition, dice)


_ASSAULT: Final = StepRules[PanzerState](
    acting=sequence.phasing,
    over=_over,
    choices=choices.choices,
    undone=_undone,
    remaining=face.remaining,
    suggest="assault",
    needs=_attacker,
    ending=Ending(check=step.check_finish, tell=reports.finished),
)


CHAPTER: Final = Chapter[PanzerState](
    name="assault",
    orders=(
        OrderKind(orders.AnnounceAssault, step.check_announce, step.announce),
        OrderKind(orders.AttackTerrain, terrain_attack.check, terrain_attack.announce),
        OrderKind(orders.ChoosePrimary, step.check_primary, step.choose_primary, answers=True),
        OrderKind(orders.AdvanceAfterAssault, step.check_advance, step.advance),
        OrderKind(orders.DismountAttack, dismount_attack.check, dismount_attack.attack),
        OrderKind(orders.Overrun, overrunning.check_overrun, overrunning.overrun_order),
    ),
    picks=(
        Picks(heads=("assault", "into", "stay", "primary"), make=choices.order),
        Picks(
            heads=(choices_terrain.HEAD,),
            make=choices_terrain.made,
            go_on=choices_terrain.choices,
            offer=choices_terrain.offer,
            steps=sequence.ASSAULT_STEPS,
            holds=choices_terrain.holds,
        ),
        Picks(
            heads=choices_overrun.KINDS,
            make=choices_overrun.order,
            go_on=choices_overrun.choices,
            offer=choices_overrun.options,
            steps=sequence.MOVE_STEPS,
        ),
    ),
    steps={sequence.FIRST_ASSAULT: _ASSAULT, sequence.SECOND_ASSAULT: _ASSAULT},
    interrupts=(
        questions.interrupt("primary", choices.ASKED, choices.answers, (orders.ChoosePrimary,), "na:6.6.1.2.3c"),
        Interrupt(
            name="demolition",
            lasts=lambda state: state.combats.demolition is not None,
            happens=_demolishing,
        ),
        Interrupt(name="assaults", lasts=step.waits, happens=step.next_of_announced),
        Interrupt(
            name="assault",
            lasts=lambda state: state.combats.active is not None,
            happens=_fighting,
            needs=_wanted,
            choices=choices.choices,
            suggest="assault",
            orders=(orders.AdvanceAfterAssault,),
            refusal=Refusal("say first who moves into the hex of the target, advance-after-assault", "na:6.6.1.1.3b"),
        ),
        Interrupt(
            name="overrun",
            lasts=lambda state: state.combats.overrunning is not None,
            holds=False,
            happens=overrunning.procedure,
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
