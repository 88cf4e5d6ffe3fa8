"""Names of the game as integers, for Python: see ids.pxd for their meaning."""
