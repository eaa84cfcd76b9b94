import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openForeign } from "../foreign-source.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-pieces-test-"));
vi.stubEnv("TMPDIR", folder); // other tests write into the usual one at the same time
afterAll(async () => {
  vi.unstubAllEnvs(); // the next test files run in the same worker
  await rm(folder, { recursive: true });
});

const COUNT = 3_000;
const all = Array.from({ length: COUNT }, (_, index) => index);
/** So that a dataset has several pieces. */
const padding = "x".repeat(1_000);

/** The lines of a dataset, in order, and its faults with their places. */
async function read(format: string, type: string, text: string) {
  const path = join(folder, "a");
  await writeFile(path, text);
  const source = await openForeign(
    path,
    { name: "a.txt", sha256: "" },
    { format, route: "predictions", type },
  );
  const values: Record<string, unknown>[] = [];
  const faults: string[] = [];
  const onFault = (line: number, fault: string) => faults.push(`${source.placeOf?.(line)}: ${fault}`);
  for await (const { value } of source.read(onFault)) values.push(Object(value));
  await source.discard();
  const names = values.map(({ filename, external_id }) => String(filename ?? external_id));
  return { values, faults, names: names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)) };
}

test("each image of a large COCO file is read once, with the annotations that are its own", async () => {
  const box = (index: number) => ({ image_id: index, category_id: 1, bbox: [0, 0, 1, index + 1] });
  const annotations: object[] = all.toReversed().map(box);
  annotations[5] = { ...box(0), bbox: [0] };
  annotations.push({ ...box(0), image_id: -1 });
  const images = all.map((id) => ({ id, file_name: `${id}.png`, padding }));

  const { values, faults, names } = await read(
    "coco",
    "object_detection",
    JSON.stringify({ annotations, images, categories: [{ id: 1, name: "car" }] }),
  );

  expect(names).toEqual(all.slice(1).map((id) => `${id}.png`));
  const last = values.find(({ filename }) => filename === "2000.png");
  expect(last?.result).toEqual({ objects: [{ label: "car", bbox: { x: 0, y: 0, width: 1, height: 2001 } }] });
  expect(faults.toSorted()).toEqual([
    "a.txt: annotations[3000]: its image_id -1 is no id in images",
    "a.txt: images[0]: a.txt: annotations[5].bbox: must have 4 numbers, not 1",
  ]);
  expect((await readdir(folder)).filter((name) => name.startsWith("assay-"))).toEqual([]);
});

test.each([
  [
    "label_studio",
    "text_classification",
    JSON.stringify(
      all.map((id) => ({
        ...{ id, data: { text: padding } },
        predictions: [{ result: id === 2_000 ? 1 : [{ type: "choices", value: { choices: ["yes"] } }] }],
      })),
    ),
    "a.txt: [2000]: a.txt: [2000].predictions[0].result: must be a list, not 1",
  ],
  [
    "doccano",
    "text_classification",
    all
      .map((id) => (id === 2_000 ? "nonsense" : JSON.stringify({ id, text: padding, label: ["yes"] })))
      .join("\n"),
    "a.txt: line 2001: is not valid JSON",
  ],
  [
    "cvat_xml",
    "image_classification",
    `<annotations>\n<meta/>${all
      .map(
        (id) =>
          `\n<image name="${id}.png" id="${padding}">\n<tag ${id === 2_000 ? "" : 'label="yes"'}/></image>`,
      )
      .join("")}\n</annotations>`,
    "a.txt: line 4003: <tag> has no label",
  ],
])(
  "each item of a large file of %s is read once, and a fault has its place in the file",
  async (format, type, text, fault) => {
    const { names, faults } = await read(format, type, text);

    expect(names.map((name) => Number.parseInt(name, 10))).toEqual(all.filter((id) => id !== 2_000));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  },
);

test("a COCO file without annotations is a list of background images, and one without the list is refused", async () => {
  const images = [{ id: 1, file_name: "a.png" }];
  const coco = (rest: object) => JSON.stringify({ images, categories: [{ id: 1, name: "car" }], ...rest });

  const { values } = await read("coco", "object_detection", coco({ annotations: [] }));
  expect(values).toEqual([expect.objectContaining({ filename: "a.png", result: { objects: [] } })]);
  for (const rest of [{}, { annotations: {} }])
    await expect(read("coco", "object_detection", coco(rest))).rejects.toThrow(
      "a.txt: has no list `annotations`",
    );
});

/** Read as the others after what is too large, this would be named first. */
const broken = "nonsense";
test.each([
  ["coco", `{"info":"${"x".repeat(3 * 1024 * 1024)}",${broken}`],
  ["datumaro", `{"info":"${"x".repeat(3 * 1024 * 1024)}",${broken}`],
  ["cvat_xml", `<annotations><meta>${"x".repeat(3 * 1024 * 1024)}</meta><image name="a"></annotations>`],
])(
  "a file of %s with much besides its items is refused where that becomes too much",
  async (format, text) => {
    await expect(read(format, "object_detection", text)).rejects.toThrow(
      "a.txt: has more than 2 MiB besides its items",
    );
  },
);
