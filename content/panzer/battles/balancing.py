"""What to change of a battle that favours one side (min:23.2, min:23.2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from content.kit.battles import Proposal
from content.panzer.battles.wishes import ATTITUDES, RESERVES, suggested
from core.panzer.forces.engagements import Engagement
from core.yardstick.balance import Tried

_SHARES: Final = ("least", "middle", "most")


def propose(given: Mapping[str, str], tried: Tried) -> Proposal:
    """One line to change, in the favour of who loses. tried: the first side is the attacker.

    First what the defender may have within his part (min:23.2.2.2, min:23.2.2.3), then what comes later of the side
    that is favoured; a Counterattack by the turn in which its relief arrives (min:23.2.4.4).
    """
    filled = suggested(given)
    favoured = tried.favoured
    if favoured is None:
        more = "more games would tell more" if tried.games < 100 else "leave it as it is"
        return Proposal(f"{tried.games} games tell of no favour; {more}.")
    engagement = ATTITUDES[filled["attitude"]]
    if engagement in (Engagement.DELAYING, Engagement.DEFENSIVE):
        share = _step(_SHARES, filled["share"], 1 if favoured == 0 else -1)
        if share:
            who = "more" if favoured == 0 else "less"
            return Proposal(f"Give the defender {who} of what he may have: {share}.", {"share": share})
    if engagement is Engagement.COUNTERATTACK and filled["turn"].isdecimal():
        turn = int(filled["turn"]) + (-2 if favoured == 0 else 2)
        if 6 <= turn <= 16:
            return Proposal(f"Let the relief group arrive in turn {turn}.", {"turn": str(turn)})
    who = ("attacker", "defender")[favoured]
    reserve = _step(RESERVES, filled[f"{who}-reserve"], 1)
    # Of who defends in a Counterattack the relief group comes later, and nothing else.
    if reserve and not (engagement is Engagement.COUNTERATTACK and who == "defender"):
        percent, _, turn_ = reserve.partition("@")
        words = f"Let {percent} % of the {who}'s force come in turn {turn_}."
        return Proposal(words, {f"{who}-reserve": reserve})
    return Proposal("Take another seed: other ground, other forces.", {"seed": f"{filled['seed']}a"})


def _step(ladder: tuple[str, ...], at: str, by: int) -> str:
    """The next rung up or down; empty at the end of the ladder."""
    number = ladder.index(at) + by if at in ladder else -1
    return ladder[number] if 0 <= number < len(ladder) else ""
