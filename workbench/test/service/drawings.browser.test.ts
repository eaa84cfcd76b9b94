import { encodeRle } from "@assay/domain/run-length.ts";
import { bodyOf, claim, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { imageMouse } from "../canvas.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });

const WAIT = { timeout: 10_000 };
const IMAGE = { filename: "street.png", content_base64: pngOf(400, 300).toString("base64") };
const TEXTS = lines({ text: "Ada met Charles in London", external_id: "t" });
const CHAT = lines({
  external_id: "c",
  messages: [{ role: "user", content: "Why is the sky blue?" }],
  responses: [
    { id: "x", text: "It scatters.", model: "one" },
    { id: "y", text: "Nobody knows.", model: "two" },
  ],
});

function lines(...items: readonly object[]) {
  const text = items.map((item) => `${JSON.stringify(item)}\n`).join("");
  return { filename: "lines.jsonl", content_base64: Buffer.from(text).toString("base64") };
}

interface Given {
  readonly annotation_type: string;
  readonly labels?: readonly { readonly name: string }[];
  readonly type_options?: object;
  readonly quality_policy?: object;
  readonly fields?: readonly object[];
}

/** A batch of `files`, whose items each of `results` answers as another annotator; `answered` are their answers to the fields. */
async function givenAnswers(
  settings: Given,
  files: readonly { readonly filename: string; readonly content_base64: string }[],
  results: readonly object[],
  answered: object = {},
) {
  const quality_policy = { overlap: Math.max(1, results.length), ...settings.quality_policy };
  const body = { ...settings, quality_level: "none", quality_policy };
  const project = bodyOf(await request("POST", "/v1/projects", body), 201);
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  await runJobs();
  const batch = { project_id: project.id, upload_ids: [upload.id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", batch), 201);
  await runJobs();
  for (const [place, result] of results.entries()) {
    for (;;) {
      const task = await claim(service, ["ann", "bob", "cat"][place] ?? "", { batch_id: id });
      if (task === undefined) break;
      bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result, ...answered }), 200);
    }
  }
  await runJobs();
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  return { id, project_id: project.id, item_id: data[0].id };
}

async function openAt(path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(origin + path);
  return page;
}

/** Whether a label is drawn on an image at a place on the page: on the second canvas, or on a thumbnail's only one. */
function isDrawnAt(
  page: Page,
  [x, y]: readonly [number, number],
  within = "[data-canvas]",
): Promise<boolean> {
  return page.evaluate(`(() => {
    const drawn = [...document.querySelectorAll("${within} canvas")].slice(0, 2).at(-1);
    const { left, top } = drawn?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const at = [(${x} - left) * devicePixelRatio, (${y} - top) * devicePixelRatio];
    return (drawn?.getContext("2d").getImageData(...at, 1, 1).data[3] ?? 0) > 0;
  })()`);
}

const box = (label: string, x: number) => ({ label, bbox: { x, y: 50, width: 100, height: 60 } });

test("the page of an item draws its label and, one after another, its answers, and keeps the zoom", async () => {
  const { item_id } = await givenAnswers(
    { annotation_type: "object_detection", labels: [{ name: "car" }, { name: "bus" }] },
    [IMAGE],
    [{ objects: [box("car", 40)] }, { objects: [box("car", 40), box("bus", 250)] }],
  );
  const page = await openAt(`/items/${item_id}`);
  const { place } = await imageMouse(page, 400, 300);
  const [car, bus] = [await place(60, 80), await place(280, 80)];
  await page.getByRole("button", { name: /^bob: / }).click();
  await expect.poll(() => isDrawnAt(page, bus), WAIT).toBe(true);
  expect(await isDrawnAt(page, car)).toBe(true);
  const objects = page.getByRole("listbox", { name: "Objects" });
  await objects.getByText("bus").waitFor();
  expect((await objects.boundingBox())?.height, "as high as its two rows").toBeLessThan(60);
  await expectSound(page, "item with answers");

  await page.getByRole("button", { name: /^ann: / }).click();
  await expect.poll(() => isDrawnAt(page, bus), WAIT).toBe(false);
  expect(await isDrawnAt(page, car)).toBe(true);

  const zoom = async () => Number((await page.getByText(/\d % · 400 × 300/).innerText()).split(" ")[0]);
  const fitted = await zoom();
  await page.mouse.move(...car);
  const scrolled = async () => {
    await page.mouse.wheel(0, 20);
    return (await place(60, 80))[1];
  };
  await expect.poll(scrolled).toBeLessThan(car[1]);
  await page.keyboard.press("Control+=");
  expect(await zoom()).toBe(fitted); // the wheel and the keys are the page's until the image has the focus
  await page.mouse.click(...(await place(200, 200)));
  await page.mouse.wheel(0, -100);
  await expect.poll(zoom).toBeGreaterThan(fitted);
  const near = await zoom();
  await page.getByRole("button", { name: /^bob: / }).click();
  await page.getByRole("listbox", { name: "Objects" }).getByText("bus").waitFor();
  expect(await zoom()).toBe(near);

  await page.setViewportSize({ width: 390, height: 844 });
  const chips = await page.getByRole("group", { name: "Show" }).getByRole("button").all();
  const boxes = await Promise.all(chips.map((chip) => chip.boundingBox()));
  expect(boxes.length).toBeGreaterThan(1);
  expect(new Set(boxes.map((box) => box?.y)).size, "rows of answers on a telephone").toBe(1);
});

const ring = [40, 50, 140, 50, 140, 110, 40, 110];
const mask = encodeRle(Float64Array.of(50 * 300 + 40, 50 * 300 + 140), [300, 400]).counts; // a part of column 50

const labeled: readonly (Given & {
  readonly file: typeof IMAGE;
  readonly result: object;
  readonly row: string;
})[] = [
  {
    ...{ annotation_type: "polygon", labels: [{ name: "roof" }], file: IMAGE, row: "roof 4 corners" },
    result: { objects: [{ label: "roof", points: pairs(ring) }] },
  },
  {
    ...{
      annotation_type: "semantic_segmentation",
      labels: [{ name: "sky" }],
      file: IMAGE,
      row: "sky less than 0.1 %",
    },
    result: { objects: [{ label: "sky", rle: { size: [300, 400], counts: mask } }] },
  },
  {
    ...{
      annotation_type: "keypoint",
      labels: [{ name: "person" }],
      file: IMAGE,
      row: "person 2 points head foot",
    },
    type_options: { keypoints: ["head", "foot"], skeleton: [["head", "foot"]] },
    result: { objects: [{ label: "person", points: { head: [60, 50, 2], foot: [60, 150, 1] } }] },
  },
  {
    ...{
      annotation_type: "named_entity_recognition",
      labels: [{ name: "person" }, { name: "knows" }, { name: "unused" }],
      file: TEXTS,
    },
    row: "Ada > Charles knows",
    result: {
      spans: [
        { start: 0, end: 3, label: "person" },
        { start: 8, end: 15, label: "person" },
      ],
      relations: [{ from: 0, to: 1, label: "knows" }],
    },
  },
  {
    ...{ annotation_type: "ranking", file: CHAT, row: "1 Response B" },
    result: { ranking: ["y", "x"] },
  },
  {
    ...{ annotation_type: "text_classification", labels: [{ name: "yes" }, { name: "no" }], file: TEXTS },
    ...{ row: "no", result: { label: "no" } },
  },
];

test("the page of an item draws its label, whatever its type", async () => {
  const page = await openAt("/projects");
  for (const { file, result, row, ...settings } of labeled) {
    const { item_id } = await givenAnswers(settings, [file], [result]);
    await page.goto(`${origin}/items/${item_id}`);
    const shown = page.getByRole("region", { name: "Label and answers" });
    await shown.getByRole("button", { name: "Label", pressed: true }).waitFor();
    await expect.poll(async () => (await shown.innerText()).replaceAll(/\s+/g, " "), WAIT).toContain(row);
    // where nobody chooses a label, those in use are the legend
    expect(await shown.getByRole("button", { name: "unused" }).count()).toBe(0);
    await expectSound(page, settings.annotation_type);
  }
});

test("the page of an item compares texts word by word, and asks nothing", async () => {
  const fields = [
    { name: "urgency", description: "Is it urgent?", type: "choice", options: ["no", "today"] },
  ];
  const { item_id } = await givenAnswers(
    { annotation_type: "text_generation", fields },
    [CHAT],
    [{ text: "It scatters blue light." }, { text: "The air scatters blue light." }],
    { fields: { urgency: "today" } },
  );
  const page = await openAt(`/items/${item_id}`);
  const shown = page.getByRole("region", { name: "Label and answers" });
  await shown.getByRole("button", { name: "bob", exact: true }).click();
  const marked = shown.getByText("only in ann").locator("../../..").locator("p").locator("ins, del");
  await expect.poll(() => marked.allInnerTexts()).toEqual(["only here", "only in ann", "It ", "The air "]);
  await shown.getByText("Is it urgent?").locator("..").getByText("today", { exact: true }).waitFor();
  expect(await shown.locator("input, textarea, kbd:visible").count()).toBe(0);
  await expectSound(page, "texts compared");
});

test("the table and the gallery draw labels on thumbnails, and the address keeps the view", async () => {
  const { id } = await givenAnswers(
    { annotation_type: "object_detection", labels: [{ name: "car" }] },
    [IMAGE],
    [{ objects: [box("car", 40)] }],
  );
  const page = await openAt(`/items?batch=${id}`);
  /** The places on the page of two pixels of the image: one on the edge of the box, one beside it. */
  const places = async () => {
    const { x, y, width, height } = await boxOf(page, "main canvas");
    const scale = Math.min(width / 400, height / 300);
    const [left, top] = [x + (width - 400 * scale) / 2, y + (height - 300 * scale) / 2];
    return [40, 300].map((at) => [left + at * scale, top + 80 * scale] as const);
  };
  const drawn = async () => Promise.all((await places()).map((place) => isDrawnAt(page, place, "main")));
  await expect.poll(drawn, WAIT).toEqual([true, false]);

  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("list").getByRole("link", { name: "street.png" }).waitFor();
  await expect.poll(drawn, WAIT).toEqual([true, false]);
  await page.getByText("1 × car").waitFor();
  await expectSound(page, "gallery of items");
  await page.reload();
  await page.getByRole("region", { name: "Items" }).waitFor();
  await expect.poll(drawn, WAIT).toEqual([true, false]);
  await page.getByRole("checkbox", { name: "Select street.png" }).press("Space");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("link", { name: "street.png" }).click();
  await page.getByRole("heading", { level: 1, name: "street.png" }).waitFor();
});

test("the gallery shows texts with their spans, and asks once for each page", async () => {
  const settings = { annotation_type: "named_entity_recognition", labels: [{ name: "person" }] };
  const result = { spans: [{ start: 0, end: 4, label: "person" }] };
  const { id } = await givenBatch(service, { texts: 401, settings });
  const task = await claim(service, "ann", { batch_id: id });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
  await service.db
    .updateTable("items")
    .set({ result: JSON.stringify(result) })
    .where("batch_id", "=", id)
    .execute();
  const page = await openAt("/projects");
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().includes("/v1/items?")) asked.push(one.url());
  });
  await page.goto(`${origin}/items?batch=${id}&view=gallery`);
  const gallery = page.getByRole("region", { name: "Items" });
  await gallery.locator("mark").getByText("text", { exact: true }).first().waitFor();
  await expectSound(page, "gallery of texts");
  const toEnd = () =>
    page.evaluate(
      "(() => { const g = document.querySelector('section[tabindex]'); g.scrollTo(0, g.scrollHeight); })()",
    );
  await page.getByText("200 items loaded").waitFor();
  const isWhole = async () => {
    await toEnd();
    return page.getByText("401 items", { exact: true }).isVisible();
  };
  await expect.poll(isWhole, { timeout: 30_000 }).toBe(true);
  await toEnd();
  await gallery.getByRole("link", { name: "401", exact: true }).waitFor();
  expect(asked).toHaveLength(3);
  expect(await gallery.getByRole("listitem").count()).toBeLessThan(100);
});

test("an adjudicator compares the answers in one zoom", async () => {
  const labels = ["car", "bus"].map((name) => ({ name }));
  const { id } = await givenAnswers(
    { annotation_type: "object_detection", labels, quality_policy: { overlap: 2, min_support: 1 } },
    [IMAGE],
    [{ objects: [box("car", 40)] }, { objects: [box("bus", 250)] }, { objects: [] }],
  );
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
  const objects = page.getByRole("listbox", { name: "Objects" });
  await objects.getByText("car").waitFor();
  const zoom = async () => page.getByText(/\d % · 400 × 300/).innerText();
  const fitted = await zoom();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const near = await zoom();
  expect(near).not.toBe(fitted);
  await page.getByRole("button", { name: "Annotator 2" }).first().click();
  await objects.getByText("bus").waitFor();
  expect(await zoom()).toBe(near);
  await page.getByRole("button", { name: "All answers" }).click();
  await objects.getByText("car").waitFor();
  expect(await zoom()).toBe(near);
});

test("a comment on the page of an item is pinned to an object, and the project shows the item beside it", async () => {
  const { item_id, project_id } = await givenAnswers(
    { annotation_type: "object_detection", labels: [{ name: "car" }] },
    [IMAGE],
    [{ objects: [box("car", 40)] }],
  );
  const page = await openAt(`/items/${item_id}`);
  await page.getByRole("listbox", { name: "Objects" }).getByText("car").click();
  await page.getByRole("checkbox", { name: "Pin to:" }).waitFor();
  await page.getByLabel("Your comment").fill("Is this a bus?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("application").locator("..").getByText("1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Object 1" }).click(); // shows what the comment is about
  const { data } = bodyOf(await request("GET", `/v1/comments?item_id=${item_id}`), 200);
  expect(data).toMatchObject([{ text: "Is this a bus?", place: { object: 0 } }]);

  await page.goto(`${origin}/projects/${project_id}`);
  const question = page.getByRole("listitem").filter({ hasText: "Is this a bus?" });
  await question.locator("canvas").waitFor();
  const isPainted = () =>
    page.evaluate(`(() => {
      const canvas = document.querySelector("main li canvas");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
    })()`);
  await expect.poll(isPainted, WAIT).toBe(true);
  await expectSound(page, "open questions");
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
}

/** The points of a list of numbers. */
function pairs(numbers: readonly number[]): [number, number][] {
  return numbers.flatMap((x, at): [number, number][] => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []));
}
