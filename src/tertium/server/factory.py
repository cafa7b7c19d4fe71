"""The application for worker processes, which get their settings through the environment."""

import gc
import json
import os
import sys
from pathlib import Path

from starlette.applications import Starlette

from tertium.server.app import create_app
from tertium.server.settings import Oidc, ServerSettings

VARIABLE = "TERTIUM_SERVE_SETTINGS"


def pack(settings: ServerSettings) -> str:
    """ServerSettings as text."""
    oidc = settings.oidc
    packed = {
        "data": str(settings.data),
        "database": settings.database,
        "behind_proxy": settings.behind_proxy,
        "workers": settings.workers,
        "computers": settings.computers,
        "oidc": None
        if oidc is None
        else {"issuer": oidc.issuer, "client_id": oidc.client_id, "client_secret": oidc.client_secret,
              "domains": list(oidc.domains)},
    }  # fmt: skip
    return json.dumps(packed)


def app() -> Starlette:
    """The application of one worker."""
    packed = json.loads(os.environ[VARIABLE])
    oidc = packed.pop("oidc")
    provider = Oidc(**{**oidc, "domains": tuple(oidc["domains"])}) if oidc else None
    made = create_app(ServerSettings(**{**packed, "data": Path(packed["data"])}, oidc=provider))
    sys.setswitchinterval(0.001)  # the event loop and the database wait less for threads that compute
    gc.collect()
    gc.freeze()  # modules and routes stay for good, so that no request waits while they are looked through
    return made
