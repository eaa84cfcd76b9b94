/** Valid inside a JSON string, but line ends to readers such as Python's `splitlines`. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** `value` as one line of JSON for any reader, without the line's end. */
export function jsonLine(value: unknown): string {
  return escapeLineEnds(JSON.stringify(value));
}

/** JSON without line feeds as one line for any reader. */
export function escapeLineEnds(json: string): string {
  return json.replace(LINE_ENDS, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
