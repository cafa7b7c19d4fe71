"""One way out: what a result says, as tables and as data, and every format written once over them.

`base.Result` is what every public function gives; `table` has what its `tables()` are made of; `text`, `delimited`,
`json`, `latex` and `markdown` write them. `kinds` has the results of rooms that stand below this one. Nothing here
opens a file or prints.
"""
