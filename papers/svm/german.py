"""Human and machine translations into German with two references each."""

from collections.abc import Sequence

from papers.svm.scored import DATA
from tertium.io.judgements.formats import read_judgements
from tertium.learn.svm.examples import Examples


def german_examples() -> Examples:
    """WMT21 en-de has three references: each in turn is the human translation, so that two are left for both sorts."""
    rows: list[tuple[str, Sequence[str], bool]] = []
    seen: set[tuple[str, ...]] = set()
    for group in read_judgements(DATA / "judgements" / "seg_wmt21_mqm.tsv.gz"):
        if group.lang_pair != "en-de":
            continue
        for hypothesis, references in zip(group.items.hypothesis, group.items.references, strict=True):
            if hypothesis is None or len(references) < 3:
                continue
            rows.append((hypothesis, references, False))
            if references not in seen:
                seen.add(references)
                rows += [(text, [other for other in references if other is not text], True) for text in references]
    return Examples.build(rows)
