import { expect, onTestFinished, test } from "vitest";
import { givenBatch } from "../test/given.ts";
import { startService } from "../test/service.ts";
import { runAside } from "./jobs-aside.ts";

const service = await startService();
const config = { ...service.deps.config, logLevel: "silent" };

test("a job is done in the thread, and one that fails says why", async () => {
  const aside = runAside({ config, connectionString: config.databaseUrl ?? "" });
  onTestFinished(aside.stop);
  const { id } = await givenBatch(service, { texts: 1 });
  const judge = (batch_id: string, job: string) =>
    aside.run({ name: "judge_batch", payload: { batch_id }, id: job, attempt: 1 });

  await expect(judge(id, "1")).resolves.toBeUndefined();
  await expect(judge("a\0b", "2")).rejects.toThrow(/invalid byte sequence/);
});

test("a job fails whose thread does not begin or ends, and the next one begins another", async () => {
  const aside = runAside({ config, connectionString: "postgres://127.0.0.1:1/none" });
  const begin = () => aside.run({ name: "judge_batch", payload: {}, id: "1", attempt: 1 });

  await expect(begin()).rejects.toThrow("ECONNREFUSED");
  await expect(begin()).rejects.toThrow("ECONNREFUSED");
  await aside.stop();
});
