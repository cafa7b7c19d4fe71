"""Actions and images by what they are, not by names that can be moved: commits and digests.

    python -m tools.pin            resolve every name that is not pinned, and write what was found; needs a network
    python -m tools.pin --check    list what is not pinned, and fail; a release runs this

Actions of .github/workflows become `owner/name@COMMIT  # tag`, images of deploy/Containerfile `name:tag@sha256:DIGEST`.
A commit or digest is written only if the host of the action or the registry of the image just named it.
"""

import json
import re
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
ACTION = re.compile(r"(?m)^(?P<start>\s*(?:- )?uses: )(?P<name>[\w.-]+/[\w./-]+)@(?P<ref>[^\s#]+)(?:[ ]*#.*)?$")
IMAGE = re.compile(
    r"(?m)^(?P<start>FROM )(?P<name>[\w.-]+(?::\d+)?/[\w./-]+):(?P<ref>[\w.-]+)(?P<digest>@sha256:[0-9a-f]{64})?"
)
COMMIT = re.compile(r"[0-9a-f]{40}")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
MANIFESTS = ", ".join(
    [
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    ]
)
SECONDS = 30


class UnresolvedError(Exception):
    """Nobody could be asked, or nobody knew; nothing is written then."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """Who is asked."""

    git: str = "https://github.com"
    registries: tuple[tuple[str, str], ...] = (("docker.io", "https://registry-1.docker.io"),)
    """The address of a registry, where it is not that of its name."""

    def registry(self, name: str) -> str:
        return dict(self.registries).get(name, f"https://{name}")


def commit_of(action: str, ref: str, hosts: Hosts) -> str:
    """The commit that a tag or branch of an action's repository names now."""
    address = f"{hosts.git}/{'/'.join(action.split('/')[:2])}"
    command = ["git", "ls-remote", address, f"refs/tags/{ref}", f"refs/tags/{ref}^{{}}", f"refs/heads/{ref}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise UnresolvedError(f"{address} does not answer") from None
    if done.returncode != 0:
        raise UnresolvedError(f"{address}: {(done.stderr.strip().splitlines() or ['no answer'])[-1]}")
    found: dict[str, str] = {}
    for line in done.stdout.splitlines():
        commit, _, name = line.partition("\t")
        found[name] = commit
    # An annotated tag is an object of its own; behind ^{} stands its commit.
    for name in (f"refs/tags/{ref}^{{}}", f"refs/tags/{ref}", f"refs/heads/{ref}"):
        if COMMIT.fullmatch(commit := found.get(name, "")):
            return commit
    raise UnresolvedError(f"{address} has no {ref!r}")


def digest_of(image: str, tag: str, hosts: Hosts) -> str:
    """The digest that a registry gives for a tag, by the protocol of OCI registries."""
    registry, _, name = image.partition("/")
    url = f"{hosts.registry(registry)}/v2/{name}/manifests/{tag}"
    headers = {"Accept": MANIFESTS}
    try:
        try:
            answer = _head(url, headers)
        except urllib.error.HTTPError as error:
            if error.code != 401:
                raise
            headers["Authorization"] = f"Bearer {_token(error.headers.get('WWW-Authenticate', ''))}"
            answer = _head(url, headers)
    except (OSError, ValueError) as error:
        raise UnresolvedError(f"{url}: {error}") from None
    if not DIGEST.fullmatch(answer):
        raise UnresolvedError(f"{url}: no digest in the answer")
    return answer


def _head(url: str, headers: dict[str, str]) -> str:
    request = urllib.request.Request(url, headers=headers, method="HEAD")
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return str(answer.headers.get("Docker-Content-Digest", ""))


def _token(challenge: str) -> str:
    """A registry's token for everybody, from where its challenge says."""
    fields = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    if "realm" not in fields:
        raise ValueError("the registry wants to be signed in to")
    url = f"{fields['realm']}?service={fields.get('service', '')}&scope={fields.get('scope', '')}"
    with urllib.request.urlopen(url, timeout=SECONDS) as answer:
        content = json.loads(answer.read(100_000))
    return str(content.get("token") or content["access_token"])


def files(root: Path) -> list[tuple[Path, re.Pattern[str]]]:
    """The files with names to pin, and what a name looks like there."""
    workflows = sorted((root / ".github" / "workflows").glob("*.yml"))
    return [*((path, ACTION) for path in workflows), (root / "deploy" / "Containerfile", IMAGE)]


def _is_pinned(match: re.Match[str]) -> bool:
    return bool(match["digest"]) if match.re is IMAGE else bool(COMMIT.fullmatch(match["ref"]))


def unpinned(root: Path = ROOT) -> list[str]:
    """Every name that is not pinned, with its place."""
    found = []
    for path, pattern in files(root):
        text = path.read_text("utf-8")
        for match in pattern.finditer(text):
            if not _is_pinned(match):
                line = text.count("\n", 0, match.start("name")) + 1
                found.append(f"{path.relative_to(root)}:{line}: {match['name']} is named by {match['ref']}")
    return found


def pin(root: Path = ROOT, hosts: Hosts | None = None) -> list[str]:
    """Pin what can be resolved; why the rest cannot."""
    asked = hosts or Hosts()
    failures: list[str] = []

    def pinned(match: re.Match[str]) -> str:
        if _is_pinned(match):
            return match[0]
        name, ref = match["name"], match["ref"]
        try:
            if match.re is IMAGE:
                return f"{match[0]}@{digest_of(name, ref, asked)}"
            return f"{match['start']}{name}@{commit_of(name, ref, asked)}  # {ref}"
        except UnresolvedError as error:
            failures.append(str(error))
            return match[0]

    for path, pattern in files(root):
        old = path.read_text("utf-8")
        new = pattern.sub(pinned, old)
        if new != old:
            path.write_text(new, "utf-8")
    return failures


@click.command(help=__doc__)
@click.option("--check", is_flag=True, help="Change nothing; fail if something is not pinned.")
def main(check: bool) -> None:
    for line in [] if check else pin():
        click.echo(line, err=True)
    left = unpinned()
    for line in left:
        click.echo(line)
    if left:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
