"""The command line: ``mkbalance`` and ``python -m mkbalance``.

`app`         arguments, exit codes, errors; imports nothing heavy
`simulating`  simulate, compare, play, bench
`studying`    new, power, run, verify, report
`searching`   tune, sensitivity, knockout
`listing`     scenarios, players, show, check, info
`output`      text and JSON on stdout, notes and progress on stderr
"""
