"""WMT's ranking CSV: names and ranks without texts (`Items.with_texts` joins them).

Wide (2009–2014): `srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,…,system5Number,
system5Id,system1rank,…,system5rank`; one row is one ranking of up to five outputs. Pairwise (2015–16):
`srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank,rankingID`; rows with the same
rankingID come from one ranking. The columns may stand in any order, with any number of systems.

The best rank is the lowest number; −1 (or an empty cell) means that the output was not ranked. Each ranking becomes
its pairs; equal ranks are ties. A pair of a system with itself says nothing and is left out.
"""

import csv
import re
from collections.abc import Iterator
from itertools import combinations

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.judgements.cells import NewItem, Options
from tertium.io.judgements.pairs import PairList
from tertium.meta.judgements import JudgementGroup

# WMT's names of languages, in English and by ISO 639-2, as the codes that language pairs are made of.
_LANGUAGES = {
    "cs": "czech cze ces", "de": "german deu ger", "en": "english eng", "es": "spanish spa", "fi": "finnish fin",
    "fr": "french fra fre", "hi": "hindi hin", "hu": "hungarian hun", "it": "italian ita", "lv": "latvian lav",
    "ro": "romanian ron rum", "ru": "russian rus", "tr": "turkish tur", "zh": "chinese zho chi",
}  # fmt: skip
_CODES = {name: code for code, names in _LANGUAGES.items() for name in names.split()}
_SYSTEM = re.compile(r"system([0-9]+)id")
_REQUIRED = ("srclang", "trglang", "srcindex", "judgeid")


def looks_like(first_line: str) -> bool:
    return first_line.lower().replace('"', "").startswith("srclang,trglang,")


def read(source: Input, options: Options) -> list[JudgementGroup]:
    rows = _rows(source)
    _, first = next(rows, (1, []))
    header = [column.strip().lower() for column in first]
    places = {column: i for i, column in enumerate(header)}
    systems = _systems(header, places, source.name)
    groups: dict[str, PairList] = {}
    for number, cells in rows:
        if len(cells) != len(header):
            raise DataError(
                f"{source.name}:{number}: {len(cells)} fields, expected {len(header)} as in the header "
                f"({', '.join(first[:8])} …)"
            )
        lang_pair = options.lang_pair or "-".join(_language(cells[places[name]]) for name in ("srclang", "trglang"))
        group = groups.get(lang_pair)
        if group is None:
            group = groups[lang_pair] = PairList(options.dataset or source.stem, lang_pair)
        _add(group, cells, places, systems, number, source.name)
    if not groups:
        raise DataError(f"{source.name}: there are no rows, expected at least one ranking")
    return [group.group() for group in groups.values()]


def _rows(source: Input) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((line for _, line in source.lines()), strict=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise DataError(f"{source.name}:{reader.line_num}: not a line of CSV ({error})") from None
        if cells is None:
            return
        if cells:
            yield reader.line_num, cells


def _systems(header: list[str], places: dict[str, int], name: str) -> list[tuple[int, int]]:
    """For each system the places of its name and of its rank."""
    numbers = [match[1] for column in header if (match := _SYSTEM.fullmatch(column))]
    missing = [column for column in _REQUIRED if column not in places]
    missing += [f"system{n}rank" for n in numbers if f"system{n}rank" not in places]
    if missing or len(numbers) < 2:
        lacking = missing[0] if missing else "system1Id, system2Id"
        raise DataError(
            f"{name}:1: the header has no {lacking}; found {', '.join(header)}; expected srclang, trglang, srcIndex, "
            "judgeId, and systemNId and systemNrank for two systems or more"
        )
    return [(places[f"system{n}id"], places[f"system{n}rank"]) for n in numbers]


def _add(
    group: PairList, cells: list[str], places: dict[str, int], systems: list[tuple[int, int]], number: int, name: str
) -> None:
    ranked: list[tuple[int, int]] = []
    segment = cells[places["srcindex"]] or None
    document = (cells[places["documentid"]] or None) if "documentid" in places else None
    for system, rank in systems:
        text = cells[rank].strip()
        if text and not re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
            raise DataError(f"{name}:{number}: rank {text!r}, expected a whole number, or -1 where it was not ranked")
        if text and int(text) >= 0:
            if not cells[system]:
                raise DataError(f"{name}:{number}: rank {text} for a system without a name")
            item = group.items.find(NewItem(None, system=cells[system], segment=segment, document=document))
            ranked.append((int(text), item))
    ranking = cells[places["rankingid"]] if "rankingid" in places else str(number)
    judge = cells[places["judgeid"]] or None
    for (rank_a, a), (rank_b, b) in combinations(ranked, 2):
        if a != b:
            group.add(a, b, (rank_b > rank_a) - (rank_b < rank_a), judge, ranking or None)


def _language(name: str) -> str:
    name = name.strip().lower()
    return _CODES.get(name, name)
