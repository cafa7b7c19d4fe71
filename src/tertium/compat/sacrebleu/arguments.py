"""sacreBLEU's arguments, as its command line takes them."""

import argparse
import os
from typing import NoReturn

from tertium.compat.sacrebleu.metrics import BLEU, CHRF, METRICS
from tertium.errors import OptionError

FORMATS = ("json", "text", "latex")


_EXAMPLES = """\
examples:
  tertium sacrebleu reference.txt -i output.txt -m bleu chrf
  tertium sacrebleu reference.txt -i base.txt new.txt --paired-bs -f text
  cat output.txt | tertium sacrebleu reference.txt -b -w 4"""


class _Parser(argparse.ArgumentParser):
    """Refuses as the rest of the command line does, and prints nothing by itself."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; `tertium sacrebleu --help` lists the arguments")


def parse(arguments: list[str]) -> argparse.Namespace:
    """The arguments as sacreBLEU names them; SACREBLEU_FORMAT goes before --format."""
    options = parser().parse_args(arguments)
    form = os.environ.get("SACREBLEU_FORMAT", "").lower()
    options.format = form if form in FORMATS else options.format
    return options


def parser() -> argparse.ArgumentParser:
    """Long and short forms, with sacreBLEU's defaults."""
    whole = _Parser(
        prog="tertium sacrebleu",
        add_help=False,
        usage="tertium sacrebleu [REFERENCE ...] [-i OUTPUT ...] [OPTIONS]",
        description="Take sacreBLEU's arguments and print its output, by our kernels, offline.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    flag = "store_true"
    whole.add_argument("refs", nargs="*", help="files of references, one segment per line")
    whole.add_argument("-h", "--help", action=flag, help="show this message")
    whole.add_argument("--version", "-V", action=flag, help="show the version")

    text = whole.add_argument_group("texts")
    text.add_argument("--input", "-i", nargs="*", help="files of outputs (default: standard input)")
    text.add_argument("--num-refs", "-nr", type=int, default=1, help="references in each line, with tabs between them")
    text.add_argument("--encoding", "-e", default="utf-8", help="encoding of all files")
    text.add_argument("--test-set", "-t", help="test sets that sacreBLEU has downloaded, with commas between them")
    text.add_argument("--language-pair", "-l", dest="langpair", help="such as de-en")
    text.add_argument("--origlang", "-ol", help="only documents written in this language (non-: in another)")
    text.add_argument("--echo", nargs="+", help="print these fields of the test set: src, ref, …")
    text.add_argument("--list", action=flag, help="list the test sets that sacreBLEU has downloaded")
    for name in ("--subset", "--download"):
        text.add_argument(name, help="refused: it needs sacreBLEU's catalogue of test sets")
    for names in (("--citation", "--cite"), ("--detail", "-d")):
        text.add_argument(*names, action=flag, help="refused: it needs sacreBLEU's catalogue of test sets")

    which = whole.add_argument_group("metrics")
    metrics = [name.lower() for name in METRICS]
    which.add_argument(
        "--metrics", "-m", nargs="+", choices=metrics, default=["bleu"], metavar="METRIC", help=", ".join(metrics)
    )
    which.add_argument("--sentence-level", "-sl", action=flag, help="score each segment")

    bleu = whole.add_argument_group("BLEU")
    bleu.add_argument("--smooth-method", "-s", choices=list(BLEU.SMOOTH_DEFAULTS), default="exp")
    bleu.add_argument("--smooth-value", "-sv", type=float, help="for floor (0.1) and add-k (1)")
    bleu.add_argument("--tokenize", "-tok", help="tokeniser; spm:FILE names a model of SentencePiece")
    bleu.add_argument("--lowercase", "-lc", action=flag)
    bleu.add_argument("--force", action=flag, help="do not warn of text that looks tokenised")

    chrf = whole.add_argument_group("chrF")
    chrf.add_argument("--chrf-char-order", "-cc", type=int, default=CHRF.CHAR_ORDER)
    chrf.add_argument("--chrf-word-order", "-cw", type=int, default=CHRF.WORD_ORDER)
    chrf.add_argument("--chrf-beta", type=int, default=CHRF.BETA)
    for name in ("whitespace", "lowercase", "eps-smoothing"):
        chrf.add_argument(f"--chrf-{name}", action=flag)

    ter = whole.add_argument_group("TER")
    for name in ("case-sensitive", "asian-support", "no-punct", "normalized"):
        ter.add_argument(f"--ter-{name}", action=flag)

    tests = whole.add_argument_group("intervals and tests")
    tests.add_argument("--confidence", "-ci", action=flag, help="an interval by bootstrap")
    tests.add_argument("--confidence-n", "-cin", type=int, default=1000)
    one = tests.add_mutually_exclusive_group()
    one.add_argument("--paired-ar", "-par", action=flag, help="test against the first system: randomisation")
    one.add_argument("--paired-bs", "-pbs", action=flag, help="test against the first system: bootstrap")
    tests.add_argument("--paired-ar-n", "-parn", type=int, default=10000)
    tests.add_argument("--paired-bs-n", "-pbsn", type=int, default=1000)
    tests.add_argument("--paired-jobs", "-j", type=int, default=1, help="taken and not needed")

    out = whole.add_argument_group("output")
    out.add_argument("--quiet", "-q", action=flag, help="no messages on standard error")
    out.add_argument("--short", "-sh", action=flag, help="short names in signatures")
    out.add_argument("--score-only", "-b", action=flag, help="only the number")
    out.add_argument("--width", "-w", type=int, default=1, help="decimal places")
    out.add_argument("--format", "-f", choices=FORMATS, default="json")
    out.add_argument("--no-color", "-nc", action=flag, help="taken and not needed")
    return whole
