"""Find weights that make the best candidates score best: tune, tune_decoder, Mert, Mira, Pro."""

from pathlib import Path

import tertium

Path("lists.txt").write_text(
    "0 ||| the cat sat ||| lm= -2 tm= -1 ||| -3\n0 ||| a cat ||| lm= -1 tm= -3 ||| -4\n"
    "1 ||| it rains ||| lm= -3 tm= -1 ||| -2\n1 ||| rain ||| lm= -1 tm= -2 ||| -2\n",
    "utf-8",
)
lists = tertium.read_nbest("lists.txt")
for method in (tertium.Mert(restarts=3), tertium.Pro(), tertium.Mira()):
    tuned = tertium.tune(lists, ["the cat sat", "it rains"], metric="chrf", method=method)
    print(type(method).__name__, sorted(tuned.weights.values))
print(
    tertium.tune_decoder(
        lambda weights, n: lists, ["the cat sat", "it rains"], start={"lm": 1.0, "tm": 1.0}, iterations=1
    )
)
