"""All topics, so that their routes are declared."""


def load() -> None:
    """Import every module that declares routes."""
    from tertium.server import oidc  # noqa: F401
    from tertium.server.api import (  # noqa: F401
        compare,
        dashboard,
        judging,
        live,
        projects,
        reuse,
        service,
        session,
        sheets,
        transfer,
        work,
    )
    from tertium.server.api.exams import candidates, grading, managing  # noqa: F401
