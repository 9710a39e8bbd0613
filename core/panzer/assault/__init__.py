"""Close Assault, Hand-to-Hand, Overrun (na:6.6.1, na:6.6.10)."""
