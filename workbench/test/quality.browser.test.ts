import { readConfig } from "@assay/server/src/config.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { annotateAll, auditAll, bodyOf, givenBatch, itemOf } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { startService } from "@assay/server/test/service.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const config = readConfig({ DATABASE_URL: "postgres://none", ASSAY_BASE_URL: origin });
const service = await startService({ config, now: () => new Date() });
await service.app.listen({ port, host: "127.0.0.1" });
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });

const ONE = { quality_policy: { overlap: 1 } };

/** A person's browser at a screen. */
async function openAs({ cookie }: Person, path: string): Promise<Page> {
  const page = await openPage("about:blank");
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
  await page.context().addCookies(cookies);
  await page.goto(origin + path);
  return page;
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

test("a wrong label of a certified batch is amended, and the stages of the new revision are shown", async () => {
  const { id } = await givenBatch(service, { texts: 6, settings: ONE });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  const item = await itemOf(service, id, "2");
  const page = await openAs(owner, `/items/${item.id}`);
  await page.getByRole("button", { name: "This label is wrong" }).click();
  await page.getByText("revision 2 gets a certificate of its own").waitFor();
  expect(await batchOf(id)).toMatchObject({ amendment: null });
  await page.getByRole("button", { name: "Have 1 item answered again" }).click();

  const stages = page.getByRole("list", { name: "Stages of revision 2" });
  await stages.getByText("answered again").waitFor();
  expect(await batchOf(id)).toMatchObject({
    ...{ status: "certified", revision: 1, amendment: "processing", annotated_count: 5 },
  });
  expect(await itemOf(service, id, "2")).toMatchObject({ status: "open", result: null });

  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();
  await page.reload();
  await page.getByRole("link", { name: "Audit" }).waitFor();
  await auditAll(service, id, "eve", (text) => (text === "text 2" ? "no" : "yes"));
  await runJobs();
  await page.reload();
  await page.getByText("Revision 2: ").waitFor();
  expect(await stages.count()).toBe(0);
  expect(await batchOf(id)).toMatchObject({ status: "certified", revision: 2, amendment: null });
});
