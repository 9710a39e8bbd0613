"""Computer players. They see only their side's view and know no rule of their own."""

from core.ai.players import LEVELS, Greedy, Player, RandomPlayer, player

__all__ = ["LEVELS", "Greedy", "Player", "RandomPlayer", "player"]
