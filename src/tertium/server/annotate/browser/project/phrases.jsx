// The project's own tables of paraphrases, which the editor suggests from.

import { call, get } from "../../../web/browser/api.js";
import { attempt, fields, Heads, Sure, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { useSignal } from "../../../web/browser/ui.js";

const FORMATS = [
  { id: "tsv", name: t("phrases.tsv") },
  { id: "meteor", name: "METEOR" },
  { id: "terp", name: "TERp" },
  { id: "ppdb", name: "PPDB" },
];

/** @param {{project: any, items: any[]}} props */
export function PhraseTables({ project, items: first }) {
  const items = useSignal(first);
  const path = `/projects/${project.id}/phrase-tables`;
  const add = async (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { format } = fields(event);
    const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
    if (!file) return;
    const query = new URLSearchParams({ format, name: file.name });
    items.value = (await call("POST", `${path}?${query}`, file, { raw: true })).items;
    form.reset();
    tell(t("phrases.is_in", { name: file.name }));
  };
  const remove = async (/** @type {any} */ item) => {
    await call("DELETE", `${path}/${item.id}`);
    items.value = (await get(path)).items;
  };
  return (
    <section class="panel form" aria-label={t("phrases.tables")}>
      <h2>{t("phrases.tables")}</h2>
      <p class="hint">{t("phrases.annotators_are_given")}</p>
      {items.value.length > 0 && (
        <table id="phrase-tables">
          <Heads names={[t("phrases.table"), t("phrases.entries"), t("importing.by"), t("settings.do")]} />
          <tbody>
            {items.value.map((item) => (
              <tr key={item.id}>
                <th scope="row" dir="auto">
                  {item.name}
                </th>
                <td class="number">{item.entries.toLocaleString("en-GB")}</td>
                <td dir="auto">{item.by}</td>
                <td>
                  <Sure
                    label={t("settings.remove")}
                    really={t("settings.really_remove", { name: item.name })}
                    work={() => attempt(() => remove(item))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <form class="form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => add(event))}>
        <label>
          {t("phrases.file")} <input class="wide" type="file" name="file" required />
        </label>
        <label>
          {t("phrases.format")}{" "}
          <select class="wide" name="format">
            {FORMATS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="buttons">
          <button type="submit">{t("phrases.add")}</button>
        </div>
      </form>
    </section>
  );
}
