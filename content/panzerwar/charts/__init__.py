"""The charts of Panzer War, from ``charts/*.toml``, and their readers, one for each part."""
