"""Human and machine translations by rule."""

from tertium.learn.svm.examples import Examples

SUBJECTS = ["the cat", "a dog", "my aunt", "the old king", "some child", "our teacher", "one bird", "the judge"]
VERBS = ["saw", "found", "liked", "sold", "painted", "dropped"]
OBJECTS = ["a red boat", "the wooden table", "two green apples", "an old clock", "the last letter"]


def examples(n: int = 120) -> Examples:
    """People change a word here and there; machines turn the sentence round and lose words."""
    rows = []
    for i in range(n):
        subject, verb, thing = SUBJECTS[i % 8], VERBS[i % 6], OBJECTS[i % 5]
        reference = f"{subject} {verb} {thing} in house number {i} ."
        rows.append((f"{subject} {verb} {thing} in building number {i} .", [reference], True))
        rows.append((f"{thing} {verb} number {i} house {subject}", [reference], False))
    return Examples.build(rows)
