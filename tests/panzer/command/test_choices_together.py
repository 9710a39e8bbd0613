"""Marking units and giving all of them one command (na:6.2.1.1.3b)."""

from __future__ import annotations

from core.event import UnitId
from core.panzer.command.choices_together import HEAD, marked
from core.panzer.command.orders import PlaceCommand, PlaceCommands, ShareCommand
from core.panzer.formations.control import formation_key
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.unit import Command
from tests.panzer.command.test_command_control import at_commands


def test_what_is_marked_together_is_shared_or_says_why_not() -> None:
    """na:6.2.1.1.3b, na:6.2.1.1.3f: every pick that is offered can be given; every refusal is the order's own."""
    game = at_commands(Grade.ELITE, "together")
    side = game.active[0]
    given = 0
    first = [c for c in game.choices(side, (HEAD,)).options if c.legal]
    assert len(first) > 2
    for one in first:
        asked = game.choices(side, (HEAD, one.pick))
        formation = formation_key(game.state, UnitId(one.pick))
        for other in asked.options:
            if other.kind != "unit":
                continue
            same = formation_key(game.state, UnitId(other.pick)) == formation
            assert same or (other.refusal is not None and other.refusal.rule == "na:6.2.1.1.3f")
            if not other.legal:
                assert other.refusal is not None
                assert other.refusal.reason
                continue
            for command in game.choices(side, (HEAD, one.pick, other.pick)).options:
                if command.legal and command.kind == "option" and command.pick in {c.value for c in Command}:
                    order = game.system.order(game.state, side, (HEAD, one.pick, other.pick, command.pick))
                    assert isinstance(order, PlaceCommands if command.pick == "N/C" else ShareCommand)
                    game.system.check(game.state, side, order)
                    given += 1
    assert given > 3


def test_one_marked_unit_gets_a_command_of_its_own_and_near_takes_all_in_range() -> None:
    game = at_commands(Grade.ELITE, "together")
    side = game.active[0]
    one = next(c.pick for c in game.choices(side, (HEAD,)).options)
    order = game.system.order(game.state, side, (HEAD, one, "N/C"))
    assert order == PlaceCommand(unit=UnitId(one), command=Command.NONE)
    for choice in game.choices(side, (HEAD,)).options:
        units = marked(game.state, side, (HEAD, choice.pick, "near"))
        assert units[0] == choice.pick
        assert len(set(units)) == len(units)
        assert {formation_key(game.state, u) for u in units} == {formation_key(game.state, units[0])}
