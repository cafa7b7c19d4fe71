// A sentence of an answer, whose words are marked: by category with points, or with the price of a severity.

import { digit } from "../../../web/browser/keyboard.js";
import { say, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {{text: string, space: boolean}} Word */

/** @param {Word[]} words */
const joined = (words) => words.map(({ text, space }) => text + (space ? " " : "")).join("");

/** @param {any} rubric @param {string} severity @returns {number} */
const priceOf = (rubric, severity) =>
  rubric.severities.find((/** @type {any} */ one) => one.name === severity)?.points ?? 0;

/** @param {{rubric: any, value: string, change: (name: string) => void}} props */
function Severity({ rubric, value, change }) {
  return (
    <select value={value} onChange={(/** @type {any} */ event) => change(event.target.value)}>
      {rubric.severities.map((/** @type {any} */ one) => (
        <option key={one.name} value={one.name}>
          {one.name} ({one.points})
        </option>
      ))}
    </select>
  );
}

/** @param {{mark: any, rubric: any, closed: boolean, change: (part: any) => void}} props */
function Priced({ mark, rubric, closed, change }) {
  if (closed) return <span>{`${mark.severity} (${mark.points})`}</span>;
  return (
    <label class="inline-label">
      <span class="unseen">{t("exam_grade.severity_of_this_mark")}</span>
      <Severity
        rubric={rubric}
        value={mark.severity}
        change={(severity) => change({ severity, points: priceOf(rubric, severity) })}
      />
    </label>
  );
}

/** @param {{sentence: any, place: number, closed: boolean, rubric: any, marks: {value: any[]},
 * changed: () => void}} props */
export function Sentence({ sentence, place, closed, rubric, marks, changed }) {
  const from = useSignal(-1);
  const to = useSignal(-1);
  const points = useSignal(1);
  const severity = useSignal(/** @type {string | null} */ (rubric.severities[0]?.name ?? null));
  const first = Math.min(from.value, to.value);
  const last = Math.max(from.value, to.value);
  const own = marks.value.map((mark, index) => ({ mark, index })).filter(({ mark }) => mark.sentence === place);
  const inMark = (/** @type {number} */ word) => own.some(({ mark }) => mark.start <= word && word < mark.end);
  const choose = (/** @type {number} */ word, /** @type {boolean} */ extend) => {
    if (!extend || from.value < 0) from.value = word;
    to.value = word;
  };
  const add = (/** @type {string} */ category) => {
    const chosen = from.value >= 0;
    if (!chosen && category !== "omission" && rubric.categories.includes("omission"))
      return say(t("exam_grade.choose_words_first"));
    const cost = severity.value === null ? points.value : priceOf(rubric, severity.value);
    marks.value = [
      ...marks.value,
      {
        sentence: place,
        start: chosen ? first : sentence.words.length,
        end: chosen ? last + 1 : sentence.words.length,
        category,
        points: cost,
        note: "",
        ...(severity.value === null ? {} : { severity: severity.value }),
      },
    ];
    from.value = to.value = -1;
    say(t("exam_grade.points", { category, points: cost }));
    changed();
  };
  const edit = (/** @type {number} */ index, /** @type {any} */ part) => {
    marks.value = marks.value.map((mark, i) => (i === index ? { ...mark, ...part } : mark));
    changed();
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const word = Math.max(0, Math.min(sentence.words.length - 1, Math.max(0, to.value) + (to.value < 0 ? 0 : step)));
      choose(word, event.shiftKey);
      /** @type {HTMLElement|null} */ (document.getElementById(`w-${place}-${word}`))?.focus();
      event.preventDefault();
    } else {
      const category = rubric.categories[digit(event) - 1];
      if (category) add(category);
    }
  };
  return (
    <div class="sentence">
      <span class="number">{place + 1}</span>
      <span class="source" dir="auto">
        {sentence.source}
      </span>
      <div>
        <div
          class="words"
          dir="auto"
          role="group"
          aria-label={t("exam_grade.arrows_choose_words", { place: place + 1 })}
          onKeyDown={closed ? undefined : keys}>
          {sentence.words.map((/** @type {Word} */ word, /** @type {number} */ i) =>
            closed ? (
              <span key={i} class={inMark(i) ? "marked" : ""}>
                {joined([word])}
              </span>
            ) : (
              <button
                key={i}
                id={`w-${place}-${i}`}
                type="button"
                class={inMark(i) ? "marked" : ""}
                tabindex={i === Math.max(0, to.value) ? 0 : -1}
                aria-pressed={first <= i && i <= last && from.value >= 0 ? "true" : "false"}
                onClick={(/** @type {MouseEvent} */ event) => choose(i, event.shiftKey)}>
                {word.text}
              </button>
            ),
          )}
          {!sentence.words.length && <em class="hint">{t("exam_grade.nothing")}</em>}
        </div>
        {!closed && (
          <div class="mark-tools">
            {severity.value === null ? (
              <label class="inline-label">
                {t("exam_grade.points_2")}{" "}
                <input
                  type="number"
                  min={0}
                  max={100}
                  step="any"
                  list="points"
                  value={points.value}
                  onInput={(/** @type {any} */ event) => (points.value = Number(event.target.value))}
                />
              </label>
            ) : (
              <label class="inline-label">
                {t("exam_grade.severity")}{" "}
                <Severity rubric={rubric} value={severity.value} change={(name) => (severity.value = name)} />
              </label>
            )}
            {rubric.categories.map((/** @type {string} */ category, /** @type {number} */ i) => (
              <button key={category} type="button" class="small" onClick={() => add(category)}>
                {i < 9 ? `${i + 1} ` : ""}
                {category}
              </button>
            ))}
          </div>
        )}
        <ul class="marks">
          {own.map(({ mark, index }) => (
            <li key={index}>
              <span dir="auto">“{joined(sentence.words.slice(mark.start, mark.end)).trim()}”</span> {mark.category}
              {mark.severity ? (
                <Priced mark={mark} rubric={rubric} closed={closed} change={(part) => edit(index, part)} />
              ) : (
                <label class="inline-label">
                  <span class="unseen">{t("exam_grade.points_of_this_mark")}</span>
                  <input
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                    value={mark.points}
                    readOnly={closed}
                    onInput={(/** @type {any} */ event) => edit(index, { points: Number(event.target.value) })}
                  />
                </label>
              )}
              {!closed && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={t("exam_grade.remove", { category: mark.category })}
                  onClick={() => {
                    marks.value = marks.value.filter((_, i) => i !== index);
                    changed();
                  }}>
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
