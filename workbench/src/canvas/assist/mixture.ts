/** As many Gaussians describe the colors of a thing, and as many what is around it. */
const PARTS = 5;

/** Added to variances, so that an even color has one too. */
const LEAST_VARIANCE = 4;

/** A Gaussian of colors. */
interface Part {
  readonly mean: readonly [number, number, number];
  /** The inverse of the covariance: rr, rg, rb, gg, gb, bb. */
  readonly inverse: readonly [number, number, number, number, number, number];
  /** Minus the logarithm of its share of the colors and of its height. */
  readonly offset: number;
}

/** How colors are distributed. Empty for no colors. */
export type Mixture = readonly Part[];

/** Of the colors of a group: their number, their sums by channel, and those of their products: rr, rg, rb, gg, gb, bb. */
type Sums = readonly [number, number, number, number, number, number, number, number, number, number];

/** Colors are 0xAABBGGRR; those of group `group` are summed up. */
function sumsOf(colors: Uint32Array, groups: Uint8Array, group: number): Sums {
  let [count, r, g, b, rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < colors.length; at += 1) {
    if (groups[at] !== group) continue;
    const color = colors[at] ?? 0;
    const [red, green, blue] = [color & 255, (color >> 8) & 255, (color >> 16) & 255];
    count += 1;
    r += red;
    g += green;
    b += blue;
    rr += red * red;
    rg += red * green;
    rb += red * blue;
    gg += green * green;
    gb += green * blue;
    bb += blue * blue;
  }
  return [count, r, g, b, rr, rg, rb, gg, gb, bb];
}

/** A group of colors, parted at the mean of the channel in which it varies most; `shift` is to the bits of the channel. */
interface Split {
  readonly group: number;
  readonly shift: number;
  readonly mean: number;
  readonly spread: number;
}

function splitOf(colors: Uint32Array, groups: Uint8Array, group: number): Split {
  const [count, r, g, b, rr, , , gg, , bb] = sumsOf(colors, groups, group);
  const channel = (shift: number, sum: number, squares: number): Split => {
    return { group, shift, mean: sum / count, spread: squares - (sum * sum) / count };
  };
  return widest([channel(0, r, rr), channel(8, g, gg), channel(16, b, bb)]);
}

function widest(splits: readonly Split[]): Split {
  const none: Split = { group: 0, shift: 0, mean: 255, spread: 0 };
  return splits.reduce((best, split) => (split.spread > best.spread ? split : best), none);
}

/** Groups colors that are alike: the group that varies most is parted, again and again. */
export function grouped(colors: Uint32Array): Uint8Array {
  const groups = new Uint8Array(colors.length);
  const splits = [splitOf(colors, groups, 0)];
  while (splits.length < PARTS) {
    const { group, shift, mean } = widest(splits);
    for (let at = 0; at < colors.length; at += 1)
      if (groups[at] === group && (((colors[at] ?? 0) >> shift) & 255) > mean) groups[at] = splits.length;
    splits[group] = splitOf(colors, groups, group);
    splits.push(splitOf(colors, groups, splits.length));
  }
  return groups;
}

/** The mixture of groups of colors; groups without colors have no part in it. */
export function mixtureOf(colors: Uint32Array, groups: Uint8Array): Mixture {
  return Array.from({ length: PARTS }, (_, group) => sumsOf(colors, groups, group)).flatMap((sums) =>
    sums[0] === 0 ? [] : [partOf(sums, colors.length)],
  );
}

function partOf([count, r, g, b, ...products]: Sums, of: number): Part {
  const mean = [r / count, g / count, b / count] as const;
  const [rr, rg, rb, gg, gb, bb] = [
    products[0] / count - mean[0] * mean[0] + LEAST_VARIANCE,
    products[1] / count - mean[0] * mean[1],
    products[2] / count - mean[0] * mean[2],
    products[3] / count - mean[1] * mean[1] + LEAST_VARIANCE,
    products[4] / count - mean[1] * mean[2],
    products[5] / count - mean[2] * mean[2] + LEAST_VARIANCE,
  ];
  const determinant = rr * (gg * bb - gb * gb) - rg * (rg * bb - gb * rb) + rb * (rg * gb - gg * rb);
  const inverse = [
    (gg * bb - gb * gb) / determinant,
    (rb * gb - rg * bb) / determinant,
    (rg * gb - rb * gg) / determinant,
    (rr * bb - rb * rb) / determinant,
    (rg * rb - rr * gb) / determinant,
    (rr * gg - rg * rg) / determinant,
  ] as const;
  return { mean, inverse, offset: Math.log(determinant) / 2 - Math.log(count / of) };
}

/** Minus the logarithm of how likely a color is of one Gaussian, but for what all have in common. */
function costOf({ mean, inverse: [rr, rg, rb, gg, gb, bb], offset }: Part, color: number): number {
  const red = (color & 255) - mean[0];
  const green = ((color >> 8) & 255) - mean[1];
  const blue = ((color >> 16) & 255) - mean[2];
  const across = 2 * (red * (rg * green + rb * blue) + gb * green * blue);
  return offset + (rr * red * red + gg * green * green + bb * blue * blue + across) / 2;
}

/** The Gaussian of a mixture of which a color most likely is. */
export function nearest(mixture: Mixture, color: number): number {
  let [found, least] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at < mixture.length; at += 1) {
    const part = mixture[at];
    const cost = part === undefined ? least : costOf(part, color);
    if (cost < least) [found, least] = [at, cost];
  }
  return found;
}

/** Minus the logarithm of how likely a color is of a mixture, but for what all mixtures have in common. */
export function unlikeliness(mixture: Mixture, color: number): number {
  let [least, sum] = [Number.POSITIVE_INFINITY, 0];
  for (const part of mixture) {
    const cost = costOf(part, color);
    sum = cost < least ? sum * Math.exp(cost - least) + 1 : sum + Math.exp(least - cost);
    least = Math.min(least, cost);
  }
  return least - Math.log(sum);
}
