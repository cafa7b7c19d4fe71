"""Work with n-best lists: read_nbest, NBest, rerank, Weights."""

from pathlib import Path

import tertium

Path("lists.txt").write_text(
    "0 ||| the cat ||| lm= -2 tm= -1 ||| -3\n0 ||| a cat ||| lm= -1 tm= -3 ||| -4\n"
    "1 ||| rain ||| lm= -1 tm= -1 ||| -2\n",
    "utf-8",
)
lists = tertium.read_nbest("lists.txt")
print(len(lists), lists.names)
print(list(tertium.rerank(lists, tertium.Weights({"lm": 2.0, "tm": 0.5})).texts()))
