"""How each command is called: the words after `tertium`, from files on a desk."""

from collections.abc import Callable

from tests.cli.desk import Desk

Call = Callable[[Desk], list[str]]


def _score(command: str, *more: str) -> Call:
    return lambda desk: [command, f"{desk.system}={desk.out}", f"b={desk.other}", "-r", desk.ref, *more]


def _train(name: str, *more: str) -> Call:
    return lambda desk: ["train", name, "--judgements", desk.scores, *more, "-q"]


def _tune(method: str, *more: str) -> Call:
    return lambda desk: ["tune", method, desk.nbest, "-r", desk.ref, *more, "-q"]


def _serve(*words: str) -> Call:
    return lambda desk: ["serve", "--data", desk.database, *words]


def _exam(command: str, *more: str) -> Call:
    return lambda desk: ["exam", command, desk.exam, desk.answers, *more]


_FAST = ("--swaps", "10", "--samples", "10")

CALLS: dict[str, Call] = {
    "score": _score("score", "--segments"),
    "compare": _score("compare", *_FAST),
    "gate": lambda desk: [
        *("gate", f"{desk.system}={desk.out}", "--baseline", desk.other, "-r", desk.ref, "--swaps", "20"),
    ],
    "explain": _score("explain", "--segment", "1"),
    "meta": lambda desk: ["meta", desk.scores, "--no-cache"],
    "challenge make": lambda desk: ["challenge", "make", desk.plain_english, "-l", "en"],
    "challenge score": lambda desk: ["challenge", "score", desk.pairs, "-q"],
    "network check": lambda desk: ["network", "check", desk.network],
    "network stats": lambda desk: ["network", "stats", desk.network, "-q"],
    "network sample": lambda desk: ["network", "sample", desk.network, "--all"],
    "network contains": lambda desk: ["network", "contains", desk.network, f"Silvio{desk.signs}"],
    "network closest": lambda desk: ["network", "closest", desk.network, f"Silvio{desk.signs}"],
    "network union": lambda desk: ["network", "union", desk.network, desk.network],
    "network from-references": lambda desk: ["network", "from-references", desk.ref, desk.out, "-q"],
    "network factor": lambda desk: ["network", "factor", desk.ref],
    "network from-paraphrases": lambda desk: ["network", "from-paraphrases", desk.ref, "-q"],
    "network convert": lambda desk: ["network", "convert", desk.network, "-"],
    "network draw": lambda desk: ["network", "draw", desk.network, desk.new("picture.svg")],
    "train beer": _train("beer", "--min-pairs", "1"),
    "train bleur": _train("bleur"),
    "train meteorr": _train("meteorr"),
    "train mtr": _train("mtr"),
    "train nistr": _train("nistr"),
    "train pfsm": _train("pfsm"),
    "train ppda": _train("ppda"),
    "train ppda+f": _train("ppda+f"),
    "train regression": _train("regression"),
    "train svm": lambda desk: [
        *("train", "svm", "--human", desk.many("human.txt"), "--machine", desk.many("machine.txt", 6)),
        *("--references", desk.many("references.txt", 2)),
        *("--c", "1", "--sigma", "5", "-q"),
    ],
    "train terr": _train("terr"),
    "train tertium": _train("tertium", "--min-pairs", "1"),
    "train treepel": _train("treepel", "--min-pairs", "1"),
    "train encoder": lambda desk: ["train", "encoder", "--help"],  # needs torch
    "train show": lambda desk: ["train", "show", "beer-en"],
    "parse run": lambda desk: ["parse", "run", desk.ref, "--parser", desk.parser],
    "parse train": lambda desk: [
        *("parse", "train", desk.treebank, "--dev", desk.treebank, "-o", desk.new("trained")),
        *("--epochs", "1", "--width", "8", "-q"),
    ],
    "parse evaluate": lambda desk: ["parse", "evaluate", desk.treebank, "--parser", desk.parser],
    "xliff lines": lambda desk: ["xliff", "lines", desk.xliff],
    "xliff fill": lambda desk: ["xliff", "fill", desk.xliff, "--targets", desk.targets, "-o", desk.new("filled.xlf")],
    "xliff check": lambda desk: ["xliff", "check", desk.xliff],
    "xliff edits": lambda desk: ["xliff", "edits", desk.xliff, "--original", desk.xliff],
    "doctor": lambda desk: ["doctor", "chrf"],
    "metrics": lambda desk: ["metrics"],
    "resources list": lambda desk: ["resources", "list"],
    "resources info": lambda desk: ["resources", "info", "synonyms.en"],
    "resources verify": lambda desk: ["resources", "verify", "synonyms.en"],
    "resources build": lambda desk: [
        *("resources", "build", "frequencies", desk.ref, desk.new("frequencies.en.mine.bin"), "--format", "sentences"),
    ],
    "paraphrases acquire": lambda desk: [
        *("paraphrases", "acquire", desk.new("table.bin"), "--groups", desk.groups, "--sample", "2", "-q"),
    ],
    "paraphrases lookup": lambda desk: ["paraphrases", "lookup", "do n't like"],
    "paraphrases export": lambda desk: ["paraphrases", "export", "paraphrases.en"],
    "exam features": _exam("features"),
    "exam train": lambda desk: [*_exam("train")(desk), "--labels", desk.labels, "--folds", "3"],
    "exam grade": lambda desk: [*_exam("grade")(desk), "--model", desk.grading_model, "--samples", "10"],
    "exam agreement": lambda desk: ["exam", "agreement", desk.ratings],
    "exam example": lambda desk: ["exam", "example", str(desk.folder / "spring"), "--candidates", "12"],
    "exam facets": lambda desk: ["exam", "facets", desk.ratings],
    "exam result": lambda desk: ["exam", "result", desk.marks, "--rubric", "example-points"],
    "exam rules": lambda desk: ["exam", "rules"],
    "exam report": lambda desk: [*_exam("report")(desk), "--model", desk.grading_model, "-o", str(desk.folder)],
    "exam validity": lambda desk: [*_exam("validity")(desk), "--model", desk.grading_model, "--labels", desk.labels],
    "exam verify": lambda desk: ["exam", "verify", desk.record],
    "serve backup": lambda desk: ["serve", "--data", desk.database, "backup", desk.new("other.backup")],
    "serve restore": lambda desk: ["serve", "--data", desk.new("restored"), "restore", desk.backup],
    "serve check": _serve("check"),
    "serve invite": _serve("invite"),
    "serve forget": lambda desk: ["serve", "--data", desk.database, "forget", "--yes", desk.person],
    "serve token": lambda desk: ["serve", "--data", desk.database, "token", desk.person],
    "serve reset": lambda desk: ["serve", "--data", desk.database, "reset", desk.person],
    "tune mert": _tune("mert", "--restarts", "1"),
    "tune pro": _tune("pro"),
    "tune mira": _tune("mira", "--epochs", "2"),
    "tune show": lambda desk: ["tune", "show", desk.weights],
    "tune apply": lambda desk: [
        *("tune", "apply", desk.weights),
        *("--moses-ini", desk.put("moses.ini", f"[weight]\nlm= 1\ntm{desk.signs}= 1\n")),
    ],
    "mbr": lambda desk: ["mbr", desk.nbest],
    "rerank": lambda desk: ["rerank", desk.nbest, "--weights", desk.weights],
    "nbest stats": lambda desk: ["nbest", "stats", desk.nbest, "-r", desk.ref],
    "nbest convert": lambda desk: ["nbest", "convert", desk.nbest],
    "nbest features": lambda desk: ["nbest", "features", desk.nbest],
    "comet-score": lambda desk: ["comet-score", "--help"],
    "sacrebleu": lambda desk: ["sacrebleu", desk.ref, "-i", desk.out, "-q"],
    "completion": lambda desk: ["completion", "bash"],
}  # fmt: skip
"""By the name of the command."""
