export const LEVEL_NAMES = ["none", "basic", "standard", "premium", "elite"] as const;

/** One scale, lowest first, for the level that a project asks for and the level that a batch earns. */
export type LevelName = (typeof LEVEL_NAMES)[number];

/** A level that a verdict can certify. */
export type CertifiedLevelName = Exclude<LevelName, "none">;

/** The levels that a batch can earn: those that can be asked for, and `agreement`, for which nobody checked a label. */
export const EARNED_LEVEL_NAMES = ["none", "agreement", "basic", "standard", "premium", "elite"] as const;
export type EarnedLevelName = (typeof EARNED_LEVEL_NAMES)[number];

export type AuditMode = "verify" | "blind";

export interface Level {
  readonly name: LevelName;
  readonly aliases: readonly string[];
  /** The least `quality_score` that earns it, 0 to 100. */
  readonly score: number;
  /** Planned answers per item. */
  readonly overlap: number;
  /** The same for results that list objects in an image. */
  readonly object_overlap: number;
  readonly audit_mode: AuditMode;
}

/**
 * The levels by name, lowest first. A certificate asserts the score; overlap and audit mode are only plans.
 */
export const LEVELS: Readonly<Record<LevelName, Level>> = {
  none: { name: "none", aliases: [], score: 0, overlap: 1, object_overlap: 1, audit_mode: "verify" },
  basic: {
    name: "basic",
    aliases: ["bronze"],
    score: 70,
    overlap: 2,
    object_overlap: 2,
    audit_mode: "verify",
  },
  standard: {
    name: "standard",
    aliases: ["silver"],
    score: 80,
    overlap: 2,
    object_overlap: 2,
    audit_mode: "verify",
  },
  premium: {
    name: "premium",
    aliases: ["gold", "high"],
    score: 90,
    overlap: 3,
    object_overlap: 3,
    audit_mode: "blind",
  },
  elite: {
    name: "elite",
    aliases: ["platinum", "expert"],
    score: 95,
    overlap: 3,
    object_overlap: 5,
    audit_mode: "blind",
  },
};

/** The level with that name or alias, in any case; undefined for an unknown one. */
export function findLevel(name: string): Level | undefined {
  const wanted = name.toLowerCase();
  return Object.values(LEVELS).find((level) => level.name === wanted || level.aliases.includes(wanted));
}

/** Whether `level` is `asked` or above it. */
export function isAtLeast(level: LevelName, asked: LevelName): boolean {
  return LEVEL_NAMES.indexOf(level) >= LEVEL_NAMES.indexOf(asked);
}

/** Who audited, as a look records it; `independence` is absent in looks from before it existed. */
interface Audited {
  /** False if somebody audited an item that they had annotated. */
  readonly independent: boolean;
  readonly independence?: "persons" | "declared" | "none";
}

/** Whether the audit can earn a level above `basic`: if the policy asks for it, only with signed-in people. */
export function isIndependent(
  { independent, independence }: Audited,
  { require_persons = false }: { readonly require_persons?: boolean },
): boolean {
  return independent && (!require_persons || independence === "persons");
}

/**
 * The highest level whose required score `score` (0 to 100) reaches. Without an independent audit (the
 * auditors annotated what they audited) it is at most `basic`.
 */
export function levelEarned(score: number, independent: boolean): LevelName {
  const reached = LEVEL_NAMES.findLast((name) => LEVELS[name].score <= score) ?? "none";
  return independent || !isAtLeast(reached, "basic") ? reached : "basic";
}
