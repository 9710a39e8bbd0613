"""The cards of Panzer War: vehicles, guns, squads, teams, bunkers, and what they fire."""
