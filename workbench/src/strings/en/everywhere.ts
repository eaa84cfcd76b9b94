/** Words on many screens. */
export const strings = {
  cancel: "Cancel",
  close: "Close",
  done: "Done",
  save: "Save",
  discard: "Discard changes",
  more: "More",
  showMore: "Show more",
  deleteForEver: "Delete permanently",
  numberOf: (part: string, whole: string) => `${part} of ${whole}`,
  /** Shown in place of a number that is not known yet. */
  unknown: "–",
  /** The name of a table in a text. */
  table: "Table",
};
