"""The game without a screen: hexes, boards, dice, events, orders, and the rule systems on top of them."""
