"""Small files of human judgements, as text."""

REFERENCES = ["the cat sat on the mat", "a dog barked at the moon", "rain fell all day long", "we met at the old mill"]
OUTPUTS = {
    "good": ["the cat sat on a mat", "a dog barked at the moon", "rain fell all day", "we met at the old mill"],
    "fair": ["cat sat on the mat", "a dog barks at moon", "rain fell the day", "we met at a mill"],
    "poor": ["mat cat", "dog moon", "it rain", "mill is old"],
}
SCORES = {"good": [90, 95, 80, 92], "fair": [70, 60, 55, 58], "poor": [20, 25, 10, 30]}


def score_rows(lang_pair: str = "de-en", shift: int = 0) -> str:
    rows = ["dataset\tlang_pair\tdoc_id\tseg_id\tsystem\treference\thypothesis\tscore\tscore_kind\n"]
    for system, outputs in OUTPUTS.items():
        for i, (output, reference) in enumerate(zip(outputs, REFERENCES, strict=True)):
            score = SCORES[system][(i + shift) % 4]
            rows.append(f"tiny\t{lang_pair}\td{i // 2}\t{i + 1}\t{system}\t{reference}\t{output}\t{score}\tDA\n")
    return "".join(rows)


COLUMNS = "lang_pair seg_id source reference hyp_a hyp_b system_a system_b judge preference dataset ranking_id"


def pair_rows() -> str:
    lines = ["\t".join(COLUMNS.split(" "))]
    for i, (reference, sign) in enumerate(zip(REFERENCES, ">>=>", strict=True)):
        outputs = [OUTPUTS["good"][i], OUTPUTS["poor"][i]]
        lines.append("\t".join(["de-en", str(i), "s", reference, *outputs, "good", "poor", "j", sign, "rr", f"r{i}"]))
    return "".join(f"{line}\n" for line in lines)
