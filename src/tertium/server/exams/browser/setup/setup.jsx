// What an exam is made of: passages, a rubric, a model, times and graders.

import { call, patch } from "../../../web/browser/api.js";
import { fromField, localTime, toField, zone } from "../../../web/browser/moments.js";
import { attempt, fields, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { Copy } from "./copy.jsx";
import { FromProject } from "./from_project.jsx";
import { Rubric } from "./rubric.jsx";

/** @typedef {{id: string, exam: {value: any}}} Props */

/** @param {Props & {part: string}} props @param {Event} event */
async function upload({ id, exam, part }, event) {
  const input = /** @type {HTMLInputElement} */ (event.currentTarget);
  const file = input.files?.[0];
  if (!file) return;
  input.value = "";
  exam.value = await call("PUT", `/exams/${id}/${part}`, new Blob([await file.arrayBuffer()]), { raw: true });
  tell(t("exam_manage.is_in", { name: file.name }));
}

/** @param {Props & {part: string, name: string}} props */
function File({ name, ...place }) {
  return (
    <label class="button">
      {name}{" "}
      <input
        class="unseen"
        type="file"
        onChange={(/** @type {Event} */ event) => attempt(() => upload(place, event))}
      />
    </label>
  );
}

/** @param {Props} props */
export function SetUp({ id, exam }) {
  const { passages, rules, model, settings, fixed, graders } = exam.value;
  const wanted = settings.graders + (settings.graders > 1 ? 1 : 0) + 1;
  const save = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    exam.value = await patch(`/exams/${id}`, {
      settings: {
        ...settings,
        minutes: Number(form.minutes),
        opens: fromField(form.opens),
        closes: fromField(form.closes),
        graders: Number(form.graders),
        repeats: Number(form.repeats) / 100,
        instructions: form.instructions,
      },
    });
    tell(t("exam_manage.saved"));
  };
  return (
    <section class="panel" aria-label={t("exam_manage.set_up")}>
      <header>
        <h2>{t("exam_manage.set_up")}</h2>
        <Copy id={id} name={exam.value.name} />
      </header>
      <dl class="set-up">
        <dt>{t("exam_manage.passages")}</dt>
        <dd>
          {passages.length
            ? passages.map((/** @type {any} */ p) => (
                <div key={p.id}>
                  <span dir="auto">{p.id}</span>
                  {t("exam_manage.level_sentences_networks", {
                    level: p.level,
                    sentences: p.sentences,
                    networks: p.networks,
                  })}
                </div>
              ))
            : t("exam_manage.none_yet")}{" "}
          {!fixed && (
            <>
              <File id={id} exam={exam} part="passages" name={t("exam_manage.send_passages")} />{" "}
              <FromProject id={id} exam={exam} />
            </>
          )}
        </dd>
        <dt>{t("exam_manage.rules")}</dt>
        <dd>
          <Rubric
            id={id}
            rules={rules}
            fixed={fixed}
            levels={exam.value.levels}
            examples={exam.value.examples}
            changed={(/** @type {any} */ changed) => (exam.value = changed)}
            file={<File id={id} exam={exam} part="rules" name={t("exam_manage.send_rules")} />}
          />
        </dd>
        <dt>{t("exam_manage.model")}</dt>
        <dd>
          {model ? (
            <>
              {model.kind}, <code>{model.digest.slice(0, 12)}</code> <span dir="auto">{model.note}</span>
              <div class="hint">
                {model.figures
                  .filter((/** @type {any} */ f) => ["exact", t("exam_manage.within_one")].includes(f.measure))
                  .map((/** @type {any} */ f) => `${f.part}: ${f.measure} ${f.value.toFixed(3)}`)
                  .join("; ")}
              </div>
            </>
          ) : (
            t("exam_manage.none_people_grade_alone")
          )}{" "}
          {!fixed && rules.kind === "labels" && (
            <File id={id} exam={exam} part="model" name={t("exam_manage.send_a_model")} />
          )}
        </dd>
      </dl>
      {graders < wanted && (
        <p class="message" id="graders-missing">
          {t("exam_manage.graders_are_missing", { n: graders, wanted, first: settings.graders })}
        </p>
      )}
      {fixed ? (
        <p class="hint">
          {t("exam_manage.minutes_there_are_candidates_so", {
            minutes: settings.minutes,
            opens: settings.opens ? t("exam_manage.from", { opens: localTime(settings.opens) }) : "",
            closes: settings.closes ? t("exam_manage.to", { closes: localTime(settings.closes) }) : "",
          })}
        </p>
      ) : (
        <form class="form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => save(event))}>
          <div class="grid">
            <label>
              {t("exam_manage.minutes")}{" "}
              <input name="minutes" type="number" min={1} value={settings.minutes} required />
            </label>
            <label>
              {t("exam_manage.opens", { zone: zone() })}{" "}
              <input name="opens" type="datetime-local" value={toField(settings.opens)} />
            </label>
            <label>
              {t("exam_manage.closes", { zone: zone() })}{" "}
              <input name="closes" type="datetime-local" value={toField(settings.closes)} />
            </label>
            <label>
              {t("exam_manage.graders_of_a_passage")}{" "}
              <select name="graders" value={settings.graders}>
                <option>1</option>
                <option>2</option>
              </select>
            </label>
            <label>
              {t("exam_manage.repeats")}{" "}
              <input name="repeats" type="number" min={0} max={100} value={Math.round(settings.repeats * 100)} />
            </label>
          </div>
          <label>
            {t("exam_manage.instructions")}{" "}
            <textarea class="wide" name="instructions" maxlength={10000} value={settings.instructions}></textarea>
          </label>
          <div class="buttons">
            <button type="submit">{t("exam_manage.save")}</button>
          </div>
        </form>
      )}
    </section>
  );
}
