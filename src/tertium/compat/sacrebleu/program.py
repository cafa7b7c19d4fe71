"""What `tertium sacrebleu` does: sacreBLEU's arguments in, its output out."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tertium.compat.sacrebleu import tables
from tertium.compat.sacrebleu.arguments import parse, parser
from tertium.compat.sacrebleu.metrics import BLEU, CHRF, TER, Metric
from tertium.compat.sacrebleu.scores import VERSION, Score
from tertium.compat.sacrebleu.significance import PairedTest
from tertium.errors import DataError, OptionError
from tertium.io.files import display_name, open_input
from tertium.io.testsets.named import references_of, sacrebleu_columns, sacrebleu_names
from tertium.io.testsets.plain import read_lines

_CATALOGUE = ("subset", "download", "citation", "detail")


@dataclass(frozen=True)
class _Texts:
    """The outputs of systems by name, and streams of references."""

    systems: dict[str, list[str]] = field(default_factory=dict)
    references: list[list[str]] = field(default_factory=list)


def run(arguments: list[str]) -> Iterator[str]:
    """The lines of standard output."""
    options = parse(arguments)
    if options.help:
        yield parser().format_help().rstrip("\n").replace("usage:", "Usage:", 1)
    elif options.version:
        yield f"tertium sacrebleu {VERSION}"
    elif options.list:
        yield from sacrebleu_names()
    else:
        _refuse(options)
        yield from _echo(options) if options.echo else _scores(options)


def _refuse(options: argparse.Namespace) -> None:
    """Raise where arguments do not go together, or need what we do not have."""
    for name in _CATALOGUE:
        if getattr(options, name):
            raise OptionError(f"--{name} needs sacreBLEU's catalogue of test sets; use sacreBLEU for it")
    if options.test_set and options.refs:
        raise OptionError("-t and files of references exclude each other; pass one of them")
    if not options.test_set and not options.refs:
        raise OptionError("no references; pass their files before -i, or a test set with -t and -l")
    if options.test_set and not options.langpair:
        raise OptionError("a test set (-t) needs a language pair; pass -l, such as -l de-en")
    if options.langpair and "-" not in options.langpair:
        raise OptionError(f"-l {options.langpair} is no language pair; expected one such as de-en")
    if options.num_refs != 1 and (options.test_set or len(options.refs) > 1):
        raise OptionError("--num-refs goes with one file of references that has tabs between them")
    if options.origlang and not options.test_set:
        raise OptionError("--origlang needs a test set (-t), whose documents say in which language they were written")
    if options.sentence_level and len(options.metrics) > 1:
        raise OptionError("segments are scored by one metric at a time; pass one to -m")
    if options.sentence_level and (options.confidence or options.paired_ar or options.paired_bs):
        raise OptionError("there are no intervals and tests of single segments; leave -sl out")
    if options.width < 0:
        raise OptionError(f"--width {options.width}: expected a number of decimal places from 0 on")


def _echo(options: argparse.Namespace) -> Iterator[str]:
    if not options.test_set:
        raise OptionError("--echo prints fields of a test set; pass -t and -l")
    for name in options.test_set.split(","):
        names = list(sacrebleu_columns(name, options.langpair)) if options.echo == ["all"] else options.echo
        mask = _of_origlang(options, name)
        rows = zip(*(_column(options, name, one) for one in names), strict=True)
        yield from ("\t".join(row) for i, row in enumerate(rows) if mask is None or mask[i])


def _scores(options: argparse.Namespace) -> Iterator[str]:
    texts = _read(options)
    metrics = _metrics(options, texts.references)
    paired = options.paired_ar or options.paired_bs
    if len(texts.systems) == 1:
        if paired:
            raise OptionError("a paired test compares systems; pass two or more files to -i, the baseline first")
        yield from _single(options, next(iter(texts.systems.values())), metrics, texts.references)
        return
    if options.sentence_level:
        raise OptionError("segments are scored for one system at a time; pass one file to -i")
    if options.confidence:
        raise OptionError("for many systems use a paired test: --paired-bs or --paired-ar")
    yield from _table(options, texts, metrics, paired=paired)


def _single(
    options: argparse.Namespace, system: Sequence[str], metrics: dict[str, Metric], references: list[list[str]]
) -> Iterator[str]:
    def shown(metric: Metric, score: Score, *, json: bool) -> str:
        signature = metric.get_signature().format(options.short and not json)
        return score.format(options.width, options.score_only, signature, json)

    if options.sentence_level:
        (metric,) = metrics.values()
        for hypothesis, *of_segment in zip(system, *references, strict=True):
            yield shown(metric, metric.sentence_score(hypothesis, of_segment), json=False)
        return
    n_bootstrap = options.confidence_n if options.confidence else 1
    json = options.format == "json"
    lines = [
        shown(metric, metric.corpus_score(system, None, n_bootstrap), json=json)
        for _, metric in sorted(metrics.items())
    ]
    if json:
        yield "[\n" + ",\n".join(lines) + "\n]" if len(lines) > 1 else lines[0]
    elif options.score_only:
        yield from lines
    else:
        place = max(line.index("=") for line in lines)
        yield from (f"{line[: line.index('=')]:>{place}}{line[line.index('=') :]}" for line in lines)


def _table(options: argparse.Namespace, texts: _Texts, metrics: dict[str, Metric], *, paired: bool) -> Iterator[str]:
    named = list(texts.systems.items())
    if paired:
        first = f"Baseline: {named[0][0]}" if options.input else "Baseline"
        others = [name for name, _ in named[1:]] if options.input else [f"System {i}" for i in range(1, len(named))]
        named = [(name, system) for name, (_, system) in zip([first, *others], named, strict=True)]
        n = options.paired_bs_n if options.paired_bs else options.paired_ar_n
        signatures, columns = PairedTest(
            named, dict(sorted(metrics.items())), None, "bs" if options.paired_bs else "ar", n
        )()
    else:
        columns, signatures = {"System": [name for name, _ in named]}, {}
        for _, metric in sorted(metrics.items()):
            scores = [metric.corpus_score(system, None) for _, system in named]
            columns[scores[0].name] = [score.format(options.width, True) for score in scores]
            signatures[scores[0].name] = metric.get_signature()
    if options.format == "json":
        yield tables.to_json(columns)
        return
    yield (
        tables.to_latex(columns, options.width) if options.format == "latex" else tables.to_text(columns, options.width)
    )
    yield ""
    if paired:
        test = "bootstrap" if options.paired_bs else "randomisation"
        yield f"Paired {test} with {n:,} samples, each system against the baseline; * p < 0.05"
        yield ""
    yield from ("-" * 17, "Metric signatures", "-" * 17)
    yield from (f" - {name:<10} {signature.format(options.short)}" for name, signature in signatures.items())


def _read(options: argparse.Namespace) -> _Texts:
    references = _references(options)
    systems = _systems(options)
    if options.origlang:
        mask = [keep for name in options.test_set.split(",") for keep in _of_origlang(options, name) or ()]
        references = [_kept(stream, mask) for stream in references]
        systems = {name: _kept(system, mask) for name, system in systems.items()}
    for name, system in systems.items():
        lengths = {len(stream) for stream in references}
        if lengths != {len(system)}:
            found = " and ".join(f"{length:,}" for length in sorted(lengths))
            raise DataError(f"{name} has {len(system):,} segments, and the references have {found}; expected as many")
        if not system:
            raise DataError(f"{name}: there are no segments to score")
    return _Texts(systems, references)


def _references(options: argparse.Namespace) -> list[list[str]]:
    if options.test_set:
        files = [references_of(sacrebleu_columns(name, options.langpair)) for name in options.test_set.split(",")]
        parts = [[_lines(str(path), "utf-8") for path in one.values()] for one in files]
        if len({len(streams) for streams in parts}) > 1:
            raise DataError(f"the test sets {options.test_set} have different numbers of references; pass one of them")
        return [list(chain.from_iterable(streams)) for streams in zip(*parts, strict=True)]
    if options.num_refs == 1:
        return [_lines(path, options.encoding) for path in options.refs]
    rows = [line.split("\t", options.num_refs - 1) for line in _lines(options.refs[0], options.encoding)]
    for number, row in enumerate(rows, 1):
        if len(row) != options.num_refs:
            raise DataError(
                f"{options.refs[0]}:{number}: {len(row)} references, expected {options.num_refs} with tabs between them"
            )
    return [list(stream) for stream in zip(*rows, strict=True)]


def _systems(options: argparse.Namespace) -> dict[str, list[str]]:
    if options.input is not None:
        if doubles := [path for i, path in enumerate(options.input) if path in options.input[:i]]:
            raise OptionError(f"{doubles[0]} is given twice; expected each system once")
        return {path: _lines(path, options.encoding) for path in options.input}
    rows = [line.split("\t") for line in _lines("-", options.encoding)]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise DataError(
                f"<stdin>:{number}: {len(row)} fields with tabs between them, and line 1 has {len(rows[0])}; expected "
                "one per system in each line"
            )
    streams = [[text.rstrip() for text in stream] for stream in zip(*rows, strict=True)] or [[]]
    return {f"System {i}": stream for i, stream in enumerate(streams, 1)}


def _lines(path: str, encoding: str) -> list[str]:
    """The lines of a file without white space at their ends, as sacreBLEU reads them."""
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return [line.rstrip() for line in read_lines(path)]
    with open_input(path) as source:
        try:
            text = source.read().decode(encoding)
        except LookupError:
            raise OptionError(f"unknown encoding {encoding!r}") from None
        except UnicodeDecodeError as error:
            raise DataError(f"{display_name(path)}: byte {error.start} is not {encoding} text") from None
    return [line.rstrip() for line in text.removesuffix("\n").split("\n")] if text else []


def _column(options: argparse.Namespace, name: str, field: str) -> list[str]:
    """One column of a test set; `ref` is the first of the references where none has that name."""
    columns = sacrebleu_columns(name, options.langpair)
    if field == "ref" and field not in columns:
        field = next((one for one in columns if one.startswith("ref")), field)
    if field not in columns:
        raise DataError(f"test set {name} ({options.langpair}) has no column {field!r}; it has {', '.join(columns)}")
    return read_lines(columns[field])


def _of_origlang(options: argparse.Namespace, name: str) -> list[bool] | None:
    """Which segments of a test set were written in the language that --origlang names; None where it was not given."""
    if not options.origlang:
        return None
    language = options.origlang.removeprefix("non-")
    written = _column(options, name, "origlang")
    return [(one == language) != options.origlang.startswith("non-") for one in written]


def _kept(texts: Sequence[str], mask: Sequence[bool]) -> list[str]:
    if len(texts) != len(mask):
        raise DataError(f"found {len(texts):,} segments, and the test set has {len(mask):,}; expected as many")
    return [text for text, keep in zip(texts, mask, strict=True) if keep]


def _metrics(options: argparse.Namespace, references: list[list[str]]) -> dict[str, Metric]:
    target = options.langpair.split("-")[1] if options.langpair else ""
    makers: dict[str, Callable[[], Metric]] = {
        "bleu": lambda: BLEU(
            options.lowercase,
            options.force or options.quiet,
            options.tokenize,
            options.smooth_method,
            options.smooth_value,
            effective_order=options.sentence_level,
            trg_lang=target,
            references=references,
        ),
        "chrf": lambda: CHRF(
            options.chrf_char_order,
            options.chrf_word_order,
            options.chrf_beta,
            options.chrf_lowercase,
            options.chrf_whitespace,
            options.chrf_eps_smoothing,
            references,
        ),
        "ter": lambda: TER(
            options.ter_normalized,
            options.ter_no_punct,
            options.ter_asian_support,
            options.ter_case_sensitive,
            references,
        ),
    }
    return {name: makers[name]() for name in options.metrics}
