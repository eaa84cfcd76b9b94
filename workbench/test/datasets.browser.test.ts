import { annotateAll, auditToVerdict, bodyOf, givenLines, givenProject } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const [owner, viewer] = await Promise.all(
  (["owner", "viewer"] as const).map((role) => givenPerson(service, { role })),
);

/** A project that is labeled now and certified later, with two batches of 12 labeled texts. */
async function givenLabeled(name: string): Promise<string> {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const { id: project_id } = await givenProject(service, settings);
  for (const batch of [1, 2]) {
    const lines = Array.from({ length: 12 }, (_, index) => ({ text: `${name} ${batch} ${index}` }));
    const upload_ids = [await givenLines(service, service, lines)];
    const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
    await annotateAll(service, id, ["ann"]);
  }
  await runJobs();
  return project_id;
}

/** Opens a member's page at a screen. */
async function openAt(person: Person | undefined, path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(person?.cookie ?? "", origin));
  await page.goto(origin + path);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The batch that certifies version 1, once there is one. */
async function certificationOf(dataset: string): Promise<string> {
  return untilHolds(async () => {
    const { certification } = bodyOf(await request("GET", `/v1/datasets/${dataset}/versions/1`), 200);
    expect(certification).not.toBeNull();
    return certification.batch_id;
  });
}

test("a lead freezes the labels of a project as a version, has it certified and downloads the certificate", async () => {
  const project = await givenLabeled("signs");
  const page = await openAt(owner, `/projects/${project}`);
  await page.getByRole("tab", { name: "Datasets" }).click();
  await page.getByRole("heading", { name: "No datasets yet" }).waitFor();
  await press(page, "New dataset");
  await page.getByLabel("Name").fill("street signs");
  await page.getByText("Include batches that are completed").click();
  await expectSound(page, "new dataset");
  await press(page, "Create dataset");
  await page.getByRole("heading", { level: 1, name: "street signs" }).waitFor();
  const dataset = page.url().split("/").at(-1) ?? "";
  await page.getByText("certified and completed batches, split 80 : 10 : 10").waitFor();
  await press(page, "New version");
  const row = page.getByRole("row", { name: /Version 1/ });
  await row.getByText("processing").waitFor();
  await runJobs();
  await row.getByText("ready").waitFor();
  const { counts } = bodyOf(await request("GET", `/v1/datasets/${dataset}/versions/1`), 200);
  expect(counts).toMatchObject({ items: 24, batches: 2 });
  const parts = [counts.items, counts.train, counts.validation, counts.test].map(String);
  expect((await row.getByRole("cell").allTextContents()).slice(1, 6)).toEqual([...parts, "2 batches"]);
  await expectSound(page, "dataset");

  await press(page, "Certify version 1…");
  await page.getByRole("radio", { name: /^Standard/ }).waitFor();
  await expectSound(page, "certify a version");
  await press(page, "Start audit");
  const batch = await certificationOf(dataset);
  await runJobs();
  const panel = page.getByRole("region", { name: "Certificate of version 1" });
  await panel.getByRole("progressbar", { name: "Audits" }).waitFor();
  await panel.getByText(/labels need an audit/).waitFor();
  expect(await panel.getByRole("link", { name: "Audit", exact: true }).getAttribute("href")).toBe(
    `/work?batch=${batch}&kinds=audit`,
  );
  await expectSound(page, "version in audit");

  await auditToVerdict(service, batch, "eve");
  await row.getByRole("link", { name: "certified" }).waitFor();
  await panel.getByText(/With 95 % confidence/).waitFor();
  await page.getByRole("link", { name: "Open certificate" }).waitFor();
  await expectSound(page, "certified version");
  const saved = page.waitForEvent("download");
  await press(page, "Download with certificate");
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);

  await panel.getByRole("link", { name: "Open the audited batch" }).click();
  await page.getByRole("navigation", { name: "Part of" }).getByRole("link", { name: "Dataset" }).click();
  await page.getByRole("heading", { level: 1, name: "street signs" }).waitFor();
});

test("a version whose audit failed says why, and a viewer changes nothing", async () => {
  const project = await givenLabeled("faulty");
  const query = { project_id: project, statuses: ["completed"] };
  const { id } = bodyOf(await request("POST", "/v1/datasets", { name: "faulty", query }), 201);
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  await runJobs();
  const page = await openAt(viewer, `/datasets/${id}`);
  await page.getByText("Labels chosen by an API query").waitFor();
  await page
    .getByRole("row", { name: /Version 1/ })
    .getByText("ready")
    .waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);

  bodyOf(
    await request("POST", `/v1/datasets/${id}/versions/1/certification`, { quality_level: "standard" }),
    201,
  );
  await runJobs();
  const batch = await certificationOf(id);
  await auditToVerdict(service, batch, "eve", () => "no");
  await page.reload();
  const panel = page.getByRole("region", { name: "Certificate of version 1" });
  await panel.getByRole("alert").first().waitFor();
  await expectSound(page, "failed version");

  const leading = await openAt(owner, `/batches/${batch}`);
  await leading.getByRole("link", { name: "Items", exact: true }).waitFor();
  expect(await leading.getByRole("button", { name: "Send back to annotators" }).count()).toBe(0);
});
