// The candidate's page: sources beside fields, the server's clock, and everything saved as it is typed.

import { get, pageData, post, request, Problem } from "../../../web/browser/api.js";
import { latest } from "../../../web/browser/latest.js";
import { say, signal, useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt as trying, start as startPage, tell } from "../../../web/browser/page.jsx";
import { holdLock, Keeper } from "../../../web/browser/local_store.js";
import { LAST_MS, Outbox, timeLeft } from "../outbox.js";
import { OtherSessions, SessionEnded } from "../sessions.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { localTime } from "../../../web/browser/moments.js";
import { t } from "../../../web/browser/texts.js";

const page = pageData();
const path = `/attempts/${page.attempt}`;
const shown = signal(/** @type {any} */ (null));
const status = signal(
  /** @type {import("../outbox.js").Status} */ ({ state: "saved", unsent: 0, at: "", problem: "", late: 0 }),
);
const left = signal(0);
const others = signal(/** @type {{opened: string, used: string}[]} */ ([]));
/** What the server says once this session is good for nothing any more. */
const ended = signal(/** @type {{what: string, do: string}|null} */ (null));
/** The server's time when `performance.now()` was 0, and the deadline, both in its milliseconds. */
let base = 0;
let ends = 0;
const tab = crypto.randomUUID();
const keeper = new Keeper(page.attempt, tab);
/** Also called when something is typed, saved or taken in: what was asked for before is older than the page. */
const asked = latest();
const serverNow = () => base + performance.now();

const outbox = new Outbox({
  send: async (edits) => {
    const answer = await request("POST", `${path}/answers`, { edits });
    if (answer.status === 401) ended.value = answer.body;
    if (answer.status >= 400) throw new Problem(answer.status, answer.body);
    asked();
    return answer.body;
  },
  now: serverNow,
  id: () => crypto.randomUUID().replaceAll("-", ""),
  keep: (edits) => keeper.keep(/** @type {any} */ (edits), []),
  tell: (now) => (status.value = now),
  clock: (ms) => (ends = serverNow() + ms),
});

/** @param {any} content */
function take(content) {
  asked();
  base = Date.parse(content.now) - performance.now();
  if (content.ends) ends = Date.parse(content.ends);
  left.value = content.left_ms ?? 0;
  others.value = content.others;
  // What is being typed is newer than what the server says.
  const typed = new Map(outbox.waiting.map((edit) => [`${edit.passage} ${edit.sentence}`, edit.text]));
  for (const passage of content.passages) {
    passage.sentences.forEach((/** @type {any} */ sentence, /** @type {number} */ place) => {
      sentence.text = typed.get(`${passage.id} ${place}`) ?? sentence.text;
    });
  }
  shown.value = content;
}

/** Every answer as it stands in the fields, as a file for the people who run the exam. */
function saveFile() {
  const answers = shown.value.passages.flatMap((/** @type {any} */ passage) =>
    passage.sentences.map((/** @type {any} */ sentence, /** @type {number} */ place) => ({
      passage: passage.id,
      sentence: place,
      text: sentence.text,
    })),
  );
  const content = {
    attempt: page.attempt,
    code: shown.value.code,
    saved: new Date(serverNow()).toISOString(),
    answers,
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: "application/json" }));
  link.download = `exam-${shown.value.code}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Saved() {
  const { state, unsent, at, problem, late } = status.value;
  const text = {
    saved: at ? t("exam_write.saved", { at: at.slice(11, 19) }) : t("exam_write.saved_2"),
    saving: t("exam_write.saving"),
    offline: t("exam_write.offline_sentences_kept_in_this", { n: unsent }),
    refused: t("exam_write.not_saved", { problem }),
  }[state];
  return (
    <>
      <span id="saved" class={`corner ${state}`} role="status">
        {text}
      </span>
      {late > 0 && <span class="badge warn">{t("exam_write.arrived_after_the_end", { n: late })}</span>}
    </>
  );
}

function Clock() {
  useEffect(() => {
    const timer = setInterval(() => (left.value = Math.max(0, ends - serverNow())), 250);
    return () => clearInterval(timer);
  }, []);
  const short = left.value < 5 * 60_000;
  return (
    <span class={`clock ${short ? "short" : ""}`} role="timer" aria-label={t("exam_write.time_left_by_the_server")}>
      {timeLeft(left.value)}
    </span>
  );
}

/** @param {{passage: any, number: number, closed: boolean}} props */
function Passage({ passage, number, closed }) {
  return (
    <section aria-label={t("exam_write.passage", { number })}>
      <h2>
        {t("exam_write.passage", { number })}{" "}
        <span class="hint">{t("exam_write.level", { level: passage.level })}</span>
      </h2>
      {passage.sentences.map((/** @type {any} */ sentence, /** @type {number} */ place) => {
        const id = `s-${passage.id}-${place}`;
        return (
          <div class="sentence" key={id}>
            <span class="number">{place + 1}</span>
            <label class="source" dir="auto" for={id}>
              {sentence.source}
            </label>
            <textarea
              id={id}
              dir="auto"
              spellcheck={false}
              maxlength={20000}
              readOnly={closed}
              aria-label={t("exam_write.your_translation_of_sentence", { place: place + 1, source: sentence.source })}
              value={sentence.text}
              onInput={(/** @type {any} */ event) => {
                sentence.text = event.target.value;
                asked();
                outbox.write(passage.id, place, sentence.text);
              }}></textarea>
          </div>
        );
      })}
    </section>
  );
}

function Notes() {
  const key = `tertium-exam-notes-${page.attempt}`;
  return (
    <details class="notes">
      <summary>{t("exam_write.notes_kept_in_this_browser")}</summary>
      <textarea
        aria-label={t("exam_write.notes")}
        dir="auto"
        value={localStorage.getItem(key) ?? ""}
        onInput={(/** @type {any} */ event) => localStorage.setItem(key, event.target.value)}></textarea>
    </details>
  );
}

function Writing() {
  const here = useSignal(0);
  const size = useSignal(0);
  const asking = useSignal(false);
  const content = shown.value;
  const over = left.value <= 0;
  const closed = over || content.state === "handed-in";
  const done = (/** @type {any} */ passage) => passage.sentences.every((/** @type {any} */ s) => s.text.trim());
  const handIn = () =>
    trying(async () => {
      await outbox.tick(true);
      if (outbox.waiting.length) return tell(t("exam_write.some_sentences_have_not_reached"), "error");
      take(await post(`${path}/hand-in`));
      say(t("exam_write.your_exam_is_handed_in"));
    });
  if (content.state === "handed-in") return <Over content={content} />;
  return (
    <>
      <div class="exam-bar">
        <span>{rich("exam_write.candidate", { code: content.code })}</span>{" "}
        <span>
          {t("exam_write.time_left")} <Clock />
        </span>{" "}
        <Saved />
        <span class="tabs" role="group" aria-label={t("exam_write.passages")}>
          {content.passages.map((/** @type {any} */ passage, /** @type {number} */ i) => (
            <button
              key={i}
              type="button"
              aria-current={here.value === i ? "true" : undefined}
              onClick={() => (here.value = i)}>
              {t("exam_write.passage_2", { i: i + 1, passage: done(passage) ? " ✓" : " …" })}
            </button>
          ))}
        </span>
        <button
          type="button"
          class="small"
          aria-label={t("exam_write.a_smaller_letters")}
          onClick={() => (size.value = Math.max(0, size.value - 1))}>
          A−
        </button>
        <button
          type="button"
          class="small"
          aria-label={t("exam_write.a_larger_letters")}
          onClick={() => (size.value = Math.min(2, size.value + 1))}>
          A+
        </button>
        <button type="button" class="small" onClick={saveFile}>
          {t("exam_write.save_my_answers_as_a")}
        </button>
        {!closed && (
          <button type="button" class="primary" onClick={() => (asking.value = true)}>
            {t("exam_write.hand_in")}
          </button>
        )}
      </div>
      {over && (
        <p class="message" role="alert">
          {t("exam_write.time_is_up_the_server")} {status.value.unsent > 0 && t("exam_write.what_has_not_arrived_is")}
        </p>
      )}
      {asking.value && !closed && (
        <div class="panel" role="group" aria-label={t("exam_write.hand_in_2")}>
          <p>
            {content.passages.filter((/** @type {any} */ p) => !done(p)).length
              ? t("exam_write.some_sentences_are_empty")
              : ""}
            {t("exam_write.after_handing_in_you_cannot")}
          </p>
          <div class="buttons">
            <button type="button" class="primary" onClick={handIn}>
              {t("exam_write.hand_in_now")}
            </button>{" "}
            <button type="button" onClick={() => (asking.value = false)}>
              {t("exam_write.go_on_writing")}
            </button>
          </div>
        </div>
      )}
      <div class={["", "larger", "largest"][size.value]}>
        <Passage key={here.value} passage={content.passages[here.value]} number={here.value + 1} closed={closed} />
      </div>
      <Notes />
    </>
  );
}

/** @param {{content: any}} props */
function Over({ content }) {
  return (
    <>
      <h1>{t("exam_write.handed_in")}</h1>
      <p>
        {t("exam_write.your_exam_was_handed_in", {
          handed_in: localTime(content.handed_in),
          handed_by: content.handed_by === "server" ? t("exam_write.by_the_server_because_time") : "",
        })}
      </p>
      {content.late > 0 && (
        <p class="message">
          {t("exam_write.sentences_arrived_after_the_end", { n: content.late })}{" "}
          {content.late_accepted + content.late_declined > 0
            ? t("exam_write.accepted_and_declined", {
                accepted: content.late_accepted,
                declined: content.late_declined,
              })
            : t("exam_write.a_person_decides")}
        </p>
      )}
      {status.value.unsent > 0 && (
        <p class="message error">
          {t("exam_write.sentences_in_this_browser_never", { unsent: status.value.unsent })}{" "}
          <button type="button" onClick={saveFile}>
            {t("exam_write.save_my_answers_as_a")}
          </button>
        </p>
      )}
      {content.released ? (
        <p>
          <a class="button" href={`/attempts/${page.attempt}/result`}>
            {t("exam_write.your_result")}
          </a>
        </p>
      ) : (
        <p>{t("exam_write.people_grade_it_now_the")}</p>
      )}
    </>
  );
}

function Door() {
  const content = shown.value;
  const begin = () =>
    trying(async () => {
      take(await post(`${path}/start`));
      say(t("exam_write.the_clock_is_running"));
    });
  return (
    <>
      <h1 dir="auto">{content.exam}</h1>
      <p>{rich("exam_write.you_have_minutes_by_the", { math: Math.floor(content.seconds / 60) })}</p>
      {content.instructions && (
        <p class="instructions" dir="auto">
          {content.instructions}
        </p>
      )}
      <button type="button" class="primary" onClick={begin}>
        {t("exam_write.begin")}
      </button>
    </>
  );
}

function Page() {
  const end = () => trying(async () => take(await post(`${path}/end-other-sessions`)));
  return (
    <>
      {ended.value ? (
        <SessionEnded problem={ended.value} saveFile={saveFile} />
      ) : (
        <OtherSessions others={others.value} end={end} />
      )}
      {shown.value.state === "waiting" ? <Door /> : <Writing />}
    </>
  );
}

/** Edits that a tab which crashed or was closed had not sent. @param {any} content */
async function takeUp(content) {
  const now = new Map(
    content.passages.flatMap((/** @type {any} */ p) =>
      p.sentences.map((/** @type {any} */ s, /** @type {number} */ i) => [`${p.id} ${i}`, s.text]),
    ),
  );
  for (const kept of await keeper.leftovers()) {
    for (const edit of /** @type {any[]} */ (kept.queue)) {
      if (now.get(`${edit.passage} ${edit.sentence}`) !== edit.text)
        outbox.write(edit.passage, edit.sentence, edit.text, edit.typed);
    }
    await keeper.forget(kept.tab);
  }
}

/** The clock is asked again now and then: extra time may have been given, or the exam handed in. */
async function again() {
  const isLatest = asked();
  const answer = await request("GET", path).catch(() => null);
  if (answer?.status === 401) ended.value = answer.body;
  if (answer?.status === 200) others.value = answer.body.others;
  if (answer?.status === 200 && isLatest() && (answer.body.state !== shown.value.state || !outbox.waiting.length)) {
    const focused = document.activeElement instanceof HTMLTextAreaElement;
    if (answer.body.state !== shown.value.state || !focused) take(answer.body);
    else if (answer.body.ends) ends = Date.parse(answer.body.ends);
  }
}

void startPage(async () => {
  await holdLock(tab);
  const content = await get(path);
  base = Date.parse(content.now) - performance.now();
  if (content.state === "running") await takeUp(content);
  take(content);
  // At the end nothing waits for a pause: what arrives later counts only if a person accepts it.
  setInterval(() => void outbox.tick(false, left.value < LAST_MS), 200);
  setInterval(() => void again(), 15_000);
  document.addEventListener("visibilitychange", () => void (document.hidden ? outbox.tick(true) : again()));
  addEventListener("beforeunload", (event) => {
    if (outbox.waiting.length) event.preventDefault();
  });
  return <Page />;
});
