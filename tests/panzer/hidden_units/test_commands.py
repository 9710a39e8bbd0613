"""or:7.2.2.2 beside the rules of command: what counters cost a formation, and headquarters under them."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.cards import cards
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.command.orders import PlaceCommand, ShareCommand
from core.panzer.command.sheet import sheet
from core.panzer.formations.control import available, determine, left, movement_limits, used
from core.panzer.hidden_units.events import HiddenCovered
from core.panzer.hidden_units.orders import CommandHidden
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.hidden_units.posed import GUN, RIFLES, SECOND, SOVIET, T34, hidden, ordered, plain

KEY = "soviet/battalion"
CHIEF, SCOUT = UnitId("hq"), UnitId("scout")


def company(*modules: str, far: str = "A2", **units: dict[str, Any]) -> PanzerState:
    """The plain with the headquarters of its Soviets in A2, a scout, and a tank that may be far away."""
    tank = {"side": "soviet", "card": "s14-t-34-76-m42", "facing": "S", "formation": "battalion"}
    more = (
        {**tank, "id": "hq", "hex": "A2", "labels": ["Command"], **units.get("hq", {})},
        {**tank, "id": "scout", "hex": "A2", "labels": ["Recon"]},
        {**tank, "id": "far", "hex": far},
    )
    return plain(step="commands", modules=("command-control", *modules), more=more)


def limits(state: PanzerState) -> dict[str, int]:
    """How many of each formation may move in this turn."""
    found = dict(movement_limits(state, determine(state)))
    state.commands = replaced(state.commands, moving=found)
    return found


@pytest.mark.parametrize("far", ["A12", "A13"])
def test_a_headquarters_under_a_counter_is_off_the_map_and_in_span(far: str) -> None:
    """or:7.52a: where a counter has it is a secret, which no number of commands may tell; on the map its span is 10."""
    state = company("command-span", far=far)
    assert (KEY in limits(state)) is (far == "A13")
    assert limits(hidden(company("command-span", far=far), 1, CHIEF)) == {}
    assert limits(hidden(company("command-span", far=far), 1, RIFLES)) == limits(state), "others change nothing"


def test_counters_that_move_are_among_those_that_may() -> None:
    """or:7.52a: MOVE of a counter is one of the commands of its formation (or:7.2.2.2), and one of those that move."""
    state = hidden(hidden(company("command-span", far="A20"), 1, RIFLES), 2, SECOND)
    most = limits(state)[KEY]
    assert most < available(state, KEY)
    state.commands = replaced(state.commands, moving={KEY: 1})
    ordered(state, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    for order in (CommandHidden(number=2, command=Command.MOVE), PlaceCommand(unit=T34, command=Command.MOVE)):
        with pytest.raises(IllegalOrder) as refused:
            BOOK.refuse(state, SOVIET, order)
        assert refused.value.rule == "or:7.52a"
    menu = {c.pick: c.refusal for c in BOOK.offers(state, SOVIET, ("hidden:2",)).options}
    assert menu["MOVE"] is not None
    assert menu["OVERWATCH"] is None
    ordered(state, SOVIET, CommandHidden(number=1, command=Command.OVERWATCH))
    ordered(state, SOVIET, CommandHidden(number=2, command=Command.MOVE))


def test_scouts_under_a_counter_have_a_command_of_their_own() -> None:
    """na:6.2.1.1.3e: it is none of their formation's; among others they have a share in one of those."""
    state = hidden(company(), 1, SCOUT)
    before = used(state, KEY)
    for unit in [u.id for u in state.of(SOVIET)][: left(state, KEY)]:
        state.change(unit, command=Command.FIRE)
    assert left(state, KEY) == 0
    ordered(state, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    assert left(state, KEY) == 0
    mixed = hidden(company(), 1, SCOUT, T34)
    ordered(mixed, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    assert used(mixed, KEY) == before + 1


def test_what_counters_have_taken_is_left_for_no_unit_on_the_map() -> None:
    """or:7.2.2.2, na:6.2.1.1.3a: units and counters draw on the same commands; to exchange one costs nothing."""
    state = hidden(hidden(company(), 1, RIFLES), 2, SECOND)
    state.commands = replaced(state.commands, available={KEY: 2})
    for number in (1, 2):
        ordered(state, SOVIET, CommandHidden(number=number, command=Command.MOVE))
    for order in (
        PlaceCommand(unit=T34, command=Command.MOVE),
        ShareCommand(units=(CHIEF, T34), command=Command.MOVE),
    ):
        with pytest.raises(IllegalOrder) as refused:
            BOOK.refuse(state, SOVIET, order)
        assert refused.value.rule == "na:6.2.1.1.3a"
    ordered(state, SOVIET, CommandHidden(number=2, command=Command.NONE))
    ordered(state, SOVIET, PlaceCommand(unit=T34, command=Command.MOVE))
    ordered(state, SOVIET, PlaceCommand(unit=T34, command=Command.OVERWATCH))


@pytest.mark.parametrize(("switch", "rule"), [("platoon-command", "or:7.3"), ("staggered-initiative", "or:7.42")])
def test_a_counter_of_several_platoons_has_no_command(switch: str, rule: str) -> None:
    """or:7.3, or:7.42: its units would share it, which they may not; nor would it ever be their turn."""
    state = hidden(company(), 1, RIFLES, T34)
    units = tuple(evolve(u, platoon={"s1": "1st", "s2": "2nd"}.get(u.id, "")) for u in state.scenario.units)
    switches = state.scenario.switches | {Switch(switch)}
    made = state.shown({"scenario": evolve(state.scenario, units=units, switches=switches)})
    with pytest.raises(IllegalOrder) as refused:
        BOOK.refuse(made, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    assert refused.value.rule == rule
    BOOK.refuse(made, SOVIET, CommandHidden(number=1, command=Command.NONE))
    BOOK.refuse(state, SOVIET, CommandHidden(number=1, command=Command.MOVE))


def test_a_platoon_without_radio_has_one_command_under_a_counter_and_beside_it() -> None:
    """or:7.4.2: those who are hidden have that of their counter (or:7.2.2.2)."""
    state = company()
    light, other = UnitId("far"), UnitId("hq")
    card = cards.unit("s5-t-70-m42")
    units = tuple(
        evolve(u, card=card, platoon="1st", labels=frozenset()) if u.id in (T34, light, other) else u
        for u in state.scenario.units
    )
    switches = state.scenario.switches | {Switch.WITHOUT_RADIO}
    made = state.shown({"scenario": evolve(state.scenario, units=units, switches=switches)})
    for at, unit in enumerate((T34, other), start=1):
        hidden(made, at, unit)
    ordered(made, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    ordered(made, SOVIET, CommandHidden(number=1, command=Command.OVERWATCH))
    for order in (CommandHidden(number=2, command=Command.MOVE), PlaceCommand(unit=light, command=Command.MOVE)):
        with pytest.raises(IllegalOrder) as refused:
            BOOK.refuse(made, SOVIET, order)
        assert refused.value.rule == "or:7.4.2"
    ordered(made, SOVIET, CommandHidden(number=1, command=Command.NONE))
    ordered(made, SOVIET, PlaceCommand(unit=light, command=Command.MOVE))
    with pytest.raises(IllegalOrder):
        BOOK.refuse(made, SOVIET, CommandHidden(number=2, command=Command.MOVE))


@pytest.mark.parametrize(("unit", "rule"), [(T34, None), (RIFLES, None), (GUN, "na:6.6.5")])
def test_a_short_halt_is_offered_to_whom_it_may_be_given(unit: UnitId, rule: str | None) -> None:
    """or:7.2.2.2: as in the open, a counter with a towed unit has no SHORT HALT; menu and order say the same."""
    state = hidden(plain(step="commands"), 1, T34, *({unit} - {T34}))
    menu = {c.pick: c.refusal for c in BOOK.offers(state, SOVIET, ("hidden:1",)).options}
    assert (menu["SHORT HALT"].rule if menu["SHORT HALT"] else None) == rule
    order = CommandHidden(number=1, command=Command.SHORT_HALT)
    if rule is None:
        ordered(state, SOVIET, order)
        return
    with pytest.raises(IllegalOrder) as refused:
        BOOK.refuse(state, SOVIET, order)
    assert refused.value.rule == rule


def test_who_is_in_full_cover_under_a_counter_has_no_command_that_full_cover_rules_out() -> None:
    """na:6.1.4.2c: no SHORT HALT of squads, no MOVE of guns; a squad crawls with MOVE."""
    state = hidden(plain(step="commands"), 1, RIFLES)
    BOOK.evolve(state, HiddenCovered(side=SOVIET, number=1, units=(RIFLES,)))
    menu = {c.pick: c.refusal for c in BOOK.offers(state, SOVIET, ("hidden:1",)).options}
    assert [pick for pick, refusal in menu.items() if refusal is not None] == ["SHORT HALT"]
    state = hidden(plain(step="commands"), 1, GUN)
    BOOK.evolve(state, HiddenCovered(side=SOVIET, number=1, units=(GUN,)))
    menu = {c.pick: c.refusal for c in BOOK.offers(state, SOVIET, ("hidden:1",)).options}
    assert [pick for pick, refusal in menu.items() if refusal is not None] == ["MOVE", "SHORT HALT"]


def test_the_sheet_counts_commands_under_counters() -> None:
    """or:7.2.2.2, na:6.2.1: what counters take is used, and told beside what units take, but a scout's."""
    state = hidden(hidden(company(), 1, RIFLES), 2, SCOUT)
    for number in (1, 2):
        ordered(state, SOVIET, CommandHidden(number=number, command=Command.OVERWATCH))
    ordered(state, SOVIET, PlaceCommand(unit=T34, command=Command.MOVE))
    (card,) = (c for c in sheet(state, SOVIET).cards if c.title == "battalion")
    told = {section.title: section.rows for section in card.sections}
    assert f"2 used, {left(state, KEY)} left" in told[""][0].text
    assert [(row.label, row.text) for row in told["In use"]][-1] == ("OVERWATCH", "HIDDEN UNIT counter 1")
