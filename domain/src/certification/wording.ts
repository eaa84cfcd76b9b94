import { LEVELS, type LevelName } from "./levels.ts";

/** What is checked: labels, or groups of items, each of which stands where all its labels do. */
export type Unit = "item" | "group";

/** How sentences name it. */
export const NOUNS = {
  item: { one: "label", many: "labels", accepted: "accepted" },
  group: { one: "group", many: "groups of labels", accepted: "accepted whole" },
} as const;

/** A number as it is read: `1,200`. */
export function written(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 item`, `1,200 items`. */
export function counted(value: number, singular: string): string {
  return `${written(value)} ${singular}${value === 1 ? "" : "s"}`;
}

/** Right ones in 100, rounded down so that a share under a need never reads as the need; 0 for n = 0. */
export function rightInHundred(n: number, d: number): number {
  return n === 0 ? 0 : Math.floor((100 * (n - d)) / n);
}

/** `Premium`. */
export function levelTitle(name: LevelName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `Premium (≥ 90)`. */
export function levelWithNeed(name: LevelName): string {
  return `${levelTitle(name)} (≥ ${LEVELS[name].score})`;
}

/** `about 35 min`, from two hours on in hours. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
