// Grading: one passage at a time, blind; marks on words, a label, and only then what the machine proposes.

import { call, get, pageData, post } from "../../../web/browser/api.js";
import { say, signal, useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt, start } from "../../../web/browser/page.jsx";

const CATEGORIES = [
  "mistranslation",
  "word choice",
  "omission",
  "addition",
  "spelling",
  "grammar",
  "register/tone",
  "meaning distortion",
];
const POINTS = [1, 2, 4, 8, 16];
const NAMES = /** @type {Record<string, string>} */ ({
  SM: "successfully matches",
  MM: "mostly matches",
  IM: "intermittently matches",
  HM: "hardly matches",
  NT: "not translated",
});

const exam = pageData().exam;
const queue = signal(/** @type {any} */ (null));
const task = signal(/** @type {any} */ (null));
const marks = signal(/** @type {any[]} */ ([]));
const note = signal("");

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
      say("Nothing waits for you.");
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
    if (!chosen && category !== "omission") return say("Choose words first.");
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
    say(`${category}, ${points.value} points`);
    changed();
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const word = Math.max(0, Math.min(sentence.words.length - 1, Math.max(0, to.value) + (to.value < 0 ? 0 : step)));
      choose(word, event.shiftKey);
      /** @type {HTMLElement|null} */ (document.getElementById(`w-${place}-${word}`))?.focus();
      event.preventDefault();
    } else if (/^[1-8]$/.test(event.key) && !event.ctrlKey && !event.altKey) add(CATEGORIES[Number(event.key) - 1]);
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
          aria-label={`Answer to sentence ${place + 1}; arrows choose words, 1 to 8 mark them`}
          onKeyDown={closed ? undefined : keys}>
          {sentence.words.map((/** @type {string} */ word, /** @type {number} */ i) =>
            closed ? (
              <span key={i} class={inMark(i) ? "marked" : ""}>
                {word}{" "}
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
                {word}
              </button>
            ),
          )}
          {!sentence.words.length && <em class="hint">nothing</em>}
        </div>
        {!closed && (
          <div class="mark-tools">
            <label class="inline-label">
              Points{" "}
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
              <span dir="auto">“{sentence.words.slice(mark.start, mark.end).join(" ")}”</span> {mark.category}
              <label class="inline-label">
                <span class="unseen">Points of this mark</span>
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
                  aria-label={`Remove ${mark.category}`}
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
  if (!found.value) return <p class="hint">Loading …</p>;
  const { label, label_set, refer, weighed, sentences } = found.value;
  return (
    <section class="panel" aria-label="The machine's proposal">
      <h2>The machine {label ? <>proposes {label}</> : "proposes nothing"}</h2>
      {label && (
        <>
          <p>
            Set at 90 %: {label_set.join(", ")}. {refer.join("; ")}
          </p>
          <details>
            <summary>What it weighed</summary>
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
              <span class="hint">{s.edits} edits</span>
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
      say(`Labelled ${label.value}.`);
    });
  };
  return (
    <>
      <h1>A passage of level {content.level}, blind</h1>
      <p class="facts">
        <span>
          {content.answered} of {content.sentences.length} sentences answered
        </span>{" "}
        <span>points {total}</span>
      </p>
      {content.by_rule && <p class="message">Under half is translated: {content.by_rule} by rule.</p>}
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
      {closed ? (
        <>
          <p class="message">
            You labelled it {content.label} ({NAMES[content.label]}), {total} points.
          </p>
          <Proposal id={content.id} />
          <div class="buttons">
            <button type="button" class="primary" onClick={next}>
              Next passage
            </button>
          </div>
        </>
      ) : (
        <form class="panel form" onSubmit={give}>
          <fieldset class="label-choice">
            <legend>Label</legend>
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
            Note{" "}
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
              Give this label
            </button>
          </div>
          <p class="hint">A label is given once. Then you see what the machine proposes.</p>
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
      <h1 dir="auto">{name}: grading</h1>
      <p>{handed_in} exams are handed in.</p>
      {empty && <p class="message">Nothing waits for you now.</p>}
      <div class="buttons">
        <button type="button" class="primary" onClick={next}>
          Next passage
        </button>
      </div>
      <div class="panel scroll">
        <h2>You have labelled {mine.length}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Label</th>
              <th scope="col" class="number">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {mine.map((/** @type {any} */ one) => (
              <tr key={one.id}>
                <td>{one.at.slice(0, 16).replace("T", " ")}</td>
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
