// The sentences of a project and what is done; "Next sentence" takes one, with a lease.

import { all, get, post } from "../../../web/browser/api.js";
import { duration, power } from "../logic/format.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, fail, loadProject, start, tell } from "../../../web/browser/page.jsx";
import { Notices } from "../project/notices.jsx";
import { Together } from "../project/together.jsx";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

const STATES = /** @type {[string, string][]} */ ([
  ["all", "all"],
  ["mine", "mine"],
  ["free", "free"],
  ["in-progress", t("queue.in_progress")],
  ["submitted", "submitted"],
  ["returned", "returned"],
  ["asked", t("queue.with_remarks")],
  ["done", "done"],
  ["discarded", "discarded"],
]);

/** @param {{project: any, first: any, me: any, members: any[]}} props */
function Queue({ project, first, members }) {
  const rows = useSignal(/** @type {any[]} */ (first.items));
  const next = useSignal(/** @type {string|null} */ (first.next));
  const state = useSignal("all");
  const words = useSignal("");
  const sort = useSignal("number");
  const selection = useSignal(/** @type {string[]} */ ([]));
  const seeing = may(project, "compare.read");
  const managing = may(project, "segment.assign");
  const load = async (/** @type {string|null} */ after) => {
    const query = new URLSearchParams({ state: state.value, limit: "50", ...(after && { after }) });
    if (sort.value !== "number") query.set("sort", sort.value);
    if (words.value.trim()) query.set("find", words.value.trim());
    const page = await get(`/projects/${project.id}/segments?${query}`);
    rows.value = after ? [...rows.value, ...page.items] : page.items;
    next.value = page.next;
    selection.value = selection.value.filter((id) => rows.value.some((row) => row.id === id));
  };
  const show = (/** @type {string} */ which) => {
    state.value = which;
    attempt(() => load(null));
  };
  const take = async () => {
    try {
      location.assign(`/sheets/${(await post(`/projects/${project.id}/next`)).sheet}`);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <>
      <header class="page-head">
        <h1>{t("queue.sentences")}</h1>
        <Yours project={project} />
        <span class="buttons">
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              attempt(() => load(null));
            }}>
            <label class="inline-label">
              {t("queue.find")}{" "}
              <input
                type="search"
                size={12}
                maxlength={200}
                placeholder={t("queue.find_in")}
                value={words.value}
                onInput={(/** @type {any} */ event) => (words.value = event.target.value)}
              />
            </label>
          </form>
          <label class="inline-label">
            {t("queue.show")}{" "}
            <select value={state.value} onChange={(/** @type {any} */ event) => show(event.target.value)}>
              {STATES.map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label class="inline-label">
            {t("queue.sort_by")}{" "}
            <select
              value={sort.value}
              onChange={(/** @type {any} */ event) => {
                sort.value = event.target.value;
                attempt(() => load(null));
              }}>
              <option value="number">{t("queue.number")}</option>
              <option value="hours">{t("queue.hours")}</option>
              <option value="paths">{t("queue.most_paths")}</option>
            </select>
          </label>
          <button type="button" class="primary" id="next" autofocus onClick={() => void take()}>
            {t("queue.next_sentence")}
          </button>
        </span>
      </header>
      <Notices project={project} seeing={seeing} show={show} />
      {managing && selection.value.length > 0 && (
        <Together
          project={project.id}
          selection={selection.value}
          members={members}
          again={() => attempt(() => load(null))}
        />
      )}
      <div class="panel scroll" tabindex={0} role="region" aria-label={t("queue.sentences")}>
        <table>
          <thead>
            <tr>
              {managing && (
                <th>
                  <input
                    type="checkbox"
                    aria-label={t("queue.choose_all")}
                    checked={rows.value.length > 0 && selection.value.length === rows.value.length}
                    onChange={(/** @type {any} */ event) =>
                      (selection.value = event.target.checked ? rows.value.map((row) => row.id) : [])
                    }
                  />
                </th>
              )}
              <th class="number">#</th>
              <th>{t("queue.begins")}</th>
              <th>{t("queue.state")}</th>
              <th class="number">{t("queue.paths")}</th>
              <th class="number">{t("queue.active")}</th>
              {seeing && (
                <>
                  <th>{t("queue.sheets")}</th>
                  <th>{t("queue.do")}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.value.map((row) => (
              <Row
                key={row.id}
                row={row}
                project={project}
                seeing={seeing}
                members={members}
                selection={managing ? selection : null}
                again={() => attempt(() => load(null))}
              />
            ))}
          </tbody>
        </table>
        {!rows.value.length && (
          <p class="hint">
            {state.value === "all" ? t("queue.no_sentences_yet_a_manager") : t("queue.none_in_this_state")}
          </p>
        )}
      </div>
      {next.value && (
        <p class="buttons">
          <button type="button" onClick={() => attempt(() => load(next.value))}>
            {t("queue.more")}
          </button>
        </p>
      )}
    </>
  );
}

/** What one has done here, and one's own networks. @param {{project: any}} props */
function Yours({ project }) {
  const mine = useSignal(/** @type {any[]} */ ([]));
  useEffect(
    () => attempt(async () => (mine.value = await all(`/projects/${project.id}/segments?state=mine&limit=200`))),
    [],
  );
  const sheets = mine.value.flatMap((row) => (row.mine ? [row.mine] : []));
  if (!sheets.length) return <span class="grow"></span>;
  const done = sheets.filter((sheet) => sheet.state === "submitted").length;
  const time = sheets.reduce((sum, sheet) => sum + sheet.active_ms, 0);
  return (
    <span class="grow facts" id="yours">
      {t("queue.you_done_open_h_at", { done, n: sheets.length - done, time: duration(time) })}{" "}
      <a href={`/api/v1/projects/${project.id}/export/own`} download>
        {t("queue.your_networks")}
      </a>
    </span>
  );
}

/** @typedef {import("@preact/signals").Signal<string[]>|null} Choice */

/** @param {{row: any, project: any, seeing: boolean, members: any[], selection: Choice, again: () => void}} props */
function Row({ row, project, seeing, members, selection, again }) {
  const lang = project.protocol.shows.source ? project.source_lang : project.target_lang;
  const mine = row.mine;
  const returnLease = async () => {
    await post(`/sheets/${mine.sheet}/give-back`);
    tell(t("queue.given_back_your_work_is"));
    again();
  };
  return (
    <tr>
      {selection && (
        <td>
          <input
            type="checkbox"
            aria-label={t("queue.choose", { name: row.external_id })}
            checked={selection.value.includes(row.id)}
            onChange={(/** @type {any} */ event) => {
              const others = selection.value.filter((id) => id !== row.id);
              selection.value = event.target.checked ? [...others, row.id] : others;
            }}
          />
        </td>
      )}
      <td class="number">{row.external_id ?? row.position}</td>
      <td dir="auto" lang={lang} class="begins">
        {mine ? <a href={`/sheets/${mine.sheet}`}>{row.start}</a> : row.start}
      </td>
      <td>
        {row.state} <span class="hint">{t("queue.of", { taken: row.taken, needed: row.needed })}</span>{" "}
        {mine && <span class="badge own">{t("queue.yours_is", { state: mine.state })}</span>}{" "}
        {mine?.asked > 0 && <span class="badge warn">{t("queue.open_remarks", { n: mine.asked })}</span>}
        {mine?.lease_until && mine.state === "open" ? (
          <>
            <br />
            <span class="hint">
              {t("queue.yours_until", { lease_until: new Date(mine.lease_until).toLocaleDateString("en-GB") })}{" "}
              <button type="button" class="link" onClick={() => attempt(returnLease)}>
                {t("queue.give_back")}
              </button>
            </span>
          </>
        ) : (
          ""
        )}
      </td>
      <td class="number">{mine ? power(mine.log10_paths) : "–"}</td>
      <td class="number">{mine ? duration(mine.active_ms) : "–"}</td>
      {seeing && (
        <>
          <td>
            {row.sheets.map((/** @type {any} */ sheet) => (
              <div key={sheet.sheet}>
                <a href={`/sheets/${sheet.sheet}`}>{sheet.name}</a> <span class="badge">{sheet.state}</span>{" "}
                {sheet.asked > 0 && <span class="badge warn">{t("queue.open_remarks", { n: sheet.asked })}</span>}{" "}
                {power(sheet.log10_paths)} · {duration(sheet.active_ms)}
                {sheet.held_out_distance === null || sheet.held_out_distance === undefined ? (
                  ""
                ) : (
                  <>
                    {" "}
                    · <span title={t("queue.mean_distance_of_held_out")}>{sheet.held_out_distance.toFixed(2)}</span>
                  </>
                )}
              </div>
            ))}
          </td>
          <td>
            <Actions row={row} project={project} members={members} again={again} />
          </td>
        </>
      )}
    </tr>
  );
}

/** @param {{row: any, project: any, members: any[], again: () => void}} props */
function Actions({ row, project, members, again }) {
  const assign = async (/** @type {string} */ user) => {
    await post(`/segments/${row.id}/assign`, { user });
    tell(t("queue.assigned"));
    again();
  };
  const discard = async () => {
    await post(
      `/segments/${row.id}/${row.state === "discarded" ? "restore" : "discard"}`,
      row.state === "discarded" ? {} : { reason: t("queue.by_the_manager") },
    );
    again();
  };
  return (
    <div class="actions">
      {row.sheets.length > 1 && <a href={`/segments/${row.id}/compare`}>{t("queue.compare")}</a>}
      {may(project, "segment.assign") && (
        <select
          aria-label={t("queue.assign", { external_id: row.external_id ?? row.position })}
          value=""
          onChange={(/** @type {any} */ event) => event.target.value && attempt(() => assign(event.target.value))}>
          <option value="">{t("queue.assign_2")}</option>
          {members.map((member) => (
            <option key={member.user} value={member.user}>
              {member.name}
            </option>
          ))}
        </select>
      )}
      {may(project, "segment.discard") && (
        <button type="button" class="link" onClick={() => attempt(discard)}>
          {row.state === "discarded" ? t("queue.restore") : t("queue.discard")}
        </button>
      )}
    </div>
  );
}

void start(async (page) => {
  const project = await loadProject(page.project);
  crumbs(project, "queue");
  const [first, members] = await Promise.all([
    get(`/projects/${project.id}/segments?limit=50`),
    may(project, "segment.assign") ? get(`/projects/${project.id}/members`) : { items: [] },
  ]);
  return <Queue project={project} first={first} me={null} members={members.items} />;
});
