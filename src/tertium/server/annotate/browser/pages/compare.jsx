// The networks of several people for one sentence: what they share, how far apart they are, and their unions.

import { get, job, post } from "../../../web/browser/api.js";
import { grouped, power } from "../logic/format.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, fail, loadProject, start, tell } from "../../../web/browser/page.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

/** @param {{segment: string, first: any}} props */
function Compare({ segment, first }) {
  const data = useSignal(first);
  const selection = useSignal(new Set(first.sheets.map((/** @type {any} */ sheet) => sheet.sheet)));
  useEffect(() => {
    if (!first.job) return;
    job(first.job)
      .then(async () => (data.value = await get(`/segments/${segment}/compare`)))
      .catch(fail);
  }, []);
  const { sheets, spans, pairs } = data.value;
  const names = new Map(sheets.map((/** @type {any} */ sheet) => [sheet.sheet, sheet.name]));
  const toggle = (/** @type {string} */ id) => {
    const next = new Set(selection.value);
    if (!next.delete(id)) next.add(id);
    selection.value = next;
  };
  return (
    <>
      <h1>{t("compare.sentence", { external_id: data.value.segment.external_id ?? data.value.segment.position })}</h1>
      <p dir="auto" class="sentence-shown">
        {(data.value.segment.tokens ?? []).join(" ")}
      </p>
      <section class="panel">
        <h2>{t("compare.sheets")}</h2>
        <ul class="sheets">
          {sheets.map((/** @type {any} */ sheet) => (
            <li key={sheet.sheet}>
              <label>
                <Box checked={selection.value.has(sheet.sheet)} toggle={() => toggle(sheet.sheet)} />{" "}
                <a href={`/sheets/${sheet.sheet}`}>{sheet.name}</a> <span class="badge">{sheet.state}</span>{" "}
                {power(sheet.log10)}
              </label>
            </li>
          ))}
        </ul>
        <Unions segment={segment} sheets={selection.value} />
      </section>
      <section class="panel scroll" tabindex={0} role="region" aria-label={t("compare.cards_for_the_same_words")}>
        <h2>{t("compare.cards_for_the_same_words")}</h2>
        <table>
          <thead>
            <tr>
              <th>{t("compare.words")}</th>
              {sheets.map((/** @type {any} */ sheet) => (
                <th key={sheet.sheet}>{sheet.name}</th>
              ))}
              <th>{t("compare.in_all")}</th>
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
        {!spans.length && <p class="hint">{t("compare.no_two_cards_stand_for")}</p>}
      </section>
      <section class="panel scroll" tabindex={0} role="region" aria-label={t("compare.how_far_from_each_other")}>
        <h2 title={t("compare.500_sentences_are_drawn_from")}>{t("compare.how_far_from_each_other")}</h2>
        <table>
          <thead>
            <tr>
              <th>{t("compare.from")}</th>
              <th>{t("compare.to")}</th>
              <th class="number">{t("compare.sentences_contained")}</th>
              <th class="number">{t("compare.distance")}</th>
              <th class="number">95 %</th>
              <th class="number">{t("compare.common_paths")}</th>
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
        {!pairs.length && (
          <p class="hint">{data.value.job ? t("compare.being_worked_out") : t("compare.nothing_to_compare_yet")}</p>
        )}
      </section>
    </>
  );
}

/** Why no cards were joined. */
const APART = /** @type {Record<string, string>} */ ({
  equal: t("compare.apart_equal"),
  "no-spans": t("compare.apart_no_spans"),
  "no-common-span": t("compare.apart_no_common_span"),
  "no-common-sentence": t("compare.apart_no_common_sentence"),
});

/** @param {{segment: string, sheets: Set<string>}} props */
function Unions({ segment, sheets }) {
  const results = useSignal(/** @type {Record<string, any>} */ ({}));
  const unite = (/** @type {string} */ kind) =>
    attempt(async () => {
      tell(t("compare.being_united"));
      const { id } = await post(`/segments/${segment}/unite`, { kind, sheets: [...sheets] });
      results.value = { ...results.value, [kind]: { ...(await job(id)), job: id } };
      tell(t("compare.united"));
    });
  const asSheet = (/** @type {string} */ id) =>
    attempt(async () => location.assign(`/sheets/${(await post(`/jobs/${id}/sheet`)).sheet}`));
  const labels = /** @type {[string, string, string][]} */ ([
    ["u", "U", t("compare.every_sentence_of_any_network")],
    ["spu", "SPU", t("compare.cards_for_the_same_source")],
  ]);
  return (
    <div class="unions">
      {labels.map(([kind, label, meaning]) => {
        const result = results.value[kind];
        return (
          <div key={kind} class="union">
            <button type="button" onClick={() => unite(kind)} title={meaning}>
              {t("compare.unite", { label })}
            </button>
            {result && (
              <>
                <span>
                  {rich("compare.paths", {
                    log10: power(result.log10),
                    joined:
                      result.joined === undefined || result.joined === null
                        ? ""
                        : t("compare.cards_joined_undecided", { joined: result.joined, undecided: result.undecided }),
                  })}
                  {result.held_out?.length
                    ? t("compare.held_out", {
                        held_out: result.held_out.map((/** @type {number} */ d) => d.toFixed(2)).join(", "),
                      })
                    : ""}
                </span>
                {result.apart && <span class="hint">{APART[result.apart]}</span>}
                <a class="button" href={`/api/v1/jobs/${result.job}/file`} download>
                  {t("compare.export", { label })}
                </a>{" "}
                <button type="button" onClick={() => asSheet(result.job)}>
                  {t("compare.edit_as_a_new_sheet")}
                </button>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** @param {{checked: boolean, toggle: () => void}} props */
const Box = ({ checked, toggle }) => <input type="checkbox" checked={checked} onChange={toggle} />;

void start(async (page) => {
  const first = await get(`/segments/${page.segment}/compare`);
  if (first.segment.project) crumbs(await loadProject(first.segment.project), "");
  return <Compare segment={page.segment} first={first} />;
});
