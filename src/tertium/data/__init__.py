"""Everything that ships: a small test set, trained models, word lists and tables, parsers; licences beside them.

The test set, German to English: 30 segments in 5 documents, 2 references and 3 systems, written for this package.
One JSON object per line: `document`, `segment` (from 1 in each document), `source`, `references`, `hypotheses`.

Networks that were drawn: 60 Spanish verses with networks of English translations (`verses.net`, `verses.tsv`). They
were drawn by a language model that saw the Spanish and one English version; the English versions were not made from the
Spanish, and a language model may know them by heart.

The example of an exam, Spanish to English: four passages of three sentences, written for this package, with networks
of correct translations drawn for them. Candidates are made up by `tertium.exam.example`.
"""

from pathlib import Path

__all__ = [
    "BERTSCORE",
    "CURVES",
    "ENCODERS",
    "EXAM_EXAMPLE",
    "EXAM_RUBRICS",
    "EXAM_RULES",
    "LANGUAGES",
    "LEXICONS",
    "MODELS",
    "NETWORKS",
    "PAPERS",
    "PARSERS",
    "SAMPLE",
]

BERTSCORE: Path = Path(__file__).with_name("bertscore.json")
CURVES: Path = Path(__file__).with_name("curves.json")
ENCODERS: Path = Path(__file__).with_name("encoders")
LANGUAGES: Path = Path(__file__).with_name("languages.tsv")
SAMPLE: Path = Path(__file__).with_name("sample.jsonl")
NETWORKS: Path = Path(__file__).with_name("networks")
PAPERS: Path = Path(__file__).with_name("papers.bib")
MODELS: Path = Path(__file__).with_name("models")
LEXICONS: Path = Path(__file__).with_name("lexicons")
EXAM_RULES: Path = Path(__file__).with_name("exam") / "example-rules.json"
EXAM_RUBRICS: Path = Path(__file__).with_name("exam") / "rubrics"
EXAM_EXAMPLE: Path = Path(__file__).with_name("exam") / "example"
PARSERS: Path = Path(__file__).with_name("parsers")
