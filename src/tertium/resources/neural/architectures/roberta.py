"""RoBERTa (Liu et al. 2019): BERT with another count of places, and two marks between texts."""

from tertium.resources.neural.architectures.base import BertLike, Ids, places_behind


class Roberta(BertLike):
    """Two of its places are never used, because the count begins behind the mark that fills up."""

    separators = 2

    @property
    def positions(self) -> int:
        return self.whole("max_position_embeddings") - self.padding - 1

    @property
    def padding(self) -> int:
        """The id of what fills up."""
        return int(self.config.get("pad_token_id", 1))

    def places(self, ids: Ids) -> Ids:
        return places_behind(ids, self.padding)
