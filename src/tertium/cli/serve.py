"""`tertium serve`: the web application in which people write every correct translation."""

import ipaddress
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from starlette.datastructures import URL

from tertium.cli.emit import emit_line, say
from tertium.cli.options import Number
from tertium.errors import DataError, OptionError
from tertium.server.annotate.store import projects
from tertium.server.database.engine import Store, UnavailableError
from tertium.server.database.folder import prepare
from tertium.server.database.holding import ReplacedError, alone, share
from tertium.server.demo import install
from tertium.server.errors import RefusedError
from tertium.server.factory import serve
from tertium.server.people.store import accounts, people, tokens
from tertium.server.permissions import SCOPES
from tertium.server.settings import Oidc, ServerSettings, sqlite_url
from tertium.server.upkeep import backup as backups
from tertium.server.upkeep import schema
from tertium.server.upkeep.checkup import problems
from tertium.server.web import assets

_DATA = "tertium-data"
_SECRETS = ("TERTIUM_DATABASE", "TERTIUM_OIDC_SECRET")
_MOST_PROCESSES = 4


@click.group("serve", invoke_without_command=True)
@click.option("--data", metavar="DIR", help=f"Where data are kept [default: {_DATA}; with --demo a temporary folder].")
@click.option("--database", metavar="URL", envvar="TERTIUM_DATABASE", help="postgresql://... instead of SQLite in DIR.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--behind-proxy", is_flag=True, help="A reverse proxy in front of the server speaks HTTPS.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; PostgreSQL only.")
@click.option(
    "--processes",
    type=click.IntRange(0, 64),
    help="Processes for live answers, of each worker [default: the cores shared out, at most 4; 0: none, but threads].",
)
@click.option("--demo", is_flag=True, help="With a project that shows everything.")
@click.option("--oidc-issuer", metavar="URL", envvar="TERTIUM_OIDC_ISSUER", help="Let people sign in elsewhere.")
@click.option("--oidc-client", metavar="ID", envvar="TERTIUM_OIDC_CLIENT", help="What the provider calls us.")
@click.option(
    "--oidc-domain", "oidc_domains", metavar="DOMAIN", multiple=True, help="Mail domain let in without invite."
)
@click.pass_context
def command(
    context: click.Context,
    data: str | None,
    database: str | None,
    host: str,
    port: int,
    behind_proxy: bool,
    workers: int,
    processes: int | None,
    demo: bool,
    oidc_issuer: str | None,
    oidc_client: str | None,
    oidc_domains: tuple[str, ...],
) -> None:
    """Run the annotation server, or look after its data.

    Without a subcommand the server starts and prints where it is; the first start prints a link that makes you its
    administrator. The secret of an OIDC client is read from TERTIUM_OIDC_SECRET.

    \b
    tertium serve --demo
    tertium serve --data /srv/tertium --behind-proxy
    tertium serve --database postgresql://tertium@db/tertium --workers 4 \\
      --behind-proxy
    tertium serve --data /srv/tertium backup tertium-monday.backup
    """
    if data is None and demo and context.invoked_subcommand is None:
        data = context.with_resource(tempfile.TemporaryDirectory(prefix="tertium-demo-"))
    if context.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE:
        _refuse_password(database or "")
    oidc = _oidc(oidc_issuer, oidc_client, oidc_domains)
    for variable in _SECRETS:
        os.environ.pop(variable, None)  # no process that the server starts needs them
    context.obj = _settings(Path(data or _DATA), database, behind_proxy, workers, processes, demo, oidc)
    if context.invoked_subcommand is None:
        _run(context.obj, host, port)


def _oidc(issuer: str | None, client: str | None, domains: tuple[str, ...]) -> Oidc | None:
    if issuer is None:
        return None
    secret = os.environ.get("TERTIUM_OIDC_SECRET")
    if not client or not secret:
        raise OptionError("--oidc-issuer needs --oidc-client, and the secret in TERTIUM_OIDC_SECRET")
    address = URL(issuer)
    local = address.scheme == "http" and _is_loopback(address.hostname or "")
    if not local and not (address.scheme == "https" and address.hostname):
        raise OptionError(f"the issuer {issuer!r} is not reached over https")
    return Oidc(issuer=issuer, client_id=client, client_secret=secret, domains=domains)


def _refuse_password(database: str) -> None:
    """Everybody on the machine can read the command line of a process."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise OptionError(f"{database!r} is no address of a database; use postgresql://...") from None
    if url.password or "password" in url.query:
        raise OptionError(
            "a password in --database can be read by everybody on this machine; put the address into TERTIUM_DATABASE"
        )


def _settings(
    data: Path,
    database: str | None,
    behind_proxy: bool,
    workers: int,
    processes: int | None,
    demo: bool,
    oidc: Oidc | None,
) -> ServerSettings:
    if workers > 1 and database is None:
        raise OptionError("SQLite has one writer, so --workers needs --database postgresql://...")
    return ServerSettings(
        data=data,
        database=database or sqlite_url(data),
        behind_proxy=behind_proxy,
        demo=demo,
        oidc=oidc,
        workers=workers,
        processes=max(1, min(_MOST_PROCESSES, (os.cpu_count() or 1) // workers)) if processes is None else processes,
    )


def _run(settings: ServerSettings, host: str, port: int) -> None:
    assets.check()
    if not settings.behind_proxy and not _is_loopback(host):
        raise OptionError(
            f"{host} can be reached by others, and passwords would travel in the clear; put a reverse proxy with HTTPS "
            "in front and pass --behind-proxy, or listen on 127.0.0.1"
        )
    with _Opened(settings) as store:  # to the end: what the workers use is not replaced meanwhile
        _welcome(settings, store, host, port)
        serve(settings, host, port)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _prepare(data: Path) -> None:
    for path in prepare(data):
        say(f"{path}: others could look into it; now only you can")


@contextmanager
def _answering() -> Iterator[None]:
    """Say why a database cannot be used."""
    try:
        yield
    except ReplacedError as error:
        raise DataError(str(error)) from None
    except UnavailableError as error:
        raise DataError(f"the database does not answer: {error}") from None


class _Opened:
    """The database for one command, its tables up to date and a copy made before they change; nobody replaces it."""

    def __init__(self, settings: ServerSettings) -> None:
        _prepare(settings.data)
        self.settings = settings
        self.store = Store(settings.database)

    def __enter__(self) -> Store:
        with _answering(), ExitStack() as failed:
            failed.callback(self.store.close)
            if schema.is_behind(self.store):
                self._bring_up()
            share(self.store)
            failed.pop_all()
        return self.store

    def _bring_up(self) -> None:
        with alone(self.store):
            if copy := backups.before_migration(self.store, self.settings.data / "backups"):
                say(f"The database is brought to a new version; a copy is in {copy}")
            schema.upgrade(self.store)

    def __exit__(self, *exception: object) -> None:
        self.store.close()


def _welcome(settings: ServerSettings, store: Store, host: str, port: int) -> None:
    """Say where the server is, and how the first person gets in."""
    address = f"http://{'[' + host + ']' if ':' in host else host}:{port}"
    say(f"Tertium listens on {address}")
    if settings.demo:
        demo = install(store)
        if demo.link:
            say(f"To write the exam as a candidate, open {address}/take/{demo.link}")
        say(f"Sign in at {address}/login as {', '.join(demo.names)}; the password is {demo.password}")
    elif not store.reading(people.has_admin):
        token, _ = store.writing(people.make_invite, None, None, "admin", 24)
        say(f"Nobody is administrator yet. Open this link once, within a day: {address}/invite/{token}")
    sys.stderr.flush()


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(settings: ServerSettings, file: Path) -> None:
    """Write a copy of everything to FILE; the server may be running."""
    with _Opened(settings) as store:
        backups.backup(store, file)
    say(f"{file}: written")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace what is in the database.")
@click.pass_obj
def restore(settings: ServerSettings, file: Path, replace: bool) -> None:
    """Bring back a copy; the server must be stopped."""
    _prepare(settings.data)
    with _answering():
        backups.restore(settings.database, file, replace=replace)
    say(f"{file}: restored")


@command.command()
@click.pass_obj
def check(settings: ServerSettings) -> None:
    """Replay every log, compare every document and follow every chain of hashes."""
    with _Opened(settings) as store:
        lines = store.reading(lambda connection: list(problems(connection)))
    for line in lines:
        emit_line(line)
    if lines:
        raise DataError(f"{len(lines)} problems; restore a backup, or write to us")
    say("All logs, documents and hashes agree.")


@command.command()
@click.option("--project", metavar="NAME", help="Into this project; without it, an account that may make projects.")
@click.option(
    "--role", default=None, help="annotator, reviewer, manager, grader, judge; without a project: user, admin."
)
@click.option("--hours", type=Number(0.1, 2160), default=168.0, show_default=True)
@click.option("--address", default="http://127.0.0.1:8000", show_default=True, help="Where people reach the server.")
@click.pass_obj
def invite(settings: ServerSettings, project: str | None, role: str | None, hours: float, address: str) -> None:
    """Print a link that lets one person in."""
    with _Opened(settings) as store:
        project_id = store.reading(projects.by_name, project) if project else None
        right = role or ("annotator" if project else "user")
        try:
            token, expires = store.writing(people.make_invite, None, project_id, right, hours)
        except RefusedError as problem:
            raise OptionError(f"{problem.what}; {problem.do}") from None
    emit_line(f"{address}/invite/{token}")
    say(f"It can be used once, until {expires}")


@command.command()
@click.argument("name")
@click.option("--address", default="http://127.0.0.1:8000", show_default=True, help="Where people reach the server.")
@click.pass_obj
def reset(settings: ServerSettings, name: str, address: str) -> None:
    """Print a link by which the person called NAME chooses a new password."""
    with _Opened(settings) as store:
        id = _account(store, name)
        try:
            token, expires = store.writing(accounts.make_reset, None, id)
        except RefusedError as problem:
            raise OptionError(f"{problem.what}; {problem.do}") from None
    emit_line(f"{address}/reset/{token}")
    say(f"It can be used once, until {expires}; then {name} is signed out everywhere")


@command.command()
@click.argument("name")
@click.option(
    "--label", default="command line", show_default=True, help="What the token is for, as the person sees it."
)
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(list(SCOPES)),
    multiple=True,
    default=["score"],
    show_default=True,
    help="What it is good for; several times for several.",
)
@click.option("--days", type=Number(0.01, tokens.LONGEST_DAYS), default=90.0, show_default=True)
@click.pass_obj
def token(settings: ServerSettings, name: str, label: str, scopes: tuple[str, ...], days: float) -> None:
    """Print a token with which a program asks as the person called NAME."""
    with _Opened(settings) as store:
        id = _account(store, name)
        try:
            secret, expires = store.writing(tokens.make, id, label, scopes, days)
        except RefusedError as problem:
            raise OptionError(f"{problem.what}; {problem.do}") from None
    emit_line(secret)
    say(f"It is good for {', '.join(scopes)} until {expires}; send it as `Authorization: Bearer …`")


def _account(store: Store, name: str) -> str:
    row = store.reading(people.find_by_name, name)
    if row is None:
        raise DataError(f"there is nobody called {name[:60]!r}; names are those on the page of people")
    return str(row.id)


@command.command()
@click.argument("name")
@click.confirmation_option(prompt="Replace this person by a code for good?")
@click.pass_obj
def forget(settings: ServerSettings, name: str) -> None:
    """Replace the person called NAME by a code; the work stays."""
    with _Opened(settings) as store:
        code = store.writing(people.forget, name)
    emit_line(code)
