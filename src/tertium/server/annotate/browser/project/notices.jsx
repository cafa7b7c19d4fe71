// What waits for the reader in a project: sheets that came back, and open remarks.

import { get } from "../../../web/browser/api.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { attempt } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** What waits for the reader: sheets that came back, and remarks.
 * @param {{project: any, seeing: boolean, show: (state: string) => void}} props */
export function Notices({ project, seeing, show }) {
  const back = useSignal(/** @type {any[]} */ ([]));
  const asked = useSignal(/** @type {any[]} */ ([]));
  const rows = (/** @type {string} */ state) => get(`/projects/${project.id}/segments?state=${state}&limit=200`);
  useEffect(
    () =>
      attempt(async () => {
        const pages = await Promise.all([rows("returned"), rows("asked")]);
        [back.value, asked.value] = pages.map((page) => page.items);
      }),
    [],
  );
  const mine = back.value.flatMap((row) => (row.mine?.state === "returned" ? [row] : []));
  if (!mine.length && !asked.value.length) return null;
  return (
    <div class="message note" id="notices">
      {mine.length > 0 && (
        <>
          <strong>{t("queue.came_back", { n: mine.length })}</strong>
          <ul>
            {mine.map((row) => (
              <li key={row.id} dir="auto">
                <a href={`/sheets/${row.mine.sheet}`}>{row.external_id}</a>: {row.mine.note}
              </li>
            ))}
          </ul>
        </>
      )}
      {asked.value.length > 0 && (
        <button type="button" class="link" onClick={() => show("asked")}>
          {t(seeing ? "queue.sentences_with_remarks" : "queue.yours_with_remarks", { n: asked.value.length })}
        </button>
      )}
    </div>
  );
}
