import type { JudgedLook } from "../platform/database/work-tables.ts";

/** The failed audits of a revision's amendments: those between its own verdict and the next revision's. */
export function failedAudits(looks: readonly JudgedLook[], revision: number): JudgedLook[] {
  const verdicts = looks.flatMap(({ outcome }, index) => (outcome === "certified" ? [index] : []));
  const [from, to] = [verdicts[revision - 1], verdicts[revision]];
  if (from === undefined) return [];
  return looks.slice(from + 1, to).filter(({ outcome }) => outcome === "failed");
}
