// The whole sheet as it is printed: every card with its lines. On the screen it is not there.

import { render } from "preact";
import { shortCount } from "../logic/format.js";
import { useEffect, useRef } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

/** Drawn when a printer asks for it: a sheet may have thousands of cards. @param {{view: View}} props */
export function Printed({ view }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    const draw = (/** @type {any} */ content) => void (box.current && render(content, box.current));
    const before = () => draw(<Sheet view={view} />);
    const after = () => draw(null);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return <div class="printed" ref={box}></div>;
}

/** @param {{view: View}} props */
function Sheet({ view }) {
  const { about } = view.session;
  const { cards, root } = view.session.doc.peek();
  const place = about.segment.external_id ?? about.segment.position;
  const lang = about.project_about.target_lang;
  return (
    <>
      <h1>{t("printed.sheet_of", { place, name: about.owner.name })}</h1>
      {[...cards.filter(({ id }) => id === root), ...cards.filter(({ id }) => id !== root)].map((card) => (
        <section key={card.id}>
          <h2>
            <span class="card-name">[{card.name}]</span>{" "}
            <span class="facts">
              {card.span && t("printed.source_words", { from: card.span[0] + 1, to: card.span[1] })}{" "}
              {t("printed.paths", { paths: shortCount(view.live.card(card.id)) })}
            </span>
          </h2>
          <ol>
            {card.alternatives.map((line) => (
              <li key={line.id} dir="auto" lang={lang}>
                {line.text} {line.cost ? `{${line.cost}}` : ""}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
