"""Small fights from two halves: what a machine decides whose player planned something that the other must not know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define

from content.panzer.situations.situation import situation
from core.ai import Player, player
from core.event import Event, SideId, UnitId
from core.order import Order
from core.panzer.adjustment.events import BailOutChosen, PassengersBailedOut
from core.panzer.adjustment.orders import LeaveVehicle
from core.panzer.assault.orders import AnnounceAssault
from core.panzer.firing.events import QuestionAsked
from core.panzer.minefields.events import MinefieldFound
from core.panzer.movement.events import MovePlanned
from core.panzer.movement.orders import Move
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import Rate
from core.play.replica import Replica
from core.step_end import FinishStep
from tests.post.fight import shared
from tests.post.halves import play_halves
from tests.post.one_table import knows_its_own, the_same_at_one_table

GERMAN = SideId("german")
G1, R1 = UnitId("g1"), UnitId("r1")
TANK, CARRIER, SQUAD = "g18-pzkpfw-iv-h", "g43-spw-251-1", "g85-rifle-squad-1-2-squad"


@define
class Minded:
    """A player who gives some orders in their steps first, and then plays as another. orders: the step of each."""

    mind: Player
    orders: list[tuple[str, Order]]

    def order(self, system: Any, view: Any, side: SideId) -> Order:
        """The next of the orders if it is time, or what the other orders."""
        if self.orders and side == GERMAN and view.step == self.orders[0][0]:
            return self.orders.pop(0)[1]
        return self.mind.order(system, view, side)


def minded(orders: Iterable[tuple[str, Order]]) -> Callable[[str, str], Minded]:
    """Players of whom the German one gives these orders."""
    return lambda level, seed: Minded(player(level, seed), list(orders))


def played(
    stated: dict[str, Any], *orders: tuple[str, Order], seed: str = "small"
) -> tuple[list[Event], dict[str, list[Event]]]:
    """A fight from two halves to its end, all as at one table: what happened, and what each side was told."""
    fight = {"situation": {"step": "first-move", "first": "german", "turns": 1}, **stated}
    system = shared(situation({**fight, "board": {"grid": "\n".join(4 * (4 * ". ",))}}, "x", "x", "x.toml"))
    journal: list[Event] = []
    states: list[Any] = []
    heard: dict[str, list[Event]] = {}

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        knows_its_own(system, halves, truth)
        states[:] = [truth]
        heard.update({side: list(half.journal) for side, half in halves.items()})

    halves, _ = play_halves(system, seed, check, minds=minded(orders), journal=journal)
    assert all(half.over for half in halves.values())
    the_same_at_one_table(system, journal, states[0])
    return journal, heard


def test_who_lays_mines_need_not_know_whether_a_move_goes_on() -> None:
    """or:7.31.2, na:4.5.1.1a: the rest of a plan is dropped by what everybody hears of the mines."""
    units = [
        {"id": "g1", "card": TANK, "hex": "A1", "facing": "S", "command": "MOVE"},
        {"id": "s1", "card": "s57-rifle-squad-1-2-squad", "hex": "D4", "command": "N/C"},
    ]
    stated = {
        "modules": ["advanced", "mines"],
        "minefield": [{"id": "m", "side": "soviet", "hexes": "A2"}],
        "unit": units,
    }
    plan = Move(unit=G1, rate=Rate.CROSS_COUNTRY, steps=("F", "F", "F"), end=True)
    journal, heard = played(stated, ("first-move", plan))
    assert any(isinstance(event, MinefieldFound) for event in journal)
    at = next(n for n, event in enumerate(journal) if isinstance(event, MinefieldFound))
    moves = [event for event in journal if event.name == "unit-moved"]
    assert str(moves[0].hex) == "A2"  # type: ignore[attr-defined]
    asked = next(event for event in journal[at:] if event.name == "order-given")
    assert asked.side == GERMAN  # type: ignore[attr-defined]
    planned = [event.steps for event in heard["soviet"] if event.name == "move-planned"]  # type: ignore[attr-defined]
    assert not any(planned), "of which the other side never hears"


def test_who_leaves_a_vehicle_is_a_secret_until_both_have_decided() -> None:
    """min:16.1.6.3, na:6.8: each half keeps its own decision, and tells what came of it."""
    stated = {
        "edition": "miniatures",
        "modules": ["advanced"],
        "unit": [
            {"id": "g1", "card": CARRIER, "hex": "B2", "facing": "S", "command": "N/C"},
            {"id": "r1", "card": SQUAD, "riding": "g1"},
            {"id": "s1", "card": "s15-t-34-76-m43", "hex": "D4", "command": "N/C"},
        ],
    }
    journal, heard = played(stated, ("pivot", LeaveVehicle(unit=R1, facing=2)), ("pivot", FinishStep()))
    assert any(isinstance(event, BailOutChosen) and event.facing == 2 for event in journal)
    assert not any(isinstance(event, BailOutChosen) and event.unit == R1 for event in heard["soviet"])
    (out,) = (event for event in heard["soviet"] if isinstance(event, PassengersBailedOut))
    assert dict(out.out) == {R1: 2}


def test_who_leads_an_attack_after_a_loss_is_asked_by_the_attackers_half() -> None:
    """na:6.6.1.2.3c, na:4.2.1a: the target, whose command is face down, is not told what its attacker is asked."""
    units = [{"id": g, "card": SQUAD, "hex": "B2", "command": "MOVE", "face": "down"} for g in ("g1", "g2", "g3")]
    soviet = {"id": "s1", "card": "s57-rifle-squad-1-2-squad", "hex": "B3", "command": "OVERWATCH", "face": "down"}
    stated = {
        "situation": {"step": "first-assault", "first": "german", "turns": 1},
        "modules": ["advanced"],
        "unit": [*units, soviet],
    }
    attack = AnnounceAssault(target=UnitId("s1"), attacks=(Attack(G1, (UnitId("g2"), UnitId("g3"))),))
    _, heard = played(stated, ("first-assault", attack), seed="led2")
    assert any(isinstance(event, QuestionAsked) for event in heard["german"])
    assert not any(isinstance(event, QuestionAsked) for event in heard["soviet"])


def test_who_can_only_stay_with_the_move_that_it_has_shown_is_moved_by_its_own_half() -> None:
    """na:4.5c, na:6.5.2.2.1, na:4.5.1.1a: what the unit plans is its owner's, though everybody knows its command."""
    units = [
        {"id": "g1", "card": TANK, "hex": "A1", "facing": "S", "command": "OVERWATCH", "face": "down"},
        {"id": "s1", "card": "s15-t-34-76-m43", "hex": "A4", "command": "MOVE", "face": "shown", "track_hit": True},
    ]
    step = {"step": "second-move", "first": "german", "turns": 1}
    _, heard = played({"situation": step, "modules": ["advanced"], "unit": units})
    assert any(isinstance(event, MovePlanned) for event in heard["soviet"])
    assert not any(isinstance(event, MovePlanned) for event in heard["german"])
