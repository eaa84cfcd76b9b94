import { count, formatNumber } from "../format.ts";

const ITEMS = { one: "item", other: "items" };

/** Many items labeled at once. */
export const grid = {
  title: "Grid of items",
  tiles: "Items",
  labels: "Label the selected items",
  progress: (labeled: number, items: number, suggested: number) =>
    suggested === 0
      ? `${formatNumber(labeled)} of ${count(items, ITEMS)} labeled`
      : `${formatNumber(labeled - suggested)} labeled, ${formatNumber(suggested)} suggested, of ${count(items, ITEMS)}`,
  unseen: (tiles: number) =>
    `${count(tiles, { one: "suggestion was", other: "suggestions were" })} not in view yet. Look at ${tiles === 1 ? "it" : "them"}, then submit again.`,
  selected: (items: number) => `${formatNumber(items)} selected`,
  submit: "Submit all labeled items",
  submitShort: "Submit all",
  partly: (sent: number, left: number) =>
    `${count(sent, ITEMS)} submitted. ${count(left, ITEMS)} without a label ${left === 1 ? "remains" : "remain"}.`,
  skip: "Skip the selected items",
  clear: "Take the label away",
  reject: "Reject the suggestions of the selected items",
  selectAll: "Select all items",
  selectNone: "Select nothing",
  toggle: "Add the item to the selection, or take it out",
  move: "Go to another item",
  extend: "Select up to another item",
  walk: "Go to another item and keep the selection",
  look: "Look closer",
  previous: "Previous item",
  next: "Next item",
  close: "Close",
  single: "One item at a time",
  discard: "Discard refused answers",
  twoVersions: "This answer was also changed somewhere else. Open one item at a time to choose a version.",
  noLabel: "No label",
  suggested: (label: string) => `Suggested: ${label}`,
  longer: "Longer than shown",
  refused: (answers: number) =>
    `${count(answers, { one: "answer was", other: "answers were" })} not accepted. Submit again, or discard.`,
  unfit: "These items do not fit into a grid",
  unfitHelp: "A grid takes images and texts with one label each and no other questions.",
  tile: (item: string, label: string) => `${item}: ${label}`,
};
