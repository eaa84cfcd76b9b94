import { deepStrictEqual } from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { givenLabelStudio, lossIn, save } from "../../server/test/moved-project.ts";
import { unzip } from "../../server/test/unzip.ts";
import { until } from "../tour/waiting.ts";

/** Runs the installed command line in a folder; returns what it printed. */
type AssayIn = (cwd: string, ...args: string[]) => Promise<string>;

/** Ended: each item has the answers it needs. */
const DONE_MS = 60_000;

/**
 * Moves a project from Label Studio to Assay, to COCO, to Assay, to YOLO and to Assay again, in an empty folder, by the command line
 * alone. Throws if an image, its name or a label is lost on the way that no `loss.json` names.
 */
export async function moveAProject(folder: string, assayIn: AssayIn): Promise<void> {
  await save(join(folder, "label_studio"), await givenLabelStudio());
  const assay = (...args: string[]) => assayIn(folder, ...args);

  const importAs = async (format: string, way: readonly string[]) => {
    const batch_id = await assay("import", format, format, "--new", format, ...way);
    await until({ what: `the labels of ${format}`, withinMs: DONE_MS }, async () => {
      const { annotated_count, item_count } = JSON.parse(await assay("batch", "show", batch_id));
      return annotated_count === item_count ? true : undefined;
    });
    return { batch_id, labels: await labelsOf(batch_id) };
  };
  const labelsOf = async (batch_id: string) => {
    const path = await assay("export", "--batch", batch_id, "--format", "jsonl", "-o", `${batch_id}.jsonl`);
    const lines = (await readFile(join(folder, path), "utf8")).trim().split("\n");
    return Object.fromEntries(lines.map((line) => labelsIn(JSON.parse(line))).sort());
  };
  const exportAs = async (format: string, batch_id: string) => {
    const zip = await assay("export", "--batch", batch_id, "--format", format, "--bundle", "--media");
    const files = await unzip(await readFile(join(folder, zip)));
    await save(join(folder, format), files);
    return lossIn(files);
  };

  const first = await importAs("label_studio", ["--as", "all"]);
  const inCoco = await exportAs("coco", first.batch_id);
  const answered = ["--as", "answers", "--annotator", "mover"];
  const second = await importAs("coco", answered);
  const inYolo = await exportAs("yolo", second.batch_id);
  const third = await importAs("yolo", answered);

  const turned = ["car", 50, 50, 40, 20, 90];
  const before = {
    empty: [],
    street: [
      ["bus", 100, 10, 50, 50, 0],
      ["car", 10, 20, 30, 40, 0],
    ],
    turned: [turned],
  };
  deepStrictEqual(first.labels, before);
  deepStrictEqual(inCoco, {});
  deepStrictEqual(second.labels, before);
  deepStrictEqual(inYolo, { rotation: 1 });
  // Without its rotation a box is the upright one around it.
  deepStrictEqual(third.labels, { ...before, turned: [["car", 60, 40, 20, 40, 0]] });
}

interface Exported {
  readonly file: { readonly filename: string };
  readonly result: { readonly objects: readonly Box[] };
}

interface Box {
  readonly label: string;
  readonly bbox: Readonly<Record<"x" | "y" | "width" | "height", number>> & { readonly rotation?: number };
}

/** The boxes of an image to a millionth of a pixel, by its name before it was exported: that puts one id before it. */
function labelsIn({ file, result }: Exported): readonly [string, readonly (readonly (string | number)[])[]] {
  const [, name = file.filename] = /(?:^|\/)(?:item_[^_]+_)?([a-z]+)\.png$/.exec(file.filename) ?? [];
  const numbers = ({ x, y, width, height, rotation = 0 }: Box["bbox"]) =>
    [x, y, width, height, rotation].map((number) => Math.round(number * 1e6) / 1e6);
  return [name, result.objects.map(({ label, bbox }) => [label, ...numbers(bbox)])];
}
