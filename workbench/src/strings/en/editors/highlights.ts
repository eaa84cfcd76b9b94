/** Marked passages of responses. */
export const strings = {
  text: (question: string) => `${question}: text of the response`,
  select: {
    keys: "Select text, then choose a label.",
    touch: "Touch and hold a word, drag the ends, then choose a label.",
  },
  go: {
    keys: "Arrows move, Shift selects, Delete removes.",
    touch: "",
  },
  formatted: "To mark passages, choose “Show as written”.",
  selected: (quote: string) => `Selected: “${quote}”`,
  none: "Nothing to highlight",
  noneMarked: "No passage is highlighted.",
  list: (question: string) => `${question}: highlights`,
  note: "Note",
  noteOn: (label: string, quote: string) => `Note on ${label}: ${quote}`,
  remove: "Remove",
  removeOne: (label: string, quote: string) => `Remove ${label}: ${quote}`,
};
