"""Sighting: who sees whom, by a roll, at once or by its fire, and who is lost from sight (pw:7)."""
