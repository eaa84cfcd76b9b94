import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });
const TEXTS = 400;

async function openModels(id: string) {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(`${origin}/batches/${id}?tab=models`);
  return page;
}

test("an owner sets the risk with the slider, people answer a fraction, and the page says how right the model is", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const { id } = await givenBatch(service, { texts: TEXTS, settings });
  const page = await openModels(id);
  await page.getByText("No predictions yet").waitFor();
  await expectSound(page, "models, none");

  const predictions = Array.from({ length: TEXTS }, (_, n) => ({
    ...{ external_id: String(n + 1), model: "resnet", version: "3" },
    ...{ score: n < 300 ? 0.9 : 0.2, result: { label: n < 300 ? "yes" : "no" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  await page.reload();
  const slider = page.getByRole("slider", { name: "Of the labels that the model makes" });
  await slider.waitFor();
  await page.getByText("at most 5 % are wrong").waitFor();
  await slider.press("ArrowRight");
  await page.getByText("at most 10 % are wrong").waitFor();
  await page.getByRole("row", { name: "98 %" }).waitFor();
  await expectSound(page, "models, plan");

  await page.getByRole("button", { name: /^Start with [\d,]+ check items$/ }).click();
  await page.getByText("withheld from annotators").waitFor();
  await runJobs();
  await page.getByText("without seeing the label of resnet, version 3").waitFor();
  await expectSound(page, "models, checking");
  const { data } = bodyOf(await request("GET", `/v1/batches/${id}/auto-accept`), 200);
  expect(data).toMatchObject([{ model: "resnet", version: "3", max_wrong: 0.1, status: "checking" }]);

  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await page.getByText("Labeled by resnet, version 3:").waitFor();
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditToVerdict(service, id, "eve");
  await page.reload();
  await page.getByRole("row", { name: "resnet, version 3" }).getByText("%").first().waitFor();
  await expectSound(page, "models, judged");
});
