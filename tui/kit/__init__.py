"""What places are made of: a headline and keys, lists, forms, windows, cards and texts."""
