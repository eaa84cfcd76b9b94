import { text } from "node:stream/consumers";
import { annotateAll, auditToVerdict, bodyOf, givenLines, givenProject } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
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

/** Chooses an option of a select. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole("button", { name: new RegExp(`${label}$`) }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The file that the browser saves after `act`. */
async function savedBy(page: Page, act: () => Promise<void>) {
  const saved = page.waitForEvent("download");
  await act();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) };
}

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
  await page.getByLabel("Train").fill("none");
  expect(await page.getByRole("button", { name: "Create dataset" }).isDisabled()).toBe(true);
  await page.getByLabel("Train").fill("70");
  await page.getByLabel("Validation").fill("20");
  await expectSound(page, "new dataset");
  await press(page, "Create dataset");
  await page.getByRole("heading", { level: 1, name: "street signs" }).waitFor();
  const dataset = page.url().split("/").at(-1) ?? "";
  await page.getByText("certified and completed batches, split 70 : 20 : 10").waitFor();
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

  await press(page, "Download version 1…");
  const dialog = page.getByRole("dialog", { name: "Download version 1" });
  expect(await dialog.getByRole("checkbox", { name: /certificate of the version/ }).count()).toBe(0);
  await choose(page, "Format", "csv");
  await choose(page, "Items", `Train (${counts.train})`);
  await expectSound(page, "download a version");
  const train = await savedBy(page, () => press(page, "Download"));
  expect(train.name).toBe(`${dataset}.v1.train.csv`);
  expect(train.text.trim().split("\n")).toHaveLength(counts.train + 1);
  await dialog.waitFor({ state: "detached" });

  await press(page, "Certify version 1…");
  await page.getByRole("radio", { name: /^Standard/ }).waitFor();
  await expectSound(page, "certify a version");
  await press(page, "Start audit");
  const batch = await certificationOf(dataset);
  await runJobs();
  const panel = page.getByRole("region", { name: "Certificate of version 1" });
  await panel.getByRole("progressbar", { name: "Audits" }).waitFor();
  await panel.getByText(/A verdict takes/).waitFor();
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

  await press(page, "Download version 1…");
  await page.getByText("With the certificate of the version").click();
  await expectSound(page, "download a certified version");
  const certified = await savedBy(page, () => press(page, "Download"));
  expect(certified.name).toMatch(/\.zip$/);
  expect(certified.text).toContain("certificate.dsse.json");

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
  const buttons = page.getByRole("main").getByRole("button");
  expect(await buttons.allTextContents()).toEqual(["Download…"]);

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

test("the dialog waits for a file that is being built, and says what to do when there is none", async () => {
  const project = await givenLabeled("large");
  const query = { project_id: project, statuses: ["completed"] };
  const { id } = bodyOf(await request("POST", "/v1/datasets", { name: "large", query }), 201);
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  await runJobs();
  const { counts } = bodyOf(await request("GET", `/v1/datasets/${id}/versions/1`), 200);
  const large = JSON.stringify({ ...counts, items: 20_001 });
  await service.db
    .updateTable("dataset_versions")
    .set({ counts: large })
    .where("dataset_id", "=", id)
    .execute();
  const page = await openAt(viewer, `/datasets/${id}`);

  await press(page, "Download version 1…");
  await choose(page, "Format", "csv");
  await press(page, "Download");
  await page.getByRole("status").getByText("The service prepares the file").waitFor();
  await expectSound(page, "a file is prepared");
  const { name } = await savedBy(page, async () => void (await runJobs()));
  expect(name).toMatch(/\.csv$/);

  await press(page, "Download version 1…");
  await service.db
    .updateTable("dataset_versions")
    .set({ status: "erased" })
    .where("dataset_id", "=", id)
    .execute();
  await press(page, "Download");
  await page.getByRole("alert").getByText("make another version").waitFor();
});
