"""A game as a film, and the screen on which it is watched."""
