"""What several chapters show together."""
