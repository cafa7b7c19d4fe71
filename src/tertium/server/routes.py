"""All rooms put together: what they answer, their pages, the objects that paths name, and who is asking."""

from starlette.routing import Route

from tertium.server.annotate import pages as annotate_pages
from tertium.server.annotate.api import (
    activity,
    compare,
    dashboard,
    importing,
    judging,
    live,
    phrases,
    projects,
    remarks,
    reuse,
    sheets,
    transfer,
)
from tertium.server.annotate.store import objects as annotate_objects
from tertium.server.database.objects import FINDERS
from tertium.server.exams import pages as exams_pages
from tertium.server.exams.api import candidates, grading, late, managing
from tertium.server.exams.store import objects as exams_objects
from tertium.server.exams.store import sessions as exams_sessions
from tertium.server.jobs import api as jobs_api
from tertium.server.jobs import store as jobs
from tertium.server.people import pages as people_pages
from tertium.server.people.api import accounts, openid, session, tokens
from tertium.server.people.store import people
from tertium.server.people.store import tokens as people_tokens
from tertium.server.scoring import api as scoring_api
from tertium.server.web import health, pages, routing

API = (
    activity, compare, dashboard, importing, judging, live, phrases, projects, remarks, reuse, sheets, transfer,
    jobs_api, candidates, grading, late, managing, accounts, openid, session, tokens, scoring_api, health,
)  # fmt: skip
"""Modules that declare routes of the HTTP interface."""


def load() -> None:
    """Enter what the rooms bring where plumbing looks for it."""
    FINDERS.update(
        sheet=annotate_objects.sheet,
        segment=annotate_objects.segment,
        batch=annotate_objects.batch,
        job=jobs.find,
        grading=exams_objects.find_grading,
        attempt=exams_objects.find_attempt,
        exam=exams_objects.find_exam,
        project=annotate_objects.project,
    )
    routing.SESSIONS.update(
        person=people.actor_of, candidate=exams_sessions.candidate_of, program=people_tokens.actor_of
    )


def all_routes() -> list[Route]:
    """Every address of the server."""
    return [
        *routing.starlette_routes(),
        *annotate_pages.routes(),
        *people_pages.routes(),
        *pages.routes(),
        *exams_pages.routes(),
    ]
