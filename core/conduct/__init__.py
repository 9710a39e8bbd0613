"""How computer players behave, by what happens in their games: who sits, who attacks a stronger force, who drives into
fire. It knows no rule; a rule system says which of its events are attacks."""
