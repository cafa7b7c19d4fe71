"""Options that people type out of habit, from sacreBLEU: each is refused with its spelling here."""

import click

_BLEU = "-m 'bleu({})'"
# What stands for a value is put in for {}.
SPELLINGS: dict[tuple[str, ...], str] = {
    ("-tok", "--tokenize"): _BLEU.format("tok={}"),
    ("-lc", "--lowercase"): _BLEU.format("lowercase=yes"),
    ("--smooth-method",): _BLEU.format("smooth={}"),
    ("-sv", "--smooth-value"): _BLEU.format("smooth_value={}"),
    ("-cc", "--chrf-char-order"): "-m 'chrf(char_order={})'",
    ("-cw", "--chrf-word-order"): "-m 'chrf(word_order={})'",
    ("--chrf-beta",): "-m 'chrf(beta={})'",
    ("--chrf-lowercase",): "-m 'chrf(lowercase=yes)'",
    ("--chrf-whitespace",): "-m 'chrf(whitespace=yes)'",
    ("--chrf-eps-smoothing",): "-m 'chrf(eps_smoothing=yes)'",
    ("--ter-case-sensitive",): "-m 'ter(case_sensitive=yes)'",
    ("--ter-asian-support",): "-m 'ter(asian_support=yes)'",
    ("--ter-no-punct",): "-m 'ter(no_punct=yes)'",
    ("--ter-normalized",): "-m 'ter(normalized=yes)'",
    ("-sl", "--sentence-level"): "--segments",
    ("-ci",): "--confidence",
    ("-cin", "--confidence-n"): "--samples {}",
    ("-pbs", "--paired-bs"): "`tertium compare`, which tests every pair of systems, with --test bootstrap",
    ("-par", "--paired-ar"): "`tertium compare`, which tests every pair of systems by randomisation",
    ("-pbsn", "--paired-bs-n"): "`tertium compare --samples {}`",
    ("-parn", "--paired-ar-n"): "`tertium compare --swaps {}`",
    ("-i", "--input"): "the files of outputs without an option, and -r REFERENCE",
    ("-nr", "--num-refs"): "a TSV with a column reference for each, or -r once per reference",
    ("-b", "--score-only"): "`tertium score -b`",
    ("--metrics",): "-m, with commas between the metrics",
    ("-nc", "--no-color"): "the variable NO_COLOR",
}
_BY_NAME = {name: (names, spelling) for names, spelling in SPELLINGS.items() for name in names}


class ScoringCommand(click.Command):
    """A command that knows what users of sacreBLEU type."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.params for name in parameter.opts}
        for number, argument in enumerate(args):
            if argument == "--":
                break
            name, equals, value = argument.partition("=")
            if name in _BY_NAME and name not in own:
                value = value if equals else next(iter(args[number + 1 :]), "")
                refuse(ctx, name, value)
        return super().parse_args(ctx, args)


def refuse(ctx: click.Context, name: str, value: str) -> None:
    """Raise with the spelling that an option of sacreBLEU has here."""
    _, spelling = _BY_NAME[name]
    here = spelling.format(value if value and not value.startswith("-") else "…")
    raise click.UsageError(f"{name} is spelled {here} here; `tertium sacrebleu` takes sacreBLEU's own arguments", ctx)
