"""One self-contained HTML page from the folder of a finished study.

`answer`   the findings in sentences
`picture`  a figure with caption, n, kind of interval and a text in its place
`pictures` which figures a study gets
`by_factor` those over the levels of factors
`figures`  figures as SVG text that follows the page's light or dark theme
`tables`   the numbers as files inside the page
`trust`    who played and how strong they are; other strengths and shaken estimates
`build`    the page
"""
