"""Finished results to text, TSV, JSON, LaTeX and HTML. Nothing here computes a score or opens a file.

`formats.render` writes a result in one of the formats of the command line; `html.comparison_page` and
`html.evaluation_page` write a page to send to somebody.
"""
