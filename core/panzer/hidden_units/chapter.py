"""The table of this chapter: its orders and picks, its step, what interrupts where a counter is revealed (or:7.2)."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, asks_beside
from core.choice import Refusal
from core.panzer import sequence
from core.panzer.hidden_units import choices, commanding, evolve, orders, placing, reports, revealing
from core.panzer.state import PanzerState

_REVEALING: Final = (*sequence.FIRE_STEPS, *sequence.ASSAULT_STEPS, *sequence.MOVE_STEPS)

CHAPTER: Final = Chapter[PanzerState](
    name="hidden_units",
    orders=(
        OrderKind(orders.HideUnits, placing.check_hide, placing.hide),
        OrderKind(orders.DropHiding, placing.check_drop, placing.drop),
        OrderKind(orders.CommandHidden, commanding.check, commanding.command),
        OrderKind(orders.RevealHidden, revealing.check_reveal, revealing.reveal),
        OrderKind(orders.PlaceRevealed, revealing.check_place, revealing.place, answers=True),
    ),
    picks=(
        Picks(
            heads=(choices.HIDE, choices.DROP),
            make=choices.hide_order,
            go_on=choices.hide_choices,
            offer=choices.offer_hiding,
            steps=(sequence.SET_UP,),
        ),
        Picks(
            heads=(choices.COMMAND,),
            make=choices.command_order,
            go_on=choices.command_choices,
            offer=choices.offer_commands,
            steps=(sequence.COMMANDS,),
        ),
        Picks(
            heads=(revealing.REVEAL,),
            make=choices.reveal_order,
            go_on=revealing.reveal_choices,
            offer=revealing.reveal_options,
            steps=_REVEALING,
            holds=revealing.holds,
        ),
        Picks(heads=(choices.PUT,), make=choices.put_order),
    ),
    steps={
        sequence.HIDING: placing.HIDING.rules(
            choices=choices.hiding_choices,
            remaining=choices.remaining,
            suggest="hiding",
            ending=Ending(check=placing.HIDING.check, tell=reports.hiding_finished),
        )
    },
    interrupts=(
        Interrupt(
            name="revealed",
            lasts=lambda state: state.hidden.revealed is not None,
            acting=revealing.acting,
            choices=choices.put_choices,
            undone=revealing.undone,
            suggest="revealed",
            orders=(orders.PlaceRevealed,),
            refusal=Refusal("place the units of the revealed counter first", revealing.PLACING),
        ),
        Interrupt(name="hidden", lasts=revealing.due, happens=revealing.happens, needs=revealing.needed),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
