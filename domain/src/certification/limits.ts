import { qualityScore, TOTAL_ALPHA } from "./bound.ts";
import { counted, written } from "./wording.ts";

/** A part of a batch is listed if its audits do not show that this many of 100 of its items are right. */
const LEAST_RIGHT = 10;

/** A part of a batch, and what the audit of the batch found in it. */
interface Part {
  /** Items or answers. */
  readonly size: number;
  readonly audited: number;
  readonly wrong: number;
}

interface LabelPart {
  /** Null for all labels together that the project does not list. */
  readonly label: string | null;
  readonly delivered: number;
  readonly audited: number;
  readonly wrong: number;
}

/** Groups of a batch; sizes are in items, and do not count excluded ones. */
export interface GroupSizes {
  readonly largest: number;
  /** 0 if the audit checked every group. */
  readonly largest_unaudited: number;
}

/** Audits of the deciding round that auditors skipped. */
export interface SkippedAudits {
  readonly skips: number;
  /** Items with such an audit: those that another auditor checked, and those that count as wrong. */
  readonly items: number;
  readonly checked: number;
  readonly counted_wrong: number;
}

interface Outcomes {
  readonly certified: number;
  readonly failed: number;
  readonly abandoned: number;
  readonly open: number;
}

interface LimitFacts {
  /** Items that are not excluded. */
  readonly items: number;
  /** Whether auditors checked a sample of them: not all, and not none. */
  readonly is_sample: boolean;
  readonly labels: readonly LabelPart[];
  readonly annotators: readonly {
    readonly answers: number;
    readonly audited: number;
    readonly wrong: number;
  }[];
  /** Null if the items have no groups. */
  readonly groups: GroupSizes | null;
  readonly skipped_audits: SkippedAudits;
  readonly other_batches: { readonly project: Outcomes; readonly account: Outcomes };
}

/** What the score of a batch does not show, in sentences for its certificate. */
export function limitsOf({ items, is_sample, labels, annotators, ...facts }: LimitFacts): string[] {
  const parts = is_sample
    ? [...labelsLimit(labels, items), ...annotatorsLimit(annotators), ...groupsLimit(facts.groups, items)]
    : [];
  return [...parts, ...skippedLimit(facts.skipped_audits), ...othersLimit(facts.other_batches)];
}

/**
 * The largest part that its audits do not support comes first. The bound of a part takes no account of the other parts, so
 * it is no claim; what it does not show, no stricter bound shows.
 */
function unsupported<P extends Part>(parts: readonly P[]): P[] {
  return parts
    .filter(({ size, audited, wrong }) => {
      const N = Math.max(size, audited); // corrections move audited items to other labels
      return size > 0 && qualityScore(N, audited, wrong, TOTAL_ALPHA) < LEAST_RIGHT;
    })
    .sort((a, b) => b.size - a.size);
}

const NOT_SHOWN = `the audit does not show that even ${LEAST_RIGHT} of 100 items`;

function labelsLimit(labels: readonly LabelPart[], items: number): string[] {
  const found = unsupported(labels.map((label) => ({ ...label, size: label.delivered })));
  const [first] = found;
  if (first === undefined) return [];
  const name = first.label === null ? "(others)" : `"${first.label}"`;
  const checked =
    first.audited === 0
      ? `it checked none of the ${counted(first.size, "item")} with it`
      : `it checked ${written(first.audited)} of ${counted(first.size, "item")} and found ${written(first.wrong)} wrong`;
  if (found.length === 1) return [`For the label ${name}, ${NOT_SHOWN} with it are right: ${checked}.`];
  const all = Math.min(items, sumOf(found));
  return [
    `For each of ${written(found.length)} labels, ${NOT_SHOWN} with it are right. Together, these labels are on at most ${shareOf(all, items)}. The most frequent one is ${name}: ${checked}.`,
  ];
}

function annotatorsLimit(annotators: LimitFacts["annotators"]): string[] {
  const parts = annotators.map(({ answers, ...part }) => ({ ...part, size: answers }));
  const found = unsupported(parts);
  if (found.length === 0) return [];
  const answers = `${written(sumOf(found))} of ${counted(sumOf(parts), "answer")}`;
  const who =
    found.length === 1
      ? `For one annotator, who gave ${answers},`
      : `For each of ${written(found.length)} annotators, who gave ${answers} together,`;
  return [`${who} ${NOT_SHOWN} that they answered are right.`];
}

function groupsLimit(groups: GroupSizes | null, items: number): string[] {
  if (groups === null || groups.largest_unaudited === 0) return [];
  return [
    `The score counts groups, and a large group counts no more than a small one. The largest group that nobody checked has ${shareOf(groups.largest_unaudited, items)}.`,
  ];
}

function skippedLimit({ skips, items, checked, counted_wrong }: SkippedAudits): string[] {
  if (skips === 0) return [];
  const others = checked === 0 ? "" : ` Another auditor checked ${written(checked)} of them.`;
  const wrong =
    counted_wrong === 0
      ? ""
      : ` ${written(counted_wrong)} ${counted_wrong === 1 ? "counts" : "count"} as wrong, because no auditor answered.`;
  return [`Auditors skipped ${counted(skips, "audit")} of ${counted(items, "item")}.${others}${wrong}`];
}

function othersLimit(others: LimitFacts["other_batches"]): string[] {
  return outcomesText(others.account) === NONE ? [] : [otherBatchesSentence(others)];
}

/** How the audits of an account's other batches ended. */
export function otherBatchesSentence({ project, account }: LimitFacts["other_batches"]): string {
  const all = outcomesText(account);
  if (all === NONE) return "No other batch of this account was audited.";
  const isOne = account.certified + account.failed + account.abandoned + account.open === 1;
  const here = outcomesText(project);
  const tries =
    account.failed + account.abandoned === 0
      ? ""
      : " A failed or abandoned batch may have held the same data: Assay does not recognize data that were changed before they were sent again.";
  return `Other audited batches of this account: ${all}. ${whichAreHere(here, all, isOne)}${tries}`;
}

/** Which of the other batches are in the project; `isOne`: there is one of them. */
function whichAreHere(here: string, all: string, isOne: boolean): string {
  if (here === NONE) return isOne ? "It is not in this project." : "None of them is in this project.";
  if (here === all) return isOne ? "It is in this project." : "All of them are in this project.";
  return `In this project: ${here}.`;
}

const NONE = "none";

/** `2 certified, 1 failed`; `none`. */
function outcomesText({ certified, failed, abandoned, open }: Outcomes): string {
  const counts = Object.entries({ certified, failed, abandoned, "in audit": open });
  const texts = counts.filter(([, count]) => count > 0).map(([name, count]) => `${written(count)} ${name}`);
  return texts.length === 0 ? NONE : texts.join(", ");
}

/** `340 of 1,000 items (34 %)`. */
function shareOf(part: number, items: number): string {
  const percent = Math.max(0.1, Math.round((1000 * part) / items) / 10);
  return `${written(part)} of ${counted(items, "item")} (${percent} %)`;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
