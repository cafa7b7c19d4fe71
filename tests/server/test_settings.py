"""How the application was started: names of cookies, what is secret, and where the database is."""

from pathlib import Path

from tertium.server.settings import Oidc, ServerSettings, sqlite_url


def test_cookies_are_bound_to_the_host_where_the_proxy_speaks_https() -> None:
    plain = ServerSettings(data=Path("d"), database="sqlite://")
    behind = ServerSettings(data=Path("d"), database="sqlite://", behind_proxy=True)
    assert (plain.secure, plain.cookie, plain.exam_cookie) == (False, "tertium", "tertium-exam")
    assert (behind.secure, behind.cookie, behind.exam_cookie) == (True, "__Host-tertium", "__Host-tertium-exam")


def test_people_and_candidates_never_share_a_cookie() -> None:
    for settings in (ServerSettings(data=Path(), database="", behind_proxy=proxy) for proxy in (False, True)):
        assert settings.cookie != settings.exam_cookie


def test_the_secret_of_a_provider_is_in_no_repr() -> None:
    oidc = Oidc(issuer="https://id.example", client_id="us", client_secret="quiet")
    assert "quiet" not in repr(ServerSettings(data=Path("d"), database="sqlite://", oidc=oidc))


def test_the_database_stands_in_the_data_folder() -> None:
    assert sqlite_url(Path("/srv/data")) == "sqlite:////srv/data/tertium.db"
