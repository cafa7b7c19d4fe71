"""Cards while they are being made."""

from tertium.networks.factoring.cards import Pool, inner_first, references


def test_the_same_alternatives_give_the_same_card_and_one_alone_gives_none() -> None:
    pool = Pool()
    assert pool.add([("a",), ("b",)]) == (0,)
    assert pool.add([("b",), ("a",), ("b",)]) == (0,)
    assert pool.add([("c", 0), ("c", 0)]) == ("c", 0)
    assert pool.add([("c",), ()]) == (1,)
    assert pool.cards == [(("a",), ("b",)), (("c",), ())]


def test_cards_within_others_the_largest_first() -> None:
    pool = Pool()
    for words in ("ab", "abc", "xy", "abcd"):
        pool.add([(word,) for word in words])
    assert list(pool.within(pool.cards[3], below=3)) == [1, 0]
    assert list(pool.within(pool.cards[3], below=1)) == [0]
    assert list(pool.within(pool.cards[2], below=3)) == []


def test_inner_cards_come_before_what_holds_them() -> None:
    pool = Pool()
    pool.add([("a",), ("b",)])
    pool.add([(0, "c"), ("d", 0)])
    pool.add([(1,), (0, 1)])
    assert references(pool.cards[2]) == [1, 0, 1]
    assert inner_first(pool, [2]) == [0, 1, 2]
