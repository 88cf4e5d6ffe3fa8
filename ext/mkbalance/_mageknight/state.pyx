"""Sizes and offsets of the state, for the golden layout test and ``info``."""


def sizes():
    """Bytes of each struct of the state.

    Returns
    -------
    dict of str to int
    """
    return {
        "GameState": sizeof(GameState),
        "Player": sizeof(Player),
        "Turn": sizeof(Turn),
        "Combat": sizeof(Combat),
        "Foe": sizeof(Foe),
        "Space": sizeof(Space),
        "TilePlace": sizeof(TilePlace),
        "City": sizeof(City),
        "Pending": sizeof(Pending),
        "Tally": sizeof(Tally),
        "UnitCard": sizeof(UnitCard),
        "Action": sizeof(Action),
        "Options": sizeof(Options),
    }


def offsets():
    """Byte offsets of the main fields of ``GameState``.

    Returns
    -------
    dict of str to int
    """
    cdef GameState g
    cdef char *base = <char *> &g
    return {
        "draws": <char *> &g.draws[0] - base,
        "order": <char *> &g.order[0] - base,
        "dice": <char *> &g.dice[0] - base,
        "heads": <char *> &g.heads[0] - base,
        "tokens": <char *> &g.tokens[0] - base,
        "deck_actions": <char *> &g.deck_actions - base,
        "players": <char *> &g.players[0] - base,
        "tiles": <char *> &g.tiles[0] - base,
        "spaces": <char *> &g.spaces[0] - base,
        "cities": <char *> &g.cities[0] - base,
        "turn": <char *> &g.turn - base,
        "combat": <char *> &g.combat - base,
        "pending": <char *> &g.pending[0] - base,
    }
