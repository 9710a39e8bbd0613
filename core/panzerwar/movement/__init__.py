"""Movement: plans, their cost, and their carrying out in segments (pw:6)."""
