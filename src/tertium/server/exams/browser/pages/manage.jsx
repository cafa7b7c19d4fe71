// Setting an exam up, letting candidates in, following them, and the results.

import { call, get, pageData, patch, post } from "../../../web/browser/api.js";
import { signal, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, fields, loadProject, start, tell } from "../../../web/browser/page.jsx";
import { Agreement } from "../agreement.jsx";

const id = pageData().exam;
const exam = signal(/** @type {any} */ (null));
const rows = signal(/** @type {any[]} */ ([]));
const links = signal(/** @type {any[]} */ ([]));

const again = async () => (rows.value = (await get(`/exams/${id}/candidates`)).items);

/** @param {string} part @param {Event} event */
async function upload(part, event) {
  const input = /** @type {HTMLInputElement} */ (event.currentTarget);
  const file = input.files?.[0];
  if (!file) return;
  input.value = "";
  exam.value = await call("PUT", `/exams/${id}/${part}`, new Blob([await file.arrayBuffer()]), { raw: true });
  tell(`${file.name} is in.`);
}

/** @param {{part: string, name: string}} props */
function File({ part, name }) {
  return (
    <label class="button">
      {name}{" "}
      <input class="unseen" type="file" onChange={(/** @type {Event} */ event) => attempt(() => upload(part, event))} />
    </label>
  );
}

function SetUp() {
  const { passages, rules, model, settings, fixed } = exam.value;
  const save = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    const moment = (/** @type {string} */ text) => (text ? `${text}${text.length === 16 ? ":00" : ""}Z` : null);
    exam.value = await patch(`/exams/${id}`, {
      settings: {
        ...settings,
        minutes: Number(form.minutes),
        opens: moment(form.opens),
        closes: moment(form.closes),
        graders: Number(form.graders),
        repeats: Number(form.repeats) / 100,
        instructions: form.instructions,
      },
    });
    tell("Saved.");
  };
  return (
    <section class="panel" aria-label="Set-up">
      <h2>Set-up</h2>
      <table>
        <tbody>
          <tr>
            <th scope="row">Passages</th>
            <td>
              {passages.length
                ? passages.map((/** @type {any} */ p) => (
                    <div key={p.id}>
                      <span dir="auto">{p.id}</span>, level {p.level}: {p.sentences} sentences, networks {p.networks}/
                      {p.sentences}
                    </div>
                  ))
                : "none yet"}{" "}
              {!fixed && <File part="passages" name="Send passages (JSON)" />}
            </td>
          </tr>
          <tr>
            <th scope="row">Rules</th>
            <td>
              <span dir="auto">{rules.name}</span>: {rules.combinations} combinations decided, {rules.problems}{" "}
              problems.{" "}
              <span class="hint" dir="auto">
                {rules.note}
              </span>{" "}
              {!fixed && <File part="rules" name="Send rules (JSON)" />}
            </td>
          </tr>
          <tr>
            <th scope="row">Model</th>
            <td>
              {model ? (
                <>
                  {model.kind}, <code>{model.digest.slice(0, 12)}</code> <span dir="auto">{model.note}</span>
                  <div class="hint">
                    {model.figures
                      .filter((/** @type {any} */ f) => ["exact", "within one"].includes(f.measure))
                      .map((/** @type {any} */ f) => `${f.part}: ${f.measure} ${f.value.toFixed(3)}`)
                      .join("; ")}
                  </div>
                </>
              ) : (
                "none: people grade alone"
              )}{" "}
              {!fixed && <File part="model" name="Send a model" />}
            </td>
          </tr>
        </tbody>
      </table>
      {fixed ? (
        <p class="hint">
          {settings.minutes} minutes{settings.opens ? `, from ${settings.opens}` : ""}
          {settings.closes ? ` to ${settings.closes}` : ""}. There are candidates, so nothing of this changes any more.
        </p>
      ) : (
        <form class="form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => save(event))}>
          <div class="grid">
            <label>
              Minutes <input name="minutes" type="number" min={1} value={settings.minutes} required />
            </label>
            <label>
              Opens (UTC) <input name="opens" type="datetime-local" value={settings.opens?.slice(0, 16)} />
            </label>
            <label>
              Closes (UTC) <input name="closes" type="datetime-local" value={settings.closes?.slice(0, 16)} />
            </label>
            <label>
              Graders of a passage{" "}
              <select name="graders" value={settings.graders}>
                <option>1</option>
                <option>2</option>
              </select>
            </label>
            <label>
              Repeats (%){" "}
              <input name="repeats" type="number" min={0} max={100} value={Math.round(settings.repeats * 100)} />
            </label>
          </div>
          <label>
            Instructions{" "}
            <textarea class="wide" name="instructions" maxlength={10000} value={settings.instructions}></textarea>
          </label>
          <div class="buttons">
            <button type="submit">Save</button>
          </div>
        </form>
      )}
    </section>
  );
}

/** Names, one a line, with extra minutes after a semicolon. @param {string} text */
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
    <section class="panel" aria-label="Candidates to come">
      <h2>Let candidates in</h2>
      <form class="form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => invite(event))}>
        <label>
          One a line; extra minutes after a semicolon{" "}
          <textarea class="wide" name="names" rows={3} required placeholder="Candidate 17; 30"></textarea>
        </label>
        <div class="buttons">
          <button type="submit">Make links</button>
        </div>
      </form>
      {links.value.length > 0 && (
        <>
          <p class="message">Copy these links now: they are not stored and cannot be shown again.</p>
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
    if (asking.value === "time")
      await call("PUT", `/attempts/${row.id}/extra-time`, { extra_s: Number(form.minutes) * 60, reason: form.reason });
    else await post(`/attempts/${row.id}/accept-late`, { reason: form.reason });
    asking.value = "";
    await again();
  };
  const file = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const content = JSON.parse((await input.files?.[0]?.text()) ?? "{}");
    const { number } = await post(`/attempts/${row.id}/answer-file`, content);
    tell(`${number} sentences are kept as late.`);
    await again();
  };
  const link = async () => (links.value = [await post(`/attempts/${row.id}/link`)]);
  return (
    <tr>
      <th scope="row">{row.code}</th>
      <td dir="auto">{row.candidate}</td>
      <td>
        {row.state}
        {row.handed_by === "server" ? " by the server" : ""}
        {row.late > 0 && <span class="badge warn">{row.late} late</span>}
      </td>
      <td class="number">{Math.round(row.extra_s / 60)}</td>
      <td class="number">{row.labels}</td>
      <td>
        {row.proposed ? row.proposed.join(" or ") : "–"}
        {row.referred && <span class="badge">refer</span>}
      </td>
      <td>
        {row.levels ? <a href={`/attempts/${row.id}/report`}>{row.levels.join(" or ")}</a> : "–"}
        {row.released && " (released)"}
        {row.appeal && <span class="badge warn">{row.appeal.closed ? "appealed, decided" : "appeal"}</span>}
      </td>
      <td class="actions">
        {!row.handed_in && (
          <button type="button" class="small" onClick={() => (asking.value = "time")}>
            Extra time
          </button>
        )}
        <button type="button" class="small" onClick={() => attempt(link)}>
          New link
        </button>
        {row.started && !row.labels && (
          <label class="button small">
            Answer file{" "}
            <input class="unseen" type="file" onChange={(/** @type {Event} */ event) => attempt(() => file(event))} />
          </label>
        )}
        {row.late > 0 && row.handed_in && !row.labels && (
          <button type="button" class="small" onClick={() => (asking.value = "late")}>
            Accept late
          </button>
        )}
        {asking.value && (
          <form class="inline-form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => extra(event))}>
            {asking.value === "time" && (
              <label>
                Minutes <input name="minutes" type="number" min={0} max={10000} required />
              </label>
            )}
            <label>
              Reason <input name="reason" required maxlength={2000} />
            </label>
            <button type="submit" class="small">
              Do it
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}

function Candidates() {
  const release = async () => {
    tell(`${(await post(`/exams/${id}/release`)).number} results are released.`);
    await again();
  };
  return (
    <section class="panel" aria-label="Candidates">
      <h2>Candidates</h2>
      <div class="scroll" tabindex={0} role="region" aria-label="Table of candidates">
        <table>
          <thead>
            <tr>
              {["Code", "Candidate", "State", "Extra min", "Labels", "Proposed", "Level", "Do"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.value.map((row) => (
              <Candidate key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => attempt(again)}>
          Refresh
        </button>{" "}
        <button type="button" class="primary" onClick={() => attempt(release)}>
          Release decided results
        </button>
      </div>
    </section>
  );
}

function Trust() {
  const found = useSignal(/** @type {any} */ (null));
  return (
    <section class="panel" aria-label="Log">
      <h2>Log</h2>
      <div class="buttons">
        <button type="button" onClick={() => attempt(async () => (found.value = await post(`/exams/${id}/verify`)))}>
          Verify
        </button>
        <a class="button" href={`/api/v1/exams/${id}/log.jsonl`} download>
          Log as a file
        </a>
      </div>
      {found.value && (
        <>
          <p id="verified" class={`message ${found.value.clean ? "" : "error"}`}>
            {found.value.clean
              ? `Clean: ${found.value.entries} entries.`
              : `Not clean: ${found.value.damages.map((/** @type {any} */ d) => `${d.where}: ${d.what}`).join("; ")}`}
          </p>
          <p>
            Head <code class="head">{found.value.head}</code>
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
      <SetUp />
      <Invite />
      <Candidates />
      <Agreement id={id} />
      <Trust />
    </>
  );
});
