"""What reading content needs whatever the rule system: files and folders, mistakes, rulebooks, lists."""
