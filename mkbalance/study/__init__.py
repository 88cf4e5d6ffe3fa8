"""Studies: from an experiment file to stored rows that anyone can play again; knows no game by name.

`seeds`       seed -> key; the pairing rule
`rows`        the bytes, checksum and columns of result rows
`runner`      batches of games over processes, threads or a cluster
`results`     games of one setting in memory
`comparison`  two settings that played the same games
`experiment`  what an experiment file may hold; `reading` a file, `mistakes` all at once; `template` a new one
`design`      the cells of an experiment; `points` the combinations of its factors
`plan`        an experiment with its cells and its identity; `forecast` what it will take
`stopping`    the rules that end cells
`store`       Parquet parts, resume, merge; `provenance` what is needed to run it again
`study`       a finished study, read when asked for
`conduct`     run a whole study; `summing` and `ranking` sum it up
`evaluate`    means at points of a space of overrides; `tuning`, `sensitivity` and `knockout` search with it
`chance`      deal each source of chance anew and see what it accounts for
"""
