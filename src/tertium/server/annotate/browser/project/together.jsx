// What a manager does to several sentences at once.

import { post } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, Download, Sure, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** @param {{project: string, selection: string[], members: any[], again: () => void}} props */
export function Together({ project, selection, members, again }) {
  const reason = useSignal("");
  const each = async (/** @type {(id: string) => Promise<any>} */ work) => {
    try {
      for (const id of selection) await work(id);
      tell(t("queue.done_for", { n: selection.length }));
    } finally {
      again();
    }
  };
  return (
    <div class="panel buttons" id="together">
      <strong>{t("queue.chosen", { n: selection.length })}</strong>
      <select
        aria-label={t("queue.assign_chosen")}
        value=""
        onChange={(/** @type {any} */ event) => {
          const user = event.target.value;
          if (user) attempt(() => each((id) => post(`/segments/${id}/assign`, { user })));
        }}>
        <option value="">{t("queue.assign_2")}</option>
        {members.map((member) => (
          <option key={member.user} value={member.user}>
            {member.name}
          </option>
        ))}
      </select>
      <label class="inline-label">
        {t("queue.why")}{" "}
        <input
          maxlength={2000}
          value={reason.value}
          onInput={(/** @type {any} */ event) => (reason.value = event.target.value)}
        />
      </label>
      {[
        ["net", t("queue.their_networks")],
        ["net&unite=spu", t("queue.their_networks_spu")],
      ].map(([format, name]) => (
        <Download
          key={format}
          path={`/projects/${project}/export?format=${format}&segments=${selection.slice(0, 200).join(",")}`}
          name={name}
        />
      ))}
      <Sure
        label={t("queue.discard_chosen")}
        really={t("queue.really_discard", { n: selection.length })}
        work={() =>
          attempt(() =>
            each((id) => post(`/segments/${id}/discard`, { reason: reason.value || t("queue.by_the_manager") })),
          )
        }
      />
    </div>
  );
}
