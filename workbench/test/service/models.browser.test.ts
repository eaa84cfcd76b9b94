import { areaOf, boxOf, decodeRle } from "@assay/domain/run-length.ts";
import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { sendRaw } from "@assay/server/test/upload-bodies.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { imageMouse } from "../canvas.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { startTriangles } from "../triangles.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs, db } = service;
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
  const slider = page.getByRole("slider", { name: "Wrong labels among those of the model" });
  await slider.waitFor();
  await page.getByText("at most 5 %").waitFor();
  await slider.press("ArrowRight");
  await page.getByText("at most 10 %").waitFor();
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

  const { models } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  const judged = page.getByRole("row", { name: "resnet, version 3" });
  await judged.getByRole("cell", { name: new RegExp(`% of ${models[0].compared}$`) }).waitFor();
});

const ASK = { name: "Ask the model" };

/** The work screen with an image of 400 × 300 pixels, in a project with a model that gives triangles. */
async function givenImage(hasModel: boolean, annotation_type = "polygon", images = 1) {
  const given = await givenWork(hasModel, annotation_type, images);
  return { ...given, mouse: await imageMouse(given.page, 400, 300) };
}

/** The work screen with the first of some images, or with a text. */
async function givenWork(hasModel: boolean, annotation_type: string, images: number) {
  const model = await startTriangles();
  const { id: assist_model_id } = bodyOf(
    await request("POST", "/v1/models", {
      ...{
        name: "triangles",
        version: model.url,
        kind: "http",
        url: model.url,
        annotation_types: [annotation_type],
      },
    }),
    201,
  );
  const project = bodyOf(
    await request("POST", "/v1/projects", {
      ...{ annotation_type, labels: [{ name: "cat" }], quality_policy: { overlap: 1 } },
      ...(annotation_type === "keypoint" && { type_options: { keypoints: ["nose", "tail"] } }),
      ...(hasModel && { assist_model_id }),
    }),
    201,
  );
  const upload_ids: string[] = [];
  for (let n = 0; n < images; n += 1)
    upload_ids.push(bodyOf(await sendRaw(request, `street ${n}.png`, pngOf(400, 300)), 201).id);
  if (images === 0)
    upload_ids.push(bodyOf(await sendRaw(request, "note.txt", Buffer.from("Ada met Bo")), 201).id);
  await service.runJobs();
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id: project.id, upload_ids }), 201);
  const person = await givenPerson(service, { role: "annotator" });
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(`${origin}/work?batch=${batch.id}`);
  return { model, batch, page };
}

test("clicks ask the project's model, and Enter keeps what it shows", async () => {
  const { model, batch, page, mouse } = await givenImage(true);
  await page.getByRole("button", ASK).click();
  await mouse.click(100, 100);
  await page.getByText("Press Enter to keep the shape").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await mouse.click(200, 150);
  await page.getByText("Press Enter to keep the shape").first().waitFor({ state: "attached" });
  await page.keyboard.down("Shift");
  await mouse.click(300, 200);
  await page.keyboard.up("Shift");
  await untilHolds(async () => expect(model.requests).toHaveLength(4));
  await page.getByText("Press Enter to keep the shape").first().waitFor({ state: "attached" });
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/assist.png` });
  await expectSound(page, "assist");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");

  await untilHolds(async () => {
    const [answer] = await db
      .selectFrom("annotations")
      .select("result")
      .where("batch_id", "=", batch.id)
      .execute();
    const points = Object(answer?.result).objects?.[0].points.map((point: number[]) => point.map(Math.round));
    expect(points).toEqual([
      [200, 130],
      [220, 170],
      [180, 170],
    ]);
  });
  const asked = model.requests.map(({ type, prompt }) => [
    type,
    prompt?.points.map(({ positive }) => positive),
  ]);
  expect(asked).toEqual([
    ["prepare", undefined],
    ["interact", [true]],
    ["interact", [true]],
    ["interact", [true, false]],
  ]);
});

test("a model's mask is kept or discarded as a whole, and the items ahead are prepared", async () => {
  const { model, batch, page, mouse } = await givenImage(true, "semantic_segmentation", 2);
  await untilHolds(async () =>
    expect(new Set(model.requests.map(({ type, item }) => `${type} ${item.id}`)).size).toBe(2),
  );
  expect(model.requests.map(({ type }) => type)).toEqual(["prepare", "prepare"]);

  await page.keyboard.press("w");
  await mouse.click(100, 100);
  await page.getByText("Press Enter to keep the shape").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  await mouse.click(200, 150);
  await page.getByText("Press Enter to keep the shape").first().waitFor({ state: "attached" });
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/assist-mask.png` });
  await expectSound(page, "assist, masks");
  await page.keyboard.press("Enter");
  const kept = page.getByRole("option", { name: /cat.*0\.3 %/ }); // 400 of 120,000 pixels
  await kept.first().waitFor();
  await page.getByText("99.7 % of the pixels have no label").waitFor();
  await page.keyboard.press("Control+z");
  await kept.first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+Shift+z");
  await kept.first().waitFor();
  await page.keyboard.press("Control+Enter");

  await untilHolds(async () => {
    const stored = db.selectFrom("annotations").select("result").where("batch_id", "=", batch.id);
    const [object] = Object((await stored.executeTakeFirst())?.result).objects;
    const runs = decodeRle(object.rle);
    expect([object.label, areaOf(runs), boxOf(runs, 300)]).toEqual(["cat", 400, [190, 140, 20, 20]]);
  });
});

test("a model that does not help says why", async () => {
  const { model, page, mouse } = await givenImage(true);
  model.isBroken = true;
  await page.keyboard.press("w");

  await mouse.drag([50, 50], [150, 150]);

  await page.getByText("the model answered 500").first().waitFor();
});

test("without a model the project has no such tool", async () => {
  const { page } = await givenImage(false);

  await page.getByRole("button", { name: "Polygon" }).first().waitFor();
  expect(await page.getByRole("button", ASK).count()).toBe(0);
});

/** The result of the only answer, once it is stored. */
async function stored(batchId: string) {
  const rows = db.selectFrom("annotations").select("result").where("batch_id", "=", batchId);
  return Object((await rows.executeTakeFirst())?.result);
}

test.each([
  ["object_detection", 2],
  ["polygon", 2],
  ["keypoint", 2],
  ["semantic_segmentation", 1], // masks of one label are one region
] as const)("a text finds several objects of %s, which are kept together", async (type, kept) => {
  const { model, batch, page } = await givenImage(true, type);
  const two = page.getByRole("heading", { name: kept === 1 ? "1 region" : "2 objects" });
  await page.keyboard.press("w");
  await page.getByRole("textbox", { name: "What to look for" }).fill("cats on the street");
  await page.keyboard.press("Enter");
  await page.getByText("2 shapes. Press Enter to keep all").first().waitFor();
  await expectSound(page, `asked for ${type}`);
  await page.getByRole("button", { name: "Keep" }).click();
  await two.waitFor();
  await page.keyboard.press("Control+z");
  await two.waitFor({ state: "detached" });
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () => expect((await stored(batch.id)).objects).toHaveLength(kept));
  const { prompt } = model.requests.at(-1) ?? {};
  expect(prompt).toEqual({ points: [], text: "cats on the street" });
});

test("each span that a text finds is in the text, and is kept or discarded by itself", async () => {
  const { batch, page } = await givenWork(true, "named_entity_recognition", 0);
  const field = page.getByRole("textbox", { name: "What to look for" });
  await field.fill("people");
  await field.press("Enter");
  const inText = page.locator(".cm-content span[title=cat]");
  await untilHolds(async () => expect(await inText.allTextContents()).toEqual(["Ada", "Bo"]));
  await page.getByRole("button", { name: "Discard Ada, cat" }).press("Enter");
  await untilHolds(async () => expect(await inText.allTextContents()).toEqual(["Bo"]));
  const keep = page.getByRole("button", { name: "Keep Bo, cat" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Keep Bo, cat");
  await page.keyboard.press("Enter");
  await page.getByText("1 span of the model added").waitFor();
  await keep.waitFor({ state: "detached" });
  expect(await inText.allTextContents()).toEqual(["Bo"]);
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () =>
    expect((await stored(batch.id)).spans).toMatchObject([{ start: 8, end: 10, label: "cat" }]),
  );
});

test("a text finds spans, which are shown before they are taken", async () => {
  const { batch, page } = await givenWork(true, "named_entity_recognition", 0);
  const field = page.getByRole("textbox", { name: "What to look for" });
  await field.fill("people");
  await field.press("Enter");
  await page.getByText("The model found 2 spans").waitFor();
  await page.getByRole("button", { name: "Discard all" }).click();
  expect(await page.getByText("Ada", { exact: true }).count()).toBe(0);
  await field.press("Enter");
  await page.getByText("The model found 2 spans").waitFor();
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/assist-spans.png` });
  await expectSound(page, "asked for spans");
  await page.keyboard.press("Enter"); // the button that keeps them has the focus
  await page.getByText("2 spans of the model added").waitFor();
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () =>
    expect((await stored(batch.id)).spans).toMatchObject([
      { start: 0, end: 3, label: "cat" },
      { start: 8, end: 10, label: "cat" },
    ]),
  );
});
