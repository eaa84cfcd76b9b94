/**
 * Escapes text from others (a file name, a label) for one line of a terminal: line breaks, control characters and
 * characters that change the direction of text.
 */
export function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
