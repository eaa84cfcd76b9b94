import { text } from "node:stream/consumers";
import { createClient } from "@assay/sdk/client.ts";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { invite, join, npmStart, PASSWORD } from "./alone.ts";
import { openPage } from "./browser.ts";
import { imageMouse } from "./canvas.ts";
import { pngOf } from "./image.ts";
import { enter, tabTo, type } from "./keys.ts";

const installation = await npmStart();
afterAll(() => installation.stop());
const api = createClient({ baseUrl: installation.baseUrl, apiKey: installation.key });

const [WIDTH, HEIGHT] = [400, 300];
const LABELS = ["car", "bus"];

/**
 * Waits for the downloaded file in the downloads folder: the browser streams it there, no script holds it as a blob.
 */
async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  expect(file.url()).toMatch(/^http:.+\/file\?.*signature=/);
  return text(await file.createReadStream());
}

test("from npm start to a file of labels with the mouse alone", async () => {
  const page = await openPage(installation.joinUrl);
  const click = (role: "button" | "link" | "menuitem" | "tab", name: string) =>
    page.getByRole(role, { name, exact: true }).click();

  expect(await page.getByLabel("Your name").inputValue()).toBe("");
  await page.getByLabel("Your name").fill("Maria");
  await page.getByLabel("E-mail").fill("maria@acme.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await click("button", "Join");

  await page.getByText("No projects yet").waitFor();
  await page.getByRole("link", { name: "New project" }).last().click();
  await page.getByText("Labels now, certify later").click();
  await page.getByText("Object detection").click();
  await page.getByLabel("Project name").fill("Streets");
  await page.getByLabel("Add labels").fill(LABELS.join(", "));
  await page.getByLabel("Add labels").press("Enter");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), click("button", "Choose files")]);
  const buffer = pngOf(WIDTH, HEIGHT);
  await chooser.setFiles(["one.png", "two.png"].map((name) => ({ name, mimeType: "image/png", buffer })));
  await page.getByText("2 files").waitFor();
  await click("button", "Create project and batch");

  await click("link", "Annotate");
  const seen: string[] = [];
  for (const label of LABELS) {
    const title = page.locator("header h1").filter({ hasNotText: seen.at(-1) ?? "Work" });
    seen.push((await title.getByText(/\.png$/).textContent()) ?? "");
    const mouse = await imageMouse(page, WIDTH, HEIGHT);
    await page.getByRole("button", { name: label }).first().click();
    await mouse.drag([50, 40], [150, 100]);
    await click("button", "Submit");
  }
  await page.getByText(/^(All done|Nothing to do here now)/).waitFor();

  await click("link", "Back to my work");
  await click("link", "Projects");
  await click("link", "Streets");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByText("completed").first().waitFor();
  await click("button", "More");
  await click("menuitem", "Export now");
  await click("button", "Export");
  const file = await downloaded(page, () => click("button", "Download coco"));

  const drawn = boxesIn(file).map(({ bbox, ...box }) => ({ ...box, bbox: bbox.map(Math.round) }));
  expect(
    drawn.map(({ file: name, ...box }) => [seen.findIndex((one) => name.endsWith(one)), box]).sort(),
  ).toEqual(LABELS.map((label, place) => [place, { label, bbox: [50, 40, 100, 60] }]));
});

/** The boxes of a COCO file with the names of their labels and images. */
function boxesIn(coco: string) {
  const { images, annotations, categories } = JSON.parse(coco);
  const names = new Map<number, string>(categories.map(({ id, name }: Category) => [id, name]));
  const files = new Map<number, string>(images.map(({ id, file_name }: Image) => [id, file_name]));
  return annotations.map(({ image_id, category_id, bbox }: Box) => ({
    file: files.get(image_id) ?? "",
    label: names.get(category_id),
    bbox,
  })) as readonly { readonly file: string; readonly label?: string; readonly bbox: readonly number[] }[];
}

interface Category {
  readonly id: number;
  readonly name: string;
}

interface Image {
  readonly id: number;
  readonly file_name: string;
}

interface Box {
  readonly image_id: number;
  readonly category_id: number;
  readonly bbox: readonly number[];
}

/** Joins and signs in with the mouse; returns the page. */
async function signedIn(role: "owner" | "reviewer"): Promise<Page> {
  const { email } = await join(installation, role);
  const page = await openPage(`${installation.baseUrl}/work/mine`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

/** Joins by a link with the keyboard: a mouse press in this page throws and fails the test. */
async function joinByKeys(role: "owner" | "reviewer"): Promise<Page> {
  const page = await openPage((await invite(installation, role)).url);
  await page.addInitScript(FORBID_MOUSE);
  await page.reload();
  await page.getByLabel("Your name").waitFor();
  await page.keyboard.type("Kim"); // the first field has the focus
  await type(page, page.getByLabel("Password"), PASSWORD);
  await page.keyboard.press("Enter");
  return page;
}

const FORBID_MOUSE = `for (const kind of ["mousedown", "pointerdown"])
  addEventListener(kind, () => { throw new Error("the mouse was used"); }, { capture: true });`;

const FAR = [1, 2, 3, 4].flatMap(() => ["ArrowRight", "ArrowDown"]);

/** Draws one box around the middle of the image and submits it. */
async function answerByKeys(page: Page): Promise<void> {
  await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
  for (const key of ["2", "b", "ArrowLeft", "Space", ...FAR, "Space", "Control+Enter"]) {
    await page.keyboard.press(key);
  }
  await page.getByText(/^(All done|Nothing to do here now)/).waitFor();
}

test("from the link through boxes and audits to a certified download with the keyboard alone", async () => {
  const page = await joinByKeys("owner");
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByRole("heading", { name: "Projects", exact: true }).waitFor();
  await enter(page, link("New project").first());
  await page.getByRole("heading", { name: "New project" }).waitFor();
  await tabTo(page, page.getByRole("radio", { name: /Labels now/ }));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("radio", { name: "Images" }));
  await type(page, page.getByLabel("Project name"), "By keys");
  await type(page, page.getByLabel("Add labels"), LABELS.join(", "));
  await page.keyboard.press("Enter");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    enter(page, button("Choose files")),
  ]);
  await chooser.setFiles({ name: "one.png", mimeType: "image/png", buffer: pngOf(WIDTH, HEIGHT) });
  await page.getByText("1 file").waitFor();
  await enter(page, button("Create project and batch"));
  await link("Annotate").waitFor({ timeout: 20_000 });
  await enter(page, link("Annotate"));
  await answerByKeys(page);

  const second = await joinByKeys("reviewer");
  await enter(second, second.getByRole("listitem").filter({ hasText: "By keys" }).getByRole("button"));
  await answerByKeys(second);

  const auditor = await joinByKeys("reviewer");
  await enter(auditor, auditor.getByRole("listitem").filter({ hasText: "By keys" }).getByRole("button"));
  await auditor.getByText("Is this box right?").waitFor();
  await auditor.keyboard.press("a");
  await auditor.getByText(/^Certified Elite/).waitFor();

  await enter(page, link("Back to my work"));
  await enter(page, link("Projects"));
  await enter(page, link("By keys"));
  await enter(page, page.getByRole("table").getByRole("link").first());
  await page.getByText("certified", { exact: true }).first().waitFor();
  const file = await downloaded(page, () => enter(page, button("Download coco")));
  const [box, ...others] = boxesIn(file);
  expect(others).toEqual([]);
  expect(box).toMatchObject({ label: "bus", file: expect.stringMatching(/one\.png$/) });
  const [x = 0, y = 0, width = 0, height = 0] = box?.bbox ?? [];
  expect(width).toBe(height); // as many steps right as down
  expect([x < WIDTH / 2, y, x + width > WIDTH / 2]).toEqual([true, HEIGHT / 2, true]);
});

/** A batch of one image whose items need one answer. */
async function givenImageBatch(): Promise<string> {
  const { data: project } = await api.POST("/v1/projects", {
    body: {
      ...{
        name: "By mouse",
        annotation_type: "bbox",
        quality_level: "basic",
        quality_policy: { overlap: 1 },
      },
      labels: LABELS.map((name) => ({ name })),
    },
  });
  const file = { filename: "one.png", content_base64: pngOf(WIDTH, HEIGHT).toString("base64") };
  const { data: upload } = await api.POST("/v1/uploads", { body: { files: [file] } });
  const { data: batch } = await api.POST("/v1/batches", {
    body: { project_id: project.id, upload_ids: [upload.id], name: "A street" },
  });
  return batch.id;
}

test("from the sign-in through boxes and audits to a certified download with the mouse alone", async () => {
  const batch_id = await givenImageBatch();
  const page = await signedIn("owner");
  const ownBatch = (of: Page) => of.getByRole("listitem").filter({ hasText: "A street" });
  await ownBatch(page).getByRole("button", { name: "Annotate 1" }).click();
  const mouse = await imageMouse(page, WIDTH, HEIGHT);
  await page.getByRole("button", { name: "bus" }).first().click();
  await mouse.click(50, 40);
  await mouse.click(150, 100);
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await page.getByText(/^(All done|Nothing to do here now)/).waitFor();

  const auditor = await signedIn("reviewer");
  await ownBatch(auditor).getByRole("button", { name: "Audit 1" }).click();
  await auditor.getByRole("button", { name: "Right A", exact: true }).click();
  await auditor.getByText(/^Certified Elite/).waitFor();

  await page.goto(`${installation.baseUrl}/batches/${batch_id}`);
  const file = await downloaded(page, () => page.getByRole("button", { name: "Download coco" }).click());
  expect(boxesIn(file).map(({ label, bbox }) => [label, bbox.map(Math.round)])).toEqual([
    ["bus", [50, 40, 100, 60]],
  ]);
  await page.goto(`${installation.baseUrl}/work?batch=${batch_id}`);
  await page.getByText(/^Certified Elite/).waitFor();
});
