"""GP fire, bailing out (na:5.15, na:6.5.4)."""
