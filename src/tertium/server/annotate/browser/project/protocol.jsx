// What annotators see: the three protocols of Dreyer and Marcu (2012), and one's own.

import { t } from "../../../web/browser/texts.js";

/** @type {[string, string, Record<string, boolean>][]} */
export const PROTOCOLS = [
  [
    t("protocol.from_the_source"),
    t("protocol.people_who_read_the_source"),
    { source: true, best: false, references: false, outputs: false },
  ],
  [
    t("protocol.from_the_best_translation"),
    t("protocol.native_speakers_of_the_target"),
    { source: false, best: true, references: false, outputs: false },
  ],
  [
    t("protocol.best_translation_and_references"),
    t("protocol.the_same_with_further_human"),
    { source: false, best: true, references: true, outputs: false },
  ],
];

/** @param {any} protocol */
export function protocolName(protocol) {
  const shows = protocol?.shows ?? {};
  const match = PROTOCOLS.find(([, , shown]) =>
    Object.entries(shown).every(([name, value]) => !!shows[name] === value),
  );
  return match
    ? match[0]
    : Object.keys(shows)
        .filter((name) => shows[name])
        .join(" + ") || t("protocol.nothing_shown");
}

/** @param {Record<string, string>} form */
export const protocolOf = (form) => ({
  shows: Object.fromEntries(
    ["source", "best", "references", "outputs"].map((name) => [name, form[`show-${name}`] === "on"]),
  ),
  guidelines: form.guidelines,
});

/** @param {{project: any}} props */
export function ProtocolFields({ project }) {
  const shows = project?.protocol.shows ?? PROTOCOLS[0][2];
  const names = /** @type {Record<string, string>} */ ({
    source: t("protocol.the_source"),
    best: t("protocol.the_best_translation"),
    references: t("protocol.further_references"),
    outputs: t("protocol.machine_outputs"),
  });
  return (
    <>
      <fieldset>
        <legend>{t("protocol.what_annotators_see")}</legend>
        {Object.entries(names).map(([name, label]) => (
          <label key={name}>
            <input type="checkbox" name={`show-${name}`} checked={!!shows[name]} /> {label}
          </label>
        ))}
        <p class="hint">{t("protocol.held_out_texts_are_shown")}</p>
      </fieldset>
      <div class="grid">
        <label>
          {t("protocol.others_cards")}{" "}
          <select name="sharing" value={project?.sharing ?? "none"}>
            <option value="none">{t("protocol.nobody_sees_another_s")}</option>
            <option value="after-submit">{t("protocol.visible_after_one_s_own")}</option>
            <option value="live">{t("protocol.visible_at_once")}</option>
          </select>
        </label>
        <label>
          {t("protocol.annotators_for_each_sentence")}{" "}
          <input name="annotators" type="number" min={1} max={20} value={project?.annotators_per_segment ?? 2} />
        </label>
        <label>
          {t("protocol.words_are_separated_by")}{" "}
          <select
            name="tokenizer"
            disabled={!!project}
            title={project ? t("protocol.fixed_once_a_project_exists") : undefined}
            value={project?.tokenizer ?? "none"}>
            <option value="none">{t("protocol.spaces")}</option>
            <option value="13a">{t("protocol.spaces_and_punctuation_13a")}</option>
            <option value="zh">{t("protocol.chinese_signs_zh")}</option>
            <option value="char">{t("protocol.every_sign_char")}</option>
          </select>
        </label>
      </div>
      <label>
        {t("protocol.guidelines")}{" "}
        <textarea
          class="wide"
          name="guidelines"
          rows={4}
          maxlength={20000}
          dir="auto"
          value={project?.protocol.guidelines ?? ""}></textarea>
      </label>
    </>
  );
}
