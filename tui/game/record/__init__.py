"""What a player is told of a game and what he writes of it himself: its chronicle, his notes."""
