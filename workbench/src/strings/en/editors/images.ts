/** The editors of images: the view, and the suggestions of models. */
export const strings = {
  view: "View",
  fit: "Fit the image",
  actualSize: "100 %",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  suggestion: (labels: string) => `A model suggests ${labels}.`,
  accept: "Accept",
  acceptSuggestion: "Accept the suggestion",
};
