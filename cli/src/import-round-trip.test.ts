import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { bodyOf } from "@assay/server/test/given.ts";
import { givenLabelStudio, lossIn, save } from "@assay/server/test/moved-project.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

// The addresses of uploads name the port, so it is known before the service starts.
const finder = createServer().listen(0, "127.0.0.1");
await once(finder, "listening");
const { port } = finder.address() as AddressInfo;
finder.close();
await once(finder, "close");
const service = await startService({ baseUrl: `http://127.0.0.1:${port}` });
await service.app.listen({ port, host: "127.0.0.1" });
const root = await mkdtemp(join(tmpdir(), "assay-round-trip-test-"));
afterAll(() => rm(root, { recursive: true }));

/** Runs `assay import`, while jobs run as in a service; returns the id of the batch and what was said. */
async function assayImport(
  ...args: string[]
): Promise<{ readonly batch_id: string; readonly notes: string }> {
  const out: string[] = [];
  const notes: string[] = [];
  const env = { ASSAY_BASE_URL: service.app.listeningOrigin, ASSAY_API_KEY: service.key };
  let isOver = false;
  const running = run(["import", ...args], {
    env,
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  const ended = running.finally(() => {
    isOver = true;
  });
  while (!isOver) await Promise.all([service.runJobs(), nextTurn()]);
  expect(await ended, notes.join("\n")).toBe(0);
  return { batch_id: out.join("\n"), notes: notes.join("\n") };
}

/** The files of a batch's export with images; `loss.json` among them. */
async function exportedAs(format: string, batch_id: string): Promise<Map<string, Buffer>> {
  const asked = { batch_id, format, bundle: true, media: true };
  const { id } = bodyOf(await service.request("POST", "/v1/exports", asked), 202);
  await service.runJobs();
  return unzip((await service.request("GET", `/v1/exports/${id}/download`)).bytes);
}

/** The value with all its numbers to a millionth of a pixel. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part) =>
    typeof part === "number" ? Math.round(part * 1e6) / 1e6 : part,
  );
}

interface Labeled {
  readonly status: string;
  readonly label: unknown;
}

/** The labels of a batch by the names of its images, which an export puts behind the id of the item. */
async function labelsOf(batch_id: string): Promise<Readonly<Record<string, Labeled>>> {
  const { body } = await service.request("GET", `/v1/items?batch_id=${batch_id}`);
  const items = await Promise.all(
    body.data.map(async ({ id }: { id: string }) => (await service.request("GET", `/v1/items/${id}`)).body),
  );
  const named = items.map(({ file, status, label }) => {
    const [, name = ""] = /([a-z]+)\.png$/.exec(file.filename) ?? [];
    return [name, { status, label }] as const;
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

test("a project moves from Label Studio to Assay, COCO, YOLO and Assay, and loses only what loss.json names", async () => {
  const labelStudio = await save(join(root, "label-studio"), await givenLabelStudio());

  const first = await assayImport("label_studio", labelStudio, "--new", "Label Studio", "--as", "all");
  const before = await labelsOf(first.batch_id);
  const coco = await exportedAs("coco", first.batch_id);
  const second = await assayImport(
    "coco",
    await save(join(root, "coco"), coco),
    "--new",
    "COCO",
    "--as",
    "answers",
    "--annotator",
    "mover",
  );
  const between = await labelsOf(second.batch_id);
  const yolo = await exportedAs("yolo", second.batch_id);
  const third = await assayImport(
    "yolo",
    await save(join(root, "yolo"), yolo),
    "--new",
    "YOLO",
    "--as",
    "answers",
    "--annotator",
    "mover",
  );
  const after = await labelsOf(third.batch_id);

  expect(first.notes).not.toContain("Lost");
  const accepted = (...objects: object[]) => ({ status: "accepted", label: { objects } });
  const box = (label: string, x: number, y: number, width: number, height: number, rest: object = {}) => ({
    ...{ label, bbox: { x, y, width, height, ...rest } },
  });
  expect(before).toEqual({
    empty: accepted(),
    street: accepted(box("bus", 100, 10, 50, 50), box("car", 10, 20, 30, 40)), // in the order of the consensus
    turned: accepted(box("car", 50, 50, 40, 20, { rotation: 90 })),
  });
  expect(lossIn(coco)).toEqual({});
  expect(between).toEqual(before);
  expect(lossIn(yolo)).toEqual({ rotation: 1 });
  // YOLO's shares of the image are rounded, and without rotation there is the upright box around the turned one.
  expect(rounded(after)).toEqual({ ...before, turned: accepted(box("car", 60, 40, 20, 40)) });
}, 60_000);
