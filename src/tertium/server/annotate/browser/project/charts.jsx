// Small line and bar charts as SVG, each with a table behind it for those who do not see them.

import { t } from "../../../web/browser/texts.js";

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 42;
const BOTTOM = 26;

/** @typedef {{name: string, href?: string, points: [number, number][]}} Series */

/** @param {number} most @param {boolean} [whole] @returns {number[]} about five round numbers from 0 */
export function ticks(most, whole = false) {
  const rough = Math.max(most, 1e-9) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(whole ? 1 : 0, [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= rough) ?? unit);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

/** `whole`: what stands below is counted, and has no fractions.
 * @param {{title: string, x: string, y: string, series: Series[], definition?: string, whole?: boolean}} props */
export function Lines({ title, x, y, series, definition, whole }) {
  const points = series.flatMap((line) => line.points);
  if (!points.length)
    return (
      <figure class="panel">
        <figcaption>{title}</figcaption>
        <p class="hint">{t("charts.nothing_to_draw_yet")}</p>
      </figure>
    );
  const xs = ticks(Math.max(...points.map((p) => p[0])), whole);
  const ys = ticks(Math.max(...points.map((p) => p[1])));
  const px = (/** @type {number} */ value) => LEFT + (value / (xs.at(-1) || 1)) * (WIDTH - LEFT - 10);
  const py = (/** @type {number} */ value) => HEIGHT - BOTTOM - (value / (ys.at(-1) || 1)) * (HEIGHT - BOTTOM - 12);
  return (
    <figure class="panel chart">
      <figcaption title={definition}>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("charts.against", { title, y, x })}>
        {ys.map((value) => (
          <g key={`y${value}`}>
            <line class="gridline" x1={LEFT} x2={WIDTH - 10} y1={py(value)} y2={py(value)} />
            <text class="tick" x={LEFT - 6} y={py(value)} text-anchor="end" dominant-baseline="central">
              {value}
            </text>
          </g>
        ))}
        {xs.map((value) => (
          <text key={`x${value}`} class="tick" x={px(value)} y={HEIGHT - BOTTOM + 12} text-anchor="middle">
            {value}
          </text>
        ))}
        <text class="tick" x={WIDTH - 10} y={HEIGHT - 2} text-anchor="end">
          {x}
        </text>
        {series.map((line, index) => (
          <g key={index} class={`series s${index % 4}`}>
            <title>{line.name}</title>
            <polyline points={line.points.map((p) => `${px(p[0])},${py(p[1])}`).join(" ")} />
            {line.points.map((p, i) => (
              <circle key={i} cx={px(p[0])} cy={py(p[1])} r="2.5" />
            ))}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t("charts.as_a_table")}</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th></th>
                <th class="number">{x}</th>
                <th class="number">{y}</th>
              </tr>
            </thead>
            <tbody>
              {series.flatMap((line, index) =>
                line.points.map((p, i) => (
                  <tr key={`${index}-${i}`}>
                    <td dir="auto">{line.href ? <a href={line.href}>{line.name}</a> : line.name}</td>
                    <td class="number">{round(p[0])}</td>
                    <td class="number">{round(p[1])}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** @param {number} value */
const round = (value) => Number(value.toFixed(3));

/** @param {{title: string, bars: {name: string, share: number, count: number}[], definition?: string}} props */
export function Bars({ title, bars, definition }) {
  return (
    <figure class="panel chart">
      <figcaption title={definition}>{title}</figcaption>
      {!bars.length && <p class="hint">{t("charts.nothing_to_count_yet")}</p>}
      <table class="bars">
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <th scope="row" dir="auto">
                {bar.name}
              </th>
              <td>
                <meter min={0} max={1} value={bar.share}></meter>
              </td>
              <td class="number">{bar.count}</td>
              <td class="number">{Math.round(bar.share * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
