"""The computer player, which sees only its own view."""
