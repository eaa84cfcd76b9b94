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
  ...[
    "#a848a8",
    "#c07e8a",
    "#5a84de",
    "#d84278",
    "#905ad8",
    "#48844e",
    "#d242c0",
    "#fc485a",
    "#3090fc",
    "#c05406",
  ],
  ...[
    "#9c6c8a",
    "#6696a8",
    "#c600f6",
    "#fc3cc0",
    "#909630",
    "#7e608a",
    "#a84e66",
    "#d200ae",
    "#b466d2",
    "#90843c",
  ],
] as const;

/**
 * The color of the label at an index, as `#rrggbb`, for lines, swatches and faint fills. The forty colors repeat;
 * the label's name always stands beside its color.
 */
export function labelColor(place: number): string {
  return COLORS[place % COLORS.length] ?? COLORS[0];
}
