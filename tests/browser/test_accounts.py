"""One's own account, the page of people, and the way back for somebody who has forgotten the password."""

import json
from typing import Any

from tertium.server.people.store import tokens
from tests.browser.harness import expect, until
from tests.browser.serving import PASSWORD, Person, Served
from tests.browser.sheets import fetched
from tests.browser.test_pages import visit


def fill_in(page: Any, served: Served, name: str, password: str) -> None:
    page.goto(f"{served.url}/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_forgotten_password_is_replaced_by_a_link(page: Any, served: Served) -> None:
    admin, ann = served.person("Accounts admin", admin=True), served.person("Forgetful Ann")
    served.sign_in(page.context, admin)
    visit(page, served, "/people")
    row = page.get_by_role("row", name="Forgetful Ann")
    row.get_by_role("button", name="link for a new password").click()
    address = page.locator("#link").input_value()
    page.context.clear_cookies()
    page.goto(address)
    page.get_by_label("Password").fill("entirely new password")
    page.get_by_role("button", name="Take it").click()
    page.wait_for_url("**/login")
    fill_in(page, served, ann.name, PASSWORD)
    page.locator(".message.error", has_text="name or password is wrong").wait_for()
    fill_in(page, served, ann.name, "entirely new password")
    page.locator("#app[aria-busy=false]").wait_for()
    page.get_by_role("link", name="Forgetful Ann").click()
    expect(page.locator("#sessions li")).to_have_count(1)  # the one of before has ended


def test_who_is_not_let_in_is_asked_about_first(page: Any, served: Served) -> None:
    admin, ben = served.person("Strict admin", admin=True), served.person("Unwanted Ben")
    served.sign_in(page.context, admin)
    visit(page, served, "/people")
    row = page.get_by_role("row", name="Unwanted Ben")
    row.get_by_role("button", name="do not let in").click()
    row.get_by_role("button", name="No", exact=True).click()
    expect(row).not_to_contain_text("may not come in")
    row.get_by_role("button", name="do not let in").click()
    row.get_by_role("button", name="Yes, do not let in").click()
    expect(row).to_contain_text("may not come in")
    page.context.clear_cookies()
    fill_in(page, served, ben.name, PASSWORD)
    page.locator(".message.error").wait_for()


def test_the_account_page_changes_name_and_password(page: Any, served: Served) -> None:
    person = served.person("Renamed Cleo")
    served.sign_in(page.context, person)
    visit(page, served, "/account")
    page.get_by_label("Name").fill("Cleo the second")
    page.get_by_role("button", name="Save").click()
    page.locator(".message", has_text="Saved.").wait_for()
    page.get_by_label("Old password").fill(PASSWORD)
    page.get_by_label("New password").fill("one that is better")
    page.get_by_role("button", name="Change it").click()
    page.locator(".message", has_text="signed out everywhere else").wait_for()
    page.context.clear_cookies()
    fill_in(page, served, "Cleo the second", "one that is better")
    page.locator("#app[aria-busy=false]").wait_for()
    assert page.locator(".message.error").count() == 0


def test_somebody_with_an_account_is_added_in_the_settings(page: Any, served: Served) -> None:
    manager, dan = served.person("Adding manager"), served.person("Known Dan")
    project = served.project(manager)
    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}/settings")
    form = page.locator("form", has=page.get_by_label("Somebody who has an account here"))
    form.get_by_label("Somebody who has an account here").fill("known dan")
    form.get_by_label("Role").select_option("judge")
    form.get_by_role("button", name="Add", exact=True).click()
    roles = page.get_by_role("group", name=f"Roles of {dan.name}")
    expect(roles.get_by_label("judge")).to_be_checked()
    roles.get_by_label("annotator").check()
    roles.get_by_label("grader").check()
    until(page, lambda: len(roles_of(served, dan)) == 3)
    assert roles_of(served, dan) == ["annotator", "grader", "judge"]
    own = page.get_by_role("group", name=f"Roles of {manager.name}")
    own.get_by_label("grader").click()
    page.locator(".message.error", has_text="a grader marks blind").wait_for()
    expect(own.get_by_label("grader")).not_to_be_checked()
    row = page.locator("tr", has=roles)
    row.get_by_role("button", name="remove").click()
    row.get_by_role("button", name="leave it").click()
    assert len(roles_of(served, dan)) == 3, "it is asked first"
    row.get_by_role("button", name="remove").click()
    row.get_by_role("button", name=f"Take {dan.name} out of the project").click()
    expect(row).to_have_count(0)
    assert roles_of(served, dan) == []


def roles_of(served: Served, person: Person) -> list[str]:
    projects = json.loads(fetched(served, person, "/api/v1/me"))["projects"]
    return [role for project in projects for role in project["roles"]]


def test_a_token_is_made_shown_once_and_revoked(page: Any, served: Served) -> None:
    person = served.person("Building Fay")
    served.sign_in(page.context, person)
    visit(page, served, "/account")
    form = page.locator("form", has=page.get_by_role("heading", name="Tokens for programs"))
    form.get_by_label("What for").fill("nightly build")
    form.get_by_label("reading what you may see").check()
    form.get_by_role("button", name="Make a token").click()
    token = form.locator("#token").input_value()
    actor = served.store.reading(tokens.actor_of, token)
    assert actor is not None
    assert (actor.id, actor.scopes) == (person.id, ("score", "read"))
    visit(page, served, "/account")
    row = page.locator("#tokens li", has_text="nightly build")
    expect(row).to_contain_text("score read until")
    assert page.locator("#token").count() == 0
    row.get_by_role("button", name="revoke").click()
    expect(page.locator("#tokens li")).to_have_count(0)
    assert served.store.reading(tokens.actor_of, token) is None
