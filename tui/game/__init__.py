"""The screen on which a game is played: the table, what is shown of it, the order in hand."""
