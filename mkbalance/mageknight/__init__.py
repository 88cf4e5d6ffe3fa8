"""Mage Knight: content, scenarios, players and the Python face of the compiled core."""
