import asyncio

from tertium.server.people.passwords import hash_password, hashed, verified, verify_password


def test_a_password_is_known_by_its_hash_alone() -> None:
    stored = hash_password("correct horse")
    assert "correct" not in stored
    assert stored != hash_password("correct horse")
    assert verify_password(stored, "correct horse")
    assert not verify_password(stored, "correct horsf")


def test_nobody_has_a_password() -> None:
    assert not verify_password(None, "nobody has this password")
    assert not verify_password("no hash at all", "x")


def test_the_event_loop_does_not_wait_for_hashing() -> None:
    async def both() -> tuple[bool, bool]:
        stored = await hashed("correct horse")
        right, wrong = await asyncio.gather(verified(stored, "correct horse"), verified(stored, "x"))
        return right, wrong

    assert asyncio.run(both()) == (True, False)
