import { rm, stat } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { givenBatch } from "../test/given.ts";
import { startService } from "../test/service.ts";
import { startSilentPath } from "../test/silent-path.ts";
import { makeTempFolder } from "./platform/temp-folder.ts";
import { startJobsThread } from "./start-jobs-thread.ts";

const service = await startService();
const config = { ...service.deps.config, logLevel: "silent" };
const urlsOf = (url: string) => ({ url, directUrl: url });

test("a job runs in the thread, and a failed one returns its error", async () => {
  const thread = startJobsThread({ config, urls: urlsOf(config.databaseUrl ?? "") });
  onTestFinished(thread.stop);
  const { id } = await givenBatch(service, { texts: 1 });
  const judge = (batch_id: string, job: string) =>
    thread.run({
      name: "judge_batch",
      payload: { batch_id },
      account_id: service.accountId,
      id: job,
      attempt: 1,
      deaths: 0,
    });

  await expect(judge(id, "1")).resolves.toBeUndefined();
  await expect(judge("a\0b", "2")).rejects.toThrow(/invalid byte sequence/);
});

test("a job fails when its thread does not start, and the next job starts another thread", async () => {
  const { path } = await makeTempFolder();
  await rm(`${path}.alive`); // as if the thread that made it were dead
  const thread = startJobsThread({ config, urls: urlsOf("postgres://127.0.0.1:1/none") });
  const begin = () =>
    thread.run({ name: "judge_batch", payload: {}, account_id: "", id: "1", attempt: 1, deaths: 0 });

  await expect(begin()).rejects.toThrow("ECONNREFUSED");
  await expect(begin()).rejects.toThrow("ECONNREFUSED");
  await thread.stop();
  await expect(stat(path)).rejects.toThrow("ENOENT");
});

test("a thread ends although its database has fallen silent", { timeout: 20_000 }, async () => {
  const path = await startSilentPath(config.databaseUrl ?? "");
  onTestFinished(path.close);
  const thread = startJobsThread({ config, urls: urlsOf(path.url) });
  const { id } = await givenBatch(service, { texts: 1 });
  await thread.run({
    ...{ name: "judge_batch", payload: { batch_id: id }, id: "1", attempt: 1, deaths: 0 },
    account_id: service.accountId,
  });
  void path.fallSilent();

  await thread.stop();
});
