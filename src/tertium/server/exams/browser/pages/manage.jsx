// Setting an exam up, letting candidates in, following them, and the results.

import { call, get, pageData, post } from "../../../web/browser/api.js";
import { signal, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, fields, Heads, loadProject, start, tell } from "../../../web/browser/page.jsx";
import { Agreement } from "../agreement.jsx";
import { LateText } from "../late.jsx";
import { SetUp } from "../setup/setup.jsx";
import { t } from "../../../web/browser/texts.js";

const id = pageData().exam;
const exam = signal(/** @type {any} */ (null));
const rows = signal(/** @type {any[]} */ ([]));
const links = signal(/** @type {any[]} */ ([]));

const again = async () => (rows.value = (await get(`/exams/${id}/candidates`)).items);

/** Names, one per line, with extra minutes after a semicolon. @param {string} text */
function candidates(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name, minutes] = /^(.*?)(?:;\s*(\d+))?$/.exec(line) ?? [];
      return { candidate: (name || line).trim(), extra_s: Number(minutes ?? 0) * 60 };
    });
}

function Invite() {
  const invite = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    links.value = (await post(`/exams/${id}/candidates`, { candidates: candidates(form.names) })).items;
    exam.value = await get(`/exams/${id}`);
    await again();
  };
  return (
    <section class="panel" aria-label={t("exam_manage.candidates_to_come")}>
      <h2>{t("exam_manage.let_candidates_in")}</h2>
      <form class="form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => invite(event))}>
        <label>
          {t("exam_manage.one_a_line_extra_minutes")}{" "}
          <textarea
            class="wide"
            name="names"
            rows={3}
            required
            placeholder={t("exam_manage.candidate_17_30")}></textarea>
        </label>
        <div class="buttons">
          <button type="submit">{t("exam_manage.make_links")}</button>
        </div>
      </form>
      {links.value.length > 0 && (
        <>
          <p class="message">{t("exam_manage.copy_these_links_now_they")}</p>
          <ul class="plain links-once">
            {links.value.map((one) => (
              <li key={one.attempt}>
                <strong>{one.code}</strong> <span dir="auto">{one.candidate}</span> <code>{one.link}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** @param {{row: any}} props */
function Candidate({ row }) {
  const asking = useSignal("");
  const extra = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    await call("PUT", `/attempts/${row.id}/extra-time`, { extra_s: Number(form.minutes) * 60, reason: form.reason });
    asking.value = "";
    await again();
  };
  const file = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const content = JSON.parse((await input.files?.[0]?.text()) ?? "{}");
    const { number } = await post(`/attempts/${row.id}/answer-file`, content);
    tell(t("exam_manage.sentences_are_kept_as_late", { number }));
    await again();
  };
  const link = async () => (links.value = [await post(`/attempts/${row.id}/link`)]);
  return (
    <tr>
      <th scope="row">{row.code}</th>
      <td dir="auto">{row.candidate}</td>
      <td>
        {row.state}
        {row.handed_by === "server" ? t("exam_manage.by_the_server") : ""}
        {row.sessions > 1 && <span class="badge warn">{t("exam_manage.sessions", { sessions: row.sessions })}</span>}
        {row.late_undecided > 0 && (
          <span class="badge warn">{t("exam_manage.late_to_decide", { n: row.late_undecided })}</span>
        )}
      </td>
      <td class="number">{Math.round(row.extra_s / 60)}</td>
      <td class="number">{row.labels}</td>
      <td>
        {row.proposed ? row.proposed.join(" or ") : "–"}
        {row.referred && <span class="badge">{t("exam_manage.refer")}</span>}
      </td>
      <td>
        {row.levels ? <a href={`/attempts/${row.id}/report`}>{row.levels.join(" or ")}</a> : "–"}
        {row.released && t("exam_manage.released")}
        {row.appeal && (
          <span class="badge warn">
            {row.appeal.closed ? t("exam_manage.appealed_decided") : t("exam_manage.appeal")}
          </span>
        )}
        {row.appeal_waits && <p class="hint">{t("exam_manage.nobody_is_left_to_grade_it")}</p>}
      </td>
      <td class="actions">
        {!row.handed_in && (
          <button type="button" class="small" onClick={() => (asking.value = "time")}>
            {t("exam_manage.extra_time")}
          </button>
        )}
        <button type="button" class="small" onClick={() => attempt(link)}>
          {t("exam_manage.new_link")}
        </button>
        {row.started && !row.labels && (
          <label class="button small">
            {t("exam_manage.answer_file")}{" "}
            <input class="unseen" type="file" onChange={(/** @type {Event} */ event) => attempt(() => file(event))} />
          </label>
        )}
        {row.late > 0 && (
          <button
            type="button"
            class="small"
            aria-expanded={asking.value === "late"}
            onClick={() => (asking.value = asking.value === "late" ? "" : "late")}>
            {t("exam_manage.late_text")}
          </button>
        )}
        {asking.value === "late" && <LateText row={row} done={again} />}
        {asking.value === "time" && (
          <form class="inline-form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => extra(event))}>
            <label>
              {t("exam_manage.minutes")} <input name="minutes" type="number" min={0} max={10000} required />
            </label>
            <label>
              {t("exam_manage.reason")} <input name="reason" required maxlength={2000} />
            </label>
            <button type="submit" class="small">
              {t("exam_manage.do_it")}
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}

function Candidates() {
  const release = async () => {
    tell(t("exam_manage.results_are_released", { number: (await post(`/exams/${id}/release`)).number }));
    await again();
  };
  return (
    <section class="panel" aria-label={t("exam_manage.candidates")}>
      <h2>{t("exam_manage.candidates")}</h2>
      <div class="scroll" tabindex={0} role="region" aria-label={t("exam_manage.table_of_candidates")}>
        <table>
          <Heads
            names={[
              t("exam_manage.code"),
              t("exam_manage.candidate"),
              t("exam_manage.state"),
              t("exam_manage.extra_min"),
              t("exam_manage.labels"),
              t("exam_manage.proposed"),
              t("exam_manage.level"),
              t("exam_manage.do"),
            ]}
          />
          <tbody>
            {rows.value.map((row) => (
              <Candidate key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => attempt(again)}>
          {t("exam_manage.refresh")}
        </button>{" "}
        <button type="button" class="primary" onClick={() => attempt(release)}>
          {t("exam_manage.release_decided_results")}
        </button>
      </div>
    </section>
  );
}

function Trust() {
  const found = useSignal(/** @type {any} */ (null));
  return (
    <section class="panel" aria-label={t("exam_manage.log")}>
      <h2>{t("exam_manage.log")}</h2>
      <div class="buttons">
        <button type="button" onClick={() => attempt(async () => (found.value = await post(`/exams/${id}/verify`)))}>
          {t("exam_manage.verify")}
        </button>
        <a class="button" href={`/api/v1/exams/${id}/log.jsonl`} download>
          {t("exam_manage.log_as_a_file")}
        </a>
      </div>
      {found.value && (
        <>
          <p id="verified" class={`message ${found.value.clean ? "" : "error"}`}>
            {found.value.clean
              ? t("exam_manage.clean_entries", { entries: found.value.entries })
              : t("exam_manage.not_clean", {
                  damages: found.value.damages.map((/** @type {any} */ d) => `${d.where}: ${d.what}`).join("; "),
                })}
          </p>
          <p>
            {t("exam_manage.head")} <code class="head">{found.value.head}</code>
          </p>
        </>
      )}
    </section>
  );
}

void start(async () => {
  exam.value = await get(`/exams/${id}`);
  await again();
  crumbs(await loadProject(exam.value.project), "exams");
  return (
    <>
      <h1 dir="auto">{exam.value.name}</h1>
      <SetUp id={id} exam={exam} />
      <Invite />
      <Candidates />
      <Agreement id={id} kind={exam.value.rules.kind} />
      <Trust />
    </>
  );
});
