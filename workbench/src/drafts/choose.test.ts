import { expect, test } from "vitest";
import { chooseOpening, editsBetween, withChanges } from "./choose.ts";
import { applied, type Change } from "./document.ts";

const put = (key: string, after: unknown): Change<unknown> => ({
  name: "put",
  edits: [{ key, before: undefined, after }],
});
const BASE = { place: "item annotate 1", log: "here", revision: 3, base: [["a", 1]] as const, seq: 4 };
const CHANGES = [5, 6, 7].map((seq) => ({ place: BASE.place, seq, change: put(`c${seq}`, seq) }));
const KEPT = { draft: BASE, changes: CHANGES };
const NEW = { first: [["first", 0]] as const, fresh: "fresh" };

test("without local changes the server's draft is opened, or the initial answer", () => {
  const draft = { log: "elsewhere", seq: 9, entries: [["s", 1]] };
  expect(chooseOpening({ draft, revision: 1 }, undefined, NEW)).toEqual({
    ...{ log: "fresh", seq: 0, entries: [["s", 1]], restored: [], isAhead: false, theirs: null },
  });
  expect(chooseOpening({ draft: null, revision: 0 }, undefined, NEW).entries).toEqual([["first", 0]]);
  expect(chooseOpening({ draft: { label: "cat" }, revision: 2 }, undefined, NEW).entries).toEqual(NEW.first);
});

test("local changes that the server lacks are applied to its draft", () => {
  const opening = chooseOpening(
    { draft: { log: "here", seq: 4, entries: [["a", 1]] }, revision: 3 },
    KEPT,
    NEW,
  );
  expect(opening).toMatchObject({ log: "here", seq: 7, theirs: null });
  expect(opening.restored).toHaveLength(3);
});

test("local changes that the server has without acknowledging them are not applied twice", () => {
  const draft = { log: "here", seq: 6, entries: [["a", 1]] };
  const opening = chooseOpening({ draft, revision: 4 }, KEPT, NEW);
  expect(opening.restored).toEqual([put("c7", 7)]);
  expect(opening.theirs).toBeNull();
});

test("a task that was claimed again without a draft continues with the local draft", () => {
  const opening = chooseOpening({ draft: null, revision: 0 }, KEPT, NEW);
  expect([...withChanges(opening.entries, opening.restored).keys()]).toEqual(["a", "c5", "c6", "c7"]);
  expect(opening.theirs).toBeNull();
});

test("a saved draft that the server no longer has is restored from this browser and saved again", () => {
  const saved = { draft: { ...BASE, base: [["a", 1]] as const, seq: 4 }, changes: [] };
  const opening = chooseOpening({ draft: null, revision: 0 }, saved, NEW);
  expect(opening).toMatchObject({ log: "here", seq: 4, entries: [["a", 1]], isAhead: true, theirs: null });
});

test("a draft that was meanwhile saved elsewhere is a conflict, and both versions are kept", () => {
  const draft = { log: "elsewhere", seq: 1, entries: [["b", 2]] };
  const opening = chooseOpening({ draft, revision: 4 }, KEPT, NEW);
  expect(opening.theirs).toEqual([["b", 2]]);
  expect(opening.restored).toHaveLength(3);
});

test("the edits between two answers turn one into the other", () => {
  const from = new Map<string, unknown>([
    ["a", 1],
    ["b", { x: 1 }],
    ["c", 3],
  ]);
  const to = new Map<string, unknown>([
    ["b", { x: 1 }],
    ["c", 4],
    ["d", 5],
  ]);
  const edits = editsBetween(from, to);
  expect(applied(from, edits)).toEqual(to);
  expect(edits.map(({ key }) => key)).toEqual(["a", "c", "d"]);
});
