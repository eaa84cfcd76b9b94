import fc from "fast-check";
import { expect, test } from "vitest";
import { FULL_ITEMS } from "../../test/full-items.ts";
import { exportedBytes, givenContext } from "../../test/given-export.ts";
import { folderOfBytes, imported } from "../../test/given-folder.ts";
import { FORMATS } from "../formats/registry.ts";
import { ImportFault } from "./importer.ts";
import { findImporter } from "./registry.ts";

/** Of Parquet, which the service reads: server/src/imports/damaged.test.ts. */
const IN_PARQUET = ["parquet", "hf_dataset"];

/** Every format that Assay writes and reads, with each type that both know. */
const PAIRS = FORMATS.flatMap((format) => {
  const importer = findImporter(format.name);
  if (importer === undefined || IN_PARQUET.includes(format.name)) return [];
  const isRead = (type: string) => importer.name === "jsonl" || importer.types.includes(type);
  const types = format.types.filter((type) => isRead(type) && FULL_ITEMS[type] !== undefined);
  return types.map((type) => [format.name, type, format, importer] as const);
});

const FAULTS = ["cut", "bit", "inserted", "removed", "exchanged"] as const;

const damage = fc.record({
  fault: fc.constantFrom(...FAULTS),
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bit: fc.nat(7),
  bytes: fc.constantFrom("\0", "\n", "<", "]", '"', "-", "\xff\xfe", "9".repeat(400)),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

/** The files with one of them cut off, with a bit, bytes or all its content another, or away. */
function damaged(files: Readonly<Record<string, Buffer>>, { fault, file, at, bit, bytes }: Damage) {
  const all = Object.entries(files);
  const [path, content] = all[file % all.length] ?? ["", Buffer.alloc(0)];
  const [, other = Buffer.alloc(0)] = all[(file + 1) % all.length] ?? [];
  const place = Math.floor(at * Math.max(0, content.length - 1));
  const { [path]: _, ...others } = files;
  switch (fault) {
    case "cut":
      return { ...files, [path]: content.subarray(0, place) };
    case "bit": {
      const changed = Buffer.from(content);
      if (changed.length > 0) changed[place] = (changed[place] ?? 0) ^ (1 << bit);
      return { ...files, [path]: changed };
    }
    case "inserted": {
      const parts = [content.subarray(0, place), Buffer.from(bytes, "latin1"), content.subarray(place)];
      return { ...files, [path]: Buffer.concat(parts) };
    }
    case "exchanged":
      return { ...files, [path]: other };
    default:
      return others;
  }
}

test("each importer of a format that Assay writes is tried", () => {
  const names = ["coco", "yolo", "pascal_voc", "cvat_xml", "label_studio", "datumaro"];
  expect(PAIRS.map(([name]) => name)).toEqual(expect.arrayContaining([...names, "jsonl", "csv"]));
});

test.each(PAIRS)(
  "%s of %s, as Assay writes it, is read or refused by name when it is damaged",
  async (_name, type, format, importer) => {
    const item = FULL_ITEMS[type];
    if (item === undefined) throw new RangeError(`there is no item of ${type}`);
    const context = givenContext(type, ["a", "b"], { media: format.name === "yolo" });
    const files = await exportedBytes(format, context, [item, { ...item, id: "item_2" }]);

    await fc.assert(
      fc.asyncProperty(damage, async (given) => {
        const changed = damaged(files, given);
        const outcome = await imported(importer, folderOfBytes(changed), type).catch(
          (thrown: unknown) => thrown,
        );
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(ImportFault);
          expect(outcome.message).toMatch(/^\S.*: \S/s);
        }
      }),
      { numRuns: 60 },
    );
  },
);
