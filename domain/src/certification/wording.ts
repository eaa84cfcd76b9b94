import { type EarnedLevelName, LEVELS, type LevelName } from "./levels.ts";

/** What an audit checks: labels, or groups of items, each of which is right if all its labels are. */
export type Unit = "item" | "group";

/** The name of one in sentences. */
export const NOUNS = {
  item: { one: "label", many: "labels", accepted: "accepted" },
  group: { one: "group", many: "groups of items", accepted: "accepted with all their labels" },
} as const;

/** A number with separators: `1,200`. */
export function written(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 item`, `1,200 items`. */
export function counted(value: number, singular: string): string {
  return `${written(value)} ${singular}${value === 1 ? "" : "s"}`;
}

/**
 * Right ones in 100 of `n` with `d` wrong, as `90 in 100` or `over 91 in 100`: rounded down, so that a share below a
 * required score never reads as that score, and agrees with 91.7 %. `0 in 100` for n = 0.
 */
export function rightInHundred(n: number, d: number): string {
  const right = n - d;
  if (right === 0) return "0 in 100";
  const share = Math.floor((100 * right) / n);
  if (share === 0) return "under 1 in 100";
  return (100 * right) % n === 0 ? `${share} in 100` : `over ${share} in 100`;
}

/** `Premium`. */
export function levelTitle(name: LevelName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `Premium (≥ 90)`. */
export function levelWithNeed(name: LevelName): string {
  return `${levelTitle(name)} (≥ ${LEVELS[name].score})`;
}

/** What a certificate certifies, as the end of its title: `Premium (≥ 90)`, or that nobody checked. */
export function earnedTitle(name: EarnedLevelName): string {
  return name === "agreement" ? "by agreement only, nobody checked" : levelWithNeed(name);
}

const NUMERALS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** `4` as `four`; in digits above ten. */
export function numeral(value: number): string {
  return NUMERALS[value] ?? written(value);
}

/**
 * The audits of a round, `39 audits if all are right; up to 103 if four are wrong`, from the n₀, n₁, … of its plan.
 * `secondsPerAudit` adds the time.
 */
export function auditsInWords(
  stages: readonly number[],
  { unit = "item", secondsPerAudit = null }: { unit?: Unit; secondsPerAudit?: number | null } = {},
): string {
  const [least, most] = [stages[0] ?? 0, stages.at(-1) ?? 0];
  const time = (audits: number) =>
    secondsPerAudit === null ? "" : ` (${duration(audits * secondsPerAudit)})`;
  const first = `${counted(least, unit === "item" ? "audit" : "group audit")}${time(least)}`;
  if (most === least) return first;
  const wrong = stages.length - 1;
  return `${first} if all are right; up to ${written(most)}${time(most)} if ${numeral(wrong)} ${wrong === 1 ? "is" : "are"} wrong`;
}

/** `about 35 min`; in hours from two hours up. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
