"""How the application was started."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Oidc:
    """A provider of identities, from the command line only."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    domains: tuple[str, ...] = ()
    """Mail domains whose people may come without an invite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where data are, and what is before the server."""

    data: Path
    database: str
    behind_proxy: bool = False
    """A proxy ends TLS: cookies are Secure, and the client's address comes from its header."""
    demo: bool = False
    oidc: Oidc | None = None
    workers: int = 1
    processes: int = 0
    """Processes for the live answers of each worker; 0: threads of the worker itself."""

    @property
    def secure(self) -> bool:
        """Whether people reach the server over HTTPS."""
        return self.behind_proxy

    @property
    def cookie(self) -> str:
        return "__Host-tertium" if self.secure else "tertium"

    @property
    def exam_cookie(self) -> str:
        """Of candidates, who are nobody elsewhere."""
        return "__Host-tertium-exam" if self.secure else "tertium-exam"


def sqlite_url(data: Path) -> str:
    """The database that stands in a data folder."""
    return f"sqlite:///{data / 'tertium.db'}"
