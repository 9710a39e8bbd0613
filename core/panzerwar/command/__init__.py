"""Command and the plan: tactical orders, command range, regrouping, initiative (pw:4)."""
