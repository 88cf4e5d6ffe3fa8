"""Private: the compiled core of Mage Knight. The public face is ``mkbalance.api``."""
