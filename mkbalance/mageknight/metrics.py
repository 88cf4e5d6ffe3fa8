"""What every column of a result row means; the reference page of metrics is written from here."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["COLUMNS", "define"]

HEADS = {"war": "War", "famine": "Famine", "death": "Death", "pestilence": "Pestilence"}
COLUMNS = {
    "key": "Key of the random streams, from the seed; the same in all rows of a setting.",
    "game": "Number of the game; the same number meets the same map, tokens and decks under every setting.",
    "hero": "Hero of the seat.",
    "player": "How the seat was played.",
    "win": "1 when the goal of the scenario was reached.",
    "score": "Score by the scenario (R17): Fame, the achievements, and what the scenario pays.",
    "rounds": "Round in which the game ended.",
    "round_won": "Round in which the game was won, 0 if it was not.",
    "turn_won": "Turn of the whole game in which it was won, 0 if it was not.",
    "turns": "Turns of the seat.",
    "actions": "Decisions of the game, the smallest steps a player chooses.",
    "score_fame": "Fame.",
    "score_knowledge": "Greatest Knowledge: Spells and Advanced Actions.",
    "score_loot": "Greatest Loot: Artifacts and crystals.",
    "score_leader": "Greatest Leader: Units.",
    "score_conqueror": "Greatest Conqueror: Shields on keeps, mage towers, monasteries.",
    "score_adventurer": "Greatest Adventurer: Shields on adventure sites.",
    "score_beating": "Greatest Beating: Wounds, negative.",
    "score_heads": "Levels removed from the dragon's heads.",
    "score_horsemen": "Horsemen defeated.",
    "score_cities": "Cities conquered.",
    "score_goal": "The goal of the scenario reached.",
    "score_rounds": "Rounds left when the goal was reached.",
    "score_dummy": "Cards left in the deck of the dummy.",
    "score_unannounced": "End of the last Round not announced.",
    "score_quests": "Quests: points of those completed.",
    "objective": "Share of the Hero's own goal reached, per cent (A.12.8).",
    "score_tokens": "Faction tokens kept.",
    "score_challenge": "What only the Hero's own challenge scores (A.12.8).",
    "score_restored": "Destroyed Site tokens in the Inventory (A.12.2).",
    "score_ascended": "Ziggurats and pyramids with a floor conquered.",
    "score_reputation": "Reputation where the scenario scores it (A.12.1).",
    "fame": "Fame at the end.",
    "reputation": "Reputation at the end, -7 (the X) to 7.",
    "level": "Level of the Hero at the end.",
    "wounds": "Wound cards in hand, deck and discard pile at the end.",
    "wounds_taken": "Wounds the Hero took in the game, healed ones too.",
    "knocked_out": "Times the Hero was knocked out.",
    "combats": "Fights.",
    "actions_gained": "Advanced Actions gained.",
    "spells_gained": "Spells gained.",
    "artifacts_gained": "Artifacts gained.",
    "recruits": "Units recruited.",
    "units": "Units at the end.",
    "crystals": "Crystals at the end.",
    "tiles": "Map tiles the seat turned up.",
    "dragon_turns": "Turns the dragon took.",
    "air_attacks": "Attacks of the dragon from the air.",
    "sites_destroyed": "Sites the dragon, the Horsemen or the scenario card destroyed.",
    "cities_conquered": "Cities conquered.",
    "horsemen_defeated": "Horsemen defeated.",
    "proxy_tiles": "Map tiles the proxy players turned up (A.11).",
    "proxy_rampagers": "Rampaging enemies the proxy players defeated.",
    "proxy_adventures": "Adventure sites the proxy players took.",
    "proxy_fortified": "Keeps and mage towers the proxy players took.",
    "proxy_city_tokens": "Defenders of cities the proxy players defeated.",
    "proxy_monasteries": "Monasteries the proxy players took.",
    "proxy_units": "Units the proxy players took from the offer.",
    "proxy_actions": "Advanced Actions the proxy players took.",
    "proxy_spells": "Spells the proxy players took.",
    "rulers_met": "Cities whose ruler was revealed (A.13.4).",
    "rulers_defeated": "Of these, cities conquered.",
    "dragon_city": "1 when the dragon lies in place of a city and was found (A.13.2).",
    "faction_tokens": "Faction tokens gained.",
    "possessed_defeated": "Possessed enemies defeated.",
    "sites_restored": "Destroyed sites that were restored.",
    "ziggurat_floor": "Highest floor of a ziggurat that was taken, 0 none.",
    "pyramid_floor": "Highest floor of a pyramid that was taken, 0 none.",
    "quests_taken": "Quests taken from the offer.",
    "quest_steps": "Steps of quests done.",
    "quests_completed": "Quests completed.",
    "quests_failed": "Quests failed.",
    "quests_abandoned": "Quests given up.",
    "quest_points": "Points of the quests completed.",
    "site_tokens": "Destroyed Site tokens in the Inventory at the end.",
    "possessed_rampagers": "Rampaging enemies defeated that the scenario card possessed (A.12.2).",
    "floors_conquered": "Floors of ziggurats and pyramids conquered.",
    "teleports": "Teleports over fractured lands (A.12.7).",
    "announced": "Who announced the end of the last Round: 1 the first seat, 5 the dummy player, 0 nobody.",
    "fault": "A broken invariant; such a row is never stored, the study stops and prints the replay.",
    **{
        f"defeated_{back}": f"Enemy tokens with a {back} back that were defeated."
        for back in ("green", "grey", "brown", "violet", "white", "red")
    },
}
OF_HEADS = {
    "start": "Level of the {} head at the start.",
    "removed": "Levels removed from the {} head.",
    "round": "Round in which the {} head was defeated, 0 if it was not.",
    "raised": "Levels the {} head gained in the game.",
    "horseman_level": "Level of the Horseman {} at the end.",
    "horseman_sites": "Sites the Horseman {} destroyed.",
    "horseman_round": "Round in which the Horseman {} was defeated, 0 if it was not.",
}
for _number, _name in enumerate(("first", "second", "third", "fourth"), 1):
    COLUMNS[f"ruler_{_number}"] = f"Hero who rules the {_name} city: 1 and more by the list of heroes, 0 nobody."
for _id, _name in HEADS.items():
    COLUMNS |= {f"{_id}_{what}": text.format(_name) for what, text in OF_HEADS.items()}


def define(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each column with its meaning, in the order of the row; an unknown one has an empty text."""
    return [(name, COLUMNS.get(name, "")) for name in names]
