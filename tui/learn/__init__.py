"""Learning: the list of lessons, and a lesson played on the game screen with a teacher beside it."""
