import { findFormat } from "@assay/domain/formats/registry.ts";
import { expect, test } from "vitest";
import { FULL_ITEMS } from "../../../domain/test/full-items.ts";
import { exportedBytes, givenContext } from "../../../domain/test/given-export.ts";
import { bodyOf, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw } from "../../test/upload-bodies.ts";

// Files as the exporters write them, damaged on their way, through the whole import: what cannot be read is refused by name, and
// nothing of it is stored. The importers alone are tried with more damages in domain/src/importers/damaged-exports.test.ts.

const service = await startService();
const { request } = service;

async function givenBatch(annotation_type: string): Promise<string> {
  const content = await givenImage("jpeg", 200, 100);
  const files = ["street.jpg", "item_1_street.jpg", "item_2_street.jpg"].map((name) => ({ name, content }));
  const upload = bodyOf(await sendRaw(request, "a.zip", givenZip(files)), 201);
  const labels = [{ name: "a" }, { name: "b" }];
  const { id: project_id } = await givenProject(service, { annotation_type, labels });
  return bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload.id] }), 201).id;
}

const READ_BY: Readonly<Record<string, string>> = { hf_dataset: "huggingface" };

interface File {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a format makes of two items with everything, as one file. */
async function givenExport(name: string, type: string): Promise<File> {
  const [format, item] = [findFormat(name), FULL_ITEMS[type]];
  if (format === undefined || item === undefined) throw new RangeError(`there is no ${name} of ${type}`);
  const items = [item, { ...item, id: "item_2", external_id: "a-2" }];
  const context = givenContext(type, ["a", "b"], { media: name === "yolo" });
  const files = await exportedBytes(format, context, items);
  const [[path = "", bytes = Buffer.alloc(0)] = [], ...others] = Object.entries(files);
  if (others.length === 0) return { name: path, bytes };
  const entries = Object.entries(files).map(([entry, content]) => ({ name: entry, content }));
  return { name: "a.zip", bytes: givenZip(entries) };
}

/** How an import of the file as predictions, and as answers, ended; undefined if the upload was refused. */
async function outcomeOf(batch_id: string, format: string, { name, bytes }: File) {
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${name}"`,
  };
  const sent = await request("POST", "/v1/uploads?content=dataset", bytes, headers);
  expect(sent.status, `${name}: ${sent.body.message}`).toBeLessThan(500);
  if (sent.status !== 201) return sent.body;
  await service.runJobs();
  const asked = { batch_id, format: READ_BY[format] ?? format, kind: "predictions" };
  const asking = await request("POST", `/v1/uploads/${sent.body.id}/import`, asked);
  expect(asking.status, asking.body.message).toBeLessThan(500);
  if (asking.status !== 202) return asking.body;
  await service.runJobs();
  const { last } = bodyOf(await request("GET", `/v1/uploads/${sent.body.id}/import`), 200);
  return last.error ?? last;
}

async function countPredictions(batch_id: string): Promise<number> {
  const rows = await service.db
    .selectFrom("predictions")
    .select("id")
    .where("batch_id", "=", batch_id)
    .execute();
  return rows.length;
}

const flipped = (bytes: Buffer, share: number): Buffer => {
  const changed = Buffer.from(bytes);
  const at = Math.floor(share * (bytes.length - 1));
  changed[at] = (changed[at] ?? 0) ^ 0x14;
  return changed;
};

const SHARES = [0.02, 0.3, 0.55, 0.8, 0.98];

test("a zip whose content was changed is refused, also where it can be unpacked", async () => {
  const batch_id = await givenBatch("object_detection");
  const { name, bytes } = await givenExport("pascal_voc", "object_detection");
  const stored = givenZip([{ name: "a.xml", content: "<annotation/>", method: 0 }]);
  const at = stored.indexOf("<annotation/>") + 1;
  stored[at] = "b".charCodeAt(0);

  for (const changed of [stored, flipped(bytes, 0.3)])
    expect(await outcomeOf(batch_id, "pascal_voc", { name, bytes: changed })).toMatchObject({
      ...{ code: "invalid_request", message: "a.zip cannot be unpacked" },
    });
  expect(await countPredictions(batch_id)).toBe(0);
});

test("a table that is cut off behind its header is refused", async () => {
  const batch_id = await givenBatch("image_classification");
  const file = { name: "a.csv", bytes: Buffer.from("filename,label\n") };

  expect(await outcomeOf(batch_id, "csv", file)).toMatchObject({
    ...{ code: "invalid_request", message: "a.csv: holds nothing to import; is it cut off?" },
  });
});

test.each([
  ["coco", "object_detection"],
  ["coco", "semantic_segmentation"],
  ["yolo", "polygon"],
  ["pascal_voc", "object_detection"],
  ["cvat_xml", "object_detection"],
  ["label_studio", "keypoint"],
  ["datumaro", "polygon"],
  ["jsonl", "object_detection"],
  ["csv", "image_classification"],
  ["parquet", "object_detection"],
  ["hf_dataset", "image_classification"],
])("a damaged %s of %s is refused by name and stores nothing, or is read", async (format, type) => {
  const batch_id = await givenBatch(type);
  const good = await givenExport(format, type);
  const harm: readonly (readonly [string, File])[] = [
    ...SHARES.map(
      (share) =>
        [
          `cut at ${share}`,
          { ...good, bytes: good.bytes.subarray(0, Math.max(1, Math.floor(share * good.bytes.length))) },
        ] as const,
    ),
    ...SHARES.map(
      (share) => [`changed at ${share}`, { ...good, bytes: flipped(good.bytes, share) }] as const,
    ),
    ...["a.json", "a.xml", "a.zip", "a.parquet", "a.csv", "a.tar.gz"].map(
      (name) => [`called ${name}`, { ...good, name }] as const,
    ),
  ];

  expect(await outcomeOf(batch_id, format, good)).toMatchObject({ status: "finished" });
  for (const [what, file] of harm) {
    const before = await countPredictions(batch_id);
    const outcome = await outcomeOf(batch_id, format, file);
    if (outcome.status === "finished") continue;
    expect(outcome.message, what).toMatch(/\S/);
    expect(outcome.code ?? outcome.error, `${what}: ${outcome.message}`).toMatch(
      /^(invalid_request|unsupported_media_type)$/,
    );
    expect(await countPredictions(batch_id), what).toBe(before);
  }
});
