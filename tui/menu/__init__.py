"""The places outside a game: title, scenarios, options, settings, library, rules, games to resume."""
