// What arrived after the end of an exam, beside what counts, and a person's decision about it.

import { get, post } from "../../web/browser/api.js";
import { localTime } from "../../web/browser/moments.js";
import { useEffect, useSignal } from "../../web/browser/ui.js";
import { attempt, Heads } from "../../web/browser/page.jsx";
import { timeLeft } from "./outbox.js";
import { t } from "../../web/browser/texts.js";

/** @param {any} edit */
function claim(edit) {
  if (edit.via === "file") return t("exam_late.from_a_file");
  const words = { ago: timeLeft(edit.ago_ms) };
  return edit.ago_ms >= edit.after_ms
    ? t("exam_late.says_typed_before_the_end", words)
    : t("exam_late.says_typed_after_the_end", words);
}

/** @param {{edit: any, open: boolean}} props */
function Row({ edit, open }) {
  const { decision } = edit;
  return (
    <tr>
      <td>
        {open && (
          <input
            type="checkbox"
            name="edits"
            value={edit.seq}
            defaultChecked={edit.newest && !decision}
            aria-label={t("exam_late.choose", { passage: edit.passage, sentence: edit.sentence + 1 })}
          />
        )}
      </td>
      <th scope="row" dir="auto">
        {t("exam_late.place", { passage: edit.passage, sentence: edit.sentence + 1 })}
      </th>
      <td dir="auto">{edit.counts ?? "–"}</td>
      <td dir="auto">{edit.text}</td>
      <td>
        {t("exam_late.arrived", { at: localTime(edit.at), after: timeLeft(edit.after_ms) })} {claim(edit)}
      </td>
      <td dir="auto">
        {decision
          ? t(decision.verdict === "accepted" ? "exam_late.accepted" : "exam_late.declined", {
              reason: decision.reason,
            })
          : t("exam_late.undecided")}
      </td>
    </tr>
  );
}

/** @param {{row: any, done: () => Promise<any>}} props */
export function LateText({ row, done }) {
  const items = useSignal(/** @type {any[]} */ ([]));
  const load = async () => (items.value = (await get(`/attempts/${row.id}/late`)).items);
  useEffect(() => void attempt(load), [row.id]);
  const open = row.handed_in && !row.labels;
  const decide = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const verdict = /** @type {HTMLButtonElement} */ (event.submitter).value;
    const edits = form.getAll("edits").map(Number);
    await post(`/attempts/${row.id}/${verdict}-late`, { reason: String(form.get("reason")), edits });
    await load();
    await done();
  };
  return (
    <form class="form late" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => decide(event))}>
      <p>{t("exam_late.arrived_after_the_end")}</p>
      <table aria-label={t("exam_late.late_text")}>
        <Heads
          names={[
            t("exam_late.decide"),
            t("exam_late.sentence"),
            t("exam_late.counts_now"),
            t("exam_late.late_text"),
            t("exam_late.when"),
            t("exam_late.decision"),
          ]}
        />
        <tbody>
          {items.value.map((edit) => (
            <Row key={edit.seq} edit={edit} open={open} />
          ))}
        </tbody>
      </table>
      {open ? (
        <>
          <label>
            {t("exam_late.reason")} <input name="reason" required maxlength={2000} />
          </label>
          <div class="buttons">
            <button type="submit" class="primary" value="accept">
              {t("exam_late.accept")}
            </button>{" "}
            <button type="submit" value="decline">
              {t("exam_late.decline")}
            </button>
          </div>
        </>
      ) : (
        <p class="hint">{t("exam_late.not_open")}</p>
      )}
    </form>
  );
}
