// What annotators see: the three protocols of Dreyer and Marcu (2012), and one's own.

/** @type {[string, string, Record<string, boolean>][]} */
export const PROTOCOLS = [
  [
    "from the source",
    "people who read the source language",
    { source: true, best: false, references: false, outputs: false },
  ],
  [
    "from the best translation",
    "native speakers of the target language",
    { source: false, best: true, references: false, outputs: false },
  ],
  [
    "best translation and references",
    "the same, with further human translations",
    { source: false, best: true, references: true, outputs: false },
  ],
];

/** @param {any} protocol */
export function protocolName(protocol) {
  const shows = protocol?.shows ?? {};
  const known = PROTOCOLS.find(([, , wanted]) =>
    Object.entries(wanted).every(([name, value]) => !!shows[name] === value),
  );
  return known
    ? known[0]
    : Object.keys(shows)
        .filter((name) => shows[name])
        .join(" + ") || "nothing shown";
}

/** @param {Record<string, string>} form */
export const protocolOf = (form) => ({
  shows: Object.fromEntries(
    ["source", "best", "references", "outputs"].map((name) => [name, form[`show-${name}`] === "on"]),
  ),
});

/** @param {{project: any}} props */
export function ProtocolFields({ project }) {
  const shows = project?.protocol.shows ?? PROTOCOLS[0][2];
  const names = /** @type {Record<string, string>} */ ({
    source: "the source",
    best: "the best translation",
    references: "further references",
    outputs: "machine outputs",
  });
  return (
    <>
      <fieldset>
        <legend>What annotators see</legend>
        {Object.entries(names).map(([name, label]) => (
          <label key={name}>
            <input type="checkbox" name={`show-${name}`} checked={!!shows[name]} /> {label}
          </label>
        ))}
        <p class="hint">Held-out texts are shown to no annotator. What was shown is written into the log.</p>
      </fieldset>
      <div class="grid">
        <label>
          Others’ cards{" "}
          <select name="sharing" value={project?.sharing ?? "none"}>
            <option value="none">nobody sees another’s</option>
            <option value="after-submit">visible after one’s own submit</option>
            <option value="live">visible at once</option>
          </select>
        </label>
        <label>
          Annotators for each sentence{" "}
          <input name="annotators" type="number" min={1} max={20} value={project?.annotators_per_segment ?? 2} />
        </label>
        <label>
          Words are separated by{" "}
          <select
            name="tokeniser"
            disabled={!!project}
            title={project ? "Fixed once a project exists: spans count these words" : undefined}
            value={project?.tokeniser ?? "none"}>
            <option value="none">spaces</option>
            <option value="13a">spaces and punctuation (13a)</option>
            <option value="zh">Chinese signs (zh)</option>
            <option value="char">every sign (char)</option>
          </select>
        </label>
      </div>
    </>
  );
}
