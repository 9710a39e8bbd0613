"""Which keys hold: those of the program, and what a player has put in their place."""
