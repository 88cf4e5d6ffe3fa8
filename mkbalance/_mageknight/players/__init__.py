"""Private: compiled players of Mage Knight."""
