const COUNT = 20;

/**
 * The colour of the label at a place, for lines, swatches and faint fills: at least 3 : 1 on both themes' surfaces.
 * Neighbours are far apart in hue and differ in lightness; colour is never the only thing that tells labels apart.
 */
export function labelColor(place: number): string {
  const turn = place % COUNT;
  const hue = (262 + turn * 137.5) % 360;
  const lightness = 56 + (turn % 3) * 4;
  return `oklch(${lightness}% 0.16 ${hue.toFixed(1)})`;
}
