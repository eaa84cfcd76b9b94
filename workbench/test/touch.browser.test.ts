import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Guidelines, Item } from "../src/editors/editor.ts";
import { openPage } from "./browser.ts";
import { imageMouse, touch } from "./canvas.ts";
import { expectAccessible, showItem, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const PHONE: BrowserContextOptions = {
  ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
};
const labels = ["car", "road"];
const image = givenImage(400, 300);
const text = givenItem({ text: "Ada met Bo" });
const messages = [{ role: "user", content: "How do I boil an egg?" }];
const responses = ["Six minutes.", "An hour.", "Not at all."].map((words, place) => ({
  ...{ id: `r${place}`, text: words, model: "m" },
}));
const conversation = givenItem({ conversation: { messages, responses } });
const recording = givenItem({
  file: { ...image.file, content_type: "audio/wav", filename: "call.wav", duration: 2 },
});
const bbox = { x: 10, y: 10, width: 20, height: 20 };
const highlight = {
  name: "passages",
  type: "highlight",
  per: "response",
  options: ["wrong"],
} satisfies FieldDefinition;
const scales = [{ name: "helpful", min: 1, max: 5 }];

/** An item and an answer for each annotation type. */
const SHOWN: Readonly<Record<string, readonly [Partial<Guidelines>, Item, unknown]>> = {
  text_classification: [{}, text, null],
  image_classification: [{}, image, null],
  multilabel_classification: [{}, image, null],
  named_entity_recognition: [{}, text, { spans: [{ start: 0, end: 3, label: "car" }] }],
  object_detection: [{}, image, { objects: [{ label: "car", bbox }] }],
  semantic_segmentation: [{ type_options: { instances: true } }, image, null],
  polygon: [{}, image, null],
  keypoint: [{ type_options: { keypoints: ["head", "left_hand"] } }, image, null],
  audio_segmentation: [{}, recording, null],
  transcription: [{}, recording, null],
  text_generation: [{}, conversation, null],
  ranking: [{ fields: [highlight] }, conversation, null],
  rating: [{ type_options: { scales } }, conversation, null],
};

/** Names of keys, and what is done with them. */
const KEYS =
  /\b(Esc|Escape|Shift|Ctrl|Alt|Backspace|Delete removes|[Aa]rrows?|[Dd]igits?|[Kk]eys)\b|\b[Pp]ress (Enter|[A-Z]\b)/;

async function open(annotation_type: string): Promise<Page & { readonly project: Guidelines }> {
  const page = await openPage("editor.html", PHONE);
  const [settings, item, result] = SHOWN[annotation_type] ?? [{}, image, null];
  const project = { ...givenProject({ annotation_type, labels, name: "A project" }), ...settings };
  await showItem(page, project, item, result);
  return Object.assign(page, { project });
}

/** Fails if a sentence names keys: to be seen, announced, or a name or description of a control. */
async function expectNoKeys(page: Page): Promise<void> {
  const sentences = await page.evaluate(() => {
    const described = [...document.querySelectorAll("[aria-describedby], [aria-label]")].flatMap((one) => [
      one.getAttribute("aria-label") ?? "",
      document.getElementById(one.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
    ]);
    const announced = [...document.querySelectorAll("[role=status], output")].map(
      ({ textContent }) => textContent ?? "",
    );
    return [...document.body.innerText.split("\n"), ...described, ...announced];
  });
  expect(sentences.filter((sentence) => KEYS.test(sentence))).toEqual([]);
}

test.each(Object.keys(SHOWN))("no sentence of %s asks a telephone for a key", async (annotation_type) => {
  const page = await open(annotation_type);
  await page.locator("main button").first().waitFor();
  await expectNoKeys(page);
  await expectAccessible(page);
});

test("a ranking says what to touch until a response has a place, and the one that is touched gets it", async () => {
  const page = await open("ranking");
  const help = page.getByText("Touch the best one first");
  await help.waitFor();
  const select = page.getByText(/Touch and hold a word/).filter({ visible: true });
  await expect.poll(() => select.count()).toBe(1); // once for all cards
  for (const letter of ["B", "C"])
    await page.getByRole("button", { name: `Response ${letter}`, exact: true }).tap();
  await page.getByText("Place 3").waitFor(); // the last one is placed by itself
  expect(await help.count()).toBe(0);
});

test("words of a text are selected by touching the first and the last one, and get a label", async () => {
  const page = await open("named_entity_recognition");
  await showItem(page, page.project, givenItem({ text: "Ada Lovelace met Bo" }));
  await page.getByText("Touch a word, or the first and the last one.").waitFor();
  await page.getByText("Relations", { exact: true }).waitFor({ state: "detached" }); // the project has no types of them
  const at = async (word: string) => {
    const line = page.locator(".cm-line").first();
    const place = await line.evaluate((shown, sought) => {
      const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const begin = node.textContent?.indexOf(sought) ?? -1;
        if (begin < 0) continue;
        const range = document.createRange();
        range.setStart(node, begin);
        range.setEnd(node, begin + sought.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      throw new Error(`no ${sought}`);
    }, word);
    await page.touchscreen.tap(place.x, place.y);
  };
  await at("Ada");
  await at("Lovelace");
  await page.getByRole("button", { name: /^car/ }).tap();
  await page.getByRole("button", { name: /^Ada Lovelace/ }).waitFor();
  await page.getByRole("button", { name: /^road/ }).tap(); // the span is selected: changes its label
  await at("Bo");
  await page.getByRole("button", { name: /^car/ }).tap();
  expect(await validAnswer(page, page.project, givenItem({ text: "Ada Lovelace met Bo" }))).toEqual({
    spans: [
      { start: 0, end: 12, label: "road" },
      { start: 17, end: 19, label: "car" },
    ],
  });
});

test("the wand and the box around a thing say what to touch", async () => {
  const page = await open("semantic_segmentation");
  const mouse = await imageMouse(page, 400, 300);
  await page.getByRole("button", { name: "car" }).tap();
  await page.getByRole("button", { name: "Magic wand" }).tap();
  await page.getByRole("slider", { name: "Tolerance", exact: true }).waitFor();
  await touch(page, [await mouse.place(5, 5)]);
  await page.getByText("256 pixels found at tolerance 24. Keep or discard them").first().waitFor();
  await expectNoKeys(page);
  expect(await page.evaluate(() => window.answer().missing)).toBe("Keep the shape, or discard it.");
  await page.getByRole("button", { name: "Discard" }).tap();
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Find the thing in a box" }).tap();
  await touch(
    page,
    [await mouse.place(360, 262)],
    [await mouse.place(380, 280)],
    [await mouse.place(400, 300)],
  );
  await page.getByText("256 pixels found. Keep or discard them").first().waitFor();
  await expectNoKeys(page);
  await page.getByRole("button", { name: "Keep" }).tap();
  await page.getByRole("option", { name: /car/ }).waitFor();
  expect(await validAnswer(page, page.project, image)).toMatchObject({ objects: [{ label: "car" }] });
});

test("corners of an outline are taken back and the outline is discarded by touch", async () => {
  const page = await open("polygon");
  const mouse = await imageMouse(page, 400, 300);
  await page.getByRole("button", { name: "car" }).tap();
  const corners = [
    [50, 50],
    [150, 150],
    [150, 50],
    [50, 150],
  ] as const;
  for (const [x, y] of corners) await touch(page, [await mouse.place(x, y)]);
  await page.getByRole("button", { name: "Finish the shape" }).tap();
  await page.locator("p:not([role])").getByText("crosses itself").waitFor();
  await expectNoKeys(page);
  const back = page.getByRole("button", { name: "One step back" });
  await back.tap();
  await back.tap();
  await page.getByRole("button", { name: "Finish the shape" }).waitFor({ state: "detached" });
  await touch(page, [await mouse.place(150, 150)]);
  await touch(page, [await mouse.place(50, 150)]);
  await page.getByRole("button", { name: "Discard" }).tap();
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  expect(await page.evaluate(() => window.answer())).toMatchObject({
    missing: null,
    result: { objects: [] },
  });
});

test("a shape that waits for its label is discarded by touch", async () => {
  const page = await open("object_detection");
  const mouse = await imageMouse(page, 400, 300);
  const [from, to] = [await mouse.place(100, 100), await mouse.place(200, 200)];
  await touch(page, [from], [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]], [to]);
  const picker = page.getByRole("region", { name: "Choose a label" });
  await picker.waitFor();
  await expectNoKeys(page);
  expect(await page.evaluate(() => window.answer().missing)).toBe(
    "Choose a label for the new box, or discard it.",
  );
  await picker.getByRole("button", { name: "Discard" }).tap();
  await picker.waitFor({ state: "detached" });
  expect(await validAnswer(page, page.project, image)).toMatchObject({ objects: { length: 1 } });
});

test.each(["object_detection", "polygon"])(
  "with many labels the image of %s stays where it is when a shape asks for one, and Discard is in sight",
  async (annotation_type) => {
    const page = await openPage("editor.html", PHONE);
    const many = Array.from({ length: 23 }, (_, index) => `label ${index}`);
    await showItem(page, givenProject({ annotation_type, labels: many, name: "A project" }), image);
    const mouse = await imageMouse(page, 400, 300);
    const [before, corner] = [await mouse.place(0, 0), await mouse.place(300, 250)];
    if (annotation_type === "polygon") {
      for (const [x, y] of [
        [100, 100],
        [300, 100],
      ] as const)
        await touch(page, [await mouse.place(x, y)]);
      await touch(page, [corner]);
      await expectInSight(page, "Finish the shape");
      await page.getByRole("button", { name: "Finish the shape" }).tap();
    } else await touch(page, [await mouse.place(100, 100)], [await mouse.place(200, 200)], [corner]);
    await page.getByRole("region", { name: "Choose a label" }).waitFor();
    expect(await mouse.place(0, 0)).toEqual(before);
    await expectInSight(page, "Discard");
  },
);

test("what ends a drawing of the wand or of keypoints is in sight with the image", async () => {
  const masks = await open("semantic_segmentation");
  await masks.getByRole("button", { name: "car" }).tap();
  await masks.getByRole("button", { name: "Magic wand" }).tap();
  const wand = await imageMouse(masks, 400, 300);
  const before = await wand.place(0, 0);
  await touch(masks, [await wand.place(5, 5)]);
  for (const name of ["Keep", "Discard"]) await expectInSight(masks, name);
  expect(await wand.place(0, 0)).toEqual(before);

  const points = await open("keypoint");
  await points.getByRole("button", { name: "car" }).tap();
  await touch(points, [await (await imageMouse(points, 400, 300)).place(100, 100)]);
  for (const name of ["Leave out", "Finish", "Discard"]) await expectInSight(points, name);
});

/** Fails unless the button is within the screen, without scrolling. */
async function expectInSight(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.waitFor();
  const { y = -1, height = 0 } = (await button.boundingBox()) ?? {};
  expect(y, name).toBeGreaterThanOrEqual(0);
  expect(y + height, name).toBeLessThanOrEqual(844);
}

test("a segment is started and ended, and another one discarded, by touch", async () => {
  const page = await open("audio_segmentation");
  await page.getByRole("button", { name: "Start a segment here" }).tap();
  await page.getByRole("button", { name: "End the segment here" }).waitFor();
  expect(await page.evaluate(() => window.answer().missing)).toBe("End the segment, or discard it.");
  await expectNoKeys(page);
  await page.getByRole("button", { name: "Discard" }).tap();
  await page.getByRole("button", { name: "Start a segment here" }).waitFor();
  expect(await page.evaluate(() => window.answer().missing)).toBeNull();
});

test("an answer that is only shown names nothing that the screen lacks", async () => {
  const page = await openPage("editor.html");
  const show = async (annotation_type: string) => {
    const [settings, item] = SHOWN[annotation_type] ?? [{}, image];
    const project = { ...givenProject({ annotation_type, labels }), ...settings };
    await page.evaluate(([given, shown]) => window.show(given, shown, { spans: [], objects: [] }, true), [
      project,
      item,
    ] as const);
  };
  await page.waitForFunction(() => typeof window.show === "function");
  await show("named_entity_recognition");
  await page.getByText("No spans", { exact: true }).waitFor();
  expect(await page.getByText(/Select|choose/).count()).toBe(0);
  await show("object_detection");
  await page.getByText("No objects", { exact: true }).waitFor();
  expect(await page.getByRole("group", { name: "Labels" }).count()).toBe(0);
  for (const name of ["Box", "Lock or unlock", "Delete"])
    expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
  await show("audio_segmentation");
  await page.getByText("No segments", { exact: true }).waitFor();
  expect(await page.getByText(/Drag over/).count()).toBe(0);
  await show("ranking");
  await page.getByText("No responses ranked yet.").waitFor();
  await expectAccessible(page);
});
