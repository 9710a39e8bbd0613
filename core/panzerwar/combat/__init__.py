"""Combat: direct fire at what is in sight, segment by segment (pw:8)."""
