// A list of names, one per line.

/** @param {{label: string, names: string[], fixed: boolean, change: (names: string[]) => void}} props */
export function Lines({ label, names, fixed, change }) {
  return (
    <label>
      {label}{" "}
      <textarea
        required
        rows={Math.min(8, Math.max(2, names.length))}
        readOnly={fixed}
        value={names.join("\n")}
        onChange={(/** @type {any} */ event) =>
          change(
            event.target.value
              .split("\n")
              .map((/** @type {string} */ line) => line.trim())
              .filter(Boolean),
          )
        }></textarea>
    </label>
  );
}
