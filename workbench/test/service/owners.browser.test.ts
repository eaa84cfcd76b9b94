import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { annotateAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenBatchOfType } from "@assay/server/test/given-dataset.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { givenImage, givenZip } from "@assay/server/test/upload-bodies.ts";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });

/** The owner's page at a screen. */
async function openAt(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage("about:blank", options);
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(origin + path);
  return page;
}

/** Runs the background jobs, such as reading lines of an upload, until the page shows a batch; returns the batch. */
async function batchMade(page: Page) {
  await vi.waitFor(
    async () => {
      await runJobs();
      expect(page.url()).toMatch(/\/batches\/batch_/);
    },
    { timeout: 20_000 },
  );
  const id = new URL(page.url()).pathname.split("/").at(-1);
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

test("a project with data is created with the mouse, as in the API calls beside the form", async () => {
  const page = await openAt("/projects");
  await page.getByRole("link", { name: "New project" }).first().click();
  await page.getByText("Standard: at least 80 % of labels correct").click();
  await page.getByText("Text", { exact: true }).click();
  await page.getByText("Text classification").click();
  await page.getByLabel("Project name").fill("Messages");
  await page.getByLabel("Add labels").fill("yes, no");
  await page.getByLabel("Add labels").press("Enter");
  await page.getByLabel("Or texts").fill("one\ntwo\nthree");
  const commands = await page.getByRole("region", { name: "Commands" }).textContent();
  await page.getByRole("button", { name: "Create project and batch" }).click();

  const batch = await batchMade(page);
  expect(batch).toMatchObject({ status: "created", item_count: 3, required_level: "standard" });
  const project = bodyOf(await request("GET", `/v1/projects/${batch.project_id}`), 200);
  const shown = JSON.parse(/-d '(\{.*?\n\})'/s.exec(commands ?? "")?.[1] ?? "");
  expect(shown).toMatchObject({ name: "Messages", annotation_type: "text_classification" });
  expect(project).toMatchObject({ ...shown, labels: [{ name: "yes" }, { name: "no" }] });
  await page.getByRole("link", { name: "Annotate" }).waitFor();
});

test("before a batch is created from an archive of images, the dialog names the texts that are left out", async () => {
  const settings = { annotation_type: "image_classification", labels: [{ name: "cat" }] };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const buffer = givenZip([
    { name: "a.png", content: await givenImage("png") },
    { name: "README.md", content: "# Photographs" },
  ]);
  const page = await openAt(`/projects/${project_id}`);
  await page.getByRole("button", { name: "Add data" }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).click(),
  ]);
  await chooser.setFiles({ name: "a.zip", mimeType: "application/zip", buffer });
  await page.getByRole("button", { name: "Create batch" }).click();
  await page.getByText(/Left out: 1 file that came with images or recordings \(README\.md\)\./).waitFor();
  expect(bodyOf(await request("GET", `/v1/batches?project_id=${project_id}`), 200).data).toEqual([]);

  await page.getByRole("button", { name: "Create batch" }).click();

  expect(await batchMade(page)).toMatchObject({ project_id, item_count: 1, name: "a.zip" });
});

test("a folder of images gives its images only, and says how many files it leaves out", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-folder-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "a.png"), await givenImage("png"));
  await writeFile(join(folder, "README.md"), "# Photographs");
  await writeFile(join(folder, ".DS_Store"), "x");
  const page = await openAt("/projects/new");

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a folder" }).click(),
  ]);
  await chooser.setFiles(folder);

  await page.getByText("Left out: 1 file that came with images or recordings.").waitFor();
  await page.getByText("a.png", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
  await page.goBack();
  await page.getByText("a.png", { exact: true }).waitFor(); // looking elsewhere keeps what is not sent
  await page.getByRole("button", { name: "Remove all" }).click();
  expect(await page.getByText("left out").count()).toBe(0);

  const [files] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).click(),
  ]);
  const buffer = Buffer.from('{"text":"a"}\n'.repeat(30));
  await files.setFiles({ name: "notes.jsonl", mimeType: "application/x-ndjson", buffer });
  await expect.poll(() => page.getByLabel("Approximate number of items").inputValue()).toBe("30");
});

test("a skeleton begins with a template, and its lines are changed on a drawing", async () => {
  const page = await openAt("/projects/new", { bypassCSP: true });
  await page.getByText("Images", { exact: true }).click();
  await page.getByText("Keypoints", { exact: true }).click();
  await page.getByLabel("Project name").fill("Faces");
  await page.keyboard.press("Enter"); // creates nothing yet
  await page.getByRole("button", { name: "Face (5 points)" }).click();
  const point = (name: string) => page.getByRole("button", { name, exact: true });
  await point("left_eye").click();
  await point("right_eye").click(); // loses its line
  await point("left_eye").focus();
  await page.keyboard.press("Enter");
  await point("mouth_left").press("Space");
  await expectSound(page, "a skeleton");
  await page.getByRole("button", { name: /^Create project/ }).click();

  await vi.waitFor(() => expect(page.url()).toMatch(/\/projects\/proj_/), { timeout: 10_000 });
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { type_options } = bodyOf(await request("GET", `/v1/projects/${id}`), 200);
  expect(type_options.keypoints).toHaveLength(5);
  expect(type_options.skeleton).toContainEqual(["left_eye", "mouth_left"]);
  expect(type_options.skeleton).not.toContainEqual(["left_eye", "right_eye"]);
});

test("points are added to the skeleton of a project in work, and one that answers may have stays", async () => {
  const { id, project_id } = await givenBatchOfType(service, "keypoint", {
    name: "Cats",
    type_options: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] },
  });
  expect(id).toMatch(/^batch_/);
  const page = await openAt(`/projects/${project_id}?tab=guidelines`, { bypassCSP: true });
  const points = page.getByLabel("Points", { exact: true });
  await points.fill("nose");
  await page.getByLabel("Lines of the skeleton").fill("");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByText('must stay "tail" (got nothing), since answers may have this point').waitFor();
  expect(await page.getByText("Begin with").count()).toBe(0);

  await points.fill("nose\ntail\npaw");
  await page.getByLabel("Lines of the skeleton").fill("nose - tail");
  await page.getByRole("button", { name: "tail", exact: true }).click();
  await page.getByRole("button", { name: "paw", exact: true }).click();
  await expectSound(page, "the skeleton of a project in work");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByRole("button", { name: "Save version 3" }).waitFor();
  expect(bodyOf(await request("GET", `/v1/projects/${project_id}`), 200).type_options).toEqual({
    keypoints: ["nose", "tail", "paw"],
    skeleton: [
      ["nose", "tail"],
      ["tail", "paw"],
    ],
  });
});

test("the ends of a scale get words in a project in work, and the scale itself stays", async () => {
  const help = { name: "help", min: 1, max: 7, step: 0.5 };
  const settings = { labels: [], type_options: { scales: [help] } };
  const { project_id } = await givenBatchOfType(service, "rating", settings);
  const page = await openAt(`/projects/${project_id}?tab=guidelines`, { bypassCSP: true });
  const greatest = page.getByLabel("Greatest value means");
  await greatest.fill("very helpful");
  const [first, last] = [
    await page.getByLabel("Scale", { exact: true }).boundingBox(),
    await greatest.boundingBox(),
  ];
  expect(last?.y, "in one row").toBe(first?.y);
  expect(await page.getByLabel("Add labels").count(), "ratings have no labels").toBe(0);
  expect(await page.getByLabel("To", { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Add scale" }).count()).toBe(0);
  await expectSound(page, "the scales of a project in work");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByRole("button", { name: "Save version 3" }).waitFor();
  expect(bodyOf(await request("GET", `/v1/projects/${project_id}`), 200).type_options).toEqual({
    scales: [{ ...help, max_label: "very helpful" }],
  });
});

test("guidelines that are not saved are there again after a look at another tab, until they are discarded", async () => {
  const view = { name: "view", type: "choice", options: ["side", "front"] };
  const named = [{ name: "fish", attributes: [view] }, { name: "bird", hotkey: "1" }, { name: "cat" }];
  const settings = { instructions: "Old words", labels: named };
  const { project_id } = await givenBatchOfType(service, "object_detection", settings);
  const page = await openAt(`/projects/${project_id}?tab=guidelines`);
  const [key, name] = [page.getByLabel("Key of fish"), page.getByLabel("Name of fish")];
  await key.fill("1");
  await page.getByText('Hotkey must be another key; "bird" already has "1"').waitFor();
  const invalid = [await key.getAttribute("aria-invalid"), await name.getAttribute("aria-invalid")];
  expect(invalid).toEqual(["true", "false"]);
  await key.fill("");
  const written = page.getByLabel("Instructions");
  await written.fill("New words");
  await page.getByRole("tab", { name: "Overview" }).click();
  await written.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Labels and guidelines" }).click();
  await written.waitFor();
  expect(await written.inputValue()).toBe("New words");

  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(await written.inputValue()).toBe("Old words");
  expect(await page.getByRole("button", { name: "Save version 2" }).isDisabled()).toBe(true);
  await page.getByText("Attributes: view (side, front)").waitFor();
  const usual = (name: string) => page.getByLabel(`Key of ${name}`).getAttribute("placeholder");
  expect([await usual("fish"), await usual("cat")]).toEqual(["2", "3"]);
  const down = page.getByRole("button", { name: "Move fish down" });
  await down.focus();
  await down.press("Enter"); // keeps the focus
  await page.keyboard.press("Enter");
  await page.locator("[aria-label='Move fish up']:focus").waitFor(); // the other is disabled at the end
  expect([await usual("fish"), await usual("cat")]).toEqual(["3", "2"]);

  await written.fill("Better words");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByText("Version 2 is saved.").waitFor();
  expect(await page.getByRole("button", { name: "Save version 3" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Discard changes" }).count()).toBe(0);
  const { instructions, labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  expect(instructions).toBe("Better words");
  expect(labels.map(({ name }: { name: string }) => name)).toEqual(["bird", "cat", "fish"]);
});

test("relation types are made in a new project, and another one in its guidelines", async () => {
  const page = await openAt("/projects/new", { bypassCSP: true });
  await page.getByText("Text", { exact: true }).click();
  await page.getByText("Named entity recognition", { exact: true }).click();
  await page.getByLabel("Project name").fill("People and companies");
  const add = async (names: string) => {
    await page.getByLabel("Add labels").fill(names);
    await page.getByLabel("Add labels").press("Enter");
  };
  const make = async (name: string, source: string, target: string) => {
    const relation = page.getByLabel(`Relation between two spans: ${name}`);
    await page.locator("label").filter({ has: relation }).click();
    const end = (title: string) => page.getByRole("group", { name: title });
    await end(`${name} begins at`).getByText(source, { exact: true }).click();
    await end(`${name} ends at`).getByText(target, { exact: true }).click();
  };
  await add("person, company, works for");
  await make("works for", "person", "company");
  await expectSound(page, "relation types of a new project");
  await page.getByRole("button", { name: /^Create project/ }).click();
  await vi.waitFor(() => expect(page.url()).toMatch(/\/projects\/proj_/), { timeout: 10_000 });
  const id = new URL(page.url()).pathname.split("/").at(-1);

  await page.goto(`${origin}/projects/${id}?tab=guidelines`);
  await add("owns");
  await make("owns", "company", "company");
  await expectSound(page, "relation types in guidelines");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByRole("button", { name: "Save version 3" }).waitFor();
  const { labels } = bodyOf(await request("GET", `/v1/projects/${id}`), 200);
  const idOf = (name: string) => labels.find((label: { name: string }) => label.name === name).id;
  expect(labels.slice(2)).toMatchObject([
    { name: "works for", relation: { source: [idOf("person")], target: [idOf("company")] } },
    { name: "owns", relation: { source: [idOf("company")], target: [idOf("company")] } },
  ]);
});

test("a project with data is created with the keyboard", async () => {
  const page = await openAt("/projects/new");
  const { keyboard } = page;
  await page.getByRole("heading", { name: "New project" }).waitFor();
  await page.getByRole("radio", { name: /Labels now/ }).waitFor();
  await tabTo(page, page.getByRole("radio", { name: /Labels now/ }));
  await keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("radio", { name: "Images" }));
  await keyboard.press("ArrowRight");
  await tabTo(page, page.getByLabel("Project name"));
  await keyboard.type("By keys");
  await tabTo(page, page.getByLabel("Add labels"));
  await keyboard.type("a, b");
  await keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Or texts"));
  await keyboard.type("only one");
  await tabTo(page, page.getByRole("button", { name: "Create project and batch" }));
  expect(await page.evaluate("scrollY")).toBe(0); // only content below the bar moves
  await keyboard.press("Enter");

  const batch = await batchMade(page);
  expect(batch).toMatchObject({ item_count: 1, required_level: "basic" });
  const project = bodyOf(await request("GET", `/v1/projects/${batch.project_id}`), 200);
  expect(project).toMatchObject({ name: "By keys", labels: [{ name: "a" }, { name: "b" }] });
});

/** Presses Tab until `wanted` has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await page.locator(":focus").and(wanted).count()) === 1) return;
  }
  throw new Error(`Tab does not come to ${wanted}`);
}

test("conflicts of labels are shown at the label, in the service's words", async () => {
  const page = await openAt("/projects/new", { bypassCSP: true });
  await page.getByLabel("Add labels").fill("car, car");
  await page.getByLabel("Add labels").press("Enter");

  await page.getByText('name "car" is already the name of label 0').waitFor();
  const create = page.getByRole("button", { name: "Create project" });
  expect(await create.isDisabled()).toBe(true);
  await page.getByText("Still missing: a project name.").waitFor();
  await page.getByText("Keypoints", { exact: true }).click();
  await page.getByText("Still missing: a project name, the points to set.").waitFor();
  await page.getByText("Object detection", { exact: true }).click();
  await page.getByLabel("Project name").fill("Cars");
  await create.click();
  await page.getByText('labels.1.name "car" is already the name of label 0').waitFor();
  await expectSound(page, "new project, refused");
});

test("a bulk change shows the number of items before it starts", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  const page = await openAt(`/items?batch=${id}`, { bypassCSP: true });
  await page.getByLabel("Select 1", { exact: true }).waitFor();
  await page.getByText("text 1").waitFor();
  const priority = page.getByRole("columnheader", { name: "Priority" });
  expect(await priority.count(), "all have the same").toBe(0);
  await page.getByLabel("Select 2", { exact: true }).press("Space");
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("menuitem", { name: "Exclude" }).click();
  await page.getByLabel("Reason").fill("too blurred");
  await expectSound(page, "exclude items");
  await page.getByRole("button", { name: "Exclude: 1 item" }).click();

  await untilHolds(async () => {
    await runJobs();
    const items = bodyOf(await request("GET", `/v1/items?batch_id=${id}&state=excluded`), 200);
    expect(items.data).toMatchObject([{ external_id: "2", excluded_reason: "too blurred" }]);
  });
  await page.getByText("1 of 1").waitFor();

  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  const raise = { filter: { batch_id: id, item_ids: [data[0].id] }, action: "priority", priority: 3 };
  bodyOf(await request("POST", "/v1/items/bulk", raise), 202);
  await runJobs();
  await page.reload();
  await priority.waitFor();
  await page.getByRole("link", { name: "1", exact: true }).click();
  await page.getByText("No label and no answers yet.").waitFor();
  expect(await page.getByRole("region", { name: "Answers, oldest first" }).count()).toBe(0);
});

test("canceling a change keeps the selection, and without a selection there is nothing to change it with", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  const page = await openAt(`/items?batch=${id}`);
  const change = page.getByRole("button", { name: "Change", exact: true });
  await page.getByText("text 1").waitFor();
  expect(await change.isVisible()).toBe(false);
  await page.getByLabel("Select 2", { exact: true }).press("Space");
  for (const dismiss of ["Cancel", "Escape"]) {
    await change.click();
    await page.getByRole("menuitem", { name: "Exclude" }).click();
    await page.getByLabel("Reason").fill("too blurred");
    await page.getByRole("button", { name: "Exclude: 1 item" }).waitFor();
    if (dismiss === "Escape") await page.keyboard.press("Escape");
    else await page.getByRole("button", { name: dismiss }).click();
    await page.getByText("1 selected").waitFor();
  }
  await page.getByLabel("Select 4", { exact: true }).click({ force: true, modifiers: ["Shift"] });
  await page.getByText("3 selected").waitFor();
  await change.click();
  await page.getByRole("menuitem", { name: "Make gold", disabled: true }).getByText("0 items").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Select all matching items" }).click();
  await change.click();
  await page.getByRole("menuitem", { name: "Exclude" }).click();
  await page.getByLabel("Reason").fill("too blurred");
  await page.getByRole("button", { name: "Exclude: 4 items" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("All 4 matching items selected").waitFor();
  await page.getByLabel("Text or file name").fill("text 1");
  await page.keyboard.press("Enter");
  await change.waitFor({ state: "hidden" });
});

test("a project offers Annotate only while it has items for the member", async () => {
  const settings = { quality_policy: { overlap: 1 } };
  const { id, project_id } = await givenBatch(service, { texts: 1, settings });
  const page = await openAt(`/projects/${project_id}`);
  const annotate = page.getByRole("link", { name: "Annotate" });
  await annotate.waitFor();
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await annotate.waitFor({ state: "detached" });
});

test("the list of projects shows a webhook disabled after failed deliveries", async () => {
  const url = "https://hooks.acme.test/";
  const webhook = bodyOf(await request("POST", "/v1/webhooks", { url }), 201);
  await service.db
    .updateTable("webhooks")
    .set({ enabled: false, disabled_at: new Date(), disabled_reason: "delivery_failures" })
    .where("id", "=", webhook.id)
    .execute();
  const page = await openAt("/projects");
  await page.getByText(`The webhook ${url} was disabled`).waitFor();
  await page.getByRole("link", { name: "Open webhook" }).waitFor();
});

test("an item shows its 101st comment, and a project its open questions", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 1 });
  const [item] = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200).data;
  for (let number = 1; number <= 101; number += 1) {
    const comment = { item_id: item.id, text: `Question ${number}`, annotator: "ann" };
    bodyOf(await request("POST", "/v1/comments", comment), 201);
  }
  const [newest] = bodyOf(await request("GET", `/v1/comments?batch_id=${id}&limit=1`), 200).data;
  const reply = { item_id: item.id, text: "I chose drama", reply_to: newest.id, annotator: "bob" };
  bodyOf(await request("POST", "/v1/comments", reply), 201);
  const page = await openAt(`/items/${item.id}`);
  await page.getByText("Question 101", { exact: true }).waitFor();
  await page.goto(`${origin}/projects/${project_id}`);
  await page.getByText(/^ann, .*Question 101 \(1 reply\)/).waitFor();
  await page.getByRole("link", { name: "Annotate" }).waitFor();
});

test("overlap, known items, predictions, audits and scored attributes are changed in the settings, and the rest of the policy stays", async () => {
  const settings = {
    ...{ quality_level: "none", fields: [{ name: "tone", type: "text" }] },
    quality_policy: { strict: true, gold_share: 0.05, predictions: { model: "m" } },
  };
  const { id, project_id } = await givenBatch(service, { texts: 3, settings });
  await annotateAll(service, id, ["ann"]);
  const policyOf = async () => bodyOf(await request("GET", `/v1/projects/${project_id}`), 200).quality_policy;
  const page = await openAt(`/projects/${project_id}?tab=settings`);
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
  };
  expect(await page.getByLabel("Share of known items, %").inputValue()).toBe("5");
  await page.getByLabel("Annotators per item").fill("3");
  await page.getByText("3 items take 9 answers.").waitFor();
  await page.getByLabel("Share of known items, %").fill("");
  await page.getByLabel("Pause annotators below, %").fill("62.5");
  await page.getByText("Show the right answer after each known item").click();
  await page.getByRole("button", { name: "Predictions of models in tasks" }).click();
  await page.getByRole("option", { name: "Not shown" }).click();
  await page.getByRole("button", { name: "Audits" }).click();
  await page.getByRole("option", { name: "without seeing the label" }).click();
  await page.getByLabel("Excluded items, at most %").fill("25");
  await page.getByLabel("Slices").fill("language, site: 80");
  await page.getByText("tone", { exact: true }).click();
  await save();
  await page.getByText("Saved.").waitFor();
  expect(await policyOf()).toEqual({
    ...{ strict: true, overlap: 3, gold_floor: 0.625, feedback: true, scored_fields: ["tone"] },
    ...{ predictions: { model: "m", show: "never" }, audit_mode: "blind", max_excluded_share: 0.25 },
    slices: ["language", { key: "site", min_score: 80 }],
  });
  expect(await page.getByLabel("Slices").inputValue()).toBe("language, site: 80");

  await page.getByLabel("Annotators per item").fill("three");
  await save();
  await page.getByText("A whole number from 1 to 20").waitFor();
  await page.getByText("Correct the marked fields.").waitFor();
  expect(await policyOf()).toMatchObject({ overlap: 3 });
  const overlap = page.getByLabel("Annotators per item");
  expect(await overlap.getAttribute("aria-invalid")).toBe("true");
  await page.locator("input:focus").and(overlap).waitFor();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
  await page.goBack();
  expect(await overlap.inputValue()).toBe("three"); // looking elsewhere keeps what is not saved
  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(await overlap.inputValue()).toBe("3");
});

test("no screen breaks WCAG 2.2 AA as far as axe sees, light or dark", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 3, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["ann"]);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  const page = await openAt("/projects", { bypassCSP: true });
  const screens = [
    ["/projects", "Search by name"],
    ["/projects/new", "Passes if"],
    [`/projects/${project_id}`, "Agreement, alpha"],
    [`/projects/${project_id}?tab=guidelines`, "Version 1"],
    [`/projects/${project_id}?tab=settings`, "Passes if"],
    [`/batches/${id}?tab=nothing`, "Required level"], // invalid values in an address are ignored
    [`/batches/${id}?tab=agreement`, "By label"],
    [`/batches/${id}?tab=annotators`, "Median time"],
    [`/batches/${id}?tab=exports`, "No exports yet"],
    [`/items?batch=${id}&state=nothing&support=abc&page=abc`, "text 1"],
    [`/items/${data[0].id}`, "Time taken"],
  ] as const;
  for (const [screen, words] of screens) {
    await page.goto(origin + screen);
    await page.getByText(words).or(page.getByLabel(words)).first().waitFor();
    await expectSound(page, screen);
  }
  const dialogs = [
    [`/projects/${project_id}`, "Add data", "Add data"],
    [`/batches/${id}`, "Start an audit", "Start an audit"],
    [`/batches/${id}?tab=exports`, "Export now", "Export now"],
  ] as const;
  for (const [screen, button, title] of dialogs) {
    await page.goto(origin + screen);
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog", { name: title }).waitFor();
    await expectSound(page, title);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit or delete…" }).click();
  await page.getByRole("dialog", { name: "Batch settings" }).waitFor();
  await expectSound(page, "settings of a batch");
});
