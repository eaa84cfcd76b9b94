import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startService } from "@assay/server/test/service.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "assay-push-killed-"));
afterAll(() => rm(folder, { recursive: true }));

/** In front of the service: answers the first upload, gives it the second without an answer, and keeps all others to itself. */
async function startBrokenWay() {
  let uploads = 0;
  const server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    if (method === "POST") uploads += 1;
    if (uploads > 2 && method === "POST") return;
    const isLost = uploads === 2 && method === "POST";
    const onward = send(new URL(url, service.app.listeningOrigin), { method, headers });
    onward.on("response", (answer) => {
      if (isLost) return void answer.resume();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { url, reached: once(server, "request") };
}

function startPush(url: string, photos: string, journal: string) {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const env = { PATH: process.env.PATH, ASSAY_BASE_URL: url, ASSAY_API_KEY: service.key };
  return spawn(process.execPath, [main, "push", photos, "--journal", journal], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function noted(journal: string): Promise<string[]> {
  return (await readFile(journal, "utf8")).trimEnd().split("\n");
}

test("a folder whose push was killed in the middle is uploaded by the next one, each file once", async () => {
  const [photos, journal] = [join(folder, "photos"), join(folder, "journal")];
  await mkdir(photos);
  const names = Array.from({ length: 9 }, (_, index) => `${index}.txt`);
  for (const name of names) await writeFile(join(photos, name), name.padEnd(1_000_000)); // four go together
  const { db } = service.deps;
  const uploads = () => db.selectFrom("uploads").select("id").where("status", "=", "ready").execute();

  const { url, reached } = await startBrokenWay();
  const killed = startPush(url, photos, journal);
  onTestFinished(() => void killed.kill("SIGKILL"));
  await reached; // the start of the program takes seconds on a busy machine
  await untilHolds(async () => {
    expect(await noted(journal)).toHaveLength(1);
    expect(await uploads()).toHaveLength(2); // the client knows of one
  });
  killed.kill("SIGKILL");
  expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);

  const again = startPush(service.app.listeningOrigin, photos, journal);
  const [printed, [code]] = await Promise.all([text(again.stdout), once(again, "exit")]);

  expect(code).toBe(0);
  const files = await db.selectFrom("files").select("filename").orderBy("filename").execute();
  expect(files.map(({ filename }) => filename)).toEqual(names);
  const ids = (await uploads()).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(printed.trimEnd().split("\n").toSorted()).toEqual(ids.toSorted());
  expect(await noted(journal)).toHaveLength(3);
});
