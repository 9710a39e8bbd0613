"""Play by file: two players, two machines, no host; turns are files that are sent by any means.

A file holds the whole correspondence: an invitation, then letter after letter by the two sides in turn, each signed
by its writer and bound to the one before. What a letter tells is what the other side may know. What only its writer
may know stands in it sealed, so that he can neither lose nor change it; at the end both open their seals.

- `keys`: what a side is known by, seals with, and draws its values for the dice from
- `letter`: the format, and what can be checked without knowing any secret
- `half`: the game as one machine knows it, and the writing and reading of letters
- `agreed`, `in_trust`, `plan`: where the rules need both sides' secrets both machines know the whole game, and nothing
  but decisions and dice is bound
- `places`: where everything lies in a player's data directory
- `game`: a game that is open to be played on
- `verify`: the whole game once more, when the seals are open
"""
