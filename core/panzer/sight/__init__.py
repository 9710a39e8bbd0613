"""Lines of sight and spotting (na:4.1, na:6.1)."""
