import { annotateAll, auditToVerdict, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const owner = await givenPerson(service, { role: "owner" });

test("the batch page shows how each slice came out, and while audits are open how many are to do", async () => {
  const slices = [{ key: "language", min_score: 50 }, "site"];
  const { id } = await givenBatch(service, {
    texts: 40,
    settings: { quality_policy: { overlap: 1, slices } },
  });
  await sql`update items set metadata = jsonb_build_object('site', 'site ' || position % 23)
    || case when position > 28 then '{"language": "français"}' when position > 4 then '{"language": "Deutsch"}' else '{}' end::jsonb
    where batch_id = ${id}`.execute(service.db);
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(`${origin}/batches/${id}`);
  const rowOf = (name: string) => page.getByRole("row", { name });
  await rowOf("language: Deutsch")
    .getByText(/audits? to do/)
    .waitFor();
  await expectSound(page, "slices open");

  await auditToVerdict(service, id, "eve");
  await page.reload();
  await rowOf("language: Deutsch")
    .getByText(/of 100 right/)
    .waitFor();
  expect(await rowOf("language: none").count()).toBe(1);
  expect(await rowOf("site: 3 other values").count()).toBe(1);
  // The draw decides which sites have too few audits: of 21, always some.
  await rowOf("site: ").getByText("Not enough audits to say").first().waitFor();
  await expectSound(page, "slices judged");
});
