"""Finding what a path names, with all that permissions ask for. Ids that do not belong together are nothing."""

from collections.abc import Callable

from sqlalchemy import Connection

from tertium.server.permissions import SERVICE, Object

FINDERS: dict[str, Callable[[Connection, str], Object | None]] = {}
"""How each kind of object is found, by the name that it has in paths; the narrowest first. Rooms are entered by
`tertium.server.routes`."""


def find(connection: Connection, ids: dict[str, str]) -> Object | None:
    """The object of a path's parameters; None if there is none such."""
    for kind, finder in FINDERS.items():
        if kind in ids:
            return finder(connection, ids[kind])
    return SERVICE
