"""Forces and battles of one's own: TO&Es, points, availability, the procedure (min:21.0, min:22.0, min:23.2)."""
