import { expect, test } from "vitest";
import { seededRandom } from "../src/agreement.ts";
import { LEVELS } from "../src/certification/levels.ts";
import { passChance } from "../src/certification/looks.ts";
import { type KnownBatch, type Procedure, procedureOf } from "../src/certification/procedure.ts";

const DRAWS = 4000;

/** `wrong` of `N` items not acceptable. */
function items(N: number, wrong: number): KnownBatch {
  return { wrong: new Uint8Array(N).fill(1, 0, wrong) };
}

/** `count` clusters of 1, 2 … `most`, 1, 2 … items, of which the last `wrong` have one wrong item, or all of theirs. */
function clusters(count: number, most: number, wrong: number, isWhole: boolean): KnownBatch {
  const sizes = Array.from({ length: count }, (_, cluster) => 1 + (cluster % most));
  const places = sizes.flatMap((size, cluster) =>
    Array.from({ length: size }, (_, place) => ({ cluster, place })),
  );
  return {
    wrong: Uint8Array.from(places, ({ cluster, place }) =>
      Number(cluster >= count - wrong && (isWhole || place === 0)),
    ),
    clusters: Uint32Array.from(places, ({ cluster }) => cluster),
  };
}

const THREE_ROUNDS = { maxLooks: 2, rounds: 3 };

/** Each at the worst case for its level, just below the required score, or with the truth far from it. */
const SETS: readonly (readonly [string, KnownBatch, Procedure])[] = [
  [
    "100 items just under basic, nothing mended",
    items(100, 31),
    { ...THREE_ROUNDS, asked: "basic", mended: 0 },
  ],
  [
    "200 items just under standard, nothing mended",
    items(200, 41),
    { ...THREE_ROUNDS, asked: "standard", mended: 0 },
  ],
  [
    "500 items just under premium, nothing mended",
    items(500, 51),
    { ...THREE_ROUNDS, asked: "premium", mended: 0 },
  ],
  [
    "1,000 items just under elite, nothing mended",
    items(1000, 51),
    { ...THREE_ROUNDS, asked: "elite", mended: 0 },
  ],
  [
    "333 items under premium, mended by and by",
    items(333, 45),
    { ...THREE_ROUNDS, asked: "premium", mended: 0.9 },
  ],
  [
    "200 items well over basic, which earn more",
    items(200, 22),
    { ...THREE_ROUNDS, asked: "basic", mended: 0.5 },
  ],
  ["40 items, nearly all of them audited", items(40, 5), { ...THREE_ROUNDS, asked: "premium", mended: 0 }],
  [
    "300 clusters with one wrong item each",
    clusters(300, 5, 61, false),
    { ...THREE_ROUNDS, asked: "standard", mended: 0 },
  ],
  [
    "240 clusters wrong as a whole",
    clusters(240, 4, 25, true),
    { ...THREE_ROUNDS, asked: "premium", mended: 0.3 },
  ],
  [
    "150 items and four looks a round",
    items(150, 31),
    { asked: "standard", maxLooks: 4, rounds: 2, mended: 0 },
  ],
];

test.each(SETS)("over-claims on %s at most 5.5 % of the time", (_, batch, procedure) => {
  const draw = procedureOf(batch, procedure, seededRandom(20_261_121));
  let claims = 0;
  let overClaims = 0;
  for (let run = 0; run < DRAWS; run += 1) {
    const { score, share } = draw();
    claims += score === null ? 0 : 1;
    if (score !== null && score > 100 * share + 1e-9) overClaims += 1;
  }

  expect(claims).toBeGreaterThan(0.01 * DRAWS);
  expect(overClaims / DRAWS).toBeLessThanOrEqual(0.055);
});

test.each(["basic", "standard", "premium", "elite"] as const)(
  "a batch just below the required score of %s passes its first round as often as passChance says",
  (asked) => {
    const [N, need] = [200, LEVELS[asked].score];
    const right = (N * need) / 100 - 1;
    const round = { asked, maxLooks: 2, rounds: 1, mended: 0 };
    const draw = procedureOf(items(N, N - right), round, seededRandom(7));
    let certified = 0;
    for (let run = 0; run < DRAWS; run += 1) certified += draw().score === null ? 0 : 1;

    expect(certified / DRAWS).toBeLessThanOrEqual(0.05);
    expect(Math.abs(certified / DRAWS - passChance({ N, need, maxLooks: 2 }, right / N))).toBeLessThan(0.01);
  },
);
