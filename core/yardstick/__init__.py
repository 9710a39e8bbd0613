"""What games between computer players say: pairs, Elo, sequential tests, intervals, balance. No clock, no files."""
