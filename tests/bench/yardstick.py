"""What all is held against: a fixed loop of plain Python, and random moves of python-chess if it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from time import process_time, time

from attrs import define, field, frozen

#: Turns of the fixed loop.
TURNS = 1_000_000
#: Random moves of chess that are timed at once.
MOVES = 1500
#: Chess moves that are played while the fixed loop runs once, where chess is not installed.
MOVES_A_LOOP = 1100.0
#: A reading holds for so many seconds.
HOLDS = 1.0


@frozen
class Reading:
    """How fast the machine was at one moment: seconds of the fixed loop, chess moves a second."""

    loop: float
    chess: float


def loop() -> float:
    """Seconds of CPU of the fixed loop."""
    start = process_time()
    total = 0
    for number in range(TURNS):
        total = (total + number * number) & 0xFFFF
    return process_time() - start


def chess_rate() -> float | None:
    """Random legal moves of chess a second, every game played to its end; None without python-chess."""
    if find_spec("chess") is None:
        return None
    import chess

    random = Random(1)
    board = chess.Board()
    start = process_time()
    for _ in range(MOVES):
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            board = chess.Board()
            legal = list(board.legal_moves)
        board.push(random.choice(legal))
    return MOVES / (process_time() - start)


@define
class Yardstick:
    """Reads how fast the machine is, before and after whatever is measured."""

    #: Whether chess was played; else its rate is reckoned from the fixed loop.
    played: bool = field(init=False, default=False)
    readings: list[Reading] = field(factory=list)
    _at: float = 0.0

    def read(self) -> Reading:
        """The speed of the machine now."""
        if self.readings and time() - self._at < HOLDS:
            return self.readings[-1]
        took, rate = loop(), chess_rate()
        self.played = rate is not None
        self.readings.append(Reading(took, MOVES_A_LOOP / took if rate is None else rate))
        self._at = time()
        return self.readings[-1]
