const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** `#rrggbb` of a color in hexadecimal numbers; null for others. */
export function hexColor(color: string | undefined): string | null {
  const [, digits = ""] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color?.trim() ?? "") ?? [];
  if (digits === "") return null;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`.toLowerCase();
}

/** The text of HTML, with its paragraphs and list items on lines of their own; null if it is empty. `lost` gets what that loses. */
export function plainText(html: string, lost: Set<string>): string | null {
  if (/<[a-z]/i.test(html)) lost.add("formatting of the instructions");
  const text = html
    .replace(/<li[^<>]*>/gi, "\n- ")
    .replace(/<(?:br|\/p|\/div|\/h[1-6]|\/ul|\/ol)[^<>]*>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(\w+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n\s*\n\s*/g, "\n\n")
    .trim();
  return text === "" ? null : text;
}
