// The network as a railroad, drawn by the server as boxes and rails and built here from an allowed set of elements.

import { get } from "../../../web/browser/api.js";
import { latest } from "../../../web/browser/latest.js";
import { explain } from "../state/session.js";
import { useEffect, useMemo, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Railroad({ view }) {
  const drawing = useSignal(/** @type {any} */ (null));
  const why = useSignal("");
  const card = view.open?.id;
  const asked = useMemo(latest, []);
  useEffect(() => {
    const isLatest = asked();
    const timer = setTimeout(async () => {
      try {
        await view.session.sync.flush();
        const answer = await get(`/sheets/${view.session.about.id}/diagram.json${card ? `?card=${card}` : ""}`);
        if (!isLatest()) return;
        drawing.value = answer;
        why.value = "";
      } catch (error) {
        if (!isLatest()) return;
        drawing.value = null;
        why.value = explain(error);
      }
    }, 200);
    return () => clearTimeout(timer);
  }, [card, view.session.doc.value]);
  return (
    <section class="panel railroad" id="region-railroad" tabindex={-1} aria-label={t("railroad.railroad")}>
      <header>
        <h2>{t("railroad.railroad_of", { name: view.open?.name ?? "" })}</h2>
      </header>
      {why.value && <p class="hint">{why.value}</p>}
      {drawing.value && (
        <div class="scroll" tabindex={0} role="group" aria-label={t("railroad.drawing")}>
          <Drawing drawing={drawing.value} open={(/** @type {string} */ id) => view.show(id)} />
        </div>
      )}
    </section>
  );
}

/** @param {{drawing: any, open: (card: string) => void}} props */
function Drawing({ drawing, open }) {
  const { width, height, title, items } = drawing;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {items.map((/** @type {any[]} */ item, /** @type {number} */ index) =>
        item[0] === "rail" ? (
          <path key={index} class="rail" d={item[1]} />
        ) : (
          <Box key={index} item={item} open={open} />
        ),
      )}
    </svg>
  );
}

/** @param {{item: any[], open: (card: string) => void}} props */
function Box({ item, open }) {
  const [, x, y, width, height, kind, text, card] = item;
  const go = card ? () => open(card) : undefined;
  return (
    <g class={`box ${kind}`} onClick={go}>
      <rect x={x} y={y} width={width} height={height} rx={kind === "card" ? 2 : height / 2} />
      <text x={x + width / 2} y={y + height / 2} text-anchor="middle" dominant-baseline="central">
        {text}
      </text>
    </g>
  );
}
