/**
 * Found by taking, again and again, the colour that is farthest from all before it as the nearest of four kinds of
 * sight see it: usual, protanopic, deuteranopic and tritanopic (Machado et al. 2009, distances in OKLab), among those
 * with at least 3 : 1 on both themes' surfaces.
 */
const COLOURS = [
  ...[
    "#1870a1",
    "#d67b19",
    "#a974f7",
    "#82623a",
    "#1ea28f",
    "#c70389",
    "#8a3ee0",
    "#717dc5",
    "#f25776",
    "#e00655",
  ],
  ...[
    "#7f95c1",
    "#9177a2",
    "#606d64",
    "#c96222",
    "#5d5ffe",
    "#1c8f6e",
    "#9646c0",
    "#d655e3",
    "#739a51",
    "#c92f36",
  ],
] as const;

/**
 * The colour of the label at a place, as `#rrggbb`, for lines, swatches and faint fills. After twenty they begin anew;
 * colour is never the only thing that tells labels apart.
 */
export function labelColor(place: number): string {
  return COLOURS[place % COLOURS.length] ?? COLOURS[0];
}
