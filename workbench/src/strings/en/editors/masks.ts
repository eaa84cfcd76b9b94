import { formatNumber } from "../../format.ts";

/** The editor of masks. */
export const strings = {
  noun: "Mask",
  size: (pixels: number) => `${formatNumber(pixels)} px`,
  brush: "Brush size ( , and . )",
  smaller: "Smaller brush",
  larger: "Larger brush",
  onlyUnlabeled: "Paint only what has no label",
  onlyUnlabeledOn: "Only pixels without a label are painted",
  onlyUnlabeledOff: "Pixels of other labels are painted too",
  notEnclosed: "This pixel has a label. Click on one without",
  chooseLabel: "Choose the label to erase",
  erased: (label: string) => `${label} erased`,
  painted: (label: string) => `${label} painted`,
};
