import duckdb
import pytest

from tertium.errors import OptionError
from tertium.paraphrase import sql
from tertium.paraphrase.options import Filtering, Pivoting


@pytest.mark.parametrize(
    "query",
    [
        sql.shares(Pivoting()),
        sql.weighed(Pivoting()),
        sql.links(Pivoting()),
        sql.candidates(["de", "fr"]),
        sql.table(Filtering()),
        sql.sets(Filtering()),
    ],
)
def test_every_query_is_sql_that_the_engine_parses(query: str) -> None:
    statements = duckdb.extract_statements(query)
    assert len(statements) == 1


def test_names_of_languages_cannot_end_a_text() -> None:
    with pytest.raises(OptionError, match="expected letters, digits and hyphens"):
        sql.candidates(["d'e"])
