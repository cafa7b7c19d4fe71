// Grammaticality: one sentence at a time, three labels by keys 1 2 3, origin hidden.

import { call, get, post } from "../../../web/browser/api.js";
import { digit } from "../../../web/browser/keyboard.js";
import { say, useEffect, useSignal } from "../../../web/browser/ui.js";
import { Guidelines } from "../../../web/browser/guidelines.jsx";
import { attempt, crumbs, fields, loadProject, start, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

const LABELS = ["", "grammatical", t("judge.slightly_odd"), "ungrammatical"];

/** @param {{project: any, first: any[]}} props */
function Judge({ project, first }) {
  const batches = useSignal(first);
  const open = useSignal(/** @type {any} */ (null));
  const results = useSignal(/** @type {any} */ (null));
  const again = async () => (batches.value = (await get(`/projects/${project.id}/batches`)).items);
  const make = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    const answer = await post(`/projects/${project.id}/batches`, {
      name: form.name,
      origin: form.origin,
      per_segment: Number(form.per_segment),
      judges: Number(form.judges),
      seed: Number(form.seed),
    });
    tell(t("judge.sentences_are_drawn", { items: typeof answer.items === "number" ? answer.items : t("judge.the") }));
    await again();
  };
  if (open.value)
    return (
      <Items
        batch={open.value}
        guidelines={project.protocol.guidelines}
        lang={project.target_lang}
        done={() => {
          open.value = null;
          attempt(again);
        }}
      />
    );
  return (
    <>
      <h1>{t("judge.is_it_grammatical")}</h1>
      <div class="panel">
        <table>
          <thead>
            <tr>
              <th>{t("judge.sentences")}</th>
              <th class="number">{t("judge.judged")}</th>
              <th class="number">{t("judge.by_you")}</th>
              <th>{t("judge.do")}</th>
            </tr>
          </thead>
          <tbody>
            {batches.value.map((batch) => (
              <tr key={batch.id}>
                <td dir="auto">{batch.name}</td>
                <td class="number">{t("judge.of", { judged: batch.judged, items: batch.items })}</td>
                <td class="number">{batch.mine}</td>
                <td>
                  <button type="button" class="primary small" onClick={() => (open.value = batch)}>
                    {t("judge.judge")}
                  </button>{" "}
                  {may(project, "batch.results") && (
                    <button
                      type="button"
                      class="small"
                      onClick={() =>
                        attempt(async () => (results.value = { batch, ...(await get(`/batches/${batch.id}/results`)) }))
                      }>
                      {t("judge.results")}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {!batches.value.length && <p class="hint">{t("judge.no_sentences_have_been_drawn")}</p>}
      </div>
      {results.value && <Results results={results.value} />}
      {may(project, "batch.make") && (
        <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
          <h2>{t("judge.draw_sentences")}</h2>
          <div class="grid">
            <label>
              {t("judge.name")} <input name="name" required maxlength={200} />
            </label>
            <label>
              {t("judge.from")}{" "}
              <select name="origin">
                <option value="both">{t("judge.closest_and_random_paths")}</option>
                <option value="closest">{t("judge.closest_paths")}</option>
                <option value="random">{t("judge.random_paths")}</option>
              </select>
            </label>
            <label>
              {t("judge.for_each_sentence")} <input name="per_segment" type="number" min={1} max={50} value="3" />
            </label>
            <label>
              {t("judge.judges")} <input name="judges" type="number" min={1} max={9} value="3" />
            </label>
            <label>
              {t("judge.random_seed")} <input name="seed" type="number" value="1" />
            </label>
          </div>
          <div class="buttons">
            <button type="submit">{t("judge.draw")}</button>
          </div>
        </form>
      )}
    </>
  );
}

/** @param {{batch: any, guidelines: string, lang: string, done: () => void}} props */
function Items({ batch, guidelines, lang, done }) {
  const item = useSignal(/** @type {any} */ (null));
  const last = useSignal(/** @type {{item: string, label: number, text: string}|null} */ (null));
  const next = async () => {
    item.value = await get(`/batches/${batch.id}/next`);
    if (item.value.item === null) say(t("judge.all_judged_thank_you"));
  };
  useEffect(() => attempt(next), []);
  const label = (/** @type {number} */ value, /** @type {any} */ what = item.value) =>
    attempt(async () => {
      if (!what?.item) return;
      await call("PUT", `/batches/${batch.id}/items/${what.item}`, { label: value });
      last.value = { item: what.item, label: value, text: what.text };
      if (what === item.value) await next();
    });
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const value = digit(event);
      if (value && LABELS[value]) label(value);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  if (!item.value) return <p class="hint">{t("judge.loading")}</p>;
  return (
    <section class="panel judge">
      <header>
        <h1>{batch.name}</h1>
        <span class="facts">
          {item.value.item ? t("judge.of_2", { number: item.value.number, of: item.value.of }) : ""}
        </span>
        <button type="button" class="quiet" onClick={done}>
          {t("judge.back")}
        </button>
      </header>
      {item.value.item === null ? (
        <p>{t("judge.all_judged_thank_you")}</p>
      ) : (
        <>
          <blockquote dir="auto" lang={lang} aria-live="polite">
            {item.value.text}
          </blockquote>
          <div class="labels">
            {[1, 2, 3].map((value) => (
              <button type="button" key={value} onClick={() => label(value)}>
                <kbd>{value}</kbd> {LABELS[value]}
              </button>
            ))}
          </div>
        </>
      )}
      {last.value && (
        <p class="hint">
          {t("judge.before")} <span dir="auto">{last.value.text}</span>{" "}
          {t("judge.change_to", { l_a_b_e_l_s: LABELS[last.value.label] })}{" "}
          {[1, 2, 3]
            .filter((value) => value !== last.value?.label)
            .map((value) => (
              <button type="button" key={value} class="link" onClick={() => label(value, last.value)}>
                {LABELS[value]}
              </button>
            ))}
        </p>
      )}
      <Guidelines text={guidelines} />
    </section>
  );
}

/** @param {{results: any}} props */
function Results({ results }) {
  const percent = (/** @type {any} */ value) => (typeof value === "number" ? `${(value * 100).toFixed(1)} %` : "–");
  return (
    <section class="panel">
      <h2>{t("judge.results")}</h2>
      <table>
        <thead>
          <tr>
            <th></th>
            <th class="number">{t("judge.grammatical")}</th>
            <th class="number">{t("judge.or_slightly_odd")}</th>
          </tr>
        </thead>
        <tbody>
          {[
            ["at_least_one", t("judge.by_at_least_one_judge")],
            ["majority", t("judge.by_most")],
            ["all", t("judge.by_all")],
          ].map(([id, label]) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td class="number">{percent(results[id]?.["1"])}</td>
              <td class="number">{percent(results[id]?.["1+2"])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {t("judge.sentences_judges_krippendorff_s", {
          judged: results.judged,
          items: results.items,
          judges: results.judges,
          needed: results.batch.judges,
          alpha: typeof results.alpha === "number" ? results.alpha.toFixed(3) : "–",
        })}
      </p>
      <details>
        <summary>{t("judge.all_sentences")}</summary>
        <ul>
          {results.rows.map((/** @type {any} */ row) => (
            <li key={row.item}>
              <span dir="auto">{row.text}</span> <span class="badge">{row.origin}</span> {row.labels.join(" ")}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

void start(async (page) => {
  const project = await loadProject(page.project);
  crumbs(project, "judge");
  return <Judge project={project} first={(await get(`/projects/${project.id}/batches`)).items} />;
});
