import type { components } from "@assay/sdk/schema.ts";

export type BulkItems = components["schemas"]["BulkItems"];
export type BulkFilter = BulkItems["filter"];

/** Something that is done to many items. */
export interface BulkAction {
  readonly action: BulkItems["action"];
  readonly title: string;
  /** What comes of it. */
  readonly detail: string;
  /** What must be told besides. */
  readonly asks?: {
    readonly name: "priority" | "reason" | "model";
    readonly label: string;
    readonly isNumber: boolean;
  };
}

/** Takes labels back where no verdict has been asked for. */
export const REQUEUE: BulkAction = {
  action: "requeue",
  title: "Have answered anew",
  detail: "Their labels are taken back, and they are answered under the newest guidelines.",
};

export const ACTIONS: readonly BulkAction[] = [
  {
    action: "priority",
    title: "Set priority",
    detail: "Open items with a higher priority are given out first.",
    asks: { name: "priority", label: "Priority, -1,000 to 1,000", isNumber: true },
  },
  REQUEUE,
  {
    action: "exclude",
    title: "Exclude",
    detail: "They are left out of the batch, and kept in exports with the reason.",
    asks: { name: "reason", label: "Reason", isNumber: false },
  },
  {
    action: "gold",
    title: "Make gold",
    detail: "Their accepted labels become the answers that annotators are measured by.",
  },
  {
    action: "accept_prediction",
    title: "Accept a model’s prediction",
    detail: "The prediction becomes the label of open items.",
    asks: { name: "model", label: "Model", isNumber: false },
  },
  {
    action: "adjudicate",
    title: "Send to an adjudicator",
    detail: "An adjudicator decides items whose answers disagree. They wait for no further annotator.",
  },
];

/** The request of an action with what was told; null where something is still missing. */
export function requestOf({ action, asks }: BulkAction, filter: BulkFilter, told: string): BulkItems | null {
  if (asks === undefined) return { action, filter };
  const text = told.trim();
  if (text === "" || (asks.isNumber && !Number.isInteger(Number(text)))) return null;
  return { action, filter, [asks.name]: asks.isNumber ? Number(text) : text };
}
