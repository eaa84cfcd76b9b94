import { formatNumber } from "../../format.ts";

/** The editor of masks. */
export const strings = {
  noun: "Mask",
  size: (pixels: number) => `${formatNumber(pixels)} px`,
  brush: "Brush size ( , and . )",
  smaller: "Smaller brush",
  larger: "Larger brush",
  chooseLabel: "Choose the label to erase",
  erased: (label: string) => `${label} erased`,
  painted: (label: string) => `${label} painted`,
};
