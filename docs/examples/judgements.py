"""Measure agreement with people: read_judgements, study, StudyOptions."""

from pathlib import Path

import tertium

Path("judged.tsv").write_text(
    "lang_pair\tsegment\tsystem\thypothesis\treference\tscore\n"
    "de-en\t1\ta\tThe cat sat.\tThe cat sat down.\t0.9\n"
    "de-en\t1\tb\tCat the.\tThe cat sat down.\t-0.6\n"
    "de-en\t2\ta\tIt is raining.\tIt rains.\t0.5\n"
    "de-en\t2\tb\tRain.\tIt rains.\t-0.2\n",
    "utf-8",
)
judged = tertium.read_judgements("judged.tsv")
found = tertium.study(judged.groups, "chrf,ter", settings=tertium.StudyOptions(measures=["pearson"]))
print(found)
