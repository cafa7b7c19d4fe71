import json
import re
from pathlib import Path
from typing import Any

from tertium.learn.model import Model
from tests.support.judgements import pair_rows
from tests.support.types import Run


def test_a_model_is_trained_described_and_used(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    model = tmp_path / "mine.model"
    ran = tertium("train", "beer", "--judgements", pairs, "--min-pairs", 1, "-o", model, "--note", "a test")
    assert ran.code == 0, ran.err
    assert "rr de-en  train" in ran.out
    assert "wmt14-tau" in ran.out
    assert "char.1.precision" in ran.out
    assert ran.out.split()[-3:] == ["written", "to", str(model)]
    assert "ranking: 3 pairs" in ran.err
    shown = tertium("train", "show", model)
    assert re.search("^note: +a test$", shown.out, re.MULTILINE)
    assert "pairs.tsv" in shown.out
    scored = tertium("score", "--sample", "-m", f"beer(model={model})", "-f", "json")
    assert scored.code == 0, scored.err
    assert "model:mine@" in json.loads(scored.out)["systems"][0]["scores"][0]["signature"]


def test_the_report_as_json_says_everything(tertium: Run, scores: Any) -> None:
    ran = tertium("train", "bleur", "--judgements", scores, "--dev", scores, "--folds", "2", "-f", "json", "-q")
    assert ran.code == 0, ran.err
    assert ran.err == ""
    page = json.loads(ran.out)
    assert page["trainer"] == "bleur"
    assert page["output"] is None
    assert {"2 folds", "train", "dev"} == {figure["data"] for figure in page["figures"]}
    assert len(page["weights"]) == 18
    assert [part["use"] for part in page["training"]] == ["train", "dev"]
    assert page["training"][0]["lang_pairs"] == ["de-en", "fr-en"]


def test_n_best_lists_adapt_a_model(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    lists = tmp_path / "lists.tsv"
    rows = [(0, "the cat sat", "the cat sat on the mat"), (0, "the cat sat on mats", "the cat sat on the mat")]
    rows += [(1, "a dog", "a dog barked"), (1, "a dog barked at it", "a dog barked"), (1, "dogs", "a dog barked")]
    text = "".join(f"{i}\t{hypothesis}\t{reference}\n" for i, hypothesis, reference in rows)
    lists.write_text(f"seg_id\thypothesis\treference\n{text}", "utf-8")
    few = ("--rounds", "2", "--min-pairs", "1")
    ran = tertium("train", "beer", "--judgements", pairs, "--unlabelled", lists, *few, "-f", "json")
    assert ran.code == 0, ran.err
    page = json.loads(ran.out)
    parts = [figure["part"] for figure in page["figures"] if figure["measure"] == "length-ratio"]
    assert parts == ["all outputs", "best of each list, before", "best of each list, after"]
    assert page["training"][-1]["use"] == "unlabelled"
    assert "round 2:" in ran.err


def test_only_chosen_language_pairs_are_trained_on(tertium: Run, scores: Any) -> None:
    ran = tertium("train", "bleur", "--judgements", scores, "--lang-pair", "fr-*", "-f", "json")
    assert json.loads(ran.out)["training"][0]["lang_pairs"] == ["fr-en"]


def test_judgements_in_another_language_are_warned_of(tertium: Run, tmp_path: Path) -> None:
    german = "Wir haben nicht gewusst, dass der Hund unter dem Tisch ist."
    rows = [f"en-de\t{s}\t{i}\t{german} {i}\tEs ist nicht {s}\t{i + len(s)}" for s in ("a", "bb") for i in range(9)]
    path = tmp_path / "scores.tsv"
    path.write_text("\n".join(["lang_pair\tsystem\tseg_id\treference\thypothesis\tda", *rows]) + "\n", "utf-8")
    warned = tertium("train", "bleur", "--judgements", path, "-l", "en")
    assert "Warning: en-de looks like German, not English (-l en)." in warned.err
    assert "Warning" not in tertium("train", "bleur", "--judgements", path, "-l", "de").err
    assert "Warning" not in tertium("train", "bleur", "--judgements", path).err


def test_a_model_is_for_the_language_of_the_judged_outputs(tertium: Run, tmp_path: Path) -> None:
    for pair, language, matches, tok in (("en-de", "de", "all", "meteor"), ("en-et", "et", "exact", "intl")):
        path, model = tmp_path / f"{pair}.tsv", tmp_path / f"{pair}.model"
        path.write_text(pair_rows().replace("de-en", pair), "utf-8")
        ran = tertium("train", "beer", "--judgements", path, "--min-pairs", 1, "-o", model, "-f", "json")
        assert ran.code == 0, ran.err
        made = Model.load(str(model))
        assert (made.language, made.options["matches"], made.options["tok"]) == (language, matches, tok)
        assert made.options["paraphrases"] == "none"
        scored = tertium("score", "--sample", "-l", language, "-m", f"beer(model={model})")
        assert scored.code == 0, scored.err


def test_judgements_with_commas_train_a_model_for_their_language(tertium: Run, tmp_path: Path) -> None:
    rows = [
        f'en-de,"a source, {i}","{text} Hund, nicht {i}","Ein Hund, nicht {i}",{score}'
        for i in range(20)
        for text, score in (("Ein", 90), ("Der", 60), ("Das dem", 20))
    ]
    path, model = tmp_path / "comet.csv", tmp_path / "de.model"
    path.write_text("\n".join(["lp,src,mt,ref,score", *rows]) + "\n", "utf-8")
    measured = tertium("meta", path, "-m", "chrf", "--no-cache", "-f", "json")
    assert measured.code == 0, measured.err
    ran = tertium("train", "beer", "--judgements", path, "--min-pairs", 1, "-o", model)
    assert ran.code == 0, ran.err
    assert Model.load(str(model)).language == "de"


def test_judgements_in_several_languages_want_a_choice(tertium: Run, tmp_path: Path) -> None:
    path = tmp_path / "both.tsv"
    german = "".join(pair_rows().replace("de-en", "en-de").split("\n", 1)[1])
    path.write_text(pair_rows() + german, "utf-8")
    refused = tertium("train", "beer", "--judgements", path, "--min-pairs", 1)
    assert refused.code == 2
    assert "the judgements are of outputs in en and de; choose with --lang-pair" in refused.err
    any_language = ("-l", "any", "--matches", "exact", "--tok", "intl", "--paraphrases", "none")
    assert tertium("train", "beer", "--judgements", path, "--min-pairs", 1, *any_language).code == 0
    assert tertium("train", "beer", "--judgements", path, "--min-pairs", 1, "--lang-pair", "*-de").code == 0


def test_minimal_pairs_change_what_small_changes_cost(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    minimal = tmp_path / "minimal.tsv"
    rows = [
        ("I did not go home.", "I didn't go home.", "I did go home."),
        ("It is not big.", "It isn't big.", "It is big."),
    ]
    lines = ["reference\tgood\tbad\tphenomenon", *("\t".join((*row, "negation")) for row in rows)]
    minimal.write_text("\n".join(lines) + "\n")
    call = ("train", "tertium", "--judgements", pairs, "--min-pairs", 1, "--features", "content+contrast", "-f", "json")
    plain, taught = (json.loads(tertium(*call, *more).out) for more in ((), ("--pairs", minimal)))
    assert taught["training"][-1]["use"] == "pairs"
    assert taught["training"][-1]["sha256"] != plain["training"][-1]["sha256"]
    costs = [page["weights"]["single.negation"] for page in (plain, taught)]
    assert costs[1] < costs[0] <= 0


def test_a_trainer_without_such_features_refuses_minimal_pairs(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    minimal = tmp_path / "minimal.tsv"
    minimal.write_text("reference\tgood\tbad\tphenomenon\nr\tg\tb\tnegation\n")
    ran = tertium("train", "beer", "--judgements", pairs, "--min-pairs", 1, "--pairs", minimal)
    assert ran.code != 0
    assert "no feature begins with 'nearly.name'" in ran.err
    ran = tertium("train", "bleur", "--judgements", pairs, "--pairs", minimal)
    assert ran.code != 0
    assert "bleur does not learn from minimal pairs; leave --pairs out" in ran.err
