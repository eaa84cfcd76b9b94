import { isDeepStrictEqual } from "node:util";
import { EVERY_TYPE } from "../src/formats/every-type.ts";
import type { Format } from "../src/formats/format.ts";
import { FORMATS } from "../src/formats/registry.ts";
import { type Importer, ImportFault } from "../src/importers/importer.ts";
import { isJsonObject } from "../src/importers/json-value.ts";
import { findImporter } from "../src/importers/registry.ts";
import { FULL_ITEMS } from "./full-items.ts";
import { exportedBytes, givenContext } from "./given-export.ts";
import { folderOfBytes, imported } from "./given-folder.ts";

/** Importers that have another name than the format that they read. */
const READ_BY: Readonly<Record<string, string>> = { coco_keypoints: "coco", yolo_obb: "yolo" };

/** Numbers of pixels and seconds that differ by less are called rounded. */
const ROUNDED = 0.01;

/**
 * The table of docs/formats.md: what `assay import` makes of each format that Assay writes, by annotation type, for an item that has
 * everything. `node domain/test/round-trips.ts` prints it.
 */
export async function roundTripTable(): Promise<string> {
  const rows: string[] = [];
  for (const format of FORMATS) {
    const importer = findImporter(READ_BY[format.name] ?? format.name);
    if (importer === undefined) continue;
    const found: { readonly type: string; readonly cells: string }[] = [];
    for (const type of format.types) found.push({ type, cells: await cellsOf(format, importer, type) });
    for (const [cells, same] of Map.groupBy(found, (each) => each.cells)) {
      const named = same.map(({ type }) => `\`${type}\``).join(", ");
      const types = same.length === EVERY_TYPE.length ? "every type" : named;
      rows.push(`| \`${format.name}\` | ${types} | ${cells} |\n`);
    }
  }
  return `| format | annotation types | the label after export and import | exported again |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

/** Formats that no importer reads. */
export function withoutImporter(): string[] {
  return FORMATS.map(({ name }) => name).filter((name) => !findImporter(READ_BY[name] ?? name));
}

async function cellsOf(format: Format, importer: Importer, type: string): Promise<string> {
  const item = FULL_ITEMS[type];
  if (item === undefined) throw new RangeError(`there is no full item of ${type}`);
  const context = givenContext(type, ["a", "b", "lives in"], { media: true });
  const files = await exportedBytes(format, context, [item]);
  const result = await resultOf(importer, files, type);
  if (result === undefined) return "is not read | –";
  const differences = [...new Set(differencesOf(item.result, result))].sort();
  const again = await exportedBytes(format, context, [{ ...item, result }]);
  const bytes = isDeepStrictEqual(again, files) ? "the same bytes" : "other bytes";
  return `${differences.length === 0 ? "is the same" : `differs: ${differences.join(", ")}`} | ${bytes}`;
}

/** The delivered label as the importer reads it; undefined if it reads none. */
async function resultOf(
  importer: Importer,
  files: Readonly<Record<string, Buffer>>,
  type: string,
): Promise<unknown> {
  try {
    const { items } = await imported(importer, folderOfBytes(files), type);
    const [item] = items;
    return item === undefined || "fault" in item ? undefined : item.answers[0]?.result;
  } catch (fault) {
    if (fault instanceof ImportFault) return undefined;
    throw fault;
  }
}

/** The names of the parts in which two results differ, and `rounded` if numbers are only nearly equal. */
function differencesOf(before: unknown, after: unknown, name = "result"): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (typeof before === "number" && typeof after === "number" && Math.abs(before - after) < ROUNDED)
    return ["rounded"];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, index) => differencesOf(value, after[index], name));
  if (!isJsonObject(before) || !isJsonObject(after)) return [`\`${name}\``];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differencesOf(before[key], after[key], key));
}

if (import.meta.main) process.stdout.write(await roundTripTable());
