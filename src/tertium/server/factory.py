"""Starting the application: in this process, or in several that each have their own."""

import gc
import os
import sys
from functools import partial

from starlette.applications import Starlette
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from tertium.server.app import create_app
from tertium.server.settings import ServerSettings
from tertium.server.web.connections import MOST_CONNECTIONS, Connection


def app(settings: ServerSettings) -> Starlette:
    """The application of one worker."""
    application = create_app(settings)
    sys.setswitchinterval(0.001)  # the event loop and the database wait less for threads that compute
    gc.collect()
    gc.freeze()  # modules and routes stay for good, so that no request waits while they are looked through
    return application


def _raise_file_limit() -> None:
    """Every connection is a file, and many systems begin with a limit of 1,024."""
    try:
        import resource  # not on Windows, which has no such limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = 2 * MOST_CONNECTIONS + 200
    if soft != resource.RLIM_INFINITY and soft < enough:
        most = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(settings: ServerSettings, host: str, port: int) -> None:
    """Answer until a signal comes. Workers get the settings through a pipe: others may read their environment."""
    os.umask(0o077)  # what the server writes is for nobody else
    _raise_file_limit()
    config = Config(
        partial(app, settings),
        factory=True,
        host=host,
        port=port,
        workers=settings.workers,
        proxy_headers=settings.behind_proxy,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=10,
        http=Connection,
        limit_concurrency=MOST_CONNECTIONS + 1,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[config.bind_socket()]).run()
        return
    server = Server(config)
    server.run()
    if not server.started:
        raise SystemExit(1)
