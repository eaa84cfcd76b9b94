import { formatNumber } from "../../format.ts";

/** With one decimal below 10 % and above 99 %: what is not quite all is not 100 %. */
function sayShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "less than 0.1 %";
  if (percent > 99.9 && percent < 100) return "more than 99.9 %";
  return `${formatNumber(percent, { maximumFractionDigits: percent < 10 || percent > 99 ? 1 : 0 })} %`;
}

/** The editor of masks. */
export const strings = {
  noun: "Mask",
  size: (pixels: number) => `${formatNumber(pixels)} px`,
  /** Of an image, from 0 to 1. */
  share: (share: number) => sayShare(share),
  unlabeled: (share: number) => `${sayShare(share)} of the pixels have no label`,
  allLabeled: "Every pixel has a label",
  /** After one of the two above. */
  doubled: (share: number) => `, ${sayShare(share)} have several`,
  brush: "Brush size",
  smaller: "Brush and eraser: smaller",
  larger: "Brush and eraser: larger",
  onlyUnlabeled: "Paint only what has no label",
  onlyUnlabeledOn: "Only pixels without a label are painted",
  onlyUnlabeledOff: "Pixels of other labels are painted too",
  notEnclosed: "This pixel has a label. Choose one without",
  nothingErased: (label: string) => `There are no pixels of ${label} here`,
  ofOtherLabel: {
    keys: (label: string, under: string, key: string | null) =>
      `These pixels have the label ${under}. The eraser removes only ${label}. ${key === null ? `Choose ${under} to erase it` : `Press ${key} for ${under}`}`,
    touch: (label: string, under: string, _key: string | null) =>
      `These pixels have the label ${under}. The eraser removes only ${label}. Choose ${under} to erase it`,
  },
  ofOtherMask: (under: string) => `These pixels are of another mask (${under}). Select it to erase them`,
  chooseLabel: "Choose the label to erase",
  chooseMask: "Select the mask to erase from",
  newMask: "New mask",
  startsNew: "The next stroke starts a new mask.",
  goesOn: "Strokes go to the selected mask.",
  started: (label: string | undefined) =>
    label === undefined
      ? "The next stroke starts a new mask"
      : `The next stroke starts a new mask of ${label}`,
  erased: (label: string) => `${label} erased`,
  painted: (label: string) => `${label} painted`,
};
