"""What the questions of PanzerBlitz have in common: who attacks, and how factors and terms are put."""

from __future__ import annotations

from typing import Final

from core.book.asks import Answer
from core.event import SideId
from core.order import IllegalOrder
from core.panzerblitz.fire.factoring import Factor
from core.panzerblitz.fire.results import Terms, result_chances
from core.panzerblitz.state import BlitzState

#: What only a question of PanzerBlitz names, in the metadata of its field.
METHOD: Final = {"is": "method"}


def side_of(state: BlitzState, units: tuple[str, ...]) -> SideId:
    """The side of the units that ask to attack. IllegalOrder without any."""
    if not units:
        raise IllegalOrder("an attack needs an attacker", "pb:PB-COMBAT-E")
    return state.unit(units[0]).side


def in_points(halves: int) -> float:
    """HALVES of movement points as movement points."""
    return halves / 2


def factor_answer(factor: Factor) -> Answer:
    """What an attacker counts: printed, amount, changes as "x2" or "1/2", rules: of each."""
    return {
        "printed": factor.printed,
        "amount": factor.amount,
        "changes": [c.by for c in factor.changes],
        "why": [c.why for c in factor.changes],
        "rules": [c.rule for c in factor.changes],
    }


def terms_answer(state: BlitzState, terms: Terms) -> Answer:
    """All that decides an attack.

    attack, defense, odds; net, tally: die modifiers; armored: how the target is taken; targets; factors: by attacker;
    why, rules: of the column; chances: by result.
    """
    return {
        "attack": terms.attack,
        "defense": terms.defense,
        "odds": terms.odds,
        "net": terms.net,
        "tally": terms.modifiers,
        "armored": terms.armored,
        "targets": terms.targets,
        "factors": {f.unit: factor_answer(f) for f in terms.factors},
        "why": [words for words, _ in terms.why],
        "rules": [rule for _, rule in terms.why],
        "chances": {result.value: chance for result, chance in result_chances(state, terms).items()},
    }
