"""The kinds of told events for Python: ``Told``."""
