"""The map and what lies on it (na:1.2, na:1.3, na:4.1.4.1, na:6.1.4.3, na:6.6.8)."""
