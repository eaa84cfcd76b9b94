import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, createDocument } from "./document.ts";

/** Sets a number under a key; null removes it. */
function put(entries: ReadonlyMap<string, number>, key: string, value: number | null): Change<number> {
  return { name: "put", edits: [{ key, before: entries.get(key), after: value ?? undefined }] };
}

const steps = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("a", "b", "c"), fc.option(fc.integer())),
    fc.constant("undo" as const),
    fc.constant("redo" as const),
  ),
);

function sorted(entries: ReadonlyMap<string, number>) {
  return [...entries].sort();
}

test("undo and redo of all changes restore the first and the last state", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const document = createDocument<number>([["a", 1]]);
      for (const step of all) {
        if (step === "undo") document.undo();
        else if (step === "redo") document.redo();
        else document.apply(put(document.entries(), ...step));
      }
      while (document.canRedo()) document.redo();
      const end = sorted(document.entries());
      while (document.canUndo()) document.undo();
      expect(sorted(document.entries())).toEqual([["a", 1]]);
      while (document.canRedo()) document.redo();
      expect(sorted(document.entries())).toEqual(end);
    }),
  );
});

test("watchers get enough to follow all changes, also undone ones", () => {
  const document = createDocument<number>([]);
  const told = new Map<string, number>();
  document.subscribe(({ edits }) => {
    for (const { key, after } of edits) after === undefined ? told.delete(key) : told.set(key, after);
  });
  document.apply(put(document.entries(), "a", 1));
  document.apply(put(document.entries(), "b", 2));
  document.undo();
  document.undo();
  document.redo();

  expect([...told]).toEqual([["a", 1]]);
  expect(told).toEqual(document.entries());
});

test("a new change clears the redo list, and a change without edits is ignored", () => {
  const document = createDocument<number>([]);
  document.apply(put(document.entries(), "a", 1));
  document.undo();
  document.apply({ name: "nothing", edits: [] });
  expect(document.canRedo()).toBe(true);
  document.apply(put(document.entries(), "b", 2));

  expect(document.canRedo()).toBe(false);
  expect(document.undo()).toBe("put");
  expect(document.entries().size).toBe(0);
});
