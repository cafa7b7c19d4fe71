// Dialogs: submitting, all keys, a card from a selection, a cost, a merge, and two versions of one line.

import { patch, post } from "../../../web/browser/api.js";
import { latest } from "../../../web/browser/latest.js";
import { partsOf, pruned } from "../logic/proposals.js";
import { shortCount } from "../logic/format.js";
import { ACTIONS, changed, keysOf, pressed } from "../state/keys.js";
import { explain } from "../state/session.js";
import { say, useEffect, useMemo, useRef, useSignal } from "../../../web/browser/ui.js";
import { Split } from "./card.jsx";
import { makeCard } from "./lines/line_edit.js";
import { Submit } from "./submit.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

const TITLES = /** @type {Record<string, string>} */ ({
  submit: t("dialogs.submit"),
  help: t("dialogs.all_keys"),
  everywhere: t("dialogs.make_a_card"),
  cost: t("dialogs.cost"),
  split: t("dialogs.split_a_card"),
  accept: t("dialogs.proposal"),
  return: t("dialogs.return_it_to_the_annotator"),
});
const CONTENTS = /** @type {Record<string, any>} */ ({
  submit: Submit,
  help: Keys,
  everywhere: Everywhere,
  cost: Cost,
  split: Split,
  accept: Accept,
  return: Return,
});

/** @param {{view: View}} props */
export function Dialogs({ view }) {
  const box = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const name = view.dialog.value;
  useEffect(() => {
    if (name && !box.current?.open) box.current?.showModal();
  }, [name]);
  const close = () => {
    box.current?.close();
    view.dialog.value = null;
  };
  // The browser tells of a closed dialog later; by then another may be open.
  const closed = (/** @type {Event} */ event) => {
    if (event.currentTarget === box.current && !box.current?.open) view.dialog.value = null;
  };
  if (!name) return null;
  const Content = CONTENTS[name];
  return (
    <dialog ref={box} aria-labelledby="dialog-title" onClose={closed}>
      <header>
        <h2 id="dialog-title">{view.question?.title ?? TITLES[name]}</h2>
        <button type="button" class="quiet" aria-label={t("dialogs.close")} onClick={close}>
          ×
        </button>
      </header>
      <Content view={view} close={close} />
    </dialog>
  );
}

/** @param {{view: View, close: () => void}} props */
function Everywhere({ view, close }) {
  const { text, places } = view.question;
  const make = (/** @type {boolean} */ everywhere) => {
    close();
    makeCard(view, view.question, everywhere);
  };
  return (
    <div>
      <p>
        “<span dir="auto">{text}</span>
        {t("dialogs.also_stands_in_other_places", { n: places })}
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => make(true)}>
          {t("dialogs.replace_all")}
        </button>
        <button type="button" onClick={() => make(false)}>
          {t("dialogs.only_here")}
        </button>
      </div>
    </div>
  );
}

/** @param {{view: View, close: () => void}} props */
function Cost({ view, close }) {
  const { alt, cost } = view.question;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const value = Number(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("cost"));
    if (view.session.do({ do: "alt.cost", alt, cost: value })) close();
  };
  return (
    <form onSubmit={submit}>
      <p>{t("dialogs.choosing_this_alternative_counts_as")}</p>
      <label>
        {t("dialogs.cost")} <input name="cost" type="number" min={0} step="any" value={cost} />
      </label>
      <div class="buttons">
        <button type="submit" class="primary">
          {t("dialogs.set")}
        </button>
      </div>
    </form>
  );
}

/** A note goes back with the sheet. @param {{view: View, close: () => void}} props */
function Return({ view, close }) {
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const note = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("note")).trim();
    try {
      await view.session.ask("return", { note });
      close();
      location.assign(`/projects/${view.session.about.project}`);
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  return (
    <form onSubmit={submit}>
      <label>
        {t("dialogs.what_should_look_at_again", { name: view.session.about.owner.name })}
        <textarea name="note" rows={4} class="wide" required maxlength={2000} dir="auto"></textarea>
      </label>
      <div class="buttons">
        <button type="submit" class="primary">
          {t("dialogs.return_it")}
        </button>{" "}
        <button type="button" onClick={close}>
          {t("dialogs.cancel")}
        </button>
      </div>
    </form>
  );
}

/** A proposal with its preview, accepted whole or in part. @param {{view: View, close: () => void}} props */
function Accept({ view, close }) {
  const dropped = useSignal(/** @type {Set<string>} */ (new Set()));
  const shown = useSignal(view.question.preview);
  const asked = useMemo(latest, []);
  const command = pruned(view.question.command, dropped.value);
  const preview = shown.value;
  const accept = () => {
    if (command && view.session.do(command, { via: view.question.via ?? "reference" })) close();
  };
  const toggle = async (/** @type {string} */ alt) => {
    const next = new Set(dropped.value);
    if (!next.delete(alt)) next.add(alt);
    dropped.value = next;
    const left = pruned(view.question.command, next);
    const isLatest = asked();
    if (!left) return;
    try {
      const question = { command: left, ...(await view.session.draft()) };
      const answer = await post(`/sheets/${view.session.about.id}/preview`, question);
      if (isLatest()) shown.value = answer;
    } catch (error) {
      if (isLatest()) view.session.tell(explain(error), "error");
    }
  };
  return (
    <div>
      <div class="parts">
        {partsOf(view.question.command, view.session.doc.peek()).map(({ name, lines }) => (
          <fieldset key={name}>
            <legend class="card-name">[{name}]</legend>
            {lines.map((line) => (
              <label key={line.id}>
                {!view.question.whole && (
                  <input type="checkbox" checked={!dropped.value.has(line.id)} onChange={() => toggle(line.id)} />
                )}{" "}
                <span dir="auto">{line.text || '""'}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p>{rich("dialogs.paths", { before: shortCount(preview.before), after: shortCount(preview.after) })}</p>
      {preview.newcomers?.length > 0 && (
        <>
          <p>{t("dialogs.new_sentences_for_example")}</p>
          <ul>
            {preview.newcomers.map((/** @type {string} */ text) => (
              <li dir="auto">{text}</li>
            ))}
          </ul>
        </>
      )}
      {preview.must_not?.length > 0 && (
        <p class="bad">{t("dialogs.lets_in_what_must_not", { must_not: preview.must_not.join(" · ") })}</p>
      )}
      {preview.refused && <p class="bad">{preview.refused.what}</p>}
      <div class="buttons">
        <button type="button" class="primary" disabled={!!preview.refused || !command} onClick={accept}>
          {t("dialogs.accept")}
        </button>{" "}
        <button type="button" onClick={close}>
          {t("dialogs.leave_it")}
        </button>
      </div>
    </div>
  );
}

/** All keys; a click on one takes the next key press instead. @param {{view: View}} props */
function Keys({ view }) {
  const waiting = useSignal(/** @type {string|null} */ (null));
  const save = async (/** @type {Record<string, string>} */ next) => {
    changed.value = next;
    try {
      await patch("/me", { preferences: { ...view.session.about.preferences, keys: next } }, { keepalive: true });
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  const take = (/** @type {KeyboardEvent} */ event, /** @type {string} */ id) => {
    if (waiting.value !== id || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    waiting.value = null;
    const keys = pressed(event);
    const other = ACTIONS.find((action) => action.id !== id && keysOf(action.id) === keys);
    if (other) view.session.tell(t("dialogs.is_already", { keys, label: other.label }), "error");
    else if (keys !== "Escape")
      void save({ ...changed.value, [id]: keys }).then(() => say(t("dialogs.it_is", { keys })));
  };
  return (
    <div>
      <table class="keys">
        <thead>
          <tr>
            <th>{t("dialogs.keys")}</th>
            <th>{t("dialogs.what")}</th>
            <th>{t("dialogs.where")}</th>
          </tr>
        </thead>
        <tbody>
          {ACTIONS.map((action) => (
            <tr key={action.id}>
              <td>
                <button
                  type="button"
                  class="small"
                  aria-label={t("dialogs.change_the_keys_of_now", { label: action.label, id: keysOf(action.id) })}
                  onClick={() => (waiting.value = action.id)}
                  onKeyDown={(/** @type {KeyboardEvent} */ event) => take(event, action.id)}
                  onBlur={() => (waiting.value = null)}>
                  {waiting.value === action.id ? t("dialogs.press_keys") : <kbd>{keysOf(action.id)}</kbd>}
                </button>
              </td>
              <td>{action.label}</td>
              <td>{action.where}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="buttons">
        <button type="button" onClick={() => void save({})}>
          {t("dialogs.all_keys_as_they_were")}
        </button>
      </p>
    </div>
  );
}

/** Two versions of one line, side by side. @param {{view: View}} props */
export function Conflicts({ view }) {
  const conflicts = view.session.conflicts.value;
  if (!conflicts.length) return null;
  const words = (/** @type {any} */ command) =>
    command.text ?? command.name ?? (command.span ? command.span.join(":") : command.do);
  return (
    <section class="panel conflicts" role="alert" aria-label={t("dialogs.two_versions")}>
      <h2>{t("dialogs.changed_in_two_places")}</h2>
      <ul>
        {conflicts.map((conflict, index) => (
          <li key={index}>
            <p>
              <strong>{t("dialogs.yours")}</strong> <span dir="auto">{words(conflict.mine.command)}</span>
            </p>
            {conflict.theirs ? (
              <p>
                <strong>{t("dialogs.the_other_tab_or_device")}</strong>{" "}
                <span dir="auto">{words(conflict.theirs.command)}</span>
              </p>
            ) : (
              <p class="hint">{t("dialogs.it_no_longer_fits_the", { reason: conflict.reason })}</p>
            )}
            <p class="buttons">
              <button type="button" class="small" onClick={() => resolve(view, conflict, true)}>
                {t("dialogs.keep_yours")}
              </button>
              <button type="button" class="small" onClick={() => resolve(view, conflict, false)}>
                {conflict.theirs ? t("dialogs.keep_the_other") : t("dialogs.let_it_go")}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param {View} view @param {any} conflict @param {boolean} mine */
function resolve(view, conflict, mine) {
  try {
    view.session.sync.resolve(conflict, mine);
    view.session.later();
  } catch (error) {
    view.session.tell(explain(error), "error");
  }
}
