"""One self-contained HTML page from the folder of a finished study.

`answer`   the findings in sentences
`figures`  figures as SVG text that follows the page's light or dark theme
`build`    the page
"""
