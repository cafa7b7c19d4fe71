// The words that the cards stand for: the source, or the best translation. While a card is open, clicks mark its words.

import { clicked, covered, lanes, proposedSpans } from "../logic/spans.js";
import { say, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

const LANES = 4;

/** @param {{view: View}} props */
export function Source({ view }) {
  const { segment, project_about: project } = view.session.about;
  const { doc } = view;
  const open = view.open;
  const focused = useSignal(0);
  const rows = lanes(doc.cards.filter((card) => card.id !== doc.root));
  const marks = covered(doc, segment.tokens.length);
  const done = marks.filter(Boolean).length;
  const isSource = segment.basis === "source";
  const lang = isSource ? project.source_lang : project.target_lang;
  const set = (/** @type {[number, number]|null} */ span) => {
    if (!open || !view.session.editable.peek()) return;
    if (view.session.do({ do: "card.span", card: open.id, span })) {
      say(
        span ? `${open.name}: ${segment.tokens.slice(...span).join(" ")}` : t("source.no_words", { name: open.name }),
      );
    }
  };
  const without = doc.cards.filter((card) => card.id !== doc.root && !card.span).length;
  const propose = () => {
    const command = proposedSpans(doc, segment.tokens.length);
    if (!command) return view.session.tell(t("source.nothing_to_propose"));
    if (!view.session.do(command)) return undefined;
    return view.session.tell(t("source.words_are_proposed", { n: command.commands?.length ?? 1 }));
  };
  const move = (/** @type {KeyboardEvent} */ event) => {
    const right = getComputedStyle(/** @type {Element} */ (event.currentTarget)).direction === "rtl" ? -1 : 1;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowRight: right,
      ArrowLeft: -right,
      Home: -Infinity,
      End: Infinity,
    });
    if (!(event.key in steps)) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(segment.tokens.length - 1, focused.value + steps[event.key]));
    if (event.shiftKey && open) set(clicked(open.span ?? [focused.value, focused.value + 1], at, true));
    focused.value = at;
    const tokens = /** @type {Element} */ (event.currentTarget).querySelectorAll("button.token");
    /** @type {HTMLElement} */ (tokens[at]).focus();
  };
  return (
    <section
      class="panel source"
      id="region-source"
      tabindex={-1}
      aria-label={isSource ? t("source.source") : t("source.best_translation")}>
      <header>
        <h2>{isSource ? t("source.source") : t("source.best_translation")}</h2>
        <span class="facts">
          {open && view.session.editable.value ? (
            <span class="hint">
              {t("source.click_words_for")} <span class="card-name">[{open.name}]</span>
              {t("source.shift_for_more")}
            </span>
          ) : (
            ""
          )}
          {without > 0 && doc.root && view.session.editable.value && (
            <button type="button" class="small" id="propose-spans" onClick={propose}>
              {t("source.propose_words", { n: without })}
            </button>
          )}
          <label class="coverage">
            {t("source.covered")} <meter min={0} max={segment.tokens.length} value={done}></meter>{" "}
            {t("source.of", { done, n: segment.tokens.length })}
          </label>
        </span>
      </header>
      <div
        class="tokens"
        dir={project.directions?.[isSource ? "source" : "target"] ?? "auto"}
        lang={lang}
        role="group"
        aria-label={t("source.words")}
        onKeyDown={move}>
        {segment.tokens.map((/** @type {string} */ token, /** @type {number} */ index) => {
          const marked = open?.span && index >= open.span[0] && index < open.span[1];
          return (
            <span class="cell" key={index}>
              <button
                type="button"
                class={`token${marks[index] ? " covered" : ""}`}
                aria-pressed={marked ? "true" : "false"}
                tabindex={index === focused.value ? 0 : -1}
                onFocus={() => (focused.value = index)}
                onClick={(/** @type {MouseEvent} */ event) => set(clicked(open?.span ?? null, index, event.shiftKey))}>
                {token}
                <sub aria-hidden="true">{index + 1}</sub>
              </button>
              {Array.from({ length: Math.min(LANES, Math.max(0, ...rows.map((row) => row.lane + 1))) }, (_, lane) => (
                <Bar key={lane} view={view} rows={rows} lane={lane} index={index} tokens={segment.tokens} />
              ))}
            </span>
          );
        })}
      </div>
    </section>
  );
}

/** One piece of a bracket under a word.
 * @param {{view: View, rows: any[], lane: number, index: number, tokens: string[]}} props */
function Bar({ view, rows, lane, index, tokens }) {
  const here = rows.find((row) => row.lane === lane && row.card.span[0] <= index && index < row.card.span[1]);
  if (!here) return <span class="bar none"></span>;
  const { card } = here;
  const [start, end] = card.span;
  const current = view.open?.id === card.id ? " current" : "";
  const edges = `${index === start ? " start" : ""}${index === end - 1 ? " end" : ""}`;
  if (index !== start) return <span class={`bar${edges}${current}`}></span>;
  const room = tokens.slice(start, end).join(" ").length + (end - start) * 2;
  return (
    <span class={`bar${edges}${current}`}>
      <button
        type="button"
        class="bar-name"
        tabindex={-1}
        title={card.name}
        aria-label={t("source.open", { name: card.name })}
        style={{ maxWidth: `${Math.max(2, room)}ch` }}
        onClick={() => view.show(card.id, { focus: true })}>
        {card.name}
      </button>
    </span>
  );
}
