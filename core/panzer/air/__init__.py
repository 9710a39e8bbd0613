"""Aircraft (na:6.4, na:6.7)."""
