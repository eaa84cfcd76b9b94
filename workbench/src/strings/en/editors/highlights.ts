/** Marked passages of responses. */
export const strings = {
  text: (question: string) => `${question}: text of the response`,
  help: {
    keys: "Select text, then choose a label. With keys: arrows go from word to word, Shift extends, digits label, Delete removes.",
    touch: "Touch and hold a word, drag the ends of the selection, then choose a label.",
  },
  asWritten: "The text is shown as it was written, so that you can mark its signs too.",
  selected: (quote: string) => `Selected: “${quote}”`,
  none: "Nothing to highlight",
  noneMarked: "No passage is highlighted.",
  list: (question: string) => `${question}: highlights`,
  note: (label: string, quote: string) => `Note on ${label}: ${quote}`,
  remove: "Remove",
  removeOne: (label: string, quote: string) => `Remove ${label}: ${quote}`,
};
