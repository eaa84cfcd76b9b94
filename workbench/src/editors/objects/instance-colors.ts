import { labelColor } from "../../design/label-colors.ts";

/** Gives each object, by its key, a color that it keeps when others are removed. */
export function instanceColors(): (key: string) => string {
  const colors = new Map<string, string>();
  return (key) => {
    const color = colors.get(key) ?? labelColor(colors.size);
    colors.set(key, color);
    return color;
  };
}
