/**
 * Each color is the one farthest from all before it, by the smallest distance over four kinds of vision: usual,
 * protanopic, deuteranopic and tritanopic (Machado et al. 2009, distances in OKLab), among colors with a contrast of
 * at least 3 : 1 on both themes.
 */
const COLORS = [
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
 * The color of the label at an index, as `#rrggbb`, for lines, swatches and faint fills. The twenty colors repeat;
 * the label's name always stands beside its color.
 */
export function labelColor(place: number): string {
  return COLORS[place % COLORS.length] ?? COLORS[0];
}
