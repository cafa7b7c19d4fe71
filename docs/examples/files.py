"""Read and write test sets: read, read_test_set, write_test_set, TestSet, Segment."""

from pathlib import Path

import tertium

Path("ours.txt").write_text("The cat sat on the mat.\nIt rains.\n", "utf-8")
Path("reference.txt").write_text("The cat is on the mat.\nIt is raining.\n", "utf-8")
test_set = tertium.read("ours.txt", "reference.txt")
tertium.write_test_set(test_set, "set.jsonl")
again = tertium.read_test_set("set.jsonl")
print(len(again), list(again.systems))
print(again[0])
