"""Statistics on whole games: proportions, counts and paired differences; knows no game.

`proportions`  intervals of a win rate and of the difference of two paired ones
`counts`       mean, spread, quantiles and bootstrap of an integer quantity, in memory that does not grow with the games
`paired`       differences between two settings that played the same games
"""
