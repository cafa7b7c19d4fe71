// The networks of several people for one sentence: what they share, how far apart they are, and their unions.

import { get, job, post } from "../../../web/browser/api.js";
import { grouped, power } from "../logic/format.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, fail, loadProject, start, tell } from "../../../web/browser/page.jsx";

/** @param {{segment: string, first: any}} props */
function Compare({ segment, first }) {
  const data = useSignal(first);
  const chosen = useSignal(new Set(first.sheets.map((/** @type {any} */ sheet) => sheet.sheet)));
  useEffect(() => {
    if (!first.job) return;
    job(first.job)
      .then(async () => (data.value = await get(`/segments/${segment}/compare`)))
      .catch(fail);
  }, []);
  const { sheets, spans, pairs } = data.value;
  const names = new Map(sheets.map((/** @type {any} */ sheet) => [sheet.sheet, sheet.name]));
  const toggle = (/** @type {string} */ id) => {
    const next = new Set(chosen.value);
    if (!next.delete(id)) next.add(id);
    chosen.value = next;
  };
  return (
    <>
      <h1>Sentence {data.value.segment.external_id ?? data.value.segment.position}</h1>
      <p dir="auto" class="sentence-shown">
        {(data.value.segment.tokens ?? []).join(" ")}
      </p>
      <section class="panel">
        <h2>Sheets</h2>
        <ul class="sheets">
          {sheets.map((/** @type {any} */ sheet) => (
            <li key={sheet.sheet}>
              <label>
                <input type="checkbox" checked={chosen.value.has(sheet.sheet)} onChange={() => toggle(sheet.sheet)} />{" "}
                <a href={`/sheets/${sheet.sheet}`}>{sheet.name}</a> <span class="badge">{sheet.state}</span>{" "}
                {power(sheet.log10)}
              </label>
            </li>
          ))}
        </ul>
        <Unions segment={segment} sheets={chosen.value} />
      </section>
      <section class="panel scroll" tabindex={0} role="region" aria-label="Cards for the same words">
        <h2>Cards for the same words</h2>
        <table>
          <thead>
            <tr>
              <th>Words</th>
              {sheets.map((/** @type {any} */ sheet) => (
                <th key={sheet.sheet}>{sheet.name}</th>
              ))}
              <th>In all</th>
            </tr>
          </thead>
          <tbody>
            {spans.map((/** @type {any} */ row) => (
              <tr key={row.span.join(":")}>
                <td dir="auto">{(data.value.segment.tokens ?? []).slice(...row.span).join(" ")}</td>
                {sheets.map((/** @type {any} */ sheet) => {
                  const card = row.cards[sheet.sheet];
                  return (
                    <td key={sheet.sheet}>
                      {card ? (
                        <>
                          <strong class="card-name">{card.name}</strong>
                          <ul>
                            {card.alternatives.map((/** @type {string} */ text, /** @type {number} */ index) => (
                              <li key={index} dir="auto" class={row.common.includes(text) ? "common" : ""}>
                                {row.common.includes(text) ? "= " : ""}
                                {text}
                              </li>
                            ))}
                          </ul>
                        </>
                      ) : (
                        "–"
                      )}
                    </td>
                  );
                })}
                <td dir="auto">{row.common.join(" · ") || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {!spans.length && <p class="hint">No two cards stand for the same words of the source.</p>}
      </section>
      <section class="panel scroll" tabindex={0} role="region" aria-label="How far from each other">
        <h2 title="500 sentences are drawn from the first network; the interval is a bootstrap of 95 %">
          How far from each other
        </h2>
        <table>
          <thead>
            <tr>
              <th>From</th>
              <th>To</th>
              <th class="number">Sentences contained</th>
              <th class="number">Distance</th>
              <th class="number">95 %</th>
              <th class="number">Common paths</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((/** @type {any} */ pair) => (
              <tr key={pair.from + pair.to}>
                <td>{names.get(pair.from)}</td>
                <td>{names.get(pair.to)}</td>
                <td class="number">{Math.round(pair.contained * 100)} %</td>
                <td class="number">{pair.distance.toFixed(3)}</td>
                <td class="number">
                  {pair.interval ? `${pair.interval[0].toFixed(3)}–${pair.interval[1].toFixed(3)}` : "–"}
                </td>
                <td class="number">{pair.common_paths === null ? "–" : grouped(pair.common_paths)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {!pairs.length && <p class="hint">{data.value.job ? "Being worked out …" : "Nothing to compare yet."}</p>}
      </section>
    </>
  );
}

/** @param {{segment: string, sheets: Set<string>}} props */
function Unions({ segment, sheets }) {
  const results = useSignal(/** @type {Record<string, any>} */ ({}));
  const unite = (/** @type {string} */ kind) =>
    attempt(async () => {
      tell("Being united …");
      const { id } = await post(`/segments/${segment}/unite`, { kind, sheets: [...sheets] });
      results.value = { ...results.value, [kind]: { ...(await job(id)), job: id } };
      tell("United.");
    });
  const asSheet = (/** @type {string} */ id) =>
    attempt(async () => location.assign(`/sheets/${(await post(`/jobs/${id}/sheet`)).sheet}`));
  const labels = /** @type {[string, string, string][]} */ ([
    ["u", "U", "every sentence of any network"],
    ["spu", "SPU", "cards for the same source words become one"],
  ]);
  return (
    <div class="unions">
      {labels.map(([kind, label, meaning]) => {
        const result = results.value[kind];
        return (
          <div key={kind} class="union">
            <button type="button" onClick={() => unite(kind)} title={meaning}>
              Unite: {label}
            </button>
            {result && (
              <>
                <span>
                  <strong>{power(result.log10)}</strong> paths
                  {result.joined === undefined || result.joined === null
                    ? ""
                    : ` · ${result.joined} cards joined, ${result.undecided} undecided`}
                  {result.held_out?.length
                    ? ` · held-out ${result.held_out.map((/** @type {number} */ d) => d.toFixed(2)).join(", ")}`
                    : ""}
                </span>
                <a class="button" href={`/api/v1/jobs/${result.job}/file`} download>
                  Export {label}
                </a>{" "}
                <button type="button" onClick={() => asSheet(result.job)}>
                  Edit as a new sheet
                </button>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

void start(async (page) => {
  const first = await get(`/segments/${page.segment}/compare`);
  if (first.segment.project) crumbs(await loadProject(first.segment.project), "");
  return <Compare segment={page.segment} first={first} />;
});
