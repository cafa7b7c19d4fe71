"""The metric that tells human from machine translations: features, training, scores, model files."""

import shutil
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.features.svm import SvmFeatures
from tertium.learn.model import Model
from tertium.learn.svm.examples import Examples
from tertium.learn.svm.metric import SVM, KernelModel
from tertium.learn.svm.training import SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tertium.resources.parsers.constituents import ReadTrees, find_trees
from tertium.text.pool import Pairing
from tertium.text.testset import References

SUBJECTS = ["the cat", "a dog", "my aunt", "the old king", "some child", "our teacher", "one bird", "the judge"]
VERBS = ["saw", "found", "liked", "sold", "painted", "dropped"]
OBJECTS = ["a red boat", "the wooden table", "two green apples", "an old clock", "the last letter"]


def examples(n: int = 120) -> Examples:
    """People change a word here and there; machines turn the sentence round and lose words."""
    rows = []
    for i in range(n):
        subject, verb, thing = SUBJECTS[i % 8], VERBS[i % 6], OBJECTS[i % 5]
        reference = f"{subject} {verb} {thing} in house number {i} ."
        rows.append((f"{subject} {verb} {thing} in building number {i} .", [reference], True))
        rows.append((f"{thing} {verb} number {i} house {subject}", [reference], False))
    return Examples.build(rows)


@pytest.fixture(scope="module")
def trained() -> SvmTraining:
    return SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run())


def features_of(hypothesis: str, references: list[str], choice: str = "basic", **more: Any) -> dict[str, float]:
    chosen = SvmFeatures(choice, **more)
    rows = chosen.rows(Pairing.of([hypothesis], References.by_segment([references])))
    return dict(zip(chosen.names, rows.table[0], strict=True))


def test_basic_features_by_hand() -> None:
    found = features_of("a b c d", ["a b c", "b a x y z c d q"])
    assert (found["length.min"], found["length.max"]) == (4 / 8, 4 / 3)
    # Every word is in a reference; a-b and b-c are in the first, c-d in the second.
    assert [found[f"ngram.{n}.precision"] for n in range(1, 6)] == [1, 1, 1 / 2, 0, 0]
    assert (found["errors.wer-count"], found["errors.per-count"]) == (1, 1)
    assert len(found) == 9


def test_empty_texts_have_features_too() -> None:
    assert features_of("", [""])["length.min"] == 1
    assert features_of("a b", [""])["length.max"] == 3
    assert np.isfinite(list(features_of("", ["a b"]).values())).all()


def test_extended_features_compare_the_trees(tmp_path: Path) -> None:
    (tmp_path / "trees.txt").write_text(
        "-10 (S (NP (NN cats)) (VP (VBP sleep)))\n\n"
        "-20 (S (NP (NP (NN cats)) (PP (IN of) (NP (NN joy)))) (VP (VBP sleep)))\n"
    )
    trees = ReadTrees.read(tmp_path / "trees.txt")
    found = features_of("cats sleep", ["cats of joy sleep"], "extended", trees=trees)
    assert len(found) == 26
    assert found["tree.log-probability"] == -10
    assert found["tree.log-probability.min"] == found["tree.log-probability.max"] == 0.5
    assert (found["tree.NP.min"], found["tree.NPB.max"], found["tree.VP.min"]) == (1 / 3, 1 / 2, 1)
    assert (found["tree.PP.min"], found["tree.SBAR.max"]) == (0, 1)
    with pytest.raises(DataError, match="there is no tree of 'dogs bark'"):
        features_of("dogs bark", ["cats sleep"], "extended", trees=trees)
    with pytest.raises(DataError, match="extended features need trees"):
        features_of("cats sleep", ["cats sleep"], "extended")


def test_it_learns_to_tell_them_apart(trained: SvmTraining) -> None:
    assert trained.best.accuracy > 0.95
    assert trained.curve.area > 0.98
    assert len(trained.grid) == 4
    assert trained.model.weight("ngram.2.precision") > 0
    assert trained.n_train + trained.n_validation <= 240


def test_own_margins_are_those_of_scikit_learn() -> None:
    from sklearn.svm import SVC

    trainer = SvmTrainer(c="2", sigma="3", standardize=False)
    result = trainer.train(examples(), Run())
    part, held_out = examples().balanced(Run().generator()).split(2500, 5000)
    table, other = (SvmFeatures("basic").rows(each.pairing()).table for each in (part, held_out))
    theirs = SVC(C=2, gamma=1 / 9, tol=0.01).fit(table, np.where(part.human, 1, -1)).decision_function(other)
    np.testing.assert_allclose(result.kernels[0].decide(other), theirs, atol=1e-4)


def test_the_same_seed_gives_the_same_model(trained: SvmTraining) -> None:
    again = SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run())
    np.testing.assert_array_equal(again.model.arrays["coefficients"], trained.model.arrays["coefficients"])
    other = SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run(seed=1))
    assert not np.array_equal(other.model.arrays["support"], trained.model.arrays["support"])


def test_a_trained_model_scores_by_its_path(trained: SvmTraining, tmp_path: Path) -> None:
    trained.model.save(tmp_path / "mine.model")
    metric = SVM(model=str(tmp_path / "mine.model"))
    reference = "the judge saw a red boat in house number 7 ."
    hypotheses = ["the judge saw a red boat in building number 7 .", "a red boat saw house judge", reference, ""]
    scores = metric.segment_scores(hypotheses, References.by_stream([reference] * 4))
    assert scores[2] == 100
    assert scores[3] == 0
    assert 100 > scores[0] > 50 > scores[1] > 0
    assert metric.signature()["model"].startswith("mine@")


def test_several_references_are_looked_at_together(trained: SvmTraining, tmp_path: Path) -> None:
    trained.model.save(tmp_path / "mine.model")
    metric = SVM(model=str(tmp_path / "mine.model"))
    references = References.by_segment([["a dog saw it .", "an old clock ."]])
    both = metric.segment_scores(["a dog saw an old clock ."], references)
    kernel = KernelModel.load(str(tmp_path / "mine.model"))
    pairing = Pairing.of(["a dog saw an old clock ."], references)
    assert both[0] == pytest.approx(100 / (1 + np.exp(-kernel.margins(pairing)[0] / kernel.spread)))


def test_an_explanation_has_the_margin_and_what_groups_do_to_it() -> None:
    pairing = Pairing.of(["A cat sat on a mat."], References.by_segment([["The cat sat on the mat.", "Cats sit."]]))
    found = SVM().explain(pairing, 0)
    assert found.score == pytest.approx(SVM().score(SVM().statistics(pairing))[0])
    parts = {part.name: part.value for part in found.parts}
    assert set(parts) == {"usual", "word", "content", "function", "char", "order", "sum"}
    kernel = SVM().kernel()
    total = parts.pop("sum")
    assert found.score == pytest.approx(100 / (1 + np.exp(-total / kernel.spread)))
    assert sum(parts.values()) == pytest.approx(total)
    assert parts["usual"] == pytest.approx(kernel.decide(kernel.mean[None])[0])


def test_what_groups_do_is_the_mean_over_all_orders() -> None:
    kernel = SVM(model="svm-kulesza-en").kernel()
    pairing = Pairing.of(["A cat sat on a mat."], References.by_segment([["The cat sat on the mat."]]))
    parts = {part.name: part.value for part in kernel.parts(pairing)}
    (row,) = kernel.features.rows(pairing).table
    of_feature = np.array([name.split(".")[0] for name in kernel.features.names])
    orders = list(permutations(dict.fromkeys(of_feature)))
    for group in dict.fromkeys(of_feature):
        changes = []
        for order in orders:
            earlier = np.isin(of_feature, order[: order.index(group)])
            before, after = (np.where(own, row, kernel.mean) for own in (earlier, earlier | (of_feature == group)))
            changes.append(kernel.decide(after[None])[0] - kernel.decide(before[None])[0])
        assert parts[group] == pytest.approx(np.mean(changes))


def test_the_shipped_model_puts_better_translations_first() -> None:
    reference = "The committee will meet again on Tuesday to discuss the new budget."
    hypotheses = [
        "The committee will meet again Tuesday to discuss the new budget.",
        "The committee meets on Tuesday again and discusses the new budget.",
        "Committee again Tuesday the discuss budget new for met it is.",
        "Blue elephants rarely understand quantum chess.",
    ]
    scores = SVM().segment_scores(hypotheses, References.by_stream([reference] * 4))
    assert (np.diff(scores) < 0).all()


def test_examples_are_balanced_in_number_references_and_length() -> None:
    rows = [(f"human {i}", [f"reference {i}", f"other {i}"], True) for i in range(30)]
    rows += [(f"machine {i} {j}", [f"reference {i}"], False) for i in range(30) for j in range(5)]
    rows += [(f"machine {i}", [" ".join(["long"] * 50) + str(i)], False) for i in range(30)]
    chosen = Examples.build(rows).balanced(np.random.default_rng(1))
    assert np.count_nonzero(chosen.human) * 2 == len(chosen) == 60
    assert {len(refs) for refs in chosen.references} == {1}
    assert not any(refs[0].startswith("long") for refs in chosen.references)


def test_validation_shares_no_text_with_training() -> None:
    rows = [(f"a {i}", [f"b {i}"], True) for i in range(40)] + [(f"b {i}", [f"a {i}"], True) for i in range(40)]
    rows += [(f"machine {i}", [f"{side} {i}"], False) for i in range(40) for side in "ab"]
    train, held_out = Examples.build(rows).balanced(np.random.default_rng(1)).split(60, 100)
    texts = [{t for i in range(len(p)) for t in (p.hypotheses[i], *p.references[i])} for p in (train, held_out)]
    assert len(held_out)
    assert texts[0].isdisjoint(texts[1])


def test_nobody_is_his_own_reference() -> None:
    found = Examples.build([("same", ["same", "other"], True), ("same", ["same"], True), ("same", ["same"], False)])
    assert found.references == (("other",), ("same",))
    with pytest.raises(DataError, match="1 human and 1 machine translations are left"):
        found.balanced(np.random.default_rng(1)).require()


@pytest.mark.parametrize(("option", "value"), [("c", "much"), ("c", "1,0"), ("sigma", "-1"), ("examples", 1)])
def test_wrong_options_are_refused(option: str, value: str) -> None:
    with pytest.raises(OptionError, match=f"svm: option '{option}' cannot be"):
        SvmTrainer(**{option: value})


@pytest.mark.parametrize("name", ["mean", "scale", "support", "coefficients", "bias", "spread"])
def test_a_model_without_what_it_needs_is_refused(name: str, trained: SvmTraining, tmp_path: Path) -> None:
    arrays = {key: array for key, array in trained.model.arrays.items() if key != name}
    replace(trained.model, arrays=arrays).save(tmp_path / "less.model")
    with pytest.raises(DataError, match=f"less.model: (none|one of shape .*) found as '{name}'|as 'support'"):
        SVM(model=str(tmp_path / "less.model")).signature()


def test_models_of_other_metrics_features_and_widths_are_refused(trained: SvmTraining, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a model of 'beer', expected one of 'svm'"):
        SVM(model="beer-en").signature()
    for options, message in (
        ({"features": "extended"}, "its features are not those of 'extended'"),
        ({"sigma": 0}, "the width of its kernel is 0"),
        ({"features": None}, "says nothing about its features"),
    ):
        replace(trained.model, options={**trained.model.options, **options}).save(tmp_path / "odd.model")
        with pytest.raises(DataError, match=message):
            SVM(model=str(tmp_path / "odd.model")).signature()


def test_the_shipped_model_is_small_and_says_what_it_was_trained_on() -> None:
    from tertium.learn.model import find

    assert find("svm-en").stat().st_size < 300_000
    model = Model.load("svm-en")
    assert {part.use for part in model.training} == {"human", "machine"}
    assert {"accuracy", "roc-area"} == {figure.measure for figure in model.figures}


def test_what_is_measured_on_has_as_many_of_both_sorts_even_where_one_shares_texts() -> None:
    # Each human translation is also the reference of the next one, so that most of them share a text with training.
    human = [(f"person {i}", [f"person {i + 1}"], True) for i in range(60)]
    machine = [(f"machine {i}", [f"reference {i}"], False) for i in range(60)]
    made = Examples.build([row for pair in zip(human, machine, strict=True) for row in pair])
    shuffled = made.select(np.random.default_rng(0).permutation(60).repeat(2) * 2 + np.tile([0, 1], 60))
    train, rest = shuffled.split(40, 60)
    assert np.count_nonzero(train.human) == len(train) / 2
    assert 0 < np.count_nonzero(rest.human) == len(rest) / 2
    seen = {text for i in range(len(train)) for text in (train.hypotheses[i], *train.references[i])}
    assert seen.isdisjoint({text for i in range(len(rest)) for text in (rest.hypotheses[i], *rest.references[i])})


def test_the_metric_of_the_thesis_ships_beside() -> None:
    model = Model.load("svm-kulesza-en")
    assert model.options["features"] == "basic"
    assert len(model.features) == 9
    assert model.options["standardize"] is False
    assert {part.use for part in model.training} == {"human", "machine"}
    # C and σ are those of the best accuracy on validation examples, over the whole grid of the thesis.
    accuracies = {(f.data, f.part): f.value or 0.0 for f in model.figures if f.measure == "accuracy"}
    grid = [value for (data, _), value in accuracies.items() if data == "grid"]
    assert accuracies["validation", "all"] == max(grid)
    assert len(grid) == 34
    references = References.by_segment([["the cat sat on the mat"]] * 3)
    scores = SVM(model="svm-kulesza-en").segment_scores(
        ["the cat sat on the mat", "a cat sat on a mat", "mat"], references
    )
    assert scores[0] == 100
    assert 0 < scores[2] < scores[1] < 100


def test_link_grammar_gives_trees_or_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("PATH", str(tmp_path))
        with pytest.raises(DataError, match="apt install link-grammar"):
            find_trees("link-grammar")
    if shutil.which("link-parser") is None:
        pytest.skip("link-parser is not installed")
    texts = ["The cat sat on the mat.", "", "!limit=5", "% no comment (nor this)", "The old cat sleeps. " * 12]
    first, nothing, command, comment, long = find_trees("link-grammar").trees(texts)
    assert (first.labels["NP"], first.labels["PP"], first.labels["VP"]) == (2, 1, 1)
    assert nothing.labels == {}
    assert command.log_probability is not None
    assert comment.labels
    assert long.labels["NP"] >= 12
