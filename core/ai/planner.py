"""A computer player that looks ahead: it plays on by each plan in its mind, and takes the one that ends best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from core.ai import intent as intents
from core.ai.intent import Intent, Tried
from core.ai.mind import Mind, Plan
from core.ai.players import Budget, Greedy, Idea, RandomPlayer, reasons
from core.ai.playouts import Course, course
from core.alike import Alike
from core.dice import Dice
from core.event import SideId
from core.order import IllegalOrder, Order
from core.presentation import Argument
from core.system import RuleSystem

#: Courses of play below which it is said of a plan that they were too few.
FEW: Final = 4


@frozen(eq=False, repr=False)
class Effort(Alike):
    """How hard a planner thinks about a stage. rounds: so many courses of play by each plan that is left, after each of
    which the worse half goes; horizon: stages that a course of play lasts."""

    rounds: tuple[int, ...]
    horizon: int


@define
class Planner:
    """Holds one plan for a stage of play, such as a turn, and orders by it as the system's own judgement finds best.

    level: whose plans they are; otherwise: by whose weights it judges where a system has no plans for them. held: the
    intent of each side for which it has ordered; `amiss` counts suggestions that were not legal, and turns in which
    nothing could be played out: none is expected.
    """

    dice: Dice
    level: str
    otherwise: str
    effort: Effort
    held: dict[SideId, str] = field(factory=dict)
    amiss: int = 0

    def order(self, system: RuleSystem[Any], view: Any, side: SideId) -> Order:
        """The order by the plan that ends best."""
        *_, last = self.ideas(system, view, side, Budget(), self.held.get(side, ""))
        self.held[side] = last.intent
        return last.order

    def ideas(
        self, system: RuleSystem[Any], view: Any, side: SideId, budget: Budget, intent: str = ""
    ) -> Iterator[Idea]:
        """The order by the plan that is held, then by the one that is found to be better."""
        mind = system.mind(self.level)
        if mind is None or len(mind.plans) < 2:
            usual = Greedy(self.dice, self.otherwise)
            yield from usual.ideas(system, view, side, budget)
            self.amiss += usual.amiss
            return
        known = intents.read(intent)
        stage, plan = mind.stage(view), _named(mind, known.plan)
        idea = self._by(system, view, side, plan, known)
        yield idea
        if stage in (0, known.stage):
            return
        try:
            before = known.later()
            known = evolve(self._chosen(system, mind, view, side, before, budget), stage=stage)
        except Exception:  # a view may lack what a rule would need: then the plan is held, and not asked again
            self.amiss += 1
            amiss = "its plans cannot be played out here"
            yield evolve(idea, amiss=amiss, intent=evolve(known, stage=stage, plan=plan.level).written())
            return
        chosen = _named(mind, known.plan)
        if chosen != plan:
            idea = self._by(system, view, side, chosen, known)
        yield evolve(idea, why=(*_told(mind, known, before), *idea.why), intent=known.written())

    def _by(self, system: RuleSystem[Any], view: Any, side: SideId, plan: Plan, intent: Intent) -> Idea:
        """The order by a plan."""
        order = system.suggest(view, side, self.dice, plan.level)
        try:
            system.check(view, side, order)
        except IllegalOrder as error:
            self.amiss += 1
            order = RandomPlayer(self.dice).order(system, view, side)
            return Idea(order, amiss=f"its order is refused: {error.reason}", intent=intent.written())
        return Idea(order, reasons(system, view, side, order, plan.level), intent=intent.written())

    def _chosen(
        self, system: RuleSystem[Any], mind: Mind[Any], view: Any, side: SideId, intent: Intent, budget: Budget
    ) -> Intent:
        """The intent with the plan for this stage, by as many courses of play as there is time for."""
        seed = str(self.dice.roll("d1000000", "what may come", "").result)
        left: Sequence[Plan] = mind.plans
        found = Tried()
        number = begun = 0
        for each in self.effort.rounds:
            for _ in range(each):
                if begun and (budget.spent() or (budget.playouts is not None and begun + len(left) > budget.playouts)):
                    return _settled(mind, intent)
                theirs = _enemy(mind, number)
                courses = [course(system, mind, view, side, plan, theirs, f"{seed}/{number}") for plan in left]
                worths, whole = self._ends(mind.stage(view), courses, budget.spent)
                if worths and (whole or not begun):  # what was cut short counts only where there is nothing better
                    base = worths[left.index(mind.plans[0])]
                    found = found.and_(base)
                    intent = evolve(intent, worth=found.mean())
                    for plan, worth in zip(left, worths, strict=True):
                        intent = intent.with_try(plan.level, worth - base)
                if not whole:
                    return _settled(mind, intent)
                begun += len(left)
                number += 1
            left = _better_half(mind, left, intent)
        return _settled(mind, intent)

    def _ends(self, now: int, courses: Sequence[Course], spent: Callable[[], bool]) -> tuple[tuple[float, ...], bool]:
        """How courses of play end, and whether they were played as far as they should; if there is no time for that,
        how they stand after the last stage that all of them were played through, () = none."""
        worths: tuple[float, ...] = ()
        for stage in range(now + 1, now + self.effort.horizon + 1):
            if not all(one.until(stage, spent) for one in courses):
                return worths, False
            worths = tuple(one.worth for one in courses)
            if all(one.over for one in courses):
                break
        return worths, True


def _named(mind: Mind[Any], name: str) -> Plan:
    """A plan by its id, else the usual one."""
    return next((plan for plan in mind.plans if plan.level == name), mind.plans[0])


def _enemy(mind: Mind[Any], number: int) -> Plan:
    """How the enemy is taken to play: as usual every other time, else by each of the plans in turn."""
    return mind.plans[0] if number % 2 == 0 else mind.plans[(number // 2 + 1) % len(mind.plans)]


def _better_half(mind: Mind[Any], left: Sequence[Plan], intent: Intent) -> Sequence[Plan]:
    """The plans that have shown most, two at least, the usual one and the one that is held, in the order of all."""
    most = sorted(left, key=lambda plan: -intent.tries(plan.level).mean())[: max(2, len(left) // 2)]
    kept = (mind.plans[0], _named(mind, intent.plan))
    return [plan for plan in left if plan in most or plan in kept]


def _settled(mind: Mind[Any], intent: Intent) -> Intent:
    """The intent with the plan that is to be expected to end best, the usual one unless another is expected to end
    better; of those that are as good the one that is held."""
    usual, held = mind.plans[0], _named(mind, intent.plan)

    def expected(plan: Plan) -> tuple[float, bool]:
        return (0.0 if plan == usual else intent.tries(plan.level).expected()), plan == held

    return evolve(intent, plan=max(mind.plans, key=expected).level)


def _told(mind: Mind[Any], intent: Intent, before: Intent) -> Iterator[Argument]:
    """The plan in words, what the others promised instead, and why one that showed more is not taken. before: the
    intent before plans were played out for this stage."""
    plan = _named(mind, intent.plan)
    if not any(intent.tries(one.level).number > before.tries(one.level).number for one in mind.plans):
        yield Argument(f"Plan of this turn: {plan.about}; there was no time to play plans out")
        return
    held = _share(intent.worth + intent.tries(plan.level).mean())
    yield Argument(f"Plan of this turn: {plan.about} ({held} % when played out; 100 % = won)")
    for one in sorted(mind.plans, key=lambda p: -intent.tries(p.level).mean()):
        tried = intent.tries(one.level)
        if tried.number and one != plan:
            share = _share(intent.worth + tried.mean())
            doubt = f", but {_doubted(tried)}" if share > held else ""
            yield Argument(f"Instead: {one.about} ({share} %{doubt})")


def _doubted(tried: Tried) -> str:
    """Why a plan that showed more is not thought to be better."""
    return "played out too seldom to tell" if tried.number < FEW else "by too little to tell"


def _share(worth: float) -> int:
    """How well a side stands, in hundredths."""
    return max(0, min(100, round(100 * worth)))
