/** The view of images. */
export const strings = {
  view: "View",
  fit: "Fit the image",
  actualSize: "100 %",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  pan: "Move the image",
  acceptSuggestion: "Accept the suggestion",
};
