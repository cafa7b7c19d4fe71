"""What the page says around its tables; where it judges, it does so from the figures."""

from collections.abc import Iterator, Mapping
from typing import Any

from papers.exam import labels as labels_module

OPENING = """
**Read this first.** Nobody has given us graded exams of human translators with networks drawn by people, so nothing
on this page repeats the paper's experiment (195 exams, 90.77 % of the levels right, Dreyer and Marcu 2012), and none
of it may be quoted as if it did. The passages below were written by *programs*: systems of shared tasks. Their grades
are experts' MQM points in 100 words, cut at 2, 7 and 18 into SM, MM, IM and HM. The cuts were fixed before anything
was measured (7 is close to 18 points on 250 words, which a well-known exam takes for failing, with other weights: an
analogy). The networks are two references, or one, with what can be made of them automatically. What the page shows is
how the machinery behaves on honest folds, and which of its parts help.

he-en is WMT23, es-en and de-en are biomedical abstracts. Where two people annotated a segment the first counts;
sentences that experts did not annotate for a program are left out of its passage.
"""

X1 = """
## X1: labels of passages

Each cell is exact labels / labels within one, and a 95 % interval of the exact share with documents drawn again.
Folds by document test on documents, folds by translator on programs, and folds by both on blocks of which the model
saw neither. Penalties, costs, cuts and the care for neighbouring labels are chosen in inner folds of the training
part, never on what is tested. The 30 features are the paper's; the seven metrics are chrF, TER, METEOR, BEER, TERp,
pPDA and `tertium`, of the passage as a whole and by sentence. *Known passages* learn how hard a passage is where
other translators' labels of it are at hand: folds by translator, as when an exam is used again. *Known graders* learn
how severe a grader is. The grader of a new passage is known here; when `tertium exam grade` proposes, nobody has
graded yet, so that row is a bound, not a promise.
"""

ADDED = """
## What helps

Gain in exact labels, with 95 % intervals from drawing documents again. An interval that holds 0 says that this set
cannot tell.
"""

X2 = """
## X2: levels of exams

Three documents of rising difficulty (thirds by the other programs' points) make an exam; each program sits thirty.
Levels come from our example of rules, which no agency uses. Gold sets hold the levels over all labels of the missing
fourth passage, and the next level where one label is one short, which gives about as many levels an exam as the
paper's Table 4. Labels are those of folds by translator, where the model has seen the same passages by other
programs, which is nearer to the paper's folds, and those of folds by both, where it saw neither the documents nor the
program. Of several levels that the rules leave open the lowest is predicted.
"""

LIMITS = """
## What this does not show

* Nothing about people's exams. Programs make other errors than candidates, and more even ones.
* Nothing about networks drawn by people: two references hold a small part of what is right (X4), and the gain that
  the paper found comes from such networks.
* Nothing about the agencies' rules: of more than a hundred, one is public.
* That a label is within one of the right one is no grade. A wrong label can cost somebody a level, which is why sets
  with more than one label go to people, and why the program never fails anyone alone.
"""


TRIED = """\
Without known graders, the mean within one stays under .92 on new documents, and with them it stops just short: on a
passage that nobody has graded, two references and all our metrics do not say more. On passages that others have been
graded on, the asked-for figures are passed, and most of the gain is knowing how hard the passage is. Features of all
three kinds of networks together, and features relative to the passage's mean over all programs, were tried on the
same folds and brought nothing; they are not in the tables. The SVM takes the better of C = .001 and .01 by inner
folds, and five folds, because larger ones take long.
"""


READING_X2 = """\
Under these rules the easiest passage decides most: only SM there opens level 2, and a model that is unsure between SM
and MM names MM. So levels suffer more than labels, and many of the better exams are missed, which is what the paper
wanted least. No way beats naming the commonest level by more than chance; where the passages are known it is about as
good. A program that did this to people would be unfit. It says how far two references are from an exam's networks.
"""


def spelled(way: str) -> str:
    """The name of a way that stands alone, and not below the one that it adds to."""
    return way.replace("… and", "ordinal, 30 features, 7 metrics,")


def _mean(r: Mapping[str, Any], way: str, rule: str) -> Any:
    return next(row for row in r["x1"] if row["way"] == way and row["folds"] == rule)


def bars(r: Mapping[str, Any]) -> Iterator[str]:
    """How far each way is from what was asked for."""
    yield ""
    yield "Asked for were .92 within one, .42 exact, and no set under .38, in the mean over the three sets:"
    yield ""
    for way in (labels_module.PLAIN, labels_module.RICH, labels_module.KNOWN, labels_module.BEST):
        for rule in ("document", "translator"):
            row = _mean(r, way.name, rule)
            exact, near = row["mean"]["exact"], row["mean"]["within one"]
            least = min(one["exact"] for one in row["sets"].values())
            reached = near >= 0.92 and exact >= 0.42 and least >= 0.38
            yield (
                f"* {spelled(way.name)}, folds by {rule}: {near:.3f} within one, {exact:.3f} exact, "
                f"lowest set {least:.3f}: "
                f"{'reached' if reached else 'not reached'}."
            )
    yield ""
    yield TRIED


def reading_x2(r: Mapping[str, Any]) -> Iterator[str]:
    """Whether prediction beats the baseline."""
    yield ""
    for way, by_set in r["x2"].items():
        for name, one in by_set.items():
            low, high = one["gain_interval"]
            gain = 100 * (one["predicted"]["accuracy"] - one["baseline"]["accuracy"])
            verdict = "better than" if low > 0 else "worse than" if high < 0 else "not told apart from"
            yield (
                f"* {spelled(way)}, {name}: {gain:+.1f} points of accuracy "
                f"[{100 * low:+.1f}, {100 * high:+.1f}, programs drawn again]: {verdict} naming the commonest level."
            )
    yield ""
    yield READING_X2


def votes(found: Mapping[str, Any]) -> Iterator[str]:
    yield f"""
## X3: votes for people's translations, and why they do not serve

{found["segments"]:,} segments of the Indian-languages votes, {found["pairs"]:,} pairs of crowd translations that
differ by two votes or more; each text is compared with the other translations of its segment. Translations are
numbered in the order of their votes in {100 * found["sorted_by_votes"]:.1f} % of the segments: whoever uses the
number, or the order of the file, as a feature reads the answer (last row). Distance from the other translations tells
next to nothing of the votes; length tells more. Votes choose the best of a few texts by strangers; they are no
grades, and nothing here is built on them.
"""


def coverage(found: Mapping[str, Any]) -> Iterator[str]:
    yield f"""
## X4: how much of a person's translation automatic networks hold

{found["utterances"]:,} utterances of Fisher with four references by people; each is left out in turn. What a correct
translation by a fourth person lies away from the network is the floor below which a distance says nothing about
errors.
"""
