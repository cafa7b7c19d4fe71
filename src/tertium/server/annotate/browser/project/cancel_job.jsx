// The button that ends a job of the server while one waits for it.

import { post } from "../../../web/browser/api.js";
import { attempt } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** Nothing while there is no job. @param {{id: string}} props */
export function CancelJob({ id }) {
  if (!id) return null;
  return (
    <button type="button" onClick={() => attempt(() => post(`/jobs/${id}/cancel`))}>
      {t("jobs.cancel")}
    </button>
  );
}
