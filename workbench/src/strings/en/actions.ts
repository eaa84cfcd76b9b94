/** The list of keys. */
export const strings = {
  /** The headings, in their order, by the first part of an action's id or its `group`. */
  groups: {
    work: "Item",
    stream: "Item",
    skip: "Item",
    item: "Items",
    review: "Review",
    grid: "Grid",
    label: "Labels",
    suggestion: "Suggestions",
    drawing: "Tools and drawing",
    image: "Objects",
    spans: "Spans",
    transcript: "Transcript",
    audio: "Recording",
    ranking: "Ranking",
    rating: "Rating",
    responses: "Responses",
    steps: "Steps",
    questions: "Questions",
    view: "View",
    other: "Other actions",
  },
  find: "Find an action or a key",
  none: "No action matches.",
};
