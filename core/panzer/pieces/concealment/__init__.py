"""What hides units on the map: camouflage, HIDDEN UNIT counters."""
