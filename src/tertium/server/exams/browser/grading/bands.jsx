// A band for every criterion, each with what it means.

import { t } from "../../../web/browser/texts.js";

/** @param {{rubric: any, bands: Record<string, string>, closed: boolean,
 * change: (bands: Record<string, string>) => void}} props */
export function Bands({ rubric, bands, closed, change }) {
  return (
    <>
      {rubric.criteria.map((/** @type {any} */ criterion) => (
        <fieldset key={criterion.name} class="label-choice">
          <legend dir="auto">{criterion.name}</legend>
          {criterion.bands.map((/** @type {any} */ one) => (
            <label key={one.band}>
              <input
                type="radio"
                name={`band ${criterion.name}`}
                required
                disabled={closed}
                value={one.band}
                checked={bands[criterion.name] === one.band}
                onChange={() => change({ ...bands, [criterion.name]: one.band })}
              />{" "}
              {one.band}{" "}
              <span class="hint" dir="auto">
                {one.text}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** What graders must know of limits. @param {{rubric: any}} props */
export function Limits({ rubric }) {
  return (
    <ul class="plain">
      {rubric.results.map((/** @type {{id: string}} */ { id }) => (
        <li key={id} dir="auto">
          {id in rubric.limits
            ? t("exam_grade.result_at_most", { result: id, points: rubric.limits[id] })
            : t("exam_grade.result_beyond", { result: id })}
        </li>
      ))}
    </ul>
  );
}
