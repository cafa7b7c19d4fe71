"""A decoder for the tests: of a file of candidates it writes those that the weights like best.

    python toy_decoder.py CANDIDATES WEIGHTS SOURCE NBEST N [HOW]

HOW may be `fail`, `hang`, `nothing`, `nan`, `other`, `short`, or `fail-after-K`: then it fails from decoding K on.
"""

import json
import sys
import time
from pathlib import Path


def main(candidates: str, weights: str, source: str, nbest: str, n: str, how: str = "") -> None:
    given = json.loads(Path(weights).read_text("utf-8"))["weights"]
    lists = json.loads(Path(candidates).read_text("utf-8"))
    assert len(lists) == len(Path(source).read_text("utf-8").splitlines())
    number = int(Path(weights).parent.name.removeprefix("iter-"))
    if how == "fail" or (how.startswith("fail-after-") and number >= int(how.removeprefix("fail-after-"))):
        print("\n".join(f"message {i}" for i in range(30)), file=sys.stderr)
        sys.exit(3)
    if how == "hang":
        time.sleep(60)
    if how == "nothing":
        return
    lines = []
    for i, found in enumerate(lists[:-1] if how == "short" else lists):
        found.sort(key=lambda c: -sum(given[name] * value for name, value in c[1].items()))
        for text, features in found[: int(n)]:
            shown = {name + ("x" if how == "other" else ""): value for name, value in features.items()}
            if how == "nan":
                shown["model"] = float("nan")
            lines.append(
                f"{i} ||| {text} ||| {' '.join(f'{name}= {value!r}' for name, value in shown.items())} ||| 0\n"
            )
    if nbest == "-":
        sys.stdout.write("".join(lines))
    else:
        Path(nbest).write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
