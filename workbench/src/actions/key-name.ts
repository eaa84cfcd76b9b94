/** A key of an action as keyboards are labeled: "Ctrl+ArrowLeft" is "Ctrl Left", and "⌘ Left" on a Mac. Arrows are words, because some fonts lack their signs. */
export function keyName(key: string): string {
  const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);
  const words =
    key === "+" ? ["+"] : key.endsWith("++") ? [...key.slice(0, -2).split("+"), "+"] : key.split("+");
  const names = words.map((word) => NAMES[word] ?? word.replace(/^(Key|Digit)(?=.$)|^Arrow/, ""));
  return names.map((word) => (isMac && word === "Ctrl" ? "⌘" : word)).join(" ");
}

const NAMES: Readonly<Record<string, string>> = {
  Escape: "Esc",
};
