"""A turn of the whole book, phase after phase (pw:3.0 to pw:3.2.H)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.dice import ScriptedDice, SeededDice
from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.chapters import BOOK
from core.panzerwar.command.events import InitiativeRolled, LeaderLost, OrderChanged, Regrouping
from core.panzerwar.course import details
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.damage.events import FireTested, JamTested, StunTested
from core.panzerwar.infantry.events import Rallied
from core.panzerwar.morale.events import MoraleTested
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.engagement import Engagement, Posting
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from core.panzerwar.system import PanzerWar
from core.plane import hex_at
from core.play.game import Game
from core.step_end import FinishStep
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def happen(state: WarState, events: object) -> list[Event]:
    found = []
    for event in events:  # type: ignore[attr-defined]
        BOOK.evolve(state, event)
        found.append(event)
    return found


def an_engagement(turns: int = 2) -> Engagement:
    """A tank of each side, 400 from the other."""
    posts, mine = [], []
    for id_, card, side, where in (("mine", "pz4h", BLUE, "C10"), ("foe", "t34-43", RED, "S10")):
        element = an_element(id_, card, side, where, command=True)
        mine.append(evolve(element, presence=Presence.WAITING, at=None))
        posts.append(Posting(organisation=f"{side}-1", hexes=frozenset({hex_at(at(where))})))
    return a_state(*mine, postings=tuple(posts), turns=turns, wind=9).engagement


def test_a_turn_goes_through_all_phases_in_their_order() -> None:
    """pw:3.0, pw:3.1, pw:3.2: both sides choose, then all is carried out; nobody skips a phase and nobody goes back."""
    system: Any = PanzerWar(an_engagement(), {})
    game: Game[WarState] = Game(system, SeededDice("1"))
    game.begin()
    for side in (BLUE, RED):
        game.submit(side, game.order(side, ("place-rest",)))
        game.submit(side, FinishStep())
    while not game.over:
        for side in game.active:
            game.submit(side, FinishStep())
    turns = [one.turn for one in game.journal if isinstance(one, TurnBegun)]
    steps = [one.step for one in game.journal if isinstance(one, StepBegun)]
    assert turns == [1, 2]
    assert steps == [step.id for step in sequence.SEQUENCE[1:]] * 2
    assert sum(isinstance(one, InitiativeRolled) for one in game.journal) == 2
    assert game.state.outcome is not None


def a_battle() -> WarState:
    """A platoon with a loss, a broken squad, a jam, a stun, a fire, and a leader that is gone."""
    tanks = tuple(an_element(f"t{n}", "pz4h", BLUE, f"C{10 + n}", organisation="p", command=n == 0) for n in range(5))
    lost: Element = evolve(tanks[0], presence=Presence.DESTROYED)
    burning = tanks[1].with_harm(damage=frozenset({Damage.FIRE}))
    stunned = tanks[2].with_harm(stunned=True)
    jammed = tanks[3].with_gunnery(jammed=True)
    squad = an_element("s", "ger-rifle-44", BLUE, "E10", organisation="s").with_nerve(broken=4)
    foe = an_element("foe", "t34-43", RED, "S10")
    platoon = a_unit("p", lost, *tanks[1:], order=Tactical.REGROUP, regroups=2)
    men = a_unit("s", squad, order=Tactical.ENGAGE, tested=frozenset({15, 30, 60, 80}))
    mine = (lost, burning, stunned, jammed, tanks[4], squad)
    return a_state(*mine, foe, organisations=(platoon, men), turn=5, step="morale", board=a_board(30, 20), wind=9)


def test_phase_g_tests_morale_then_rallies() -> None:
    """pw:3.2.G: units test their losses, broken men rally, and who has lost his leader knows it."""
    happened = happen(a_battle(), details.battlefield_morale(a_battle(), ScriptedDice([100, 9])))
    assert [type(one) for one in happened] == [MoraleTested, Rallied, LeaderLost]


def test_phase_h_ends_the_turn() -> None:
    """pw:3.2.H: jams, stuns and fires, then what orders have come to."""
    state = a_battle()
    state.step = "details"
    happened = happen(state, details.final_details(state, SeededDice("3")))
    kinds = [type(one) for one in happened]
    wanted = [JamTested, StunTested, FireTested, OrderChanged, Regrouping]
    assert [kind for kind in kinds if kind in wanted] == wanted
