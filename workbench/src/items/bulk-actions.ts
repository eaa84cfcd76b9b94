import type { components } from "@assay/sdk/schema.ts";
import { strings as all } from "#strings/items.ts";

const strings = all.actions;

export type BulkItems = components["schemas"]["BulkItems"];
export type BulkFilter = BulkItems["filter"];

/** A bulk action. */
export interface BulkAction {
  readonly action: BulkItems["action"];
  readonly title: string;
  /** What the action does. */
  readonly detail: string;
  /** An extra field that the action needs. */
  readonly asks?: {
    readonly name: "priority" | "reason" | "model";
    readonly label: string;
    readonly isNumber: boolean;
    /** What is written there is for people, who need not be told. */
    readonly help?: string;
  };
}

/** Sends labels back while the batch has no verdict. */
const REQUEUE: BulkAction = {
  action: "requeue",
  title: strings.requeue,
  detail: strings.requeueHelp,
  asks: { name: "reason", label: strings.requeueField, isNumber: false, help: strings.requeueFieldHelp },
};

/** The same for one item. */
export const REQUEUE_ONE: BulkAction = { ...REQUEUE, detail: strings.requeueOneHelp };

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

/** The request of an action with its field; null if a field is missing that the action needs. */
export function requestOf({ action, asks }: BulkAction, filter: BulkFilter, told: string): BulkItems | null {
  if (asks === undefined) return { action, filter };
  const text = told.trim();
  if (text === "" && asks.help !== undefined) return { action, filter };
  if (text === "" || (asks.isNumber && !Number.isInteger(Number(text)))) return null;
  return { action, filter, [asks.name]: asks.isNumber ? Number(text) : text };
}
