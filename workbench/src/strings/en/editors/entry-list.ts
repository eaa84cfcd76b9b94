/** The lists of spans, relations and segments. */
export const strings = {
  remove: "×",
  removeOne: (label: string, text: string) => `Delete ${label} ${text}`,
  comment: (number: number) => `comment ${number}`,
};
