// The manager's figures. Each has its definition as a tooltip and in the list below, and a link to its rows.

import { get, job } from "../../../web/browser/api.js";
import { power } from "../logic/format.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, Download, loadProject, start } from "../../../web/browser/page.jsx";
import { Bars, Lines } from "../project/charts.jsx";
import { t } from "../../../web/browser/texts.js";

/** @param {number|null|undefined} value @param {number} [digits] */
const number = (value, digits = 2) => (value === null || value === undefined ? "–" : value.toFixed(digits));

/** @param {{project: any, first: any}} props */
function Dashboard({ project, first }) {
  const figures = useSignal(first);
  const load = async (/** @type {number} */ idle) =>
    (figures.value = await get(`/projects/${project.id}/dashboard?idle=${idle}`));
  useEffect(() => {
    if (first.job)
      attempt(async () => {
        await job(first.job);
        await load(first.hours.idle_s);
      });
  }, []);
  const data = figures.value;
  const means = data.definitions ?? {};
  const idle = (/** @type {string} */ seconds) => attempt(() => load(Number(seconds)));
  const table = (/** @type {string} */ name) => `/projects/${project.id}/tables/${name}`;
  return (
    <>
      <header class="page-head">
        <h1>{t("dashboard.dashboard")}</h1>
        <label class="inline-label">
          {t("dashboard.pauses_end_after")}{" "}
          <select
            value={String(data.hours?.idle_s ?? 60)}
            onChange={(/** @type {any} */ event) => idle(event.target.value)}>
            {[30, 60, 120, 300].map((seconds) => (
              <option key={seconds} value={String(seconds)}>
                {seconds} s
              </option>
            ))}
          </select>
        </label>
      </header>
      <dl class="figures">
        <Figure
          name="done"
          value={`${Math.round(data.done_percent)} %`}
          more={t("dashboard.of_sentences", { done: data.done, segments: data.segments })}
          means={means.done}
          href={`/projects/${project.id}`}
        />
        <Figure
          name="hours at work"
          value={number(data.hours?.active, 1)}
          more={t("dashboard.open_h_pauses_up_to", {
            open: number(data.hours?.open, 1),
            idle_s: data.hours?.idle_s ?? 60,
          })}
          means={means["hours.active"]}
          href={`/api/v1${table("work")}.csv`}
        />
        <Figure
          name="hours left"
          value={data.forecast ? number(data.forecast.hours, 0) : "–"}
          more={data.forecast ? range(data.forecast) : t("dashboard.after_the_first_sentences")}
          means={means.forecast}
          href={`/api/v1${table("sheets")}.csv`}
        />
        {data.pending ? (
          <Figure
            name="being worked out"
            value={String(data.pending)}
            more="sheets"
            means={means.pending}
            href={`/api/v1${table("sheets")}.csv`}
          />
        ) : (
          ""
        )}
      </dl>
      <div class="panel scroll" tabindex={0} role="region" aria-label={t("dashboard.annotators")}>
        <table>
          <thead>
            <tr>
              {[
                ["name", t("dashboard.annotator")],
                ["done", t("dashboard.done")],
                ["hours_per_sentence", t("dashboard.hours_a_sentence_median_quartiles")],
                ["log10_paths_median", t("dashboard.paths_median")],
                ["reuse", t("dashboard.reuse_own_shared")],
                ["suggestions", t("dashboard.suggestions_taken")],
                ["held_out", t("dashboard.held_out_distance")],
                ["must_not_inside", t("dashboard.must_not_inside")],
              ].map(([id, label]) => (
                <th key={id} title={means[id]}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.annotators.map((/** @type {any} */ person) => (
              <tr key={person.user}>
                <td dir="auto">{person.name}</td>
                <td class="number">{person.done}</td>
                <td>{person.hours_per_sentence ? quartiles(person.hours_per_sentence) : "–"}</td>
                <td class="number">{power(person.log10_paths_median)}</td>
                <td>
                  {share(person.reuse?.own)} / {share(person.reuse?.shared)}
                </td>
                <td>
                  {Object.entries(person.suggestions ?? {})
                    .map(([source, count]) => `${source} ${count}`)
                    .join(", ") || "–"}
                </td>
                <td>{person.held_out ? `${number(person.held_out.mean)} ${within(person.held_out)}` : "–"}</td>
                <td class="number">{person.must_not_inside}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="buttons">
          <Download path={`${table("annotators")}.csv`} name="CSV" />
          <Download path={`${table("annotators")}.json`} name="JSON" />
        </p>
      </div>
      <Medians medians={data.medians} busy={!!data.job} />
      <div class="charts">
        <Lines
          title={t("dashboard.growth_of_the_networks")}
          x="minutes at work"
          y="log10 of paths"
          definition={means.growth}
          series={data.growth.map((/** @type {any} */ line, /** @type {number} */ index) => ({
            name: line.name ?? t("dashboard.sheet", { index: index + 1 }),
            href: line.sheet ? `/sheets/${line.sheet}` : undefined,
            points: line.points,
          }))}
        />
        <Lines
          title={t("dashboard.distance_of_held_out_texts")}
          x="annotators"
          y="distance"
          whole
          definition={means.marginal}
          series={
            data.marginal.length
              ? [{ name: "all", points: data.marginal.map((/** @type {any} */ row) => [row.annotators, row.distance]) }]
              : []
          }
        />
        <Bars
          title={t("dashboard.edits_left_by_cause")}
          definition={means.causes}
          bars={data.causes
            .slice(0, 12)
            .map((/** @type {any} */ row) => ({ name: row.cause, share: row.share, count: row.edits }))}
        />
      </div>
      <details class="panel">
        <summary>{t("dashboard.what_each_figure_means")}</summary>
        <dl class="definitions">
          {Object.entries(means).map(([name, meaning]) => (
            <>
              <dt key={name}>{name.replaceAll("_", " ")}</dt>
              <dd key={`${name}-d`}>{meaning}</dd>
            </>
          ))}
        </dl>
      </details>
    </>
  );
}

/** What more annotators bring: medians of paths, as in Dreyer and Marcu (2012).
 * @param {{medians: any, busy: boolean}} props */
function Medians({ medians, busy }) {
  if (!medians)
    return busy ? (
      <p class="hint" role="status">
        {t("dashboard.unions_are_being_worked_out")}
      </p>
    ) : null;
  const rows = [
    [t("dashboard.one_annotator"), medians.one],
    ...(medians.unions ?? []).map((/** @type {any} */ value, /** @type {number} */ index) => [
      t("dashboard.union_of_u", { index: index + 2 }),
      value,
    ]),
    [t("dashboard.all_joined_by_source_words"), medians.phrase_union],
  ];
  return (
    <div class="panel scroll" tabindex={0} role="region" aria-label={t("dashboard.what_more_annotators_bring")}>
      <h2>{t("dashboard.what_more_annotators_bring")}</h2>
      <table>
        <thead>
          <tr>
            <th>{t("dashboard.networks")}</th>
            <th class="number" title={t("dashboard.median_over_the_sentences_of")}>
              {t("dashboard.paths_median")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, value]) => value !== null && value !== undefined)
            .map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td class="number">{power(typeof value === "number" ? value : value?.log10)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{hours: number, plus_minus: number}} forecast */
const range = ({ hours, plus_minus: half }) => `${number(Math.max(0, hours - half), 0)} – ${number(hours + half, 0)}`;

/** @param {number|null|undefined} value */
const share = (value) => (value === null || value === undefined ? "–" : `${Math.round(value * 100)} %`);

/** @param {{name: string, value: string, more: string, means?: string, href: string}} props */
function Figure({ name, value, more, means, href }) {
  return (
    <div class="panel" title={means}>
      <dt>{name}</dt>
      <dd>
        <a href={href}>{value}</a>
      </dd>
      <dd class="hint">{more}</dd>
    </div>
  );
}

/** An interval, or of how few texts there is none. @param {{n: number, lo: number|null, hi: number|null}} figures */
const within = ({ n, lo, hi }) =>
  lo === null || hi === null ? `(${t("dashboard.texts", { n })})` : `[${number(lo)}, ${number(hi)}]`;

/** A median with its quartiles. @param {{median: number, q1: number, q3: number}} hours */
const quartiles = ({ median, q1, q3 }) => `${number(median)} (${number(q1, 1)}–${number(q3, 1)})`;

void start(async (page) => {
  const project = await loadProject(page.project);
  crumbs(project, "dashboard");
  return <Dashboard project={project} first={await get(`/projects/${project.id}/dashboard`)} />;
});
