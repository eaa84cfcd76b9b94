import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@assay/sdk/client.ts";
import { afterAll, expect, test } from "vitest";
import { filesUnder, query } from "../server/test/backups.ts";
import { createTestDatabase } from "../server/test/postgres.ts";
import { ownStorage } from "../server/test/s3.ts";
import { removeDataDir } from "../tools/bench/service.ts";
import { until } from "../tools/tour/waiting.ts";

const MAIN = join(import.meta.dirname, "../cli/src/main.ts");
const PHOTOS = join(import.meta.dirname, "../server/sample/images");
const WITHIN_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), "assay-label-"));
await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access
const photos = join(folder, "photos");
const dataDir = join(folder, "data");
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) if (child.exitCode === null) child.kill("SIGKILL");
  await removeDataDir(dataDir).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** A team's service, whose settings are in the environment of the command. */
const team = await createTestDatabase();
afterAll(team.drop);
const settings = { ...team.settings, ...ownStorage() };

/** A run of `assay label` and its output so far. */
function start(...args: readonly string[]) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN, "label", ...args, "--no-open"], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ASSAY_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const said = { out: "", notes: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said.notes += text;
  });
  const ended = once(child, "close").then(([code]) => code);
  const untilSaid = (words: RegExp) =>
    until({ what: `${words}, after ${said.notes}`, withinMs: WITHIN_MS }, async () => {
      if (child.exitCode !== null) throw new Error(`it ended and said ${said.notes}`);
      return words.exec(said.notes) ?? undefined;
    });
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { said, ended, untilSaid, stop };
}

/** Opens the link like a browser; returns where it leads and a client of the signed-in member. */
async function enter(link: string) {
  const { origin } = new URL(link);
  const entered = await fetch(link, { redirect: "manual" });
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  const answer = await fetch(`${origin}/auth/token`, { method: "POST", headers: { cookie, origin } });
  const { token }: { token: string } = JSON.parse(await answer.text());
  const to = new URL(entered.headers.get("location") ?? "", origin);
  return { to, client: createClient({ baseUrl: origin, apiKey: token }) };
}

type Person = Awaited<ReturnType<typeof enter>>;

/** Claims tasks like the work screen; returns a function for each item that labels it. */
async function claim({ to, client }: Person) {
  const project_id = to.searchParams.get("project") ?? "";
  const { data } = await client.POST("/v1/tasks/claim", { body: { project_id, count: 10 } });
  const result = { objects: [{ label: "animal", bbox: { x: 1, y: 2, width: 30, height: 40 } }] };
  return data.data.map(({ id, item }) => ({
    name: item.file.filename,
    submit: () => client.POST("/v1/tasks/{id}/submit", { params: { path: { id } }, body: { result } }),
  }));
}

async function labels(): Promise<{ images: { id: number; file_name: string }[]; annotations: object[] }> {
  return JSON.parse(await readFile(join(photos, "labels.coco.json"), "utf8"));
}

const LINK = /http:\/\/localhost:\d+\/auth\/enter\/\S+/;

test("a folder is labeled in the browser, a second run adds its new files, and all data is beside the folder", async () => {
  await mkdir(join(photos, "more"), { recursive: true });
  await copyFile(join(PHOTOS, "chelsea.jpg"), join(photos, "cat.jpg"));
  await copyFile(join(PHOTOS, "angelfish.jpg"), join(photos, "more/fish.jpg"));
  await writeFile(join(photos, "broken.jpg"), "no photograph");
  await writeFile(join(photos, "notes.txt"), "Texts beside photographs are about them.");

  const first = start(photos, "--labels", "animal,plant");
  const [link] = await first.untilSaid(LINK);
  expect(first.said.notes).toContain("Importing 3 images as object_detection");
  expect(first.said.notes).toContain("Left out: broken.jpg");
  const person = await enter(link);
  expect(person.to.pathname).toBe("/work");
  const [cat, fish] = await claim(person);
  await cat?.submit();
  await first.untilSaid(/labels.coco.json: 1 of 2 labeled$/m);
  await fish?.submit();
  await first.untilSaid(/labels.coco.json: 2 of 2 labeled. All done/);
  expect((await person.client.GET("/v1/exports")).data.data).toEqual([]); // earlier writes leave nothing behind
  expect(await labels()).toMatchObject({
    images: [{ file_name: "cat.jpg" }, { file_name: "more/fish.jpg" }],
    annotations: [{ bbox: [1, 2, 30, 40] }, { bbox: [1, 2, 30, 40] }],
    categories: [{ id: 1, name: "animal" }, { name: "plant" }],
  });
  expect(await first.stop()).toBe(0);
  expect(first.said.out).toBe(`${join(photos, "labels.coco.json")}\n`);

  await copyFile(join(PHOTOS, "astronaut.jpg"), join(photos, "astronaut.jpg"));
  const second = start(photos, "--json");
  const [again] = await second.untilSaid(LINK);
  expect(new URL(again).port).toBe(new URL(link).port);
  expect(second.said.notes).toContain("Importing 2 images"); // the broken file is tried again
  const [astronaut, ...others] = await claim(await enter(again));
  expect([astronaut?.name, others]).toEqual(["astronaut.jpg", []]);
  await astronaut?.submit();
  expect(await second.stop()).toBe(0); // the last submitted answer is in the file
  const path = join(photos, "labels.coco.json");
  expect(JSON.parse(second.said.out)).toEqual({
    path,
    annotation_type: "object_detection",
    items: 3,
    labeled: 3,
  });
  expect((await labels()).images.map(({ file_name }) => file_name).sort()).toEqual([
    "astronaut.jpg",
    "cat.jpg",
    "more/fish.jpg",
  ]);
  expect((await labels()).annotations).toHaveLength(3);
  // Its embedded database and its files are in its data folder, even if the environment names the store of a team.
  expect(await filesUnder(join(dataDir, "blobs"))).not.toEqual([]);
  expect(await query(team.connectionString, "select id from accounts")).toEqual([]);
});
