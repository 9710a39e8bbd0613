"""Set-up, turns and what a game is won by (pw:3)."""
