import { join } from "node:path";
import { startService } from "@assay/server/test/service.ts";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const service = await startService();
const baseUrl = await service.app.listen({ port: 0, host: "127.0.0.1" });
const env = { ASSAY_BASE_URL: baseUrl, ASSAY_API_KEY: service.key };
const client = new Client({ name: "test", version: "1" });
afterAll(() => client.close());

/** The output of `assay mcp` for lines of input. */
async function mcp(lines: readonly string[], environment: Record<string, string> = env) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(["mcp"], {
    env: environment,
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
    async *lines() {
      yield* lines;
    },
  });
  return { code, notes, answers: out.map((line) => JSON.parse(line)) };
}

test("a client of the protocol starts the command, which has the tools of the service", async () => {
  await service.request("POST", "/v1/projects", { annotation_type: "text_classification", name: "Parcels" });
  const args = [join(import.meta.dirname, "main.ts"), "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));

  expect(client.getServerVersion()).toMatchObject({ name: "assay" });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("claim_tasks");
  const { content } = await client.callTool({ name: "find_projects", arguments: {} });
  expect(content).toMatchObject([{ text: expect.stringContaining("Parcels") }]);
});

test("faults are answers with the id of the message, and what has no id is told apart from them", async () => {
  const list = { jsonrpc: "2.0", id: 7, method: "tools/list" };
  const notice = { jsonrpc: "2.0", method: "notifications/initialized" };
  const wrong = { ...env, ASSAY_API_KEY: "ask_wrong" };

  const said = await mcp([JSON.stringify(list), "", JSON.stringify(notice)], wrong);

  expect(said).toMatchObject({ code: 0, answers: [{ id: 7, error: { code: -32603 } }] });
  expect(said.answers[0].error.message).toContain("API key");
  expect(said.notes.join()).toContain("API key");
  expect((await mcp(["{"])).answers).toMatchObject([{ id: null, error: { code: -32700 } }]);
  expect(await mcp([], {})).toMatchObject({ code: 2, answers: [] });
});
