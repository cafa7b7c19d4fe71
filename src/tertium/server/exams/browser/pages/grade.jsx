// Grading: one passage at a time, blind; marks on words, a label, and only then what the machine proposes.

import { call, get, pageData, post } from "../../../web/browser/api.js";
import { digit } from "../../../web/browser/keyboard.js";
import { Guidelines } from "../../../web/browser/guidelines.jsx";
import { localTime } from "../../../web/browser/moments.js";
import { say, signal, useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, start } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

const CATEGORIES = [
  "mistranslation",
  t("exam_grade.word_choice"),
  "omission",
  "addition",
  "spelling",
  "grammar",
  "register/tone",
  t("exam_grade.meaning_distortion"),
];
const POINTS = [1, 2, 4, 8, 16];
const NAMES = /** @type {Record<string, string>} */ ({
  SM: t("exam_grade.successfully_matches"),
  MM: t("exam_grade.mostly_matches"),
  IM: t("exam_grade.intermittently_matches"),
  HM: t("exam_grade.hardly_matches"),
  NT: t("exam_grade.not_translated"),
});

const exam = pageData().exam;
const queue = signal(/** @type {any} */ (null));
const task = signal(/** @type {any} */ (null));
const marks = signal(/** @type {any[]} */ ([]));
const note = signal("");

/** @typedef {{text: string, space: boolean}} Word */

/** @param {Word[]} words */
const joined = (words) => words.map(({ text, space }) => text + (space ? " " : "")).join("");

/** @param {any} content */
function open(content) {
  task.value = content;
  marks.value = content?.label ? content.marks : (content?.draft?.marks ?? []);
  note.value = content?.label ? content.note : (content?.draft?.note ?? "");
}

const next = () =>
  attempt(async () => {
    const { grading } = await post(`/exams/${exam}/grading/next`);
    if (grading === null) {
      say(t("exam_grade.nothing_waits_for_you"));
      queue.value = { ...(await get(`/exams/${exam}/grading`)), empty: true };
      return open(null);
    }
    open(await get(`/gradings/${grading}`));
  });

let timer = 0;
function changed() {
  clearTimeout(timer);
  const { id } = task.value;
  timer = setTimeout(
    () => attempt(() => call("PUT", `/gradings/${id}/draft`, { marks: marks.value, note: note.value })),
    800,
  );
}

/** @param {{sentence: any, place: number, closed: boolean}} props */
function Sentence({ sentence, place, closed }) {
  const from = useSignal(-1);
  const to = useSignal(-1);
  const points = useSignal(1);
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
    if (!chosen && category !== "omission") return say(t("exam_grade.choose_words_first"));
    marks.value = [
      ...marks.value,
      {
        sentence: place,
        start: chosen ? first : sentence.words.length,
        end: chosen ? last + 1 : sentence.words.length,
        category,
        points: points.value,
        note: "",
      },
    ];
    from.value = to.value = -1;
    say(t("exam_grade.points", { category, points: points.value }));
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
      const category = CATEGORIES[digit(event) - 1];
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
          aria-label={t("exam_grade.answer_to_sentence_arrows_choose", { place: place + 1 })}
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
            {CATEGORIES.map((category, i) => (
              <button key={category} type="button" class="small" onClick={() => add(category)}>
                {i + 1} {category}
              </button>
            ))}
          </div>
        )}
        <ul class="marks">
          {own.map(({ mark, index }) => (
            <li key={index}>
              <span dir="auto">“{joined(sentence.words.slice(mark.start, mark.end)).trim()}”</span> {mark.category}
              <label class="inline-label">
                <span class="unseen">{t("exam_grade.points_of_this_mark")}</span>
                <input
                  type="number"
                  min={0}
                  max={100}
                  step="any"
                  value={mark.points}
                  readOnly={closed}
                  onInput={(/** @type {any} */ event) => {
                    marks.value = marks.value.map((m, i) =>
                      i === index ? { ...m, points: Number(event.target.value) } : m,
                    );
                    changed();
                  }}
                />
              </label>
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

/** @param {{id: string}} props */
function Proposal({ id }) {
  const found = useSignal(/** @type {any} */ (null));
  useEffect(() => attempt(async () => (found.value = await get(`/gradings/${id}/proposal`))), [id]);
  if (!found.value) return <p class="hint">{t("exam_grade.loading")}</p>;
  const { label, label_set, refer, weighed, sentences } = found.value;
  return (
    <section class="panel" aria-label={t("exam_grade.the_machine_s_proposal")}>
      <h2>
        {t("exam_grade.the_machine")}{" "}
        {label ? <>{t("exam_grade.proposes", { label })}</> : t("exam_grade.proposes_nothing")}
      </h2>
      {label && (
        <>
          <p>{t("exam_grade.set_at_90", { label_set: label_set.join(", "), refer: refer.join("; ") })}</p>
          <details>
            <summary>{t("exam_grade.what_it_weighed")}</summary>
            <ul class="plain">
              {weighed.map((/** @type {any} */ w) => (
                <li key={w[0]}>
                  {w[0]}: {w[1].toFixed(3)}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      <div class="result">
        <ol class="plain">
          {sentences.map((/** @type {any} */ s, /** @type {number} */ i) => (
            <li key={i} dir="auto">
              {s.correct.map((/** @type {any} */ w, /** @type {number} */ j) =>
                w.edit ? <ins key={j}>{w.word}</ins> : `${w.word} `,
              )}
              <span class="hint">{t("exam_grade.edits", { edits: s.edits })}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Task() {
  const content = task.value;
  const label = useSignal(content.by_rule ?? "");
  const closed = content.label !== null;
  const total = marks.value.reduce((sum, mark) => sum + mark.points, 0);
  const give = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    attempt(async () => {
      open(
        await call("PUT", `/gradings/${content.id}/label`, {
          label: label.value,
          marks: marks.value,
          note: note.value,
        }),
      );
      say(t("exam_grade.labelled", { label: label.value }));
    });
  };
  return (
    <>
      <h1>{t("exam_grade.a_passage_of_level_blind", { level: content.level })}</h1>
      <p class="facts">
        <span>
          {t("exam_grade.of_sentences_answered", { answered: content.answered, n: content.sentences.length })}
        </span>{" "}
        <span>{t("exam_grade.points_3", { total })}</span>
      </p>
      {content.by_rule && (
        <p class="message">{t("exam_grade.under_half_is_translated_by", { by_rule: content.by_rule })}</p>
      )}
      <datalist id="points">
        {POINTS.map((p) => (
          <option key={p} value={p}></option>
        ))}
      </datalist>
      <div class="panel">
        {content.sentences.map((/** @type {any} */ sentence, /** @type {number} */ i) => (
          <Sentence key={`${content.id} ${i}`} sentence={sentence} place={i} closed={closed} />
        ))}
      </div>
      <Guidelines text={queue.value.guidelines} />
      {closed ? (
        <>
          <p class="message">
            {t("exam_grade.you_labelled_it_points", { label: content.label, name: NAMES[content.label], total })}
          </p>
          <Proposal id={content.id} />
          <div class="buttons">
            <button type="button" class="primary" onClick={next}>
              {t("exam_grade.next_passage")}
            </button>
          </div>
        </>
      ) : (
        <form class="panel form" onSubmit={give}>
          <fieldset class="label-choice">
            <legend>{t("exam_grade.label")}</legend>
            {Object.entries(NAMES).map(([id, name]) => (
              <label key={id}>
                <input
                  type="radio"
                  name="label"
                  required
                  value={id}
                  checked={label.value === id}
                  onChange={() => (label.value = id)}
                />{" "}
                {id} <span class="hint">{name}</span>
              </label>
            ))}
          </fieldset>
          <label>
            {t("exam_grade.note")}{" "}
            <textarea
              class="wide"
              maxlength={10000}
              value={note.value}
              onInput={(/** @type {any} */ event) => {
                note.value = event.target.value;
                changed();
              }}></textarea>
          </label>
          <div class="buttons">
            <button type="submit" class="primary">
              {t("exam_grade.give_this_label")}
            </button>
          </div>
          <p class="hint">{t("exam_grade.a_label_is_given_once")}</p>
        </form>
      )}
    </>
  );
}

function Page() {
  if (task.value) return <Task key={task.value.id} />;
  const { name, handed_in, mine, empty } = queue.value;
  return (
    <>
      <h1 dir="auto">{t("exam_grade.grading", { name })}</h1>
      <p>{t("exam_grade.exams_are_handed_in", { handed_in })}</p>
      {empty && <p class="message">{t("exam_grade.nothing_waits_for_you_now")}</p>}
      <div class="buttons">
        <button type="button" class="primary" onClick={next}>
          {t("exam_grade.next_passage")}
        </button>
      </div>
      <div class="panel scroll">
        <h2>{t("exam_grade.you_have_labelled", { n: mine.length })}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("exam_grade.when")}</th>
              <th scope="col">{t("exam_grade.label")}</th>
              <th scope="col" class="number">
                {t("exam_grade.points_2")}
              </th>
            </tr>
          </thead>
          <tbody>
            {mine.map((/** @type {any} */ one) => (
              <tr key={one.id}>
                <td>{localTime(one.at)}</td>
                <td>{one.label}</td>
                <td class="number">{one.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

void start(async () => {
  queue.value = await get(`/exams/${exam}/grading`);
  return <Page />;
});
