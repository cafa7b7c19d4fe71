"""What candidates type, as edits of sentences: all are kept, and late ones wait until a person decides."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select

from tertium.server.database.values import moment, sha256, stamp
from tertium.server.errors import FailureError, InvalidError, StateError
from tertium.server.exams.store import attempts, late, log, setup
from tertium.server.exams.store import tables as t
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor


@dataclass(frozen=True, slots=True)
class Edit:
    """A sentence as it stood; `ago_ms` is how long before it was sent it was typed, by the browser's word."""

    edit_id: str
    passage: str
    sentence: int
    text: str
    ago_ms: int = 0

    @property
    def content(self) -> tuple[str, int, str]:
        """What an edit with the same id must say too."""
        return self.passage, self.sentence, self.text


@dataclass(frozen=True, slots=True)
class Answer:
    """One sentence of a file of answers."""

    passage: str
    sentence: int
    text: str


def save(
    connection: Connection, attempt_id: str, edits: Sequence[Edit], arrived: datetime, via: str = "page"
) -> dict[str, Any]:
    """Keep what was typed. What had not arrived by the end, by the server's clock, is flagged and does not count.

    `arrived` is when the whole of it was in the server. When it was typed is the browser's word: kept, and believed by
    nobody but the person who decides. An edit that was sent twice is kept once; its id can stand for no other text.
    """
    row = attempts.locked(connection, attempt_id)
    if row.started is None:
        raise StateError("the exam has not begun", "begin it first")
    exam = setup.passages_of(connection, row.exam_id)
    sizes = {passage.id: len(passage) for passage in exam.passages}
    end = attempts.end_of(row, setup.settings_of(setup.get(connection, row.exam_id)))
    assert end is not None
    is_late = via != "page" or row.handed_in is not None or arrived > end
    e = t.answer_event.c
    seq = connection.execute(select(func.max(e.seq)).where(e.attempt_id == attempt_id)).scalar() or 0
    before = {found.edit_id: found for found in _with_ids(connection, attempt_id, [edit.edit_id for edit in edits])}
    contents = {id: (found.passage, found.sentence, found.text) for id, found in before.items()}
    flags = {id: bool(found.late) for id, found in before.items()}
    if is_late and via == "page":
        new = {edit.edit_id: edit.text for edit in edits if edit.edit_id not in flags}
        late.refuse_more(connection, row, sum(sizes.values()), list(new.values()))
    for edit in edits:
        if contents.setdefault(edit.edit_id, edit.content) != edit.content:
            raise InvalidError(
                f"the edit {edit.edit_id!r} was sent before with another text", "send each text under an id of its own"
            )
        if edit.edit_id in flags:
            continue
        if not 0 <= edit.sentence < sizes.get(edit.passage, 0):
            raise InvalidError(f"there is no sentence {edit.sentence + 1} in passage {edit.passage[:40]!r}")
        seq += 1
        flags[edit.edit_id] = is_late
        body = {**asdict(edit), "seq": seq, "late": int(is_late), "via": via}
        log.append(connection, row.exam_id, row.code, "edit", attempt_id, body)
    at = CLOCK.now()
    return {
        "at": stamp(at),
        "left_ms": max(0, round((end - at).total_seconds() * 1000)),
        "late": [edit.edit_id for edit in edits if flags[edit.edit_id]],
    }


def _with_ids(connection: Connection, attempt_id: str, ids: Sequence[str]) -> Sequence[Row[Any]]:
    e = t.answer_event.c
    return connection.execute(select(t.answer_event).where(e.attempt_id == attempt_id, e.edit_id.in_(ids))).all()


def keep_file(connection: Connection, actor: Actor, attempt_id: str, saved: str, answers: Sequence[Answer]) -> int:
    """Keep a file of answers as late edits, all of them or nothing; how many sentences it has.

    Raises:
        RefusedError: A sentence is in the file twice, or does not exist.
    """
    seen: set[tuple[str, int]] = set()
    for answer in answers:
        if (answer.passage, answer.sentence) in seen:
            raise InvalidError(
                f"sentence {answer.sentence + 1} of passage {answer.passage[:40]!r} is in the file twice",
                "save the file again on the candidate's page",
                field="answers",
            )
        seen.add((answer.passage, answer.sentence))
    # The whole of passage and text are in the id: the same file again changes nothing, and no two answers share one.
    edits = [Edit(sha256(json.dumps([saved, *asdict(a).values()])), a.passage, a.sentence, a.text) for a in answers]
    save(connection, attempt_id, edits, CLOCK.now(), "file")
    stored = len(_with_ids(connection, attempt_id, [edit.edit_id for edit in edits]))
    if stored != len(answers):
        raise FailureError(
            f"the file has {len(answers)} answers, but {stored} would be kept", "nothing was changed; keep the file"
        )
    row = attempts.get(connection, attempt_id)
    body = {"saved": saved, "edits": [edit.edit_id for edit in edits]}
    log.append(connection, row.exam_id, actor.id, "answer-file", attempt_id, body)
    return stored


def accept_late(
    connection: Connection, actor: Actor, attempt_id: str, reason: str, seqs: Sequence[int] | None = None
) -> int:
    """Let late text count, by a person's decision and with the reason in the log; how many sentences.

    `seqs` are the edits that count; without them, the last one of each sentence.
    """
    row, selection = _to_decide(connection, attempt_id, seqs)
    texts = [{name: edit._mapping[name] for name in ("passage", "sentence", "text", "seq")} for edit in selection]
    log.append(connection, row.exam_id, actor.id, "accept-late", attempt_id, {"texts": texts, "reason": reason})
    attempts.write_answers(connection, row)
    return len(texts)


def decline_late(
    connection: Connection, actor: Actor, attempt_id: str, reason: str, seqs: Sequence[int] | None = None
) -> int:
    """Decide that late text does not count, with the reason in the log; how many sentences."""
    row, selection = _to_decide(connection, attempt_id, seqs)
    accepted = {seq for seq, one in late.decisions(connection, row).items() if one.verdict == "accepted"}
    if any(edit.seq in accepted for edit in selection):
        raise StateError("late text that was accepted counts already", "choose what nobody has accepted")
    body = {"edits": [edit.seq for edit in selection], "reason": reason}
    log.append(connection, row.exam_id, actor.id, "decline-late", attempt_id, body)
    return len(selection)


def _to_decide(
    connection: Connection, attempt_id: str, seqs: Sequence[int] | None
) -> tuple[Row[Any], Sequence[Row[Any]]]:
    """The late edits that a person decides about: after the end, and before anyone has graded."""
    row = attempts.locked(connection, attempt_id)
    if row.handed_in is None:
        raise StateError("the exam is not handed in yet", "wait until it is")
    if connection.execute(select(t.grading.c.id).where(t.grading.c.attempt_id == attempt_id).limit(1)).first():
        raise StateError("somebody grades this exam already", "the candidate can appeal")
    everything = late.edits(connection, attempt_id)
    if not everything:
        raise StateError("there is no late text", "nothing needs to be done")
    if seqs is None:
        return row, list(late.newest(everything).values())
    selection = [edit for edit in everything if edit.seq in set(seqs)]
    if not selection or len(selection) < len(set(seqs)):
        raise InvalidError("some of these are no late edits", "choose from the list of late text", field="edits")
    if len(late.newest(selection)) < len(selection):
        raise InvalidError("two of these are of the same sentence", "choose one of them", field="edits")
    return row, selection


def described(connection: Connection, attempt_id: str) -> list[dict[str, Any]]:
    """All late text beside what counts: when it arrived, when it was typed by the browser's word, what was decided."""
    row = attempts.get(connection, attempt_id)
    everything = late.edits(connection, attempt_id)
    if not everything:
        return []
    last = {edit.seq for edit in late.newest(everything).values()}
    decisions = late.decisions(connection, row)
    end = attempts.end_of(row, setup.settings_of(setup.get(connection, row.exam_id)))
    closed = end if row.handed_in is None else moment(row.handed_in)
    assert closed is not None
    counting = {(a.passage, a.sentence): a.text for a in attempts.answers(connection, attempt_id)}
    return [
        {
            "seq": edit.seq,
            "passage": edit.passage,
            "sentence": edit.sentence,
            "text": edit.text,
            "counts": counting.get((edit.passage, edit.sentence)),
            "at": edit.at,
            "after_ms": round((moment(edit.at) - closed).total_seconds() * 1000),
            "ago_ms": edit.ago_ms,
            "via": edit.via,
            "newest": edit.seq in last,
            "decision": None if edit.seq not in decisions else asdict(decisions[edit.seq]),
        }
        for edit in everything
    ]
