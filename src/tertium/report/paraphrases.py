"""What an acquisition of paraphrases found, and what a table has for a phrase, as text, TSV and JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from tertium.paraphrase.acquisition import Summary
from tertium.paraphrase.evidence import Evidence, Pivot
from tertium.resources.paraphrases import Paraphrase, ParaphraseTable

Entries = Sequence[tuple[str, str, float]]


def acquisition_text(summary: Summary, best: Entries, evidence: Sequence[Evidence]) -> str:
    """The summary for people."""
    lines = [
        f"sentence pairs      {summary.sentence_pairs:>12,}",
        *(f"  dropped, {reason:<22} {n:>9,}" for reason, n in summary.dropped.items()),
        f"phrase pairs with punctuation, left out {summary.punctuation:>,}",
        f"phrase pairs        {summary.phrase_pairs:>12,}",
        f"phrases             {summary.phrases:>12,}",
        f"paraphrases         {summary.candidates:>12,}",
        *(f"  removed by {name:<18} {n:>11,}" for name, n in summary.removed.items()),
        f"entries kept        {summary.entries:>12,}",
        f"sets                {summary.sets:>12,}",
        "seconds             " + ", ".join(f"{name} {taken:.1f}" for name, taken in summary.seconds.items()),
    ]
    if summary.done_before:
        lines.append(f"done before         {', '.join(summary.done_before)}")
    lines.append("best entries")
    lines += [f"  {probability:.4f}  {source} → {target}" for source, target, probability in best]
    for entry in evidence:
        lines.append("")
        lines.append(f"{entry.source} → {entry.target}  ({entry.probability:.4f}, {entry.n_pivots} pivots)")
        for pivot in entry.pivots:
            lines.append(f"  {pivot.share:.0%} {pivot.language}: {pivot.phrase}")
            lines += _sentences(pivot)
    return "\n".join(lines) + "\n"


def _sentences(pivot: Pivot) -> list[str]:
    return [f"      {side.english}  |  {side.pivot}" for side in (pivot.source_example, pivot.target_example)]


def acquisition_json(summary: Summary, best: Entries, evidence: Sequence[Evidence]) -> str:
    """The same for programs."""
    entries = [{"source": source, "target": target, "probability": p} for source, target, p in best]
    content = {**asdict(summary), "best": entries, "sample": [asdict(entry) for entry in evidence]}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def lookup_report(table: ParaphraseTable, phrase: str, paraphrases: Sequence[Paraphrase], format: str) -> str:
    """What a table has for a phrase."""
    sets = table.sets
    own = set(sets.sets_of(phrase)) if sets else set()
    shared = [len(own & set(sets.sets_of(p.phrase))) if sets else 0 for p in paraphrases]
    if format == "json":
        rows = [
            {"phrase": p.phrase, "probability": p.probability, "shared_sets": n}
            for p, n in zip(paraphrases, shared, strict=True)
        ]
        return (
            json.dumps({"phrase": phrase, "sets": len(own), "paraphrases": rows}, ensure_ascii=False, indent=2) + "\n"
        )
    if format == "tsv":
        rows_text = [f"{p.probability:.6g}\t{p.phrase}\t{n}" for p, n in zip(paraphrases, shared, strict=True)]
        return "\n".join(["probability\tphrase\tshared_sets", *rows_text]) + "\n"
    width = max(len(p.phrase) for p in paraphrases)
    return "".join(
        f"{p.probability:.4f}  {p.phrase:<{width}}  {f'{n} shared sets' if n else ''}".rstrip() + "\n"
        for p, n in zip(paraphrases, shared, strict=True)
    )
