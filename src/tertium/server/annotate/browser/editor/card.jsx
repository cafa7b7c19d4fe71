// The open card: its name, the words of the source it stands for, where it is used, and its alternatives.

import { post } from "../../../web/browser/api.js";
import { explain } from "../state/session.js";
import { addLines, splitCard, usesOf } from "../logic/edits.js";
import { shortCount } from "../logic/format.js";
import { keysOf } from "../state/keys.js";
import { useEffect, useRef, useSignal } from "../../../web/browser/ui.js";
import { Line } from "./lines/line.jsx";
import { Menu } from "./lines/menu.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */
/** @typedef {import("../logic/reducer.js").Card} Card */

/** @param {{view: View}} props */
export function CardPanel({ view }) {
  const card = view.open;
  if (!card)
    return (
      <section class="panel card-panel" id="region-card" tabindex={-1} aria-label={t("card.the_open_card")}>
        <FirstCard view={view} />
      </section>
    );
  const editable = view.session.editable.value;
  const add = () => {
    const addition = addLines(card.id, [""]);
    if (view.session.do(addition.command)) view.focusLine(addition.alts[0]);
  };
  const isTarget = view.drag.value?.place?.kind === "new";
  return (
    <section class="panel card-panel" id="region-card" tabindex={-1} aria-label={t("card.card", { name: card.name })}>
      <Head view={view} card={card} key={card.id} />
      <Pasted view={view} card={card} />
      <ol class="lines" key={`lines-${card.id}`}>
        {card.alternatives.map((line, index) => (
          <Line key={line.id} view={view} card={card} line={line} index={index} />
        ))}
      </ol>
      {editable && (
        <button type="button" class={`add-line${isTarget ? " aimed" : ""}`} data-drop={`new:${card.id}`} onClick={add}>
          {rich("card.alternative", { value: keysOf("next-line") })}
        </button>
      )}
      <CardProblems view={view} card={card} />
    </section>
  );
}

/** After many lines were pasted: an offer to make cards of what they have in common, as a proposal.
 * @param {{view: View, card: Card}} props */
function Pasted({ view, card }) {
  const { card: where, alts } = view.pasted.value ?? { alts: [] };
  if (where !== card.id || !view.session.editable.value) return null;
  const factor = async () => {
    view.pasted.value = null;
    try {
      const question = { card: card.id, alternatives: alts, ...(await view.session.draft()) };
      const { command, preview } = await post(`/sheets/${view.session.about.id}/factor`, question);
      if (!command) return view.session.tell(t("card.these_lines_have_no_common"));
      if (view.dialog.peek()) return undefined; // another one is open
      view.question = { command, preview, title: t("card.common_parts_as_cards"), whole: true, via: "typed" };
      view.dialog.value = "accept";
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
    return undefined;
  };
  return (
    <p class="message" id="pasted">
      {t("card.lines_were_pasted", { n: alts.length })}{" "}
      <button type="button" class="small" onClick={() => void factor()}>
        {t("card.make_cards_of_common_parts")}
      </button>{" "}
      <button type="button" class="link" onClick={() => (view.pasted.value = null)}>
        {t("card.leave_them")}
      </button>
    </p>
  );
}

/** What the server found about the card as a whole; lines say what is wrong with them.
 * @param {{view: View, card: Card}} props */
function CardProblems({ view, card }) {
  const found = view.live.problems.value.filter((problem) => problem.card === card.id && !problem.alt);
  if (!found.length) return null;
  return (
    <ul class="why card-problems">
      {found.map((problem, index) => (
        <li key={index} class={problem.level}>
          <span aria-hidden="true">{problem.level === "error" ? "✗" : "⚠"}</span> {problem.what}; {problem.do}
        </li>
      ))}
    </ul>
  );
}

/** What an empty sheet says. @param {{view: View}} props */
function FirstCard({ view }) {
  return (
    <div class="empty">
      <h2>{t("card.begin_with_the_small_words")}</h2>
      <p>{rich("card.a_card_holds_every_way")}</p>
      {view.session.editable.value && (
        <p class="buttons">
          <button type="button" class="primary" onClick={() => view.newCard("CARD", false)}>
            {t("card.a_card_for_a_few_words")}
          </button>
          <button type="button" onClick={() => view.newCard()}>
            {rich("card.the_whole_sentence", { value: keysOf("new-card") })}
          </button>
        </p>
      )}
    </div>
  );
}

/** @param {{view: View, card: Card}} props */
function Head({ view, card }) {
  const renaming = useSignal(false);
  const menu = useSignal(false);
  const uses = usesOf(view.doc, card.name);
  const count = view.live.card(card.id);
  const isRoot = view.doc.root === card.id;
  const editable = view.session.editable.value;
  view.rename = () => (renaming.value = true);
  return (
    <header class="card-head">
      {renaming.value ? (
        <Rename view={view} card={card} done={() => (renaming.value = false)} />
      ) : (
        <h2>
          <button
            type="button"
            class="title card-name"
            title={t("card.rename", { value: keysOf("rename") })}
            disabled={!editable}
            onClick={() => (renaming.value = true)}>
            [{card.name}]
          </button>
          {isRoot && <span class="badge">{t("card.sentence")}</span>}
        </h2>
      )}
      <p class="facts">
        <span>
          {card.span
            ? t("card.source_words", { span: card.span[0] + 1, span2: card.span[1] })
            : t("card.no_source_words_yet")}
        </span>
        <span>{t(count?.paths === "1" ? "card.path" : "card.paths", { count: shortCount(count) })}</span>
        <Uses view={view} uses={uses} isRoot={isRoot} />
        {card.from && <span class="from">{t("card.copied_from", { name: card.from.name })}</span>}
      </p>
      {editable && (
        <Menu
          label={t("card.card_more", { name: card.name })}
          open={menu}
          items={[
            { label: t("card.rename_2"), keys: keysOf("rename"), do: () => (renaming.value = true) },
            {
              label: t("card.make_it_the_sentence"),
              do: () => view.session.do({ do: "root.set", card: card.id }),
              disabled: isRoot,
            },
            {
              label: t("card.split_in_two"),
              do: () => {
                view.question = { card: card.id };
                view.dialog.value = "split";
              },
              disabled: card.alternatives.length < 2,
            },
            {
              label: t("card.forget_its_source_words"),
              do: () => view.session.do({ do: "card.span", card: card.id, span: null }),
              disabled: !card.span,
            },
            {
              label: uses.length ? t("card.delete_used", { n: uses.length }) : t("card.delete"),
              do: () => view.session.do({ do: "card.delete", card: card.id }),
            },
          ]}
        />
      )}
    </header>
  );
}

/** Where the card is used: each card once, with how many of its lines.
 * @param {{view: View, uses: any[], isRoot: boolean}} props */
function Uses({ view, uses, isRoot }) {
  if (!uses.length) return isRoot ? null : <span>{t("card.used_nowhere_yet")}</span>;
  const users = [...new Set(uses.map((use) => use.card))];
  return (
    <span>
      {t("card.used_in_2")}{" "}
      {users.map((user) => {
        const places = uses.filter((use) => use.card === user);
        return (
          <button
            type="button"
            class="link"
            key={user.id}
            onClick={() => view.show(user.id, { alt: places[0].line.id, focus: true })}>
            {user.name}
            {places.length > 1 ? ` ${places.length}×` : ""}
          </button>
        );
      })}
    </span>
  );
}

/** @param {{view: View, card: Card, done: () => void}} props */
function Rename({ view, card, done }) {
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  useEffect(() => field.current?.select(), []);
  const finish = () => {
    const name = field.current?.value.trim().normalize("NFC") ?? "";
    if (name && name !== card.name && !view.session.do({ do: "card.rename", card: card.id, name })) return;
    done();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") finish();
    else if (event.key === "Escape") done();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <h2>
      <input
        ref={field}
        class="rename"
        aria-label={t("card.name_of_the_card")}
        value={card.name}
        onKeyDown={key}
        onBlur={finish}
      />
    </h2>
  );
}

/** Which lines go to the new card, and which uses. @param {{view: View, close: () => void}} props */
export function Split({ view, close }) {
  const card = view.doc.cards.find((other) => other.id === view.question?.card);
  if (!card) return null;
  const uses = usesOf(view.doc, card.name);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const lines = data.getAll("line").map(String);
    if (!lines.length) return view.session.tell(t("card.choose_at_least_one_line"));
    const addition = splitCard(view.session.doc.peek(), card.id, lines, data.getAll("use").map(String));
    close();
    if (view.session.do(addition.command)) view.show(addition.card, { focus: true });
    return undefined;
  };
  return (
    <form onSubmit={submit}>
      <p>{rich("card.two_cards_instead_of_one")}</p>
      <fieldset>
        <legend>{t("card.lines_that_go_to_the")}</legend>
        {card.alternatives.map((line) => (
          <label>
            <input type="checkbox" name="line" value={line.id} /> <span dir="auto">{line.text || t("card.empty")}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("card.places_that_use_the_new")}</legend>
        {uses.map(({ card: user, line }) => (
          <label>
            <input type="checkbox" name="use" value={line.id} />{" "}
            <span dir="auto">
              {user.name}: {line.text}
            </span>
          </label>
        ))}
        {!uses.length && <p>{t("card.it_is_used_nowhere_yet")}</p>}
      </fieldset>
      <div class="buttons">
        <button type="submit" class="primary">
          {t("card.split")}
        </button>{" "}
        <button type="button" onClick={close}>
          {t("card.cancel")}
        </button>
      </div>
    </form>
  );
}
