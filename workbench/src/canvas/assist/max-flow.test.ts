import fc from "fast-check";
import { expect, test } from "vitest";
import { DEGREE, leastCut, type Network, STEPS } from "./max-flow.ts";

const [WIDTH, HEIGHT] = [3, 3];
const COUNT = WIDTH * HEIGHT;
const network = fc
  .record({
    room: fc.array(fc.nat(9), { minLength: COUNT * DEGREE, maxLength: COUNT * DEGREE }),
    terminals: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: COUNT, maxLength: COUNT }),
  })
  .map(({ room, terminals }): Network => {
    const heads = Int32Array.from({ length: COUNT * DEGREE }, (_, arc) => {
      const node = Math.floor(arc / DEGREE);
      const [dx, dy] = STEPS[arc % DEGREE] ?? [0, 0];
      const [x, y] = [Math.floor(node / HEIGHT) + dx, (node % HEIGHT) + dy];
      return x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT ? -1 : x * HEIGHT + y;
    });
    const usable = room.map((most, arc) => (heads[arc] === -1 ? 0 : most));
    return { heads, room: Int32Array.from(usable), terminals: Int32Array.from(terminals) };
  });

/** What it costs to part the nodes whose bits are set from the others. */
function costOf({ heads, room, terminals }: Network, isSource: (node: number) => boolean): number {
  let cost = 0;
  for (const [node, most] of terminals.entries()) if (most > 0 !== isSource(node)) cost += Math.abs(most);
  for (const [arc, most] of room.entries()) {
    const [tail, head] = [Math.floor(arc / DEGREE), heads[arc] ?? -1];
    if (head !== -1 && isSource(tail) && !isSource(head)) cost += most;
  }
  return cost;
}

function copied({ heads, room, terminals }: Network): Network {
  return { heads, room: room.slice(), terminals: terminals.slice() };
}

test("the greatest flow is what the cheapest of all cuts costs, and the labels are such a cut", () => {
  fc.assert(
    fc.property(network, (given) => {
      const { side, flow } = leastCut(copied(given));
      let least = Number.POSITIVE_INFINITY;
      for (let cut = 0; cut < 2 ** COUNT; cut += 1)
        least = Math.min(
          least,
          costOf(given, (node) => ((cut >> node) & 1) === 1),
        );
      expect(flow).toBe(least);
      expect(costOf(given, (node) => side[node] === 1)).toBe(least);
    }),
    { numRuns: 300 },
  );
});

test("the same network is always cut in the same way", () => {
  fc.assert(
    fc.property(network, (given) => {
      expect(leastCut(copied(given))).toEqual(leastCut(copied(given)));
    }),
  );
});
