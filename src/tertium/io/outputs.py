"""Outputs that nobody judged: TSV or JSONL with columns `hypothesis` and `reference`, such as n-best lists."""

import hashlib

from tertium.errors import DataError
from tertium.io.files import FilePath, open_input
from tertium.io.judgements.cells import Options, Plan, open_records
from tertium.learn.data import Unlabelled
from tertium.meta.judgements import Items, Origin
from tertium.text.testset import References, Text


def read_outputs(path: FilePath) -> Unlabelled:
    """One item for each row. Rows with the same `seg_id`, source and references are outputs for one segment."""
    with open_input(path) as source:
        digest = hashlib.sha256()
        source.watch(digest.update)
        records = open_records(source)
        plan: Plan | None = None
        hypotheses: list[Text] = []
        references: list[tuple[str, ...]] = []
        segments: list[Text] = []
        for number, record in records.rows:
            plan = plan or Plan.make(records.columns, Options(), source.name)
            column = plan.column("hypothesis")
            if column is None:
                raise DataError(f"{source.name}: has no column 'hypothesis'; found {', '.join(records.columns)}")
            hypotheses.append(records.text(record, column, number))
            references.append(plan.read_references(records, record, number))
            segments.append(records.identity(record, plan.column("segment"), number))
        if plan is None:
            raise DataError(f"{source.name}: there are no rows, expected outputs below the names of their columns")
        items = Items.build(hypotheses, References.by_segment(references), segment=segments)
        return Unlabelled(items, Origin(source.path, digest.hexdigest()))
