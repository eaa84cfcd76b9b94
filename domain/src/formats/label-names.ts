/** Folder names may have 255 bytes on most file systems. */
const MAX_FOLDER = 200;

/**
 * `label` with every character that `plain` does not match percent-encoded as UTF-8, which
 * `decodeURIComponent` and Python's `unquote` reverse. `plain` must not match `%`, so that different labels
 * stay different.
 */
export function percentEncoded(label: string, plain: RegExp): string {
  return Array.from(label.toWellFormed(), (character) =>
    plain.test(character) ? character : encoded(character),
  ).join("");
}

/**
 * A folder name for each label, unique even on case-insensitive file systems: the label, percent-encoded
 * except for ASCII letters, digits, `_`, `-` and inner spaces. If that is too long, or differs from an
 * earlier one only in case, the name is `%label_` and the label's 1-based index.
 */
export function labelFolders(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label, index) => {
    const name = percentEncoded(label, /[\w -]/).replace(/^ | $/g, "%20");
    const fits = name.length <= MAX_FOLDER && !taken.has(name.toLowerCase());
    taken.add(name.toLowerCase());
    return fits ? name : `%label_${index + 1}`;
  });
}

function encoded(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 128 ? `%${code.toString(16).toUpperCase().padStart(2, "0")}` : encodeURIComponent(character);
}
