// The button that makes another exam of the same parts, without the candidates.

import { post } from "../../../web/browser/api.js";
import { attempt } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** @param {{id: string, name: string}} props */
export function Copy({ id, name }) {
  const copy = async () => {
    const made = await post(`/exams/${id}/copy`, { name: t("exam_manage.copy_of", { name }) });
    location.assign(`/exams/${made.id}`);
  };
  return (
    <button type="button" class="small" onClick={() => attempt(copy)}>
      {t("exam_manage.make_a_copy")}
    </button>
  );
}
