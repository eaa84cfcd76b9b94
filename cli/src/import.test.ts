import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { startService } from "@assay/server/test/service.ts";
import { givenImage, givenZip } from "@assay/server/test/upload-bodies.ts";
import { packTar } from "modern-tar";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { withTempFolder } from "./import/temp-folder.ts";
import { boundsOf, withUnpacked } from "./import/unpack.ts";
import { run } from "./run.ts";

// The addresses of uploads name the port, so it is known before the service starts.
const finder = createServer().listen(0, "127.0.0.1");
await once(finder, "listening");
const { port } = finder.address() as AddressInfo;
finder.close();
await once(finder, "close");
const service = await startService({ baseUrl: `http://127.0.0.1:${port}` });
await service.app.listen({ port, host: "127.0.0.1" });
const root = await mkdtemp(join(tmpdir(), "assay-import-test-"));
afterAll(() => rm(root, { recursive: true }));

const realFetch = globalThis.fetch;
/** Whether jobs wait. */
let isHeld = false;

/** Runs `assay import`, while jobs run as in a service. */
async function assayImport(...args: string[]) {
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
  while (!isOver) await Promise.all([isHeld ? undefined : service.runJobs(), nextTurn()]);
  const code = await ended;
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

async function givenFiles(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

async function itemsOf(batch_id: string) {
  const { body } = await service.request("GET", `/v1/items?batch_id=${batch_id}`);
  const ids: string[] = body.data.map(({ id }: { id: string }) => id);
  return Promise.all(ids.map(async (id) => (await service.request("GET", `/v1/items/${id}`)).body));
}

const zipOf = (files: Readonly<Record<string, string | Buffer>>) =>
  givenZip(Object.entries(files).map(([name, content]) => ({ name, content })));

const photo = await givenImage("png", 200, 100);
const coco = {
  images: [
    { id: 1, file_name: "a.png", width: 200, height: 100 },
    { id: 2, file_name: "b.png", width: 200, height: 100 },
  ],
  categories: [{ id: 1, name: "car" }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [10, 20, 30, 40], area: 1200, iscrowd: 0 }],
};

test("conversations of Label Studio become items that people rank", async () => {
  const task = {
    id: 7,
    data: {
      chat: [{ author: "user", text: "What is it?" }],
      list: [
        { id: "a", body: "A dog." },
        { id: "b", body: "A cat." },
      ],
    },
    annotations: [
      {
        completed_by: { email: "ann@acme.test" },
        result: [
          { type: "ranker", from_name: "rank", to_name: "list", value: { ranker: { rank: ["b", "a"] } } },
        ],
      },
    ],
  };
  const folder = await givenFiles("chat", { "tasks.json": JSON.stringify([task]) });

  const { code, out, notes } = await assayImport("label_studio", folder, "--new", "Chat", "--as", "answers");

  expect([code, notes], notes).toMatchObject([0, expect.stringContaining("1 answers imported")]);
  expect(await itemsOf(out)).toMatchObject([
    {
      external_id: "7",
      status: "accepted",
      conversation: { messages: [{ role: "user", content: "What is it?" }] },
      label: { ranking: ["b", "a"] },
    },
  ]);
});

test("answers to a batch that a job fills are sent once all its items exist", async () => {
  const lines = Array.from({ length: 4_100 }, (_, n) =>
    JSON.stringify({ text: `Text ${n}`, label: ["pos"] }),
  );
  const folder = await givenFiles("many", { "a.jsonl": lines.join("\n") });
  // the job waits from the creation of the batch until the command has asked for it twice
  let asked = 0;
  vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? "GET", url: input };
    if (method === "POST" && url.endsWith("/v1/batches")) isHeld = true;
    if (method === "GET" && /\/v1\/batches\/batch_\w+$/.test(url)) asked += 1;
    if (asked === 2) isHeld = false;
    return realFetch(input, init);
  });
  onTestFinished(() => {
    isHeld = false;
    vi.unstubAllGlobals();
  });

  const { code, notes } = await assayImport("doccano", folder, "--new", "Many", "--as", "gold");

  expect([code, notes]).toEqual([0, expect.stringContaining("4100 gold imported")]);
});

test("a COCO file and its images become a project with pre-labels", async () => {
  const folder = await givenFiles("coco", {
    "annotations/instances.json": JSON.stringify(coco),
    "images/a.png": photo,
    "images/b.png": await givenImage("png", 200, 100),
  });

  const { code, out, notes } = await assayImport("coco", folder, "--new", "Streets");

  expect(notes).toContain("2 items, 2 answers, object_detection, 1 labels");
  expect(code).toBe(0);
  const items = await itemsOf(out);
  expect(items).toMatchObject([
    {
      file: { filename: "images/a.png" },
      predictions: [
        {
          model: "coco",
          result: { objects: [{ label: "car", bbox: { x: 10, y: 20, width: 30, height: 40 } }] },
        },
      ],
    },
    { file: { filename: "images/b.png" }, predictions: [{ result: { objects: [] } }] },
  ]);
});

test("images keep the ids and metadata of the dataset, and exports have them", async () => {
  const rows = [
    { file_name: "a.png", label: "day", external_id: "7", weather: "rain", speed: 3 },
    { file_name: "b.png", label: "day", external_id: "7", weather: "sun", speed: 4 },
  ];
  const folder = await givenFiles("known", {
    "metadata.jsonl": rows.map((row) => JSON.stringify(row)).join("\n"),
    "a.png": photo,
    "b.png": await givenImage("png", 20, 10),
  });

  const asked = ["huggingface", folder, "--new", "Known", "--as", "answers", "--annotator", "ann", "--json"];
  const { out } = await assayImport(...asked);

  const { batch_id, lost } = JSON.parse(out);
  expect(lost).toEqual({ "ids of earlier items": 1 });
  const exported = { batch_id, format: "jsonl" };
  const { body } = await service.request("POST", "/v1/exports", exported);
  await service.runJobs();
  const { bytes } = await service.request("GET", `/v1/exports/${body.id}/download`);
  const lines = bytes
    .toString()
    .trim()
    .split("\n")
    .map((line: string) => JSON.parse(line));
  expect(lines).toMatchObject([
    { file: { filename: "a.png" }, external_id: "7", metadata: { weather: "rain", speed: 3 } },
    { file: { filename: "b.png" }, external_id: null, metadata: { weather: "sun", speed: 4 } },
  ]);
});

test("YOLO's shares become pixels of the images of a batch that exists", async () => {
  const folder = await givenFiles("yolo", {
    "data.yaml": "names: [car]\n",
    "images/train/c.png": await givenImage("png", 200, 100),
    "labels/train/c.txt": "0 0.5 0.5 0.2 0.4\n",
  });
  const first = await assayImport("yolo", folder, "--new", "Yolo", "--as", "items");
  const second = await assayImport("yolo", folder, "--batch", first.out, "--as", "gold", "--json");

  expect(first).toMatchObject({ code: 0 });
  expect(JSON.parse(second.out)).toMatchObject({ batch_id: first.out, imported: 1, lost: {} });
});

test("Label Studio's texts come with the answers of each annotator, and what is lost is named", async () => {
  const annotation = (email: string, choice: string) => ({
    completed_by: { email },
    created_at: "2026-01-02T03:04:05Z",
    lead_time: 12.5,
    result: [{ type: "choices", from_name: "c", to_name: "t", value: { choices: [choice] } }],
  });
  const tasks = [
    {
      id: 1,
      data: { text: "Good" },
      annotations: [annotation("ann@acme.test", "yes"), annotation("bob@acme.test", "yes")],
    },
    {
      id: 2,
      data: { text: "Bad" },
      annotations: [annotation("ann@acme.test", "no"), annotation("bob@acme.test", "yes")],
    },
  ];
  const folder = await givenFiles("ls", { "export.json": JSON.stringify(tasks) });

  const { code, out, notes } = await assayImport(
    "label_studio",
    join(folder, "export.json"),
    "--new",
    "Reviews",
    "--as",
    "answers",
  );

  expect(notes).not.toContain("Lost");
  expect(code).toBe(0);
  expect(await itemsOf(out)).toMatchObject([
    { external_id: "1", text: "Good", answer_count: 2, label: { label: "yes" } },
    { external_id: "2", text: "Bad", answer_count: 2 },
  ]);
  const [item] = await itemsOf(out);
  const { body } = await service.request("GET", `/v1/items/${item.id}/annotations`);
  expect(body.data).toMatchObject([
    { answered_at: "2026-01-02T03:04:05.000Z", active_ms: 12_500 },
    { answered_at: "2026-01-02T03:04:05.000Z", active_ms: 12_500 },
  ]);
});

test("images inside a Parquet file, with numbers of classes that the card names, become a project with pre-labels", async () => {
  const images = await readFile(new URL("../../server/test/parquet/images.parquet", import.meta.url));
  const classes =
    "dataset_info:\n  features:\n  - name: label\n    dtype: {class_label: {names: [cat, dog]}}\n";
  const folder = await givenFiles("hf", {
    "README.md": `---\n${classes}---\n`,
    "data/train-00000-of-00001.parquet": images,
  });

  const { code, out, notes } = await assayImport("huggingface", folder, "--new", "Pets");

  expect(notes).toContain("3 items, 3 answers, image_classification, 2 labels");
  expect(code).toBe(0);
  expect(await itemsOf(out)).toMatchObject([
    { file: { filename: "i0.png", width: 8 }, predictions: [{ result: { label: "cat" } }] },
    { file: { filename: "2.png", width: 9 }, predictions: [{ result: { label: "dog" } }] },
    { file: { filename: "i2.png", width: 10 }, predictions: [{ result: { label: "cat" } }] },
  ]);
});

test("columns of a CSV with names of their own are read where they are named", async () => {
  const folder = await givenFiles("csv", { "a.csv": "n,review,mood\n1,Good,pos\n2,Bad,neg\n" });
  const columns = ["--columns", "text=review,label=mood,external_id=n"];

  const { code, out } = await assayImport("csv", join(folder, "a.csv"), ...columns, "--new", "Moods");
  const { notes } = await assayImport("csv", join(folder, "a.csv"), "--columns", "review", "--dry-run");

  expect(code).toBe(0);
  expect(await itemsOf(out)).toMatchObject([
    { external_id: "1", text: "Good", predictions: [{ result: { label: "pos" } }] },
    { external_id: "2", text: "Bad", predictions: [{ result: { label: "neg" } }] },
  ]);
  expect(notes).toContain("--columns must be like text=review,label=mood (got review)");
});

test("a project of Label Studio becomes one of Assay with its labels, guideline and history", async () => {
  const choice = (value: string) => ({
    result: [{ type: "choices", from_name: "c", to_name: "t", value: { choices: [value] } }],
  });
  const by = (email: string, value: string, rest: object = {}) => ({
    ...choice(value),
    completed_by: { email },
    created_at: "2026-01-02T03:04:05Z",
    ...rest,
  });
  const predictions = [{ ...choice("pos"), model_version: "m1", score: 0.75 }];
  const tasks = [
    {
      id: 1,
      data: { text: "Good" },
      annotations: [by("ann@acme.test", "neg"), by("ann@acme.test", "pos"), by("bob@acme.test", "pos")],
      predictions,
    },
    {
      id: 2,
      data: { text: "Bad" },
      annotations: [
        by("ann@acme.test", "neg", { ground_truth: true }),
        by("bob@acme.test", "neg", { was_cancelled: true }),
      ],
    },
  ];
  const config =
    '<View><Text name="t" value="$text"/><Choices name="c" toName="t"><Choice value="pos" hotkey="p"/><Choice value="neg"/></Choices></View>';
  const project = { title: "Mood", label_config: config, expert_instruction: "Is it <b>good</b>?" };
  const folder = await givenFiles("ls-project", {
    "tasks.json": JSON.stringify(tasks),
    "project.json": JSON.stringify(project),
  });

  const dry = await assayImport("label_studio", folder, "--as", "all", "--dry-run", "--json");
  const { code, out, notes } = await assayImport("label_studio", folder, "--new", "Mood", "--as", "all");

  expect(JSON.parse(dry.out)).toMatchObject({
    lost: { "canceled annotations": 1, "earlier answers of the same person or model": 1 },
    lost_of_project: ["formatting of the instructions"],
  });
  expect(notes).toContain("Lost of the project: formatting of the instructions");
  expect(code).toBe(0);
  const batch = (await service.request("GET", `/v1/batches/${out}`)).body;
  const made = (await service.request("GET", `/v1/projects/${batch.project_id}`)).body;
  expect(made).toMatchObject({
    annotation_type: "text_classification",
    instructions: "Is it good?",
    labels: [{ name: "pos", hotkey: "p" }, { name: "neg" }],
    quality_policy: { overlap: 2 },
  });
  expect(await itemsOf(out)).toMatchObject([
    { text: "Good", answer_count: 2, label: { label: "pos" }, predictions: [{ model: "m1", score: 0.75 }] },
    { text: "Bad", answer_count: 1 },
  ]);
  const gold = await service.db
    .selectFrom("gold_answers")
    .select("result")
    .where("batch_id", "=", out)
    .execute();
  expect(gold).toEqual([{ result: { label: "neg" } }]);
});

test("a project of CVAT becomes one of Assay with the colors and attributes of its labels, and its annotators", async () => {
  const attribute =
    "<attribute><name>kind</name><input_type>select</input_type><values>taxi\nvan</values></attribute>";
  const label = `<label><name>car</name><color>#ff0000</color><attributes>${attribute}</attributes></label>`;
  const meta = `<task><name>Streets</name><assignee><username>ann</username></assignee><labels>${label}</labels></task>`;
  const box = '<box label="car" xtl="1" ytl="2" xbr="4" ybr="6"><attribute name="kind">van</attribute></box>';
  const folder = await givenFiles("cvat", {
    "annotations.xml": `<annotations><meta>${meta}</meta><image name="k.png" width="200" height="100">${box}</image></annotations>`,
    "images/k.png": await givenImage("png", 200, 100),
  });

  const { code, out } = await assayImport("cvat", folder, "--new", "Streets", "--as", "all");

  expect(code).toBe(0);
  const { project_id } = (await service.request("GET", `/v1/batches/${out}`)).body;
  expect((await service.request("GET", `/v1/projects/${project_id}`)).body.labels).toMatchObject([
    {
      name: "car",
      color: "#ff0000",
      attributes: [{ name: "kind", type: "choice", options: ["taxi", "van"] }],
    },
  ]);
  expect(await itemsOf(out)).toMatchObject([
    { answer_count: 1, label: { objects: [{ label: "car", attributes: { kind: "van" } }] } },
  ]);
});

test("a dry run says what is there and stores nothing", async () => {
  const folder = await givenFiles("dry", { "a.jsonl": '{"text":"x","label":["pos"]}\n' });
  const before = await service.request("GET", "/v1/uploads");

  const { code, out } = await assayImport("doccano", folder, "--dry-run", "--json");

  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    batch_id: null,
    items: 1,
    answers: 1,
    imported: 0,
    labels: ["pos"],
  });
  expect((await service.request("GET", "/v1/uploads")).body).toEqual(before.body);
});

test("a faulty part refuses the import with its place, or is left out", async () => {
  const folder = await givenFiles("faulty", { "a.jsonl": '{"text":"x","label":["pos"]}\nnonsense\n' });
  const refused = await assayImport("doccano", folder, "--new", "Faulty");

  expect(refused.code).toBe(1);
  expect(refused.notes).toContain("a.jsonl: line 2: is not valid JSON");
  expect(refused.notes).toContain("nothing is imported");

  const { code, out } = await assayImport("doccano", folder, "--new", "Faulty", "--skip-faults");
  expect(code).toBe(0);
  expect(await itemsOf(out)).toHaveLength(1);
});

test("an image that is not there is named before anything is sent", async () => {
  const folder = await givenFiles("missing", { "instances.json": JSON.stringify(coco) });

  const { code, notes } = await assayImport("coco", folder, "--new", "Missing");

  expect(code).toBe(1);
  expect(notes).toContain("instances.json: images[0]: there is no file a.png in");
});

test.each([
  [["coco"], "FORMAT and PATH are needed"],
  [["nothing", "."], "unknown format nothing: coco, yolo,"],
  [["coco", ".", "--as", "wishes"], "--as must be predictions, answers, gold, items, all (got wishes)"],
])("the command line %j is misused", async (args, message) => {
  const { code, notes } = await assayImport(...args);

  expect(code).toBe(2);
  expect(notes).toContain(message);
});

test("a large file for a batch that exists, also one in an archive, is uploaded and read by the service, which keeps no upload of it", async () => {
  const image = await givenImage("png", 100, 80);
  const dataset = (bbox: readonly number[]) => ({
    images: [
      { id: 1, file_name: "a.png", width: 100, height: 80, note: "x".repeat(9 * 1024 * 1024) },
      { id: 2, file_name: "b.png", note: "x".repeat(9 * 1024 * 1024) },
    ],
    categories: [{ id: 1, name: "car" }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox }],
  });
  const small = {
    ...dataset([1, 2, 3, 4]),
    images: ["a.png", "b.png"].map((file_name, id) => ({ id: id + 1, file_name, width: 100, height: 80 })),
  };
  const files = { "a.png": image, "b.png": image, "small.json": JSON.stringify(small) };
  const folder = await givenFiles("large", {
    ...files,
    "large.json": JSON.stringify(dataset([1, 2, 3, 4])),
    "faulty.zip": zipOf({ "export/faulty.json": JSON.stringify(dataset([1])) }),
  });
  const { out: batch_id } = await assayImport(
    "coco",
    join(folder, "small.json"),
    "--as",
    "items",
    "--new",
    "Large",
  );
  const uploads = async () => (await service.request("GET", "/v1/uploads")).body.data.length;
  const before = await uploads();

  const done = await assayImport("coco", join(folder, "large.json"), "--batch", batch_id, "--json");
  const refused = await assayImport("coco", join(folder, "faulty.zip"), "--batch", batch_id);

  expect([done.code, JSON.parse(done.out)]).toEqual([0, { batch_id, imported: 2, clipped: 0 }]);
  expect(refused.code).toBe(1);
  expect(refused.notes).toContain(
    "faulty.json: annotations[0].bbox: must have 4 numbers, not 1\nnothing is imported",
  );
  expect(refused.notes).not.toContain("--skip-faults leaves these out"); // the service read it
  expect(await uploads()).toBe(before);
});

const streets = {
  "ds/data.yaml": "names: [car]\n",
  "ds/images/train/d.png": await givenImage("png", 200, 100),
  "ds/labels/train/d.txt": "0 0.5 0.5 0.2 0.4\n",
};
const tarOf = (files: Readonly<Record<string, string | Buffer>>) =>
  packTar(
    Object.entries(files).map(([name, content]) => ({
      header: { name, size: Buffer.byteLength(content), type: "file" as const },
      body: content,
    })),
  ).then(Buffer.from);

test.each([
  ["zip", zipOf(streets)],
  ["tar", await tarOf(streets)],
  ["tar.gz", gzipSync(await tarOf(streets))],
])(
  "a YOLO folder in a .%s becomes a project with its images and pre-labels, and nothing stays on the disk",
  async (kind, archive) => {
    const folder = await givenFiles(`archived-${kind}`, { [`streets.${kind}`]: archive, "tmp/.keep": "" });
    vi.stubEnv("TMPDIR", join(folder, "tmp"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const path = join(folder, `streets.${kind}`);

    const dry = await assayImport("yolo", path, "--dry-run", "--json");
    const { code, out, notes } = await assayImport("yolo", path, "--new", "Archived");

    expect(JSON.parse(dry.out)).toMatchObject({ batch_id: null, items: 1, labels: ["car"] });
    expect([code, notes]).toEqual([0, expect.stringContaining("1 predictions imported")]);
    expect((await service.request("GET", `/v1/batches/${out}`)).body.name).toBe("streets");
    expect(await itemsOf(out)).toMatchObject([
      {
        file: { filename: "ds/images/train/d.png" },
        predictions: [{ result: { objects: [{ bbox: { x: 80, y: 30, width: 40, height: 40 } }] } }],
      },
    ]);
    expect((await readdir(join(folder, "tmp"))).filter((name) => name.startsWith("assay-import-"))).toEqual(
      [],
    );
  },
);

test("labels in an archive without images are imported for the images of a batch by the service, after a dry run", async () => {
  const labels = {
    "data.yaml": streets["ds/data.yaml"],
    "labels/train/d.txt": streets["ds/labels/train/d.txt"],
  };
  const folder = await givenFiles("labels-only", { ...streets, "labels.zip": zipOf(labels) });
  const { out: batch_id } = await assayImport("yolo", join(folder, "ds"), "--new", "Labels", "--as", "items");
  const args = ["yolo", join(folder, "labels.zip"), "--batch", batch_id, "--json"];

  const dry = await assayImport(...args, "--dry-run");
  const done = await assayImport(...args, "--as", "gold");

  expect(dry).toMatchObject({ code: 0, notes: expect.stringContaining("1 predictions would be imported") });
  expect(JSON.parse(dry.out)).toMatchObject({ batch_id, imported: 0, would_import: 1 });
  expect(JSON.parse(done.out)).toEqual({ batch_id, imported: 1, clipped: 0 });
});

const small = { bytes: 5_000, entries: 2 };
test.each([
  ["zip of many bytes", "a.zip", zipOf({ "a.txt": "x".repeat(5_001) }), "more than 5,000 bytes"],
  ["zip of many files", "a.zip", zipOf({ "a.txt": "", "b.txt": "", "c.txt": "" }), "more than 2 entries"],
  [
    "tar.gz of many bytes",
    "a.tar.gz",
    gzipSync(await packTar([{ header: { name: "a.txt", size: 5_001 }, body: "x".repeat(5_001) }])),
    "more than 5,000 bytes",
  ],
  [
    "tar of many files",
    "a.tar",
    Buffer.from(
      await packTar(["a", "b", "c"].map((name) => ({ header: { name, size: 0 }, body: "" }))),
    ).subarray(0, 4_096),
    "more than 2 entries",
  ],
])("a %s beyond the bounds is not unpacked to the end", async (what, name, archive, message) => {
  const path = join(await givenFiles(what, { [name]: archive }), name);
  const unpacking = withUnpacked(path, async () => undefined, small);
  await expect(unpacking).rejects.toThrow(message);
});

test("an archive may hold a hundred times its own size, and a small one 1 GiB", () => {
  expect(boundsOf(1)).toEqual({ bytes: 1024 ** 3, entries: 5_000_000 });
  expect(boundsOf(1024 ** 3)).toMatchObject({ bytes: 100 * 1024 ** 3 });
});

test("a later import removes the temporary folder of a killed process, and not that of a living one", async () => {
  const [dead] = await withTempFolder(async (folder) => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const path = folder.replace(`-${process.pid}-`, `-${pid}-`);
    await mkdir(path);
    await withTempFolder(async () => expect(await readdir(folder)).toEqual([]));
    return [path];
  });
  await expect(stat(dead)).rejects.toThrow("ENOENT");
});

test.each([
  ["a cut off", zipOf(streets).subarray(0, 200), "cannot be unpacked"],
  ["a climbing", zipOf({ "../climbed.txt": "x" }), "invalid relative path"],
  ["a nested", zipOf({ "inner.zip": "x" }), "only the archive inner.zip"],
])("%s archive is refused by its name", async (what, archive, message) => {
  const path = join(await givenFiles(what, { "bad.zip": archive }), "bad.zip");

  const { code, notes } = await assayImport("yolo", path, "--dry-run");

  expect([code, notes]).toEqual([1, expect.stringMatching(`bad\\.zip cannot be unpacked: .`)]);
  expect(notes).toContain(message);
});

test("a trace of an agent is a conversation of a new project, and a dry run names what is lost", async () => {
  const traces = new URL("../../tools/readers/chats/otel.json", import.meta.url);
  const folder = await givenFiles("traces", { "traces.json": await readFile(traces) });
  const args = ["otel", join(folder, "traces.json"), "--as", "items"];

  const dry = await assayImport(...args, "--dry-run");
  expect(dry.notes).toContain("further attributes of spans, such as counts of tokens");
  const { code, out } = await assayImport(...args, "--new", "Agents");
  expect(code).toBe(0);
  expect(await itemsOf(out)).toMatchObject([
    {
      external_id: "5b8efff798038103d269b633813fc60c",
      conversation: {
        messages: [
          ...[{ role: "system" }, { role: "user" }, { role: "assistant", tool_calls: [{ id: "call_1" }] }],
          { role: "tool", tool_call_id: "call_1" },
          { role: "assistant", finish_reason: "stop" },
        ],
      },
    },
  ]);
});

test("preferences of OpenAI become rankings, and an export as such has the same preferences", async () => {
  const given = new URL("../../tools/readers/chats/openai-preference.jsonl", import.meta.url);
  const text = await readFile(given, "utf8");
  const folder = await givenFiles("preferences", { "dpo.jsonl": text });
  const path = join(folder, "dpo.jsonl");
  const { code, out } = await assayImport(
    "openai",
    path,
    "--as",
    "answers",
    "--annotator",
    "ann",
    "--new",
    "P",
  );
  expect(code).toBe(0);
  const asked = await service.request("POST", "/v1/exports", { batch_id: out, format: "openai_preference" });
  await service.runJobs();
  const { bytes } = await service.request("GET", `/v1/exports/${asked.body.id}/download`);
  const outputsOf = (lines: string) =>
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ input, preferred_output, non_preferred_output }) => [
        ...[input.messages, preferred_output, non_preferred_output],
      ]);

  expect(outputsOf(bytes.toString())).toEqual(outputsOf(text));
});
