import fc from "fast-check";
import { expect, test } from "vitest";
import { freePlaces, freeTop, type PlacedName } from "./free-places.ts";

const HEIGHT = 18;
const ROOM = { height: HEIGHT, room: 390 };
const coordinate = fc.integer({ min: 0, max: 390 });
const name = fc.record({ at: fc.tuple(coordinate, coordinate), width: fc.integer({ min: 20, max: 120 }) });

test("a name alone stands to the right of its point, a little below", () => {
  expect(freePlaces([{ at: [100, 100], width: 60 }], ROOM)).toEqual([[108, 106]]);
});

test("a second name goes to another side, and one without room is left out", () => {
  const here: PlacedName = { at: [100, 100], width: 60 };
  const places = freePlaces([here, here, here, here, here], ROOM);
  expect(places.slice(0, 4)).toEqual([
    [108, 106],
    [32, 106],
    [108, 76],
    [32, 76],
  ]);
  expect(places[4]).toBeUndefined();
});

test("a name stays on the page and off what is drawn there already", () => {
  const other = [{ x: 310, y: 100, width: 70, height: 20 }];
  expect(freePlaces([{ at: [350, 100], width: 60 }], ROOM)).toEqual([[282, 106]]);
  expect(freePlaces([{ at: [350, 100], width: 30 }], { ...ROOM, other })).toEqual([[358, 76]]);
});

test("no name covers another name or a point", () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const placed = freePlaces(names, ROOM).flatMap((place, index) => {
        const { width } = names[index] ?? { width: 0 };
        return place === undefined ? [] : [{ x: place[0], y: place[1], width }];
      });
      for (const [index, one] of placed.entries()) {
        const others = placed.filter((_, other) => other !== index);
        expect(
          others.some(
            ({ x, y, width }) => Math.abs(y - one.y) < HEIGHT && one.x < x + width && x < one.x + one.width,
          ),
        ).toBe(false);
        expect(
          names.some(
            ({ at: [x, y] }) => x > one.x && x < one.x + one.width && y > one.y && y < one.y + HEIGHT,
          ),
        ).toBe(false);
      }
    }),
  );
});

test("tags at one place stand below one another, and those beside it keep theirs", () => {
  const tag = { x: 10, y: 40, width: 60, height: HEIGHT };
  const [second, third] = [freeTop(tag, [tag]), freeTop(tag, [{ ...tag, y: 59 }, tag])];
  expect([second, third]).toEqual([59, 78]);
  expect(freeTop({ ...tag, x: 70 }, [tag])).toBe(40);
});
