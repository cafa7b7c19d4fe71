"""The papers of metrics, as BibTeX."""

import pytest

from tertium import metrics
from tertium._version import __version__
from tertium.data import PAPERS
from tertium.resources.papers import bibtex, short


def _keys() -> set[str]:
    return {key for name in metrics.names() for key in metrics.get(name).papers}


@pytest.mark.parametrize("name", metrics.names())
def test_every_metric_names_papers_that_there_are(name: str) -> None:
    papers = metrics.get(name).papers
    assert papers
    for key in papers:
        entry = bibtex(key)
        assert entry.startswith("@")
        assert entry.endswith("}")
        assert entry.count("{") == entry.count("}")
        assert all(f"{field}" in entry for field in ("title", "author", "year"))


def test_no_paper_stands_there_for_nothing() -> None:
    written = {line.split("{")[1].rstrip(",") for line in PAPERS.read_text("utf-8").splitlines() if line[:1] == "@"}
    assert written == _keys()


def test_papers_are_named_as_in_a_text() -> None:
    assert short("papineni-etal-2002-bleu") == "Papineni et al. (2002)"
    assert short("wang-manning-2012-probabilistic") == "Wang & Manning (2012)"
    assert short("popovic-2015-chrf") == "Popović (2015)"
    assert short("stanojevic-simaan-2015-beer") == "Stanojević & Sima'an (2015)"
    assert short("niessen-etal-2000-evaluation") == "Nießen et al. (2000)"
    assert short("tertium").startswith("The Tertium developers (")


def test_the_program_is_cited_by_its_version() -> None:
    assert f"version = {{{__version__}}}" in bibtex("tertium")
