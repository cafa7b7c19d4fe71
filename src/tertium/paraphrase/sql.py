"""The queries of an acquisition. DuckDB and Spark run the same text.

`english` is a phrase of the language whose paraphrases are looked for, `translation` a phrase of the language
`language`. The last two together are a pivot, so that several pivot languages are one sum:
p(e2 | e1) = Σ p(pivot | e1) p(e2 | pivot). All languages in which e1 was seen have the same share of it, however much
of it they have seen: a large corpus with other words would otherwise speak for a small one.
"""

from collections.abc import Sequence

from tertium.errors import OptionError
from tertium.paraphrase.options import Filtering, Pivoting

COUNTS = """
SELECT english, language, translation, CAST(SUM(n) AS BIGINT) AS n, MIN(example) AS example
FROM pairs
WHERE english <> ''
GROUP BY english, language, translation
"""

LANGUAGE_TOTALS = """
SELECT english, language, CAST(SUM(n) AS BIGINT) AS n
FROM counts
GROUP BY english, language
"""

ENGLISH_TOTALS = """
SELECT english, CAST(SUM(n) AS BIGINT) AS n, COUNT(*) AS languages
FROM language_totals
GROUP BY english
"""

PIVOT_TOTALS = """
SELECT language, translation, CAST(SUM(n) AS BIGINT) AS n, COUNT(*) AS phrases
FROM counts
GROUP BY language, translation
"""


def shares(pivoting: Pivoting) -> str:
    """How often each phrase was seen in each language and in all, and in how many."""
    return f"""
SELECT l.english, l.language, l.n, e.n AS total, e.languages
FROM language_totals l
JOIN english_totals e ON e.english = l.english
WHERE e.n >= {pivoting.min_phrase_count}
"""


def weighed(pivoting: Pivoting) -> str:
    """Phrase pairs with p(pivot | english).

    Joined on its own: of three tables with languages DuckDB would join two by language alone, which takes hours.
    """
    return f"""
SELECT c.english, c.language, c.translation, c.example, c.n, s.total,
       CAST(c.n AS DOUBLE) / CAST(s.n AS DOUBLE) / CAST(s.languages AS DOUBLE) AS forward
FROM counts c
JOIN shares s ON s.english = c.english AND s.language = c.language
WHERE c.n >= {pivoting.min_pair_count}
  AND CAST(c.n AS DOUBLE) >= {pivoting.min_translation_probability!r} * CAST(s.n AS DOUBLE)
"""


def links(pivoting: Pivoting) -> str:
    """Translations of pivots with several phrases: `forward` is p(pivot | english), `backward` the other way."""
    return f"""
SELECT w.english, w.language, w.translation, w.example, w.total, w.forward,
       CAST(w.n AS DOUBLE) / CAST(p.n AS DOUBLE) AS backward
FROM weighed w
JOIN pivot_totals p ON p.language = w.language AND p.translation = w.translation
WHERE p.phrases > 1
  AND CAST(w.n AS DOUBLE) >= {pivoting.min_translation_probability!r} * CAST(p.n AS DOUBLE)
"""


def candidates(languages: Sequence[str]) -> str:
    """Phrases that share a pivot, with probabilities both ways. Languages are counted by bits, one for each."""
    bits = " ".join(f"WHEN {_text(name)} THEN {1 << i}" for i, name in enumerate(languages))
    return f"""
SELECT a.english AS source, b.english AS target,
       SUM(a.forward * b.backward) AS probability,
       SUM(b.forward * a.backward) AS back_probability,
       COUNT(*) AS pivots,
       CAST(BIT_COUNT(BIT_OR(CASE a.language {bits} END)) AS BIGINT) AS languages,
       MIN(a.total) AS source_count,
       MIN(b.total) AS target_count
FROM links a
JOIN links b ON b.language = a.language AND b.translation = a.translation
WHERE a.english <> b.english
GROUP BY a.english, b.english
"""


def _text(value: str) -> str:
    """A text as both engines read it."""
    if not value.replace("-", "").replace("_", "").isalnum():
        raise OptionError(f"language {value!r}: expected letters, digits and hyphens, such as de or pt-BR")
    return f"'{value}'"


def table(filtering: Filtering) -> str:
    """The best paraphrases of each phrase among those that no filter removed."""
    return f"""
SELECT source, target, probability, back_probability, pivots, languages
FROM (
  SELECT source, target, probability, back_probability, pivots, languages,
         ROW_NUMBER() OVER (PARTITION BY source ORDER BY ROUND(probability, 12) DESC, target) AS place
  FROM judged
  WHERE removed = ''
) ranked
WHERE place <= {filtering.max_per_phrase}
"""


def sets(filtering: Filtering) -> str:
    """For each pivot the phrases that mean it and have a paraphrase in the table that means it too."""
    least = filtering.min_set_probability
    return f"""
SELECT DISTINCT a.language, a.translation, t.source AS english
FROM final t
JOIN links a ON a.english = t.source
JOIN links b ON b.english = t.target AND b.language = a.language AND b.translation = a.translation
WHERE a.backward >= {least!r} AND b.backward >= {least!r}
"""


EVIDENCE = """
SELECT w.source, w.target, a.language, a.translation, a.forward * b.backward AS part, a.example, b.example
FROM wanted w
JOIN links a ON a.english = w.source
JOIN links b ON b.english = w.target AND b.language = a.language AND b.translation = a.translation
"""
