"""General morale: losses of units, what failure makes them do, how it spreads upward (pw:13)."""
