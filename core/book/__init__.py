"""A rule system as a book of chapters: what a chapter says, how all are read as one, what systems share."""
