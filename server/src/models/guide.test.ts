import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { completing, startModel } from "../../test/stand-in-model.ts";

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const service = await startService();
const { deps, request, runJobs } = service;
const address = await service.app.listen({ port: 0, host: "127.0.0.1" });
const guide = await readFile(new URL("../../../docs/models-as-annotators.md", import.meta.url), "utf8");
const folder = await mkdtemp(join(tmpdir(), "assay-model-"));
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true });
});

function blocksOf(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
    ([, text = ""]) => text,
  );
}

async function shell(command: string, env: Readonly<Record<string, string>>) {
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace("curl ", "curl -sS ")], {
    env: { ...process.env, ASSAY_URL: address, ASSAY_API_KEY: service.key, MODEL_SECRET: SECRET, ...env },
  });
  return JSON.parse(stdout);
}

test.runIf(spawnSync("python3", ["--version"]).status === 0)(
  "the guide's server is asked by the guide's commands, and takes no request with another signature",
  async () => {
    service.advance(Date.now() - deps.now().getTime()); // the server compares the time of the signature with its own
    const file = join(folder, "model.py");
    await writeFile(file, blocksOf("python").join("\n"));
    const env = { ...process.env, MODEL_SECRET: SECRET, PORT: "0" };
    const child = spawn("python3", [file], { env, stdio: ["ignore", "pipe", "ignore"] });
    started.push(child);
    const [printed] = await once(child.stdout, "data");
    const url = `http://127.0.0.1:${/\d+/.exec(String(printed))?.[0]}/`;
    const batch = await givenBatch(service, { settings: { labels: [{ name: "good" }, { name: "bad" }] } });
    const [register = "", ask = "", registerChat = ""] = blocksOf("sh");

    const model = await shell(register, { MODEL_URL: url });
    const run = await shell(ask, { BATCH_ID: batch.id, MODEL_ID: model.id });
    await runJobs();

    const state = bodyOf(await request("GET", `/v1/batches/${batch.id}/runs/${run.id}`), 200);
    expect(state).toMatchObject({ status: "finished", predicted: 3, errors: 0, max_cost: 20 });
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);

    const chat = await startModel();
    chat.answers = completing({ result: { label: "good" } });
    const llm = await shell(registerChat, { LLM_URL: new URL("/v1", chat.url).href });
    const chats = await shell(ask, { BATCH_ID: batch.id, MODEL_ID: llm.id });
    await runJobs();
    const { body: after } = await request("GET", `/v1/batches/${batch.id}/runs/${chats.id}`);
    expect(after).toMatchObject({ status: "finished", predicted: 3, errors: 0 });
  },
);
