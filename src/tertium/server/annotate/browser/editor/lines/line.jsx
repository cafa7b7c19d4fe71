// One alternative: a text field over a coloured copy of its text, whose words can be dragged while it has no focus.

import { shortCount } from "../../logic/format.js";
import { takesApart } from "../../logic/spacing.js";
import { BAD, openCard, scan, typedCost } from "../../logic/words.js";
import { useLayoutEffect, useRef, useSignal } from "../../../../web/browser/ui.js";
import { choicesHere, Completion, useOthers } from "./completion.jsx";
import { LineEdit } from "./line_edit.js";
import { LineMenu } from "./line_menu.jsx";
import { Mirror } from "./mirror.jsx";
import { rich } from "../../../../web/browser/rich_text.js";
import { t } from "../../../../web/browser/texts.js";

/** @typedef {import("../../state/view.js").View} View */
/** @typedef {import("../../logic/reducer.js").Card} Card */
/** @typedef {import("../../logic/reducer.js").Alternative} Alternative */

/** @param {{view: View, card: Card, line: Alternative, index: number}} props */
export function Line({ view, card, line, index }) {
  const field = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  const draft = useSignal(/** @type {string|null} */ (null)); // what is typed but cannot stand there (yet)
  const refused = useSignal(/** @type {string|null} */ (null));
  const caret = useSignal(-1);
  const choice = useSignal(0);
  const menu = useSignal(false);
  const text = draft.value ?? line.text;
  const typing = caret.value >= 0 ? openCard(text, caret.value) : null;
  const others = useOthers(view, typing?.prefix ?? null);
  const here = typing ? choicesHere(view, card.name, typing.prefix) : [];
  const choices = typing
    ? [...here.filter((c) => c.kind === "here"), ...others, ...here.filter((c) => c.kind === "new")]
    : [];
  const at = Math.min(choice.value, choices.length - 1);
  const editable = view.session.editable.value;
  const edit = new LineEdit({ view, card, line, index, field, draft, refused, caret, choice, menu });
  useWanted(view, line, field);
  const problems = lineProblems(view, line, text, refused.value);
  const listId = `choices-${line.id}`;
  const { target_lang: lang } = view.session.about.project_about ?? {};
  const drag = view.drag.value;
  const aimed = drag?.place?.kind === "line" && drag.place.alt === line.id ? drag : null;
  const aim = aimed?.dragged.kind === "alt" ? (aimed.place.after ? " aim-below" : " aim-above") : "";
  return (
    <li class={`line${problems.some((p) => p.level === "error") ? " wrong" : ""}${aim}`} data-drop={`line:${line.id}`}>
      <button
        class="grip"
        type="button"
        data-drag={`alt:${line.id}`}
        data-handle
        disabled={!editable}
        aria-label={t("line.line_pick_up", { index: index + 1 })}
        title={t("line.drag_or_press_space")}>
        ⠿
      </button>
      <span class="number" aria-hidden="true">
        {index + 1}
      </span>
      <div class={takesApart(view.session.about.tokenizer) ? "field joined" : "field"}>
        <Mirror
          view={view}
          line={line}
          text={text}
          caretAt={(/** @type {number} */ n) => edit.focusAt(n)}
          insertAt={aimed && aimed.dragged.kind !== "alt" ? aimed.place.index : null}
        />
        <textarea
          ref={field}
          rows={1}
          id={`line-${line.id}`}
          dir="auto"
          lang={lang}
          spellcheck={true}
          autocomplete="off"
          autocapitalize="off"
          enterkeyhint="next"
          value={text}
          readOnly={!editable}
          aria-label={t("line.alternative", { name: card.name, index: index + 1 })}
          aria-autocomplete="list"
          aria-controls={choices.length ? listId : undefined}
          aria-activedescendant={choices.length ? `${listId}-${at}` : undefined}
          aria-invalid={problems.length ? "true" : undefined}
          aria-describedby={problems.length ? `why-${line.id}` : undefined}
          onInput={(/** @type {any} */ event) => edit.input(event)}
          onCompositionEnd={() => edit.commit(true)}
          onKeyDown={(/** @type {KeyboardEvent} */ event) => edit.key(event, choices, at)}
          onPaste={(/** @type {ClipboardEvent} */ event) => void edit.paste(event)}
          onSelect={() => edit.select()}
          onDblClick={() => edit.openAtCaret()}
          onFocus={() => edit.select()}
          onBlur={() => edit.blur()}></textarea>
        {choices.length > 0 && (
          <Completion
            id={listId}
            choices={choices}
            at={at}
            left={caretLeft(field.current, typing?.start ?? 0)}
            choose={(/** @type {any} */ pick) => void edit.choose(pick)}
          />
        )}
      </div>
      {line.cost > 0 && (
        <span class="cost" title={t("line.cost_of_this_alternative")}>
          {"{"}
          {line.cost}
          {"}"}
        </span>
      )}
      <span class="paths" title={t("line.paths_of_this_alternative")}>
        {shortCount(view.live.line(line.id))}
      </span>
      <LineMenu view={view} card={card} line={line} index={index} open={menu} edit={edit} />
      {problems.length > 0 && <Problems id={`why-${line.id}`} problems={problems} edit={edit} />}
    </li>
  );
}

/** @param {{id: string, problems: any[], edit: LineEdit}} props */
function Problems({ id, problems, edit }) {
  return (
    <ul class="why" id={id}>
      {problems.map((problem) => (
        <li class={problem.level}>
          <span aria-hidden="true">{problem.level === "error" ? "✗" : "⚠"}</span> {problem.what}
          {problem.define && (
            <button type="button" class="small" onClick={() => edit.define(problem.define)}>
              {rich("line.create_ctrl_enter", { define: problem.define })}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is wrong with a line: what its own text shows at once, and what the server says.
 * @param {View} view @param {Alternative} line @param {string} text @param {string|null} refused */
function lineProblems(view, line, text, refused) {
  const found = refused ? [{ level: "error", what: refused, define: null }] : [];
  const names = new Set(view.doc.cards.map((card) => card.name));
  const active = view.caret.value?.alt === line.id && document.activeElement?.id === `line-${line.id}`;
  for (const token of scan(text)) {
    const isTyped = token.kind === "bad" && token.value === "open-card" && active;
    if (token.kind === "bad" && token.value === "cost" && typedCost(text)) continue; // taken when the line is left
    if (token.kind === "bad" && !isTyped) found.push({ level: "error", what: BAD[token.value], define: null });
    if (token.kind === "card" && !names.has(token.value)) {
      found.push({
        level: "warning",
        what: t("line.is_not_defined", { token: token.value }),
        define: /** @type {any} */ (token.value),
      });
    }
  }
  return found;
}

/** Where in a field the character at an offset stands. @param {HTMLTextAreaElement|null} field
 * @param {number} offset */
function caretLeft(field, offset) {
  const mirror = field?.parentElement?.querySelector(".mirror");
  const tokens = [...(mirror?.querySelectorAll("[data-start]") ?? [])];
  const token = tokens.find((element) => Number(element.getAttribute("data-end")) > offset);
  if (!token || !mirror) return 0;
  return Math.max(
    0,
    Math.min(token.getBoundingClientRect().left - mirror.getBoundingClientRect().left, mirror.clientWidth - 260),
  );
}

/** Gives the line the focus when the view wants it. @param {View} view @param {Alternative} line @param {any} field */
function useWanted(view, line, field) {
  const place = view.wanted.value;
  useLayoutEffect(() => {
    if (place?.alt !== line.id || !field.current) return;
    const offset = place.at === "end" ? field.current.value.length : place.at;
    field.current.focus();
    field.current.setSelectionRange(offset, offset);
    view.wanted.value = null;
  }, [place]);
}
