"""The last stage: rows of Parquet become one file of the kind that metrics open."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tertium.errors import DataError
from tertium.resources.paraphrases import write_table
from tertium.text.arrays import PackedTexts


def write_files(output: Path, table: Path, sets: Path, *, language: str, made_from: str) -> int:
    """Write the table, whole or not at all, and give its number of sets; equal rows in any order give equal bytes."""
    entries = pq.read_table(table, columns=["source", "target", "probability"])
    if not entries.num_rows:
        raise DataError(
            f"{output}: no paraphrase is left after the filters; give more text, or filter less (see --help)"
        )
    rounded = pc.round(entries["probability"], 12)
    order = pc.sort_indices(
        entries.append_column("rounded", rounded),
        [("source", "ascending"), ("rounded", "descending"), ("target", "ascending")],
    )
    entries = entries.take(order)
    phrases = sorted(set(entries["source"].to_pylist()) | set(entries["target"].to_pylist()))
    listed = pa.array(phrases)
    numbers = [np.asarray(pc.index_in(entries[side], listed), np.int64) for side in ("source", "target")]
    members = _members(sets, listed)
    try:
        write_table(
            output,
            PackedTexts.pack(phrases),
            numbers[0],
            numbers[1],
            np.asarray(entries["probability"]).round(12).astype(np.float32),
            language=language,
            made_from=made_from,
            sets=members,
        )
    except OSError as error:
        raise DataError(
            f"{output}: cannot be written ({error.strerror}); make room, and run the same command again: finished "
            "stages are kept"
        ) from error
    return len(members)


def _members(sets: Path, phrases: pa.Array) -> list[np.ndarray]:
    """The phrases of each set, as numbers; sets with the same phrases are one."""
    rows = pq.read_table(sets)
    numbers = pc.index_in(rows["english"], phrases)
    keys = pc.binary_join_element_wise(rows["language"], rows["translation"], "\t").combine_chunks()
    encoded = np.asarray(keys.dictionary_encode().indices) if len(keys) else np.zeros(0, np.int64)
    members = np.asarray(numbers, np.float64)
    good = ~np.isnan(members)
    order = np.lexsort((members[good], encoded[good]))
    groups, items = encoded[good][order], members[good][order].astype(np.int64)
    bounds = np.flatnonzero(np.diff(groups)) + 1 if len(groups) else np.zeros(0, np.int64)
    different = {group.tobytes(): group for group in np.split(items, bounds) if len(group) > 1}
    return sorted(different.values(), key=lambda group: group.tolist())


def best_entries(table: Path, size: int) -> list[tuple[str, str, float]]:
    """The entries that the most languages agree on, most probable first."""
    rows = pq.read_table(table)
    order = pc.sort_indices(
        rows,
        [("languages", "descending"), ("pivots", "descending"), ("source", "ascending"), ("target", "ascending")],
    )
    return [(row["source"], row["target"], row["probability"]) for row in rows.take(order[:size]).to_pylist()]
