"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve as evolved

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, always, asks_beside, head_of
from core.choice import Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import Order
from core.panzer import sequence
from core.panzer.ap import orders as ap_orders
from core.panzer.direct_fire import choices, choices_smoke, evolve, orders, overwatch, reports, smoke, step
from core.panzer.firing import orders as firing_orders
from core.panzer.firing import questions
from core.panzer.hidden_units.orders import RevealHidden
from core.panzer.hidden_units.revealing import REVEAL, reveal_choices, reveal_options
from core.panzer.pieces.ap import Aspect
from core.panzer.pieces.firing import QuestionKind
from core.panzer.state import PanzerState

_ASKED: Final = frozenset({QuestionKind.SHOW_COMMAND, QuestionKind.ASPECT})


def _fire(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    player = sequence.player_of(state)
    return step.procedure(state, player) if player is not None else None


def _all_fired(state: PanzerState) -> bool:
    player = sequence.player_of(state)
    return player is not None and not (step.yet_to_fire(state, player) or step.free_to_fire(state, player))


def _undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    if sequence.player_of(state) != side:
        return ()
    left = (
        u.id for u in step.yet_to_fire(state, side) if step.direct_targets(state, u.id) or smoke.can_smoke(state, u)
    )
    return (*left, *(u.id for u in step.free_to_fire(state, side)))


def _watching(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    answering = state.fire.window is not None and state.fire.window.acting == side
    return tuple(u.id for u in overwatch.watchers(state, side)) if answering else ()


def _choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    return choices.fire_choices(state, side, partial, overwatch_fire=False)


def _overwatch_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    if partial and head_of(partial[0]) == REVEAL:
        return reveal_choices(state, side, partial)
    found = choices.fire_choices(state, side, partial, overwatch_fire=True)
    hidden = reveal_options(state, side) if not partial else ()
    return evolved(found, options=(*found.options, *hidden)) if hidden else found


def _pass(state: PanzerState, side: SideId, partial: Partial) -> Order:
    return orders.Pass()


def _show(state: PanzerState, side: SideId, partial: Partial) -> Order:
    return firing_orders.ShowCommand(show=partial[0] == "show")


def _aspect(state: PanzerState, side: SideId, partial: Partial) -> Order:
    return ap_orders.ChooseAspect(aspect=Aspect(partial[0]))


def _target_side(state: PanzerState) -> SideId:
    return state.units[state.fire.announced[0].target].side


def _unknown_player(state: PanzerState) -> SideId | None:
    """The player of the step, if half of the secrets does not tell who still has to fire."""
    player = sequence.player_of(state)
    return player if player is not None and state.unknown(player) else None


_FIRE: Final = StepRules[PanzerState](
    acting=sequence.phasing,
    happens=_fire,
    over=_all_fired,
    choices=_choices,
    undone=_undone,
    remaining=lambda state, side: f"{len(step.yet_to_fire(state, side))} yet to fire",
    suggest="direct-fire",
    needs=_unknown_player,
    ending=Ending(check=step.check_finish, tell=reports.fire_finished),
)


CHAPTER: Final = Chapter[PanzerState](
    name="direct_fire",
    orders=(
        OrderKind(orders.Fire, step.check_fire, step.fire),
        OrderKind(orders.OverwatchFire, overwatch.check_fire, overwatch.fire),
        OrderKind(orders.FireSmoke, smoke.check_smoke_order, smoke.fire_smoke),
        OrderKind(orders.HoldFire, smoke.check_hold, smoke.hold),
        OrderKind(orders.Pass, overwatch.check_pass, overwatch.let_pass),
        OrderKind(firing_orders.ShowCommand, step.check_show, step.show, answers=True),
        OrderKind(ap_orders.ChooseAspect, step.check_aspect, step.choose_aspect, answers=True),
    ),
    picks=(
        Picks(heads=("fire", "overwatch"), make=choices.fire_order),
        Picks(heads=("smoke", "hold"), make=choices_smoke.smoke_order, go_on=choices_smoke.smoke_choices),
        Picks(heads=("pass",), make=_pass),
        Picks(heads=("show", "decline"), make=_show),
        Picks(heads=tuple(aspect.value for aspect in Aspect), make=_aspect),
    ),
    steps={
        **dict.fromkeys(sequence.FIRE_STEPS, _FIRE),
        sequence.OVERWATCH: StepRules(happens=overwatch.combat_step, over=always),
    },
    interrupts=(
        questions.interrupt(
            "showing", _ASKED, choices.answers, (firing_orders.ShowCommand, ap_orders.ChooseAspect), "na:4.4.3.2"
        ),
        Interrupt(
            name="announced",
            lasts=lambda state: bool(state.fire.announced),
            happens=step.resolve_next,
            needs=_target_side,
        ),
        Interrupt(
            name="window",
            lasts=lambda state: state.fire.window is not None,
            happens=overwatch.in_window,
            acting=lambda state: (state.fire.window.acting,) if state.fire.window is not None else (),
            choices=_overwatch_choices,
            undone=_watching,
            suggest="overwatch",
            needs=overwatch.needed,
            orders=(orders.OverwatchFire, orders.Pass, RevealHidden),
            refusal=Refusal("fire on Overwatch or pass first", "na:4.4.2a"),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
