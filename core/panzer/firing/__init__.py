"""What holds for every shot (na:4.4.1, na:5.11, na:5.14, na:5.16, na:6.1.4.1, na:6.2.1.1.4, na:6.6.7.2)."""
