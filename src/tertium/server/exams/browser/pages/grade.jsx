// Grading: one passage at a time, blind; marks on words, a label, and only then what the machine proposes.

import { call, get, pageData, post } from "../../../web/browser/api.js";
import { Guidelines } from "../../../web/browser/guidelines.jsx";
import { localTime } from "../../../web/browser/moments.js";
import { say, signal, useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, loadProject, start } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { Bands, Limits } from "../grading/bands.jsx";
import { Proposal } from "../grading/proposal.jsx";
import { Sentence } from "../grading/sentence.jsx";

const POINTS = [1, 2, 4, 8, 16];

const exam = pageData().exam;
const queue = signal(/** @type {any} */ (null));
const task = signal(/** @type {any} */ (null));
const marks = signal(/** @type {any[]} */ ([]));
const bands = signal(/** @type {Record<string, string>} */ ({}));
const note = signal("");

/** @param {any} content */
function open(content) {
  const kept = content?.label ? content : content?.draft;
  task.value = content;
  marks.value = kept?.marks ?? [];
  bands.value = kept?.bands ?? {};
  note.value = kept?.note ?? "";
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
    () =>
      attempt(() => call("PUT", `/gradings/${id}/draft`, { marks: marks.value, bands: bands.value, note: note.value })),
    800,
  );
}

/** The choice of a label. @param {{rubric: any, label: {value: string}}} props */
function Labels({ rubric, label }) {
  return (
    <fieldset class="label-choice">
      <legend>{t("exam_grade.label")}</legend>
      {rubric.results.map((/** @type {{id: string, name: string}} */ { id, name }) => (
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
  );
}

const GIVE = /** @type {Record<string, string>} */ ({
  labels: t("exam_grade.give_this_label"),
  bands: t("exam_grade.give_these_bands"),
  points: t("exam_grade.give_these_marks"),
});

function Task() {
  const content = task.value;
  const { rubric } = content;
  const label = useSignal(content.by_rule ?? "");
  const closed = content.label !== null;
  const total = marks.value.reduce((sum, mark) => sum + mark.points, 0);
  const ofLabels = rubric.kind === "labels";
  const give = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    attempt(async () => {
      const own = ofLabels ? { label: label.value } : rubric.kind === "bands" ? { bands: bands.value } : {};
      const verdict = { ...own, marks: marks.value, note: note.value };
      open(await call("PUT", `/gradings/${content.id}/label`, verdict));
      say(
        ofLabels
          ? t("exam_grade.labelled", { label: label.value })
          : t("exam_grade.graded", { result: task.value.label }),
      );
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
        <p class="message">
          {rubric.kind === "bands"
            ? t("exam_grade.bands_follow_the_rule", {
                band: rubric.criteria[0].bands.at(-1).band,
                by_rule: content.by_rule,
              })
            : t("exam_grade.under_half_is_translated_by", { by_rule: content.by_rule })}
        </p>
      )}
      <datalist id="points">
        {POINTS.map((p) => (
          <option key={p} value={p}></option>
        ))}
      </datalist>
      <div class="panel">
        {content.sentences.map((/** @type {any} */ sentence, /** @type {number} */ i) => (
          <Sentence
            key={`${content.id} ${i}`}
            sentence={sentence}
            place={i}
            closed={closed}
            rubric={rubric}
            marks={marks}
            changed={changed}
          />
        ))}
      </div>
      <Guidelines text={queue.value.guidelines} />
      {closed ? (
        <>
          <p class="message">
            {ofLabels
              ? t("exam_grade.you_labelled_it_points", {
                  label: content.label,
                  name: nameOf(rubric, content.label),
                  total,
                })
              : t("exam_grade.it_came_to", { result: content.label, total })}
          </p>
          {rubric.kind === "bands" && (
            <div class="panel">
              <Bands rubric={rubric} bands={bands.value} closed change={() => {}} />
            </div>
          )}
          <Proposal id={content.id} />
          <div class="buttons">
            <button type="button" class="primary" onClick={next}>
              {t("exam_grade.next_passage")}
            </button>
          </div>
        </>
      ) : (
        <form class="panel form" onSubmit={give}>
          {ofLabels && <Labels rubric={rubric} label={label} />}
          {rubric.kind === "points" && <Limits rubric={rubric} />}
          {rubric.kind === "bands" && !content.by_rule && (
            <Bands
              rubric={rubric}
              bands={bands.value}
              closed={false}
              change={(own) => {
                bands.value = own;
                changed();
              }}
            />
          )}
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
              {GIVE[rubric.kind]}
            </button>
          </div>
          <p class="hint">{ofLabels ? t("exam_grade.a_label_is_given_once") : t("exam_grade.marks_are_given_once")}</p>
        </form>
      )}
    </>
  );
}

/** @param {any} rubric @param {string} label */
const nameOf = (rubric, label) =>
  rubric.results.find((/** @type {{id: string}} */ one) => one.id === label)?.name.toLowerCase();

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
  crumbs(await loadProject(queue.value.project), "exams");
  return <Page />;
});
