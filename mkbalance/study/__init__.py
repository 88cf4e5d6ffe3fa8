"""Studies: from an experiment file to stored rows that anyone can play again; knows no game by name.

`seeds`       seed -> key; the pairing rule
`rows`        the bytes, checksum and columns of result rows
`runner`      chunks of games over processes or threads
`results`     games of one setting in memory
`comparison`  two settings that played the same games
`experiment`  the experiment file; `design` its cells
`store`       Parquet parts, resume, merge; `provenance` what is needed to run it again
`conduct`     run a whole study
"""
