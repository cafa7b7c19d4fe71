"""A part of a test set, by what is known about its documents."""

import re
from dataclasses import replace

from tertium.errors import DataError, OptionError
from tertium.text.testset import TestSet

_OTHERS = "non-"


def by_document(test_set: TestSet, origlang: str | None = None, subset: str | None = None) -> TestSet:
    """The segments of documents that were written in a language, or whose domain a pattern finds; as sacreBLEU.

    Args:
        test_set: Says of its documents what is asked for.
        origlang: A language code, as the test set writes it; `non-de` for all documents but those.
        subset: A regular expression, searched in the domain of each document, or in its name where no domain is known.
            A document without either is left out.

    Raises:
        DataError: The test set does not say it, or no segment is left.
        OptionError: The pattern is no regular expression.
    """
    mask = [True] * len(test_set)
    if origlang is not None:
        languages = test_set.fields.get("origlang")
        if languages is None:
            raise DataError(
                f"{test_set.name}: does not say in which language its documents were written; expected WMT XML or SGML "
                'with <doc origlang="…">, or a test set that sacreBLEU has fetched. In a table a column chooses: '
                f"--where COLUMN={origlang}"
            )
        code = origlang.removeprefix(_OTHERS)
        mask = [(value == code) != origlang.startswith(_OTHERS) for value in languages]
        _refuse_nothing(test_set, mask, f"no document was written in {origlang!r}", languages)
    if subset is not None:
        values = test_set.fields.get("domain") or test_set.documents
        if values is None:
            raise DataError(f"{test_set.name}: has neither domains nor names of documents; a subset needs one of them")
        pattern = _pattern(subset)
        mask = [
            keep and value is not None and bool(pattern.search(value)) for keep, value in zip(mask, values, strict=True)
        ]
        _refuse_nothing(test_set, mask, f"{subset!r} is found in no document that is left", values)
    filters = {"origlang": origlang, "subset": subset}
    # Signatures have a bar between their fields.
    selection = ",".join(f"{name}={value}" for name, value in filters.items() if value is not None).replace("|", "%7C")
    return replace(test_set.select([i for i, keep in enumerate(mask) if keep]), selection=selection)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise OptionError(f"subset {text!r} is not a regular expression: {error}") from None


def _refuse_nothing(test_set: TestSet, mask: list[bool], why: str, values: tuple[str | None, ...]) -> None:
    if not any(mask):
        names = list(dict.fromkeys(value for value in values if value is not None))
        listed = ", ".join(names[:10]) + (" …" if len(names) > 10 else "")
        raise DataError(f"{test_set.name}: {why}; there are {listed or 'none at all'}")
