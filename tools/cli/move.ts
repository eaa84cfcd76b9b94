import { deepStrictEqual } from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzip } from "../../server/test/unzip.ts";
import { givenImage } from "../../server/test/upload-bodies.ts";
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
  await writeLabelStudio(join(folder, "label_studio"));
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

const IMAGE = { width: 200, height: 100 };

async function writeLabelStudio(folder: string): Promise<void> {
  const rectangle = (label: string, x: number, y: number, width: number, height: number, rotation = 0) => ({
    ...{ type: "rectanglelabels", from_name: "box", to_name: "img" },
    ...{ original_width: IMAGE.width, original_height: IMAGE.height },
    value: { x, y, width, height, rotation, rectanglelabels: [label] }, // in percent of the image
  });
  const results = {
    street: [rectangle("car", 5, 20, 15, 40), rectangle("bus", 50, 10, 25, 50)],
    turned: [rectangle("car", 40, 40, 20, 20, 90)],
    empty: [],
  };
  const tasks = Object.entries(results).map(([name, result], index) => ({
    id: index + 1,
    data: { image: `/data/upload/1/0a1b2c3d-${name}.png` },
    annotations: ["ann", "bob"].map((who) => ({
      ...{ completed_by: { email: `${who}@acme.test` }, created_at: "2026-01-02T03:04:05Z", result },
    })),
  }));
  const labels =
    '<RectangleLabels name="box" toName="img"><Label value="bus"/><Label value="car"/></RectangleLabels>';
  const image = await givenImage("png", IMAGE.width, IMAGE.height);
  await save(folder, [
    ["tasks.json", JSON.stringify(tasks)],
    ["config.xml", `<View><Image name="img" value="$image"/>${labels}</View>`],
    ...Object.keys(results).map((name) => [`${name}.png`, image] as const),
  ]);
}

async function save(folder: string, files: Iterable<readonly [string, string | Buffer]>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** What `loss.json` says of the labels; of the facts of the items and their files it says more. */
function lossIn(files: ReadonlyMap<string, Buffer>): Readonly<Record<string, number>> {
  const { lost } = JSON.parse(String(files.get("loss.json")));
  const facts = /^(batch_id|external_id|origin|support|file\..+)$/;
  return Object.fromEntries(Object.entries<number>(lost).filter(([name]) => !facts.test(name)));
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
