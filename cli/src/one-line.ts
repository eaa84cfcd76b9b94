/**
 * Text that anyone may have written (a file's name, a label), for a line of a terminal: what would begin another line,
 * steer the terminal or turn the order of characters around is shown as its escape.
 */
export function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
