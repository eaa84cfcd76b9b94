/** Words that many screens share. */
export const strings = {
  cancel: "Cancel",
  close: "Close",
  done: "Done",
  save: "Save",
  more: "More",
  showMore: "Show more",
  deleteForEver: "Delete permanently",
  numberOf: (part: string, whole: string) => `${part} of ${whole}`,
  /** In place of a number that nobody knows yet. */
  unknown: "–",
};
