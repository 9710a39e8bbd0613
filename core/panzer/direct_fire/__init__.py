"""Direct Fire, Overwatch, smoke (na:4.4.1, na:4.4.2, na:6.1.4.3.10)."""
