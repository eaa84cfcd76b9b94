import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;

test("a manager goes through the labels that are likely wrong, and amends one after certification", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const { id } = await givenBatch(service, { texts: 12, settings });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditToVerdict(service, id, "eve");
  const manager = await givenPerson(service, { role: "manager" });
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(manager.cookie, origin));
  await page.goto(`${origin}/batches/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Likely label errors" }).click();
  await page.getByRole("heading", { level: 1, name: "Likely label errors" }).waitFor();
  await page.getByText("how strongly answers, models and similar items speak against the label").waitFor();
  await page.getByRole("row").nth(1).waitFor();

  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  const predictions = data.map(
    ({ external_id, label }: { external_id: string; label: { label: string } }) => ({
      ...{ external_id, model: "m", score: 0.9 },
      result: { label: external_id === "7" ? (label.label === "yes" ? "no" : "yes") : label.label },
    }),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  await page.getByRole("button", { name: "Compute again" }).click();
  await page.getByRole("button", { name: "Computing" }).waitFor();
  await runJobs();
  await page.getByRole("button", { name: "Compute again" }).waitFor();
  const first = page.getByRole("row").nth(1);
  expect(await first.innerText()).toMatch(/^m: (yes|no)$/m);
  expect(await first.getByRole("link").innerText()).toBe("7");
  await expectSound(page, "likely label errors");

  await first.getByRole("checkbox", { name: "Select 7" }).press("Space");
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("menuitem", { name: "Amend labels…" }).click();
  await page.getByRole("button", { name: "Send 1 item back" }).click();
  await untilHolds(async () => {
    expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).amendment).toBe("processing");
  });
});
