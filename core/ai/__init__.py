"""Computer players. They see only their side's view and know no rule of their own."""

from core.ai.levels import ADVISER, DEFAULT_LEVEL, LEVELS, SUBSTITUTE, Level, offered, player
from core.ai.players import Budget, Greedy, Idea, Player, RandomPlayer, Thinker
from core.ai.thought import Thought, think, thoughts

__all__ = [
    "ADVISER",
    "DEFAULT_LEVEL",
    "LEVELS",
    "SUBSTITUTE",
    "Budget",
    "Greedy",
    "Idea",
    "Level",
    "Player",
    "RandomPlayer",
    "Thinker",
    "Thought",
    "offered",
    "player",
    "think",
    "thoughts",
]
