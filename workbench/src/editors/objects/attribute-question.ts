/** The `data-question` of an attribute of an object. */
export function questionOf(key: string, name: string): string {
  return `attribute:${key}:${name}`;
}
