import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFile, ExportItem, Format } from "@assay/domain/formats/format.ts";
import { formatsFor } from "@assay/domain/formats/registry.ts";
import { blackPng } from "./png.ts";
import { IMAGE_SIZE, LABELS, SAMPLES, TYPE_OPTIONS } from "./sample-items.ts";

/** Their reader looks for the images beside the file. */
const WITH_IMAGES = new Set(["cvat_xml"]);

/**
 * Writes one export of every format and annotation type into the folder named on the command line, for
 * check.py to read: `<type>.<extension>`, or a folder `<type>.<format>` where a format is many files.
 */
async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error("usage: node tools/readers/sample.ts FOLDER");
  for (const [type, items] of Object.entries(SAMPLES)) {
    for (const format of formatsFor(type)) await write(folder, format, type, items);
  }
}

async function write(
  folder: string,
  format: Format,
  type: string,
  items: readonly ExportItem[],
): Promise<void> {
  const project = {
    id: "project_1",
    name: 'Streets "2026"',
    annotation_type: type,
    type_options: TYPE_OPTIONS[type] ?? {},
  };
  const isFolder = !format.single || WITH_IMAGES.has(format.name);
  const context = { project, categories: LABELS, certified: false, media: isFolder };
  for await (const page of format.files(context, () => Readable.from([items]))) {
    for (const file of page) {
      const name = isFolder ? join(`${type}.${format.name}`, file.path) : `${type}.${format.extension}`;
      await writeExport(join(folder, name), file);
    }
  }
}

async function writeExport(path: string, file: ExportFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if ("media" in file) await writeFile(path, blackPng(IMAGE_SIZE.width, IMAGE_SIZE.height));
  else await pipeline(Readable.from(file.content), createWriteStream(path));
}

await main(process.argv[2]);
