// How graders agree with each other, with the machine and with themselves.

import { get } from "../../web/browser/api.js";
import { useSignal } from "../../web/browser/ui.js";
import { attempt } from "../../web/browser/page.jsx";

/** @param {{name: string, found: any}} props */
function Row({ name, found }) {
  if (!found)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colspan={4}>too few passages yet</td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{found.n}</td>
      <td class="number">
        {found.kappa.toFixed(2)} [{found.interval.map((/** @type {number} */ x) => x.toFixed(2)).join(", ")}]
      </td>
      <td class="number">{(100 * found.exact).toFixed(0)} %</td>
      <td class="number">{(100 * found.within_one).toFixed(0)} %</td>
    </tr>
  );
}

/** @param {{id: string}} props */
export function Agreement({ id }) {
  const found = useSignal(/** @type {any} */ (null));
  return (
    <section class="panel" aria-label="Agreement">
      <h2>Agreement</h2>
      <div class="buttons">
        <button type="button" onClick={() => attempt(async () => (found.value = await get(`/exams/${id}/agreement`)))}>
          Compute
        </button>
      </div>
      {found.value && (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col"></th>
                <th scope="col" class="number">
                  Passages
                </th>
                <th scope="col" class="number">
                  Weighted κ, 95 %
                </th>
                <th scope="col" class="number">
                  Same label
                </th>
                <th scope="col" class="number">
                  Within one
                </th>
              </tr>
            </thead>
            <tbody>
              <Row name="Two graders" found={found.value.graders} />
              <Row name="Machine and decision" found={found.value.machine} />
              <Row name="Grader and own repeat" found={found.value.repeats} />
            </tbody>
          </table>
          <table>
            <thead>
              <tr>
                <th scope="col">Grader</th>
                <th scope="col" class="number">
                  Passages
                </th>
                <th scope="col" class="number">
                  Mean label (0 = SM)
                </th>
                <th scope="col" class="number">
                  Repeats
                </th>
                <th scope="col" class="number">
                  Drift
                </th>
              </tr>
            </thead>
            <tbody>
              {found.value.by_grader.map((/** @type {any} */ one) => (
                <tr key={one.grader}>
                  <th scope="row">
                    {one.grader} <span dir="auto">{one.name}</span>
                  </th>
                  <td class="number">{one.passages}</td>
                  <td class="number">{one.mean_label?.toFixed(2) ?? "–"}</td>
                  <td class="number">{one.repeats}</td>
                  <td class="number">{one.drift === null ? "–" : one.drift.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">
            κ has quadratic weights; intervals draw passages again. Drift: how many labels the repeat was below the
            first label.
          </p>
        </>
      )}
    </section>
  );
}
