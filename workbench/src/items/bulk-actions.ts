import type { components } from "@assay/sdk/schema.ts";
import { strings as all } from "#strings/items.ts";

const strings = all.actions;

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
  title: strings.requeue,
  detail: strings.requeueHelp,
};

export const ACTIONS: readonly BulkAction[] = [
  {
    action: "priority",
    title: strings.priority,
    detail: strings.priorityHelp,
    asks: { name: "priority", label: strings.priorityField, isNumber: true },
  },
  REQUEUE,
  {
    action: "exclude",
    title: strings.exclude,
    detail: strings.excludeHelp,
    asks: { name: "reason", label: strings.excludeField, isNumber: false },
  },
  {
    action: "gold",
    title: strings.gold,
    detail: strings.goldHelp,
  },
  {
    action: "accept_prediction",
    title: strings.prediction,
    detail: strings.predictionHelp,
    asks: { name: "model", label: strings.predictionField, isNumber: false },
  },
  {
    action: "adjudicate",
    title: strings.adjudicate,
    detail: strings.adjudicateHelp,
  },
];

/** The request of an action with what was told; null where something is still missing. */
export function requestOf({ action, asks }: BulkAction, filter: BulkFilter, told: string): BulkItems | null {
  if (asks === undefined) return { action, filter };
  const text = told.trim();
  if (text === "" || (asks.isNumber && !Number.isInteger(Number(text)))) return null;
  return { action, filter, [asks.name]: asks.isNumber ? Number(text) : text };
}
