"""The computer player of Panzer War."""
