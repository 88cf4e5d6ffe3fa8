"""A slow model of combat and mana payment in plain Python, from the rules alone; the compiled core is held against it.

``combat``, ``damage`` and ``mana`` are the model; ``situations`` makes situations up; ``against_core`` plays them in
both and compares. Nothing else in the package uses it. See docs/reference-model.md.
"""
