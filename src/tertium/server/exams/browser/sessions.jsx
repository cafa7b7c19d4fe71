// What a candidate is told about sessions: that others are open, or that this one has ended.

import { localTime } from "../../web/browser/moments.js";
import { t } from "../../web/browser/texts.js";

/** @param {{others: {opened: string, used: string}[], end: () => void}} props */
export function OtherSessions({ others, end }) {
  if (!others.length) return null;
  return (
    <div class="message warn">
      <p role="alert">{t("exam_write.open_in_other_browsers", { n: others.length })}</p>
      <ul class="plain">
        {others.map((one, i) => (
          <li key={i}>
            {t("exam_write.opened_and_last_used", { opened: localTime(one.opened), used: localTime(one.used) })}
          </li>
        ))}
      </ul>
      <p>
        {t("exam_write.if_this_is_not_you")}{" "}
        <button type="button" class="small" onClick={end}>
          {t("exam_write.end_other_sessions")}
        </button>
      </p>
    </div>
  );
}

/** @param {{problem: {what: string, do: string}, saveFile: () => void}} props */
export function SessionEnded({ problem, saveFile }) {
  return (
    <p class="message error" role="alert" id="ended">
      {problem.what}: {problem.do}{" "}
      <button type="button" class="small" onClick={saveFile}>
        {t("exam_write.save_my_answers_as_a")}
      </button>
    </p>
  );
}
