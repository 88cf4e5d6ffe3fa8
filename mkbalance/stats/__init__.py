"""Statistics on whole games; knows no game.

`proportions`   intervals of a win rate and of the difference of two paired ones
`tables`        McNemar's test and Newcombe's intervals of two proportions
`counts`        mean, spread, quantiles and bootstrap of an integer quantity, in memory that does not grow
`bootstrap`     BCa and percentile intervals of any statistic, exact intervals of quantiles
`chance`        shares of sources of chance: pick and freeze; `shares` of factors
`survival`      Kaplan-Meier over rounds of victory
`paired`        differences between two settings that played the same games
`multiplicity`  many comparisons at once: Holm, max-T, ranks
`equivalence`   two one-sided tests: showing that a change does not matter
`sequential`    looks at games while they are played: alpha spending, conditional power
`power`         how many games a question needs
"""
