import { formatNumber } from "../../format.ts";

/** The labels to choose from, in all editors. */
export const strings = {
  labels: "Labels",
  label: "Label",
  use: "Use",
  chooseOne: "Choose a label",
  chooseMany: "Choose all labels that fit",
  search: "Search labels",
  more: (labels: number) => `${formatNumber(labels)} more. Search to find them.`,
  below: (labels: number) => `${formatNumber(labels)} more below`,
  last: "End of the labels",
  give: (label: string) => `Label: ${label}`,
  given: (label: string) => `Add the label ${label}`,
  removed: (label: string) => `Remove the label ${label}`,
  advance: "Choosing a label submits",
  grid: "Show many items at once",
  back: (label: string | undefined) => (label === undefined ? "Back" : `Back: ${label}`),
  skipped: (reason: string) => `Skipped (${reason}). Somebody else gets the item.`,
  missing: "Choose a label.",
};
