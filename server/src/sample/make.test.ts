import { expect, test } from "vitest";
import { recordLog } from "../../test/recorded-log.ts";
import { startService } from "../../test/service.ts";
import { makeSample } from "./make.ts";

const recorded = recordLog();
recorded.log.level = "info"; // the service's default level
const service = await startService({ log: recorded.log });
const { request } = service;

test("a new account's sample waits for an auditor and for a second annotator, and one person can be both", async () => {
  let isMade = false;
  const making = makeSample(service.deps, service.key, new AbortController().signal).finally(() => {
    isMade = true;
  });
  while (!isMade) await service.runJobs();
  await making;
  await service.runJobs();
  expect(recorded.lines("request")).toEqual([]);

  const { body: projects } = await request("GET", "/v1/projects");
  expect(projects.data).toMatchObject([
    { name: "Sample: names in a novel", description: expect.stringContaining("simulated") },
    { name: "Sample: objects in photographs", description: expect.stringContaining("simulated") },
  ]);
  const { body: members } = await request("GET", "/v1/members");
  const simulated = members.data.filter(({ name }: { name: string }) => name.endsWith("(simulated)"));
  expect(simulated).toMatchObject([{ active: false }, { active: false }]);
  const { body: batches } = await request("GET", "/v1/batches?sort=created_at");
  expect(batches.data).toMatchObject([
    { name: "To audit", status: "completed", item_count: 24, audit: { required: 9, done: 0 } },
    { name: "To annotate", status: "processing", item_count: 22, annotated_count: 0 },
    { name: "To audit", status: "completed", item_count: 24, audit: { required: 9, done: 0 } },
    { name: "To annotate", status: "processing", item_count: 47, annotated_count: 0 },
  ]);
  for (const { id, name } of batches.data) {
    const kinds = [name === "To audit" ? "audit" : "annotate"];
    const { body: claimed } = await request("POST", "/v1/tasks/claim", { batch_id: id, kinds });
    expect(claimed.data).toHaveLength(1);
  }
});

test("a service that stops ends the sample before its next request", async () => {
  const stopping = new AbortController();
  const making = makeSample(service.deps, service.key, stopping.signal);
  stopping.abort(new Error("the service stops"));
  await expect(making).rejects.toThrow("the service stops");
});
