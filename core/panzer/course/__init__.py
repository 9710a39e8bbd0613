"""Set-up, the turn, objectives, victory, secrets (na:2.0, na:3.6, na:4.0, na:4.6.2)."""
