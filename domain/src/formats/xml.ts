/** Characters that no XML 1.0 document may contain, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/**
 * `text` as the content of an element or attribute, which a reader gives back unchanged, except that
 * characters XML cannot contain become U+FFFD. Source: W3C, XML 1.0 (fifth edition), sections 2.2 and 2.11.
 */
export function xmlText(text: string): string {
  return text
    .replace(FORBIDDEN, "\uFFFD")
    .replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Attributes of an element, each after a space. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join("");
}
