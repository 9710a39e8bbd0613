"""Looking back on a game: what its events and the states that they lead to tell, counted. No file, no screen."""
