"""Passwords: how long they are, and their hashes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()  # Argon2id, with the parameters of RFC 9106 for little memory
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 1_000
_NOBODY = _HASHER.hash("nobody has this password")


# Hashing is slow and takes much memory on purpose: a few threads of its own, so that nobody else waits for it.
_HASHING = ThreadPoolExecutor(2, thread_name_prefix="passwords")


def hash_password(password: str) -> str:
    return _HASHER.hash(password)


async def hashed(password: str) -> str:
    """As `hash_password`, beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_HASHING, hash_password, password)


async def verified(stored: str | None, password: str) -> bool:
    """As `verify_password`, beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_HASHING, verify_password, stored, password)


def verify_password(stored: str | None, password: str) -> bool:
    """Whether it is the password. Takes as long for people who do not exist."""
    try:
        return _HASHER.verify(stored or _NOBODY, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
