"""HyTER as a metric: networks beside plain references, options, edge cases, explanations."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.metrics import parse
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.networks.network import Card, Network
from tertium.text.network import FlatNetwork
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.networks import PREMIER

RAIN = Network("S", (Card.of("S", "[IT] rained all day", "it was a rainy day"), Card.of("IT", "it", "the sky")))


def rows(
    metric: HyTER, hypotheses: list[str], networks: list[Network | None], references: References | None = None
) -> Any:
    flats = [network and flatten(network) for network in networks]
    test_set = TestSet.build({"a": hypotheses}, references, networks=flats)
    return metric.statistics(Pairing.of_systems(test_set)["a"])


def one(metric: str, hypothesis: str, network: Network | None, *references: str) -> tuple[float, list[float]]:
    metric = parse(metric)  # type: ignore[assignment]
    row = rows(metric, [hypothesis], [network], References.by_segment([references]))
    return float(metric.score(row)[0]), row[0].tolist()  # type: ignore[attr-defined]


def test_every_path_of_the_papers_example_is_perfect() -> None:
    for text in ("the Italian PM , Berlusconi", "Silvio Berlusconi , the head of government of Italy"):
        assert one("hyter", text, PREMIER)[0] == 0


def test_edits_are_counted_by_kind_and_divided_by_the_words_of_the_closest_path() -> None:
    score, row = one("hyter", "the Italian old premier and Berlusconi", PREMIER)
    # `old` is too many, `and` stands for the comma: the path is `the Italian premier , Berlusconi`.
    assert row == [2, 5, 1, 0, 1, 0]
    assert score == 40


def test_moves_are_counted_by_word_by_block_or_not_at_all() -> None:
    hypothesis = "Berlusconi , the premier of Italy"
    swapped = "the premier of Italy , Berlusconi"
    assert one("hyter", swapped, PREMIER)[0] == 0
    network = Network("S", (Card.of("S", hypothesis),))
    assert one("hyter(reorder=1)", swapped, network)[1] == [4, 6, 2, 2, 0, 0]
    assert one("hyter(reorder=2)", "Berlusconi , premier the of Italy", network)[1] == [1, 6, 0, 0, 0, 1]
    two_words_late = "the premier Berlusconi , of Italy"
    for options, edits, moves in (("", 2, 2), (",move_cost=block", 1, 1), (",move_cost=free", 0, 2)):
        assert one(f"hyter(reorder=6{options})", two_words_late, network)[1] == [edits, 6, 0, 0, 0, moves]


def test_a_plain_reference_is_one_more_path() -> None:
    assert one("hyter", "rain fell", RAIN)[1][0] == 4
    assert one("hyter", "rain fell", RAIN, "rain fell .")[1] == [1, 3, 0, 1, 0, 0]
    assert one("hyter", "rain fell", None, "rain fell .", "it rained")[1] == [1, 3, 0, 1, 0, 0]


def test_without_networks_it_is_the_edit_distance_to_the_nearest_reference() -> None:
    references = References.by_segment([["a b c", "b c d e"], ["x"], ["one two", ""]])
    hypotheses = ["b c d", "y z", "three"]
    assert HyTER().statistics(Pairing.of(hypotheses, references))[:, :2].tolist() == [[1, 4], [2, 1], [1, 0]]


def test_segments_with_and_without_networks_stand_side_by_side() -> None:
    references = References.by_segment([["it rained"], [], ["snow"]])
    table = rows(HyTER(), ["it rained", "the sky rained all day", "snow"], [RAIN, RAIN, None], references)
    assert table[:, 0].tolist() == [0, 0, 0]
    assert table[:, 1].tolist() == [2, 5, 1]


def test_an_empty_hypothesis_is_all_wrong_unless_the_network_allows_it() -> None:
    assert one("hyter", "", RAIN) == (100, [4, 4, 0, 4, 0, 0])
    nothing = Network("S", (Card.of("S", "", "well"),))
    assert one("hyter", "", nothing)[0] == 0
    assert one("hyter", "", None, "")[0] == 0
    # Without words on the closest path, edits count as for one word.
    assert one("hyter", "a b", None, "")[0] == 200


def test_normalising_takes_away_case_punctuation_and_spelling_variants() -> None:
    network = Network("S", (Card.of("S", "the colour of honour , realised ."),))
    hypothesis = "The color of honor realized"
    assert one("hyter", hypothesis, network)[1][0] == 6
    assert one("hyter(normalize=case)", hypothesis, network)[1][0] == 5
    assert one("hyter(normalize=case+spelling)", hypothesis, network)[1][0] == 2
    assert one("hyter(normalize=all)", hypothesis, network) == (0, [0, 5, 0, 0, 0, 0])
    assert one("hyter(normalize=punct)", "the colour, of honour ; realised!", network)[0] == 0
    assert parse("hyter(normalize=spelling+case)").signature()["norm"] == "case+spelling"


def test_words_of_networks_are_split_as_hypotheses_are() -> None:
    network = Network("S", (Card.of("S", "well, [X]"), Card.of("X", "it's", "it is.")))
    assert one("hyter", "well , it is .", network)[1][0] > 0
    assert one("hyter(tok=13a)", "well, it is.", network)[1] == [0, 5, 0, 0, 0, 0]


def test_unicode_forms_of_networks_are_those_of_texts() -> None:
    network = Network("S", (Card.of("S", "un cafe\u0301"),))
    assert one("hyter", "un café", network)[0] == 0


def test_wrong_normalisation_is_refused() -> None:
    for wrong in ("casing", "case+", "all+case"):
        with pytest.raises(OptionError, match=r"option 'normalize' cannot be .*it takes none, all, or some of case"):
            HyTER(normalize=wrong)


def test_it_scores_and_compares_like_any_metric() -> None:
    networks = [flatten(network) for network in (PREMIER, RAIN, RAIN)]
    systems = {
        "good": ["the Italian premier , Berlusconi", "it rained all day", "the sky rained all day"],
        "bad": ["Italy Berlusconi", "rain", "day all rained sky the"],
    }
    test_set = TestSet.build(systems, networks=networks, documents=["x", "x", "y"])
    result = tertium.compare(test_set, metrics=["hyter"], documents=True)
    scores = {system.system: system.scores[0] for system in result.evaluation.systems}
    assert scores["good"].score == 0
    assert scores["bad"].score > 50
    assert "refs:0+network" in scores["good"].signature


def test_networks_and_hypotheses_must_be_parallel() -> None:
    with pytest.raises(DataError, match="system 'a' and the networks have different numbers of segments, 2 and 1"):
        TestSet.build({"a": ["x", "y"]}, networks=[flatten(RAIN)])


def test_other_metrics_say_that_they_cannot_read_networks() -> None:
    test_set = TestSet.build({"a": ["x", "y"]}, References.by_segment([["x"], []]), networks=[None, flatten(RAIN)])
    with pytest.raises(
        DataError, match=r"segment 2 has a network but no plain reference.*bleu, ter cannot read networks"
    ):
        tertium.score(test_set, metrics=["bleu", "hyter", "ter"])
    with pytest.raises(DataError, match="wer cannot read networks"):
        tertium.explain(test_set, metrics=["wer"])
    assert len(tertium.score(test_set, metrics=["hyter"]).systems) == 1


def test_a_segment_without_reference_and_network_is_refused_or_left_out() -> None:
    test_set = TestSet.build({"a": ["x", "y"]}, networks=[None, flatten(RAIN)])
    with pytest.raises(DataError, match="segment 1 has no reference"):
        tertium.score(test_set, metrics=["hyter"])
    assert (
        tertium.score(test_set, metrics=["hyter"], scoring=tertium.Scoring(missing="skip")).systems[0].scores[0].score
        == 100
    )


def test_networks_follow_their_segments_when_some_are_selected() -> None:
    networks: list[FlatNetwork | None] = [flatten(RAIN), None, flatten(PREMIER)]
    test_set = TestSet.build({"a": ["x", "y", "z"]}, networks=networks)
    assert test_set.select([2, 0]).networks == (networks[2], networks[0])
    assert test_set.part(1, 3).networks == (None, networks[2])
    assert replace(test_set, name="other").networks == tuple(networks)


def explanation(metric: str, hypothesis: str, network: Network | None, *references: str) -> Any:
    test_set = TestSet.build(
        {"a": [hypothesis]}, References.by_segment([references]), networks=[network and flatten(network)]
    )
    return tertium.explain(test_set, metrics=[metric]).items[0].explanation


def test_an_explanation_shows_the_path_its_edits_and_its_cards() -> None:
    found = explanation("hyter", "the Italian old head of government and Berlusconi", PREMIER)
    assert found.reference == ("the", "Italian", "head", "of", "government", ",", "Berlusconi")
    assert [(link.hypothesis, link.reference) for link in found.links if link.kind == "substitution"] == [(6, 5)]
    assert [(part.side, part.start) for part in found.loose] == [("hypothesis", 2)]
    assert [(card.name, card.start, card.length, card.depth) for card in found.cards] == [
        ("NAMED-PREMIER", 0, 7, 0),
        ("ITALIAN-PREMIER", 0, 5, 1),
        ("ITALIAN", 1, 1, 2),
        ("PREMIER", 2, 3, 2),
        ("SILVIO", 6, 1, 1),
    ]
    assert found.score == pytest.approx(100 * 2 / 7)


@pytest.mark.parametrize("cost", ["word", "block", "free"])
def test_moves_of_an_explanation_bring_the_words_into_the_order_of_the_path(cost: str) -> None:
    network = Network("S", (Card.of("S", "a b c d e f g"),))
    for hypothesis in ("b c a d f e g", "c d a b e g f", "d a b c e f g"):
        found = explanation(f"hyter(reorder=4,move_cost={cost})", hypothesis, network)
        order = [found.hypothesis[word] for word in found.order()]
        linked = {link.hypothesis: link.reference for link in found.links}
        places = [linked[word] for word in found.order() if word in linked]
        assert places == sorted(places)
        assert len(order) == 7
        if cost == "block":
            assert sum(move.contribution for move in found.moves) == {p.name: p.value for p in found.parts}["moves"]


def test_a_plain_reference_that_is_closest_is_named() -> None:
    found = explanation("hyter", "rain fell", RAIN, "it poured", "rain fell .")
    assert (found.reference_number, found.n_references, found.reference_text) == (1, 2, "rain fell .")


def test_threads_and_systems_share_one_network() -> None:
    flats = [flatten(network) for network in (PREMIER, RAIN)] * 20
    systems = {"a": ["the PM , Berlusconi", "it rained"] * 20, "b": ["Berlusconi", "rained it all day"] * 20}
    test_set = TestSet.build(systems, networks=flats)
    one_thread = Pairing.of_systems(test_set, threads=1)
    more = Pairing.of_systems(test_set, threads=3)
    for system in systems:
        metric = HyTER(reorder=3)
        np.testing.assert_array_equal(metric.statistics(one_thread[system]), metric.statistics(more[system]))
