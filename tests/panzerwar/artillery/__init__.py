"""Chapter 10 of Panzer War."""
