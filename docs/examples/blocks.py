"""Score an input of any size, block by block: read_blocks, score_blocks, segment_file, keep_rows."""

from pathlib import Path

import tertium

Path("parts").mkdir()
Path("parts/1.tsv").write_text("hypothesis\treference\nThe cat sat on the mat.\tThe cat is on the mat.\n", "utf-8")
Path("parts/2.tsv").write_text("hypothesis\treference\nIt rains.\tIt is raining.\n", "utf-8")
with tertium.segment_file("scores.tsv") as each:
    result = tertium.score_blocks(tertium.read_blocks("parts"), metrics="chrf", each=each)
print(result["parts"]["chrf"].score)
print(Path("scores.tsv").read_text("utf-8"))
rows = tertium.keep_rows(tertium.read_blocks("parts"), "work", metrics="chrf")
print(tertium.score(rows, resampling=tertium.Resampling(n_samples=100)))
