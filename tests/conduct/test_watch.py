"""How players behave, counted from what happens: idle units, attacks on a stronger force, fire in answer to moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from attrs import define, field, frozen

from content import catalogue
from core.conduct.deeds import Deed, Deeds
from core.conduct.watch import Conduct, Watch
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzer.adjustment.events import CommandsRemoved
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import Command
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.pieces.attacks import Method
from core.presentation import Counter

GERMAN, SOVIET = SideId("german"), SideId("soviet")
FAR = Hex(20, 20)


@frozen(kw_only=True)
class Fought(Event):
    """An attack in a game that is none."""

    deed: Deed


@frozen(kw_only=True)
class Waited(Event):
    """Some stood by in vain in a game that is none."""

    units: tuple[UnitId, ...]


@define
class Pretended:
    """As much of a game as is watched: where units stand, what has happened."""

    units: dict[str, Hex]
    goals: tuple[Hex, ...] = ()
    journal: list[Event] = field(factory=list)

    @property
    def system(self) -> Any:
        sides = [SimpleNamespace(id=GERMAN), SimpleNamespace(id=SOVIET)]
        deeds = Deeds(near=3, told={Fought: lambda event: event.deed}, waited={Waited: lambda event: event.units})
        return SimpleNamespace(sides=sides, deeds=lambda: deeds, face=SimpleNamespace(counters=self._counters))

    def view(self, side: SideId | None) -> SideId | None:
        return side

    def _counters(self, side: SideId | None) -> list[Counter]:
        goals = [Counter("goal", "objective", hex_, None, "", "") for hex_ in self.goals]
        return goals + [
            Counter(name, "unit", hex_, GERMAN if name[0] == "g" else SOVIET, "", "")
            for name, hex_ in self.units.items()
        ]

    def fight(self, side: SideId, by: str, at: str, *, in_answer: bool = False) -> None:
        units = tuple(UnitId(unit) for unit in by.split())
        self.journal.append(Fought(deed=Deed(side=side, by=units, at=(UnitId(at),), in_answer=in_answer)))


def watched(game: Pretended, watch: Watch) -> dict[str, Conduct]:
    watch.turn_over(game)  # type: ignore[arg-type]
    return watch.conduct()


def test_who_neither_moves_nor_attacks_for_two_turns_is_idle() -> None:
    game = Pretended({"g1": Hex(0, 0), "g2": Hex(5, 0), "g3": Hex(9, 9), "s1": FAR}, goals=(Hex(9, 10),))
    watch = Watch()
    for turn in range(3):
        game.units["g2"] = Hex(5, turn)
        if turn == 1:
            game.fight(SOVIET, "s1", "g1")
        found = watched(game, watch)
    assert (found["german"].present, found["german"].idle) == (9, 2), "g1 alone, from the second turn on"
    assert found["soviet"].idle == 0, "it attacked in the turn between"
    assert watched(game, watch)["soviet"].idle == 1


def test_an_attack_on_a_stronger_force_is_counted() -> None:
    near, far = Hex(1, 0), Hex(12, 0)
    game = Pretended({"g1": Hex(0, 0), "g2": far, "s1": near, "s2": Hex(2, 0), "s3": Hex(3, 0), "s4": FAR})
    watch = Watch()
    watched(game, watch)
    game.fight(GERMAN, "g1", "s1")
    game.fight(GERMAN, "g1 g2", "s4")
    game.fight(GERMAN, "", "s4")
    found = watched(game, watch)["german"]
    assert (found.attacks, found.outnumbered, round(found.worst, 2)) == (2, 1, 0.33)


def test_who_is_lost_to_fire_in_answer_to_its_move_is_counted_with_its_own_side() -> None:
    game = Pretended({"g1": Hex(0, 0), "g2": Hex(1, 0), "s1": FAR})
    watch = Watch()
    watched(game, watch)
    game.fight(SOVIET, "s1", "g1", in_answer=True)
    game.fight(SOVIET, "s1", "g2", in_answer=True)
    del game.units["g2"]
    found = watched(game, watch)
    assert (found["german"].answered, found["german"].lost) == (2, 1)
    assert (found["soviet"].attacks, found["soviet"].answered) == (0, 0)


def test_who_stood_by_in_vain_is_counted_unless_it_holds_an_objective() -> None:
    game = Pretended({"g1": Hex(0, 0), "g2": Hex(9, 9), "s1": FAR, "s2": FAR}, goals=(Hex(9, 10),))
    watch = Watch()
    game.journal.append(Waited(units=(UnitId("g1"), UnitId("g2"), UnitId("s1"))))
    found = watched(game, watch)
    assert (found["german"].vain, found["soviet"].vain) == (1, 1)
    assert watched(game, watch)["german"].vain == 1, "it was in the turn before"
    assert found["german"].numbers()["vain"] == 1


def test_panzer_says_whose_overwatch_was_in_vain() -> None:
    """na:4.6.1a: what was not revealed by firing is turned over with all commands."""
    panzer = catalogue.open_system("the-pimple").deeds()
    commands = ((UnitId("a"), Command.OVERWATCH), (UnitId("b"), Command.NONE), (UnitId("c"), Command.OVERWATCH))
    assert panzer.in_vain(CommandsRemoved(revealed=commands)) == ("a", "c")
    assert panzer.in_vain(Fought(deed=Deed(side=GERMAN, by=(), at=()))) == ()


def test_systems_say_which_events_are_attacks() -> None:
    panzer = catalogue.open_system("the-pimple").deeds()
    shots = (Shot(UnitId("a"), UnitId("t"), 0, "AP"), Shot(UnitId("b"), UnitId("t"), 0, "AP"))
    fire = FireAnnounced(side=GERMAN, target=UnitId("t"), shots=shots, overwatch=True)
    assert panzer.of(fire) == Deed(side=GERMAN, by=(UnitId("a"), UnitId("b")), at=(UnitId("t"),), in_answer=True)
    blitz = catalogue.open_system("rear-area-raid").deeds()
    facts: dict[str, Any] = {"attack": 1, "defense": 1, "odds": "1-1", "roll": 1, "result": ""}
    method = next(iter(Method))
    attack = AttackResolved(
        side=GERMAN, hex=FAR, method=method, attackers=(UnitId("a"),), targets=(UnitId("t"),), **facts
    )
    assert blitz.of(attack) == Deed(side=GERMAN, by=(UnitId("a"),), at=(UnitId("t"),))
    assert panzer.of(attack) is None
    assert len(catalogue.open_system("pw-0").deeds().told) == 2
