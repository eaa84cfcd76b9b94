/** A key of an action as keyboards are labeled: "Ctrl+ArrowLeft" is "Ctrl ←", and "⌘ ←" on a Mac. */
export function keyName(key: string): string {
  const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);
  const words =
    key === "+" ? ["+"] : key.endsWith("++") ? [...key.slice(0, -2).split("+"), "+"] : key.split("+");
  const names = words.map((word) => NAMES[word] ?? word.replace(/^(Key|Digit)(?=.$)/, ""));
  return names.map((word) => (isMac && word === "Ctrl" ? "⌘" : word)).join(" ");
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};
